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
 * Runs checks, by default all, against a tenant that is reached like a user's tenant: by its address, its profile and
 * its control.
 *
 * @param survey the assumed result of the survey; by default the survey is made
 * @param time the clock of the run; by default this machine's
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
    // ends a run that got stuck, so that its results name the checks that did not end
    const signal = AbortSignal.timeout(840_000);
    return await runAll(among, session, { runs, seed, now: time.now, shrinkMs: 500, signal });
  } finally {
    await session.close();
  }
}

/** Returns a line with a verdict and the check's finding or reason. */
export function told(result: CheckResult, requirement: string): string {
  const failure = result.failures.find((one) => one.requirement === requirement);
  const why =
    failure === undefined
      ? (result.reason ?? '')
      : `${failure.subject} ${failure.observed}, expected ${failure.expected}`;
  return `${requirement} is ${result.verdicts[requirement] ?? ''} by ${result.id}: ${why}`;
}
