import type { ShownFailure } from './failures.ts';
import { sentenceOf, visitLines } from './failures.ts';
import { groundText } from './ground.ts';

/** A failure in plain text, as test reports hold it: a line a fact, and the commands that show it again. */
export function accountOf(failure: ShownFailure): string {
  const { requirement, entry, verdict, check, counterexample, rerun, replay, curl } = failure;
  const ground = entry === undefined ? undefined : groundText(entry);
  return [
    `${verdict} ${requirement}: ${entry?.statement ?? ''}`,
    sentenceOf(failure),
    ...(ground === undefined ? [] : [ground]),
    ...(counterexample === undefined ? [] : [`Counterexample: ${counterexample}`]),
    `Check: ${check.id}`,
    ...(rerun === undefined ? [] : [`Run again: ${rerun}`]),
    ...(replay === undefined
      ? []
      : [`Seed: ${replay.seed}${replay.path === undefined ? '' : `, path ${replay.path}`}`]),
    ...visitLines(failure).map(([label, text]) => `Browser ${label}: ${text}`),
    ...(curl === undefined ? [] : [curl]),
  ].join('\n');
}
