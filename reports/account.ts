import type { ShownFailure } from './failures.ts';
import { sentenceOf, visitLines } from './failures.ts';
import { groundText } from './ground.ts';

/** Returns a failure in plain text for test reports: one fact per line, and the commands that reproduce it. */
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
