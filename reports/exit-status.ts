import { isUnreliable } from './weather.ts';
import { notWhole, nothingExercised, verdictsIn } from './outcome.ts';
import type { ProfileName, Report } from './report.ts';
import { staleWaivers } from './waivers.ts';

export interface ExitRules {
  /** Profiles that must have been exercised whole. */
  readonly required: readonly ProfileName[];
  /** `warning` makes warnings count as failures; by default only failures do. */
  readonly failOn?: 'failed' | 'warning' | undefined;
  /** Waivers whose requirement passed, or whose last day is over. */
  readonly staleWaivers?: readonly unknown[] | undefined;
}

/**
 * Returns the rules of the report's own run: the profiles that it required, the verdicts that it counted as failures,
 * and its stale waivers.
 */
export function ownRules(report: Report): ExitRules {
  return { required: report.required ?? [], failOn: report.failOn, staleWaivers: staleWaivers(report) };
}

/** Exit status of a run, as far as its report decides it. If several apply, the first in this order is used. */
export type ExitStatus = 130 | 1 | 3 | 4 | 5 | 0;

/**
 * Returns the exit status of a run: 130 interrupted, 1 the tenant failed, 3 nothing can be said about the tenant, 4 a
 * required profile is not whole, 5 a waiver is stale, else 0. (2 means that the run did not begin, so it has no
 * report.)
 */
export function exitStatus(report: Report, { required, failOn, staleWaivers = [] }: ExitRules): ExitStatus {
  const verdicts = verdictsIn(report);
  if (report.interrupted === true) return 130;
  if (verdicts.has('failed') || (failOn === 'warning' && verdicts.has('warning'))) return 1;
  if (verdicts.has('broken') || verdicts.has('inconclusive') || nothingExercised(verdicts)) return 3;
  if (isUnreliable(report)) return 3;
  if (notWhole(report, required).length > 0) return 4;
  return staleWaivers.length > 0 ? 5 : 0;
}
