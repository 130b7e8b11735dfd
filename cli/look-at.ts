import type { Session } from '../drivers/target/session.ts';
import { needsToBeAlone } from '../drivers/target/turns.ts';
import type { SuiteCheck } from '../specs/check.ts';

export interface Look {
  /** By the ids of the checks that can't be exercised. */
  readonly lacks: ReadonlyMap<string, string>;
  /** Whether time passes without being waited for. */
  readonly timeIsFree: boolean;
}

/** Asks check by check what the target lacks; those that want it for themselves come when the others have gone. */
export async function lookAt(session: Session, checks: readonly SuiteCheck[]): Promise<Look> {
  const lacks = new Map<string, string>();
  let timeIsFree = true;
  session.expect(checks);
  for (const check of [...checks.filter((one) => !needsToBeAlone(one)), ...checks.filter(needsToBeAlone)]) {
    const visit = await session.visit(check);
    const lack = visit.host.missing(check);
    if (lack !== undefined) lacks.set(check.id, lack);
    timeIsFree = visit.host.timeIsFree;
    await visit.close();
  }
  return { lacks, timeIsFree };
}
