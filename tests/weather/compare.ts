import type { CheckResult } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { RunOutcome } from './run.ts';

/** A check that ended otherwise in weather than without. */
export interface Difference {
  readonly check: string;
  readonly calm: Verdict;
  readonly inWeather: Verdict;
  readonly why: string;
}

export interface Comparison {
  /** Checks that were exercised without weather. */
  readonly exercised: number;
  /** Those of them that have the same verdict in weather. */
  readonly same: number;
  readonly differences: readonly Difference[];
  /** Findings that are none without weather: requirement, check and what was found. */
  readonly falseReds: readonly string[];
}

const says: ReadonlySet<Verdict> = new Set(['passed', 'failed', 'warning']);

export function isRed(verdict: Verdict | undefined): boolean {
  return verdict === 'failed' || verdict === 'warning';
}

/** Compares a run in weather with the same run without. What is red in both is the tenant's own. */
export function compare(calm: RunOutcome, inWeather: RunOutcome): Comparison {
  const before = new Map(calm.results.map((result) => [result.id, result]));
  const after = new Map(inWeather.results.map((result) => [result.id, result]));
  const exercised = calm.results.filter(({ verdict }) => says.has(verdict));
  const differences = exercised.flatMap((was): Difference[] => {
    const is = after.get(was.id);
    if (is?.verdict === was.verdict) return [];
    return [{ check: was.id, calm: was.verdict, inWeather: is?.verdict ?? 'not-exercised', why: whyOf(is) }];
  });
  const falseReds = inWeather.results.flatMap((result) =>
    Object.entries(result.verdicts)
      .filter(([requirement, verdict]) => isRed(verdict) && !isRed(before.get(result.id)?.verdicts[requirement]))
      .map(([requirement, verdict]) => `${verdict} ${requirement} by ${result.id}: ${whyOf(result, requirement)}`),
  );
  return { exercised: exercised.length, same: exercised.length - differences.length, differences, falseReds };
}

/** What a check says for its verdict: what it found, or why it could not. */
export function whyOf(result: CheckResult | undefined, requirement?: string): string {
  if (result === undefined) return 'is not among the results';
  const failure = result.failures.find((one) => requirement === undefined || one.requirement === requirement);
  if (failure === undefined) return result.reason ?? '';
  return `${failure.subject} ${failure.observed}, expected ${failure.expected}`;
}
