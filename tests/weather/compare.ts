import type { CheckResult } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { RunOutcome } from './run.ts';

/** A check whose verdict differs in weather and without. */
export interface Difference {
  readonly check: string;
  readonly calm: Verdict;
  readonly inWeather: Verdict;
  readonly why: string;
}

export interface Comparison {
  /** Checks that were exercised without weather. */
  readonly exercised: number;
  /** The number of these checks that have the same verdict in weather. */
  readonly same: number;
  readonly differences: readonly Difference[];
  /** Findings that appear only in weather: verdict, requirement, check and finding. */
  readonly falseReds: readonly string[];
}

const judged: ReadonlySet<Verdict> = new Set(['passed', 'failed', 'warning']);

export function isRed(verdict: Verdict | undefined): boolean {
  return verdict === 'failed' || verdict === 'warning';
}

/** Compares a run in weather with the same run without. A verdict that is red in both is correct for the tenant. */
export function compare(calm: RunOutcome, inWeather: RunOutcome): Comparison {
  const before = new Map(calm.results.map((result) => [result.id, result]));
  const after = new Map(inWeather.results.map((result) => [result.id, result]));
  const exercised = calm.results.filter(({ verdict }) => judged.has(verdict));
  const differences = exercised.flatMap((was): Difference[] => {
    const is = after.get(was.id);
    if (is?.verdict === was.verdict) return [];
    return [{ check: was.id, calm: was.verdict, inWeather: is?.verdict ?? 'not-exercised', why: explanationOf(is) }];
  });
  const falseReds = inWeather.results.flatMap((result) =>
    Object.entries(result.verdicts)
      .filter(([requirement, verdict]) => isRed(verdict) && !isRed(before.get(result.id)?.verdicts[requirement]))
      .map(
        ([requirement, verdict]) => `${verdict} ${requirement} by ${result.id}: ${explanationOf(result, requirement)}`,
      ),
  );
  return { exercised: exercised.length, same: exercised.length - differences.length, differences, falseReds };
}

/** Returns the finding of a check, or the reason of its verdict if it has no finding. */
export function explanationOf(result: CheckResult | undefined, requirement?: string): string {
  if (result === undefined) return 'is not among the results';
  const failure = result.failures.find((one) => requirement === undefined || one.requirement === requirement);
  if (failure === undefined) return result.reason ?? '';
  return `${failure.subject} ${failure.observed}, expected ${failure.expected}`;
}
