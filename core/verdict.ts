/** The words in which a run speaks of a requirement or a check, and their order. */

/** Whether the specification says it in words, or it only follows by inference or from the standards it builds on. */
export type Basis = 'stated' | 'derived';

/** Worst first: the order in which several verdicts become one. */
export const verdicts = ['failed', 'broken', 'inconclusive', 'warning', 'waived', 'passed', 'not-exercised'] as const;

export type Verdict = (typeof verdicts)[number];

/** The worst of several verdicts; `not-exercised` when there are none. */
export function worst(of: Iterable<Verdict>): Verdict {
  let rank = verdicts.length - 1;
  for (const verdict of of) rank = Math.min(rank, verdicts.indexOf(verdict));
  return verdicts[rank] ?? 'not-exercised';
}

/** What a finding against a requirement means: only what is stated can fail a tenant. */
export function verdictOfFinding(basis: Basis): 'failed' | 'warning' {
  return basis === 'stated' ? 'failed' : 'warning';
}
