import { casesOf } from '../core/run/host.ts';
import type { SuiteCheck } from './check.ts';

/** In a run that is to end within a given time, so many cases of a property come first: more than one, so that no value decides alone. */
export const firstCases = 2;
/** So many of a check come in such a run where its cases wait on a clock: they wait together, so none can come later. */
export const waitingCases = 3;

type Counted = Pick<SuiteCheck, 'cases' | 'maxCases' | 'maxSeconds'>;

/** The cases that a run which is to end within a given time does first, in any event. */
export function firstCasesOf(check: Counted, runs: number): number {
  return Math.min(casesOf(check, runs), check.maxSeconds === undefined ? firstCases : waitingCases);
}

/** How many cases such a run would do if it had the time. */
export function plannedCasesOf(check: Counted, runs: number): number {
  return check.maxSeconds === undefined ? casesOf(check, runs) : firstCasesOf(check, runs);
}
