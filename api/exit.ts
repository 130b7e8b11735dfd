import type { ExitStatus } from '../reports/exit-status.ts';
import { exitStatus as exitStatusBy, ownRules } from '../reports/exit-status.ts';
import type { ProfileName, Report } from '../reports/report.ts';

/** Rules that a program applies to a report in addition to those of its run. */
export interface ExitRules {
  /** Further profiles that must have been exercised whole. */
  readonly required?: readonly ProfileName[];
  /** `warning` makes warnings count as failures; by default, the gate of the run decides. */
  readonly failOn?: 'failed' | 'warning';
}

/**
 * Returns the exit status that `labconform run` would have ended with: 1 the tenant failed, 3 nothing can be said, 4 a
 * claimed or required profile is not whole, 5 a waiver is stale, 130 interrupted, else 0.
 */
export function exitStatus(report: Report, { required = [], failOn }: ExitRules = {}): ExitStatus {
  const own = ownRules(report);
  return exitStatusBy(report, { ...own, required: [...own.required, ...required], failOn: failOn ?? own.failOn });
}
