import type { ShownFailure } from './failures.ts';
import { sentenceOf } from './failures.ts';

/** A failure in plain text, as test reports hold it: a line a fact, and the commands that show it again. */
export function accountOf(failure: ShownFailure): string {
  const { requirement, entry, verdict, check, counterexample, rerun, replay, curl } = failure;
  return [
    `${verdict} ${requirement}: ${entry?.statement ?? ''}`,
    sentenceOf(failure),
    ...(entry === undefined ? [] : [`Section: ${entry.section}`]),
    ...(counterexample === undefined ? [] : [`Counterexample: ${counterexample}`]),
    `Check: ${check.id}`,
    ...(rerun === undefined ? [] : [`Run again: ${rerun}`]),
    ...(replay === undefined
      ? []
      : [`Seed: ${replay.seed}${replay.path === undefined ? '' : `, path ${replay.path}`}`]),
    ...(curl === undefined ? [] : [curl]),
  ].join('\n');
}
