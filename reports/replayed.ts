import type { CheckResult } from '../core/result.ts';
import type { ReportedFailure } from './report.ts';

/** The result when the case of a failure was run again. */
export type ReplayVerdict = 'fixed' | 'still failing' | 'not the same failure' | 'cannot be told';

export interface Replayed {
  readonly verdict: ReplayVerdict;
  /** The observation of the new run, in a sentence; empty if nothing was wrong. */
  readonly now: string;
}

/**
 * Compares a failure with the result of running its case again. The failure is the same if the same requirement is
 * broken, with the same subject and the same expectation. The observation may be another wrong answer.
 *
 * @param alreadyBroken requirements that the same case broke before; they do not count as another failure
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

/**
 * Reports whether two texts are equal without labels of secrets, numbers and identifiers, which are new in each run.
 */
function alike(one: string, other: string): boolean {
  return withoutNames(one) === withoutNames(other);
}

function withoutNames(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, '<>').replaceAll(/[\w-]*\d[\w-]*/g, '#');
}
