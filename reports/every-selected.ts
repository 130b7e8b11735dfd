import type { CheckResult } from '../core/result.ts';
import type { SelectedCheck, WithoutResult } from '../core/without-result.ts';
import { withoutResult } from '../core/without-result.ts';

/** How a run ended, as far as this decides the reason that a check without a result gets. */
export interface Ending {
  readonly interrupted: boolean;
  /** The run ended at its first failure. */
  readonly bailed?: boolean | undefined;
  /** Errors outside of every check, such as a thread that died. */
  readonly trouble?: readonly string[] | undefined;
}

/** Returns the results of all selected checks. A check without a result gets one that says why. */
export function everySelected(
  selected: readonly SelectedCheck[],
  results: readonly CheckResult[],
  ending: Ending,
): readonly CheckResult[] {
  const known = new Set(results.map(({ id }) => id));
  const lost = selected.filter(({ id }) => !known.has(id));
  return lost.length === 0
    ? results
    : [...results, ...lost.map((check) => withoutResult(check, withoutResultAfter(ending)))];
}

function withoutResultAfter({ interrupted, bailed, trouble }: Ending): WithoutResult {
  if (interrupted) {
    return { verdict: 'inconclusive', reason: 'the run was interrupted before the check came to a result' };
  }
  if (bailed === true) {
    return { verdict: 'not-exercised', reason: 'the run ended at its first failure before the check (--bail)' };
  }
  const error = trouble?.[0] ?? 'no error was recorded';
  return { verdict: 'broken', reason: `the suite itself failed before the check came to a result: ${error}` };
}
