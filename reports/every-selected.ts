import type { CheckResult } from '../core/result.ts';
import type { SelectedCheck, WithoutResult } from '../core/without-result.ts';
import { withoutResult } from '../core/without-result.ts';

/** How a run ended, as far as it decides what is said of the checks that came to no result. */
export interface Ending {
  readonly interrupted: boolean;
  /** The run ended at its first failure. */
  readonly bailed?: boolean | undefined;
  /** What went wrong outside every check, such as a thread that died. */
  readonly trouble?: readonly string[] | undefined;
}

/** The results of all checks that were selected: those that came to none are there with what became of them. */
export function everySelected(
  selected: readonly SelectedCheck[],
  results: readonly CheckResult[],
  ending: Ending,
): readonly CheckResult[] {
  const known = new Set(results.map(({ id }) => id));
  const lost = selected.filter(({ id }) => !known.has(id));
  return lost.length === 0 ? results : [...results, ...lost.map((check) => withoutResult(check, whatBecame(ending)))];
}

function whatBecame({ interrupted, bailed, trouble }: Ending): WithoutResult {
  if (interrupted) {
    return { verdict: 'inconclusive', reason: 'the run was interrupted before the check came to a result' };
  }
  if (bailed === true) {
    return { verdict: 'not-exercised', reason: 'the run ended at its first failure before the check (--bail)' };
  }
  const what = trouble?.[0] ?? 'nothing told why';
  return { verdict: 'broken', reason: `the suite itself failed before the check came to a result: ${what}` };
}
