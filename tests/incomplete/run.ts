import type { CheckResult } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { worst } from '../../core/verdict.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openShared } from '../../drivers/session/shared.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { requirements } from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Lacking, TenantDifferences } from './incomplete-tenant.ts';
import { startIncompleteTenant } from './incomplete-tenant.ts';

/** The seed of the cases and of the tenant's data. */
const seed = 5;

export interface IncompleteRun extends TenantDifferences {
  readonly lacking: Lacking;
  readonly checks: readonly SuiteCheck[];
  /** Cases a property. */
  readonly runs: number;
}

/** Runs checks against an incomplete tenant as the command does, but in this process. */
export async function runIncomplete({
  lacking,
  checks,
  runs,
  ...otherwise
}: IncompleteRun): Promise<readonly CheckResult[]> {
  await using tenant = await startIncompleteTenant(lacking, { seed, ...otherwise });
  const profile = resolveProfile(tenant.profile, { caPem: tenant.caPem });
  const session = await openShared(profile, { runId: 'incomplete', realTime });
  try {
    return await runAll(checks, session, { runs, seed, shrinkMs: 500, searchMs: 1000, now: realTime.now });
  } finally {
    await session.close();
  }
}

/** Returns the verdict on each requirement, as a report has it. */
export function verdictsOf(results: readonly CheckResult[]): ReadonlyMap<string, Verdict> {
  const of = (id: string): Verdict => worst(results.flatMap(({ verdicts }) => verdicts[id] ?? []));
  return new Map(requirements.map(({ id }) => [id, of(id)]));
}

/** Returns the requirements with one of these verdicts. */
export function requirementsWithVerdict(
  verdicts: ReadonlyMap<string, Verdict>,
  ...wanted: readonly Verdict[]
): string[] {
  return [...verdicts].flatMap(([id, verdict]) => (wanted.includes(verdict) ? [id] : []));
}
