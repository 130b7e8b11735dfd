import type { CheckResult } from '../core/result.ts';
import type { ReportedFailure } from './report.ts';

/** What became of a failure when its case was done again. */
export type ReplayVerdict = 'fixed' | 'still failing' | 'not the same failure' | 'cannot be told';

export interface Replayed {
  readonly verdict: ReplayVerdict;
  /** What was seen this time, in a sentence; empty where nothing was wrong. */
  readonly now: string;
}

/**
 * Compares a failure with what its case gave when it was done again. It is the same failure where the same requirement
 * is broken and the same was expected of the same thing; what was observed may be another wrong answer.
 *
 * @param alreadyBroken requirements that the same case was found to break before: they hide nothing
 */
export function replayedAs(
  failure: ReportedFailure,
  result: CheckResult,
  alreadyBroken: readonly string[] = [],
): Replayed {
  const found = result.failures.find(({ requirement }) => requirement === failure.requirement);
  if (found !== undefined) {
    const now = `${found.subject} ${found.observed}, expected ${found.expected}`;
    const same = alike(found.expected, failure.expected) && alike(found.subject, failure.subject ?? found.subject);
    return { verdict: same ? 'still failing' : 'not the same failure', now };
  }
  const verdict = result.verdicts[failure.requirement] ?? 'not-exercised';
  const other = result.failures.find(({ requirement }) => !alreadyBroken.includes(requirement));
  if (other !== undefined) {
    const now = `${other.requirement}: ${other.subject} ${other.observed}, expected ${other.expected}`;
    return { verdict: 'not the same failure', now };
  }
  if (verdict === 'passed') return { verdict: 'fixed', now: '' };
  return { verdict: 'cannot be told', now: `${verdict}: ${result.reason ?? 'no reason was given'}` };
}

/** Labels of secrets, numbers and identifiers are made anew in each run. */
function alike(one: string, other: string): boolean {
  return withoutNames(one) === withoutNames(other);
}

function withoutNames(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, '<>').replaceAll(/[\w-]*\d[\w-]*/g, '#');
}
