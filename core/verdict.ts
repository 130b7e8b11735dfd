/** The verdicts of a run about a requirement or a check, and their order. */

/**
 * Whether the specification states a requirement in words, or the requirement is derived: by inference, or from the
 * standards on which the specification builds.
 */
export type Basis = 'stated' | 'derived';

/** Worst first: the order in which several verdicts become one. */
export const verdicts = ['failed', 'broken', 'inconclusive', 'warning', 'waived', 'passed', 'not-exercised'] as const;

export type Verdict = (typeof verdicts)[number];

/** Returns the worst of several verdicts; `not-exercised` if there are none. */
export function worst(of: Iterable<Verdict>): Verdict {
  let rank = verdicts.length - 1;
  for (const verdict of of) rank = Math.min(rank, verdicts.indexOf(verdict));
  return verdicts[rank] ?? 'not-exercised';
}

/** Returns the verdict of a finding against a requirement: only stated requirements can fail a tenant. */
export function verdictOfFinding(basis: Basis): 'failed' | 'warning' {
  return basis === 'stated' ? 'failed' : 'warning';
}
