import type { CheckResult } from './result.ts';
import type { Verdict } from './verdict.ts';

/** What is known of a check before it is run; a check itself fits. */
export interface SelectedCheck {
  readonly id: string;
  readonly title: string;
  readonly proves: readonly string[];
}

/** How a check ended of which nothing else is known. */
export interface WithoutResult {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** The result of a check that came to none by itself, or could not be begun. */
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
