import type { Way } from '../drivers/session/need.ts';
import type { Session } from '../drivers/session/session.ts';
import { needsToBeAlone } from '../drivers/session/turns.ts';
import type { SuiteCheck } from '../specs/check.ts';

export interface Look {
  /** By the ids of the checks that can't be exercised. */
  readonly lacks: ReadonlyMap<string, string>;
  /** What would have to be added for each of these, each way once. */
  readonly wants: ReadonlyMap<string, readonly Way[]>;
  /** Whether time passes without being waited for. */
  readonly timeIsFree: boolean;
}

/**
 * Asks check by check what the target lacks; those that want it for themselves come when the others have gone. They come
 * without their requirements, so that nothing is made at the tenant to find out what it serves.
 */
export async function lookAt(session: Session, checks: readonly SuiteCheck[]): Promise<Look> {
  const lacks = new Map<string, string>();
  const wants = new Map<string, readonly Way[]>();
  let timeIsFree = true;
  session.expect(checks);
  for (const check of [...checks.filter((one) => !needsToBeAlone(one)), ...checks.filter(needsToBeAlone)]) {
    const { id, needs } = check;
    const visit = await session.visit({ id, needs });
    const lack = visit.host.missing(check);
    if (lack !== undefined) {
      lacks.set(check.id, lack.reason);
      wants.set(check.id, visit.wanting(check));
    }
    timeIsFree = visit.host.timeIsFree;
    await visit.close();
  }
  return { lacks, wants, timeIsFree };
}
