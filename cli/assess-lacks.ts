import type { Way } from '../drivers/session/need.ts';
import type { Session } from '../drivers/session/session.ts';
import { needsToBeAlone } from '../drivers/session/turns.ts';
import type { SuiteCheck } from '../specs/check.ts';

export interface Look {
  /** The reason for each check that cannot be exercised, by its id. */
  readonly lacks: ReadonlyMap<string, string>;
  /** The additions that each of these checks needs, each way once. */
  readonly wants: ReadonlyMap<string, readonly Way[]>;
  /** Whether the tenant's time passes without waiting. */
  readonly timeIsFree: boolean;
}

/**
 * Asks for each check what the target lacks. Checks that need the target for themselves come after all others.
 * They are hosted without requirements, so that nothing is made at the tenant to find out what it serves.
 */
export async function assessLacks(session: Session, checks: readonly SuiteCheck[]): Promise<Look> {
  const lacks = new Map<string, string>();
  const wants = new Map<string, readonly Way[]>();
  let timeIsFree = true;
  session.expect(checks);
  for (const check of [...checks.filter((one) => !needsToBeAlone(one)), ...checks.filter(needsToBeAlone)]) {
    const { id, needs } = check;
    const hosted = await session.host({ id, needs });
    const lack = hosted.host.missing(check);
    if (lack !== undefined) {
      lacks.set(check.id, lack.reason);
      wants.set(check.id, hosted.missingWays(check));
    }
    timeIsFree = hosted.host.timeIsFree;
    await hosted.close();
  }
  return { lacks, wants, timeIsFree };
}
