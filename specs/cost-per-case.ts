import type { SuiteCheck } from './check.ts';
import recorded from './cost-per-case.json' with { type: 'json' };

/**
 * What is recorded for a case: calls of the tenant, operations of its control, and the milliseconds that it took beside
 * five other checks. The milliseconds only compare checks with each other.
 */
const recordedKinds = ['requests', 'operations', 'milliseconds'] as const;
export type Cost = (typeof recordedKinds)[number];

/** The file with the recorded figures, which `node docs/record-run.ts` writes. */
export const perCaseFile = new URL('cost-per-case.json', import.meta.url);

/** Averages over the cases of each check, in a run of 100 cases per property at the reference tenant. */
const perCase: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(recorded));

/** The average over all checks, for checks that are newer than the record. */
const ofNewChecks = recordedKinds.map(
  (_, at) => [...perCase.values()].reduce((sum, figures) => sum + (figures[at] ?? 0), 0) / Math.max(1, perCase.size),
);

/** Estimates the cost of a number of cases of a check. */
export function costOf({ id }: Pick<SuiteCheck, 'id'>, what: Cost, count: number): number {
  const figures = perCase.get(id) ?? ofNewChecks;
  return count * (figures[recordedKinds.indexOf(what)] ?? 0);
}
