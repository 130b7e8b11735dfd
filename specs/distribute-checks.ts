import { casesOf } from '../core/run/host.ts';
import { costOf } from './cost-per-case.ts';
import type { SuiteCheck } from './check.ts';

type Counted = Pick<SuiteCheck, 'id' | 'cases' | 'maxCases'>;

/** Cases per property by which parts are compared. The number is fixed, so each number of runs gives the same parts. */
const usualRuns = 100;

/** Estimates the duration of a check relative to others. */
export function weightOf(check: Counted): number {
  return costOf(check, 'milliseconds', casesOf(check, usualRuns));
}

/**
 * Distributes checks over a number of parts of about equal duration, for shards and threads. The longest check comes
 * first; each goes to the part that has the least work so far. The checks of a part keep their order.
 */
export function distributeChecks<Check extends Counted>(checks: readonly Check[], parts: number): Check[][] {
  const loads = Array.from({ length: parts }, () => 0);
  const partOf = new Map<string, number>();
  for (const check of checks.toSorted((one, other) => weightOf(other) - weightOf(one))) {
    const part = loads.indexOf(Math.min(...loads));
    loads[part] = (loads[part] ?? 0) + weightOf(check);
    partOf.set(check.id, part);
  }
  return Array.from({ length: parts }, (_, part) => checks.filter(({ id }) => partOf.get(id) === part));
}
