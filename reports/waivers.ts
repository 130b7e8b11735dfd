import type { CheckResult } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import { worst } from '../core/verdict.ts';
import type { Waiver } from '../schemas/types/waivers.ts';
import type { Report, WaiverEntry } from './report.ts';

export type { Waiver } from '../schemas/types/waivers.ts';

/** A waiver that is no longer of use, with the reason. */
export interface StaleWaiver {
  readonly waiver: WaiverEntry;
  /** For example `its last day was 2026-10-31`. */
  readonly why: string;
}

/**
 * Returns a result with its waivers applied: a failed requirement that a waiver in force names becomes `waived`. A
 * warning stays a warning, because it fails no tenant.
 *
 * @param today the day in UTC, as `2026-11-20`
 */
export function waive(result: CheckResult, waivers: readonly Waiver[], today: string): CheckResult {
  const inForce = waivers.filter((waiver) => waiver.check === result.id && isInForce(waiver, today));
  const waived = inForce.filter((waiver) => coveredBy(waiver, result).some((id) => result.verdicts[id] === 'failed'));
  if (waived.length === 0) return result;
  const verdicts: Record<string, Verdict> = { ...result.verdicts };
  for (const waiver of waived) {
    for (const id of coveredBy(waiver, result)) if (verdicts[id] === 'failed') verdicts[id] = 'waived';
  }
  const verdict = worst(Object.values(verdicts));
  // The findings show the waived failures. So the reason first says why another requirement has no verdict.
  const other = Object.keys(verdicts).find((id) => verdicts[id] === verdict && result.reasons?.[id] !== undefined);
  const unclear = other === undefined ? [] : [result.reasons?.[other]];
  return { ...result, verdicts, verdict, reason: [...unclear, ...waived.map(reasonOf)].join('; ') };
}

/**
 * Returns each waiver with its state after a run.
 *
 * @param results after {@link waive}
 */
export function settleWaivers(
  waivers: readonly Waiver[],
  results: readonly Pick<CheckResult, 'id' | 'requirements' | 'verdicts'>[],
  today: string,
): WaiverEntry[] {
  return waivers.map((waiver) => {
    const result = results.find(({ id }) => id === waiver.check);
    return { ...waiver, state: isInForce(waiver, today) ? stateOf(waiver, result) : 'over' };
  });
}

/** Returns the waivers that should be removed: their last day is over, or the waived requirements passed. */
export function staleWaivers({ waivers = [] }: Pick<Report, 'waivers'>): StaleWaiver[] {
  return waivers.flatMap((waiver): StaleWaiver[] => {
    if (waiver.state === 'over') return [{ waiver, why: `its last day was ${waiver.lastDay}` }];
    return waiver.state === 'passed' ? [{ waiver, why: 'the waived requirements passed' }] : [];
  });
}

/** Returns `DEL-43 of delegated/spent-refresh-token-is-refused`, or only the check if a waiver covers all of it. */
export function waived({ check, requirement }: Pick<Waiver, 'check' | 'requirement'>): string {
  return requirement === undefined ? check : `${requirement} of ${check}`;
}

function isInForce({ lastDay }: Waiver, today: string): boolean {
  return today <= lastDay;
}

function stateOf(
  waiver: Waiver,
  result: Pick<CheckResult, 'requirements' | 'verdicts'> | undefined,
): 'applied' | 'unused' | 'passed' {
  const verdicts = result === undefined ? [] : coveredBy(waiver, result).map((id) => result.verdicts[id]);
  if (verdicts.includes('waived')) return 'applied';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'passed') ? 'passed' : 'unused';
}

function coveredBy({ requirement }: Waiver, { requirements }: Pick<CheckResult, 'requirements'>): readonly string[] {
  return requirement === undefined ? requirements : requirements.filter((id) => id === requirement);
}

function reasonOf({ requirement, reason, owner, lastDay }: Waiver): string {
  const subject = requirement === undefined ? 'waived' : `${requirement} waived`;
  return `${subject} until ${lastDay} by ${owner}: ${reason}`;
}
