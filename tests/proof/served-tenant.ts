import type { CheckResult } from '../../core/result.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openShared } from '../../drivers/session/shared.ts';
import type { RealTime } from '../../drivers/session/target.ts';
import type { Survey } from '../../drivers/survey/survey.ts';
import type { TargetProfile } from '../../schemas/types/profile.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { checks } from '../../specs/checks/index.ts';
import { runAll } from '../../specs/run-all.ts';
import type { RunningTenant } from '../foreign-tenant/foreign-tenant.ts';

const seed = 20261120;

/**
 * Runs every check against a tenant that is reached like any other: by its address, its profile and its control.
 *
 * @param survey what is taken to be known of what it serves; found out unless given
 * @param time of the run; this machine's unless given
 */
export async function runAgainst(
  tenant: RunningTenant,
  runs: number,
  among: readonly SuiteCheck[] = checks,
  survey?: Survey,
  time: RealTime = realTime,
): Promise<CheckResult[]> {
  const profile = resolveProfile(tenant.profile as TargetProfile, { caPem: tenant.caPem });
  const session = await openShared(profile, {
    runId: 'served',
    realTime: time,
    ...(survey === undefined ? {} : { survey }),
  });
  try {
    // a run that got stuck ends here, and names the checks that were not through
    const signal = AbortSignal.timeout(840_000);
    return await runAll(among, session, { runs, seed, now: time.now, shrinkMs: 500, signal });
  } finally {
    await session.close();
  }
}

/** A verdict in a line, with what the check said of it. */
export function told(result: CheckResult, requirement: string): string {
  const failure = result.failures.find((one) => one.requirement === requirement);
  const why =
    failure === undefined
      ? (result.reason ?? '')
      : `${failure.subject} ${failure.observed}, expected ${failure.expected}`;
  return `${requirement} is ${result.verdicts[requirement] ?? ''} by ${result.id}: ${why}`;
}
