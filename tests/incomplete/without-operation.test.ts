import { describe, expect, inject, test } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import { waysOf } from '../../drivers/session/need.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { checks } from '../../specs/checks/index.ts';
import type { ControlOperation } from '../../schemas/control/operations.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import { runIncomplete } from './run.ts';

const isWhole = inject('depth') === 'whole';
const operations = isWhole ? CONTROL_OPERATIONS : (['app.rotateSecret'] as const);
/** Those that say that they need the operation alone are enough for a quick look. */
const looked = isWhole ? checks : checks.filter(({ id }) => /^(?:token-issuance|client-credentials)\//.test(id));

const complete = runIncomplete({ lacking: {}, checks: looked, runs: 1 });

function notExercised(results: readonly CheckResult[]): Set<string> {
  return new Set(results.flatMap(({ id, verdict }) => (verdict === 'not-exercised' ? [id] : [])));
}

/** Whether there are enough records for these is found out when they are run. */
const foundOutLate: ReadonlySet<string> = new Set(['transport/a-following-page-is-authenticated-for-itself']);

/** Whether a check says that it needs an operation. */
function names({ needs }: Pick<SuiteCheck, 'needs'>, operation: ControlOperation): boolean {
  const isClock = operation === 'clock.advance';
  return needs.some((need) =>
    waysOf(need).some((way) => way.some((one) => one === operation || (isClock && one === 'a movable clock'))),
  );
}

describe('without an operation of the control', () => {
  test.for(operations)('%s no check is left out but those that say that they need it', async (operation) => {
    const lacking = { operations: new RegExp(`^${operation.replace('.', String.raw`\.`)}$`) };
    const missed = notExercised(await runIncomplete({ lacking, checks: looked, runs: 1 }));
    const before = notExercised(await complete);
    const silent = looked.filter(
      ({ id, ...check }) => missed.has(id) && !before.has(id) && !foundOutLate.has(id) && !names(check, operation),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
    expect(missed.size).toBeGreaterThan(0);
  });
});
