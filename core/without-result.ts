import type { CheckResult } from './result.ts';
import type { Verdict } from './verdict.ts';

/** The data of a check that is known before it is run; a check itself fits. */
export interface SelectedCheck {
  readonly id: string;
  readonly title: string;
  readonly proves: readonly string[];
}

/** The end of a check about which nothing else is known. */
export interface WithoutResult {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Returns the result of a check that ended without one, or that could not be begun. */
export function withoutResult({ id, title, proves }: SelectedCheck, { verdict, reason }: WithoutResult): CheckResult {
  return {
    id,
    title,
    requirements: proves,
    verdict,
    verdicts: Object.fromEntries(proves.map((requirement) => [requirement, verdict])),
    reason,
    durationMs: 0,
    cases: 0,
    exchanges: 0,
    failures: [],
    observations: [],
  };
}
