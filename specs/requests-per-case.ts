import type { SuiteCheck } from './check.ts';
import recorded from './requests-per-case.json' with { type: 'json' };

/** The kinds of work that are counted: calls of the tenant, or operations of its control. */
export type Asked = 'requests' | 'operations';

/** The file with the recorded figures, which `node docs/record-run.ts` writes. */
export const perCaseFile = new URL('requests-per-case.json', import.meta.url);

/** Averages over the cases of each check, in a run of 100 cases per property at the reference tenant. */
const perCase: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(recorded));

/** The average over all checks, for checks that are newer than the record. */
const ofNewChecks = [0, 1].map(
  (at) => [...perCase.values()].reduce((sum, figures) => sum + (figures[at] ?? 0), 0) / Math.max(1, perCase.size),
);

/** Estimates how many calls or operations a number of cases of a check makes. */
export function askedBy({ id }: Pick<SuiteCheck, 'id'>, what: Asked, count: number): number {
  const figures = perCase.get(id) ?? ofNewChecks;
  return count * (figures[what === 'requests' ? 0 : 1] ?? 0);
}
