import { casesOf } from '../core/run/host.ts';
import type { SuiteCheck } from './check.ts';

/**
 * In a run with a time limit, this many cases of a property come first: more than one, so that no value decides alone.
 */
export const firstCases = 2;
/**
 * First cases of a check whose cases wait on a clock, in such a run. The cases wait together, so none can be added
 * later.
 */
export const waitingCases = 3;

type Counted = Pick<SuiteCheck, 'cases' | 'maxCases' | 'maxSeconds'>;

/** Returns how many cases of a check a run with a time limit does first, in any event. */
export function firstCasesOf(check: Counted, runs: number): number {
  return Math.min(casesOf(check, runs), check.maxSeconds === undefined ? firstCases : waitingCases);
}

/** Returns how many cases such a run would do if it had enough time. */
export function plannedCasesOf(check: Counted, runs: number): number {
  return check.maxSeconds === undefined ? casesOf(check, runs) : firstCasesOf(check, runs);
}
