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
/**
 * The checks that are run. For a quick run, the checks of two profiles are enough, some of which need the operation.
 */
const tried = isWhole ? checks : checks.filter(({ id }) => /^(?:token-issuance|client-credentials)\//.test(id));

const complete = runIncomplete({ lacking: {}, checks: tried, runs: 1 });

function notExercised(results: readonly CheckResult[]): Set<string> {
  return new Set(results.flatMap(({ id, verdict }) => (verdict === 'not-exercised' ? [id] : [])));
}

/** Checks that find out only while they run whether there are enough records. */
const foundOutLate: ReadonlySet<string> = new Set(['transport/a-following-page-is-authenticated-for-itself']);

/** Reports whether a check declares that it needs an operation. */
function names({ needs }: Pick<SuiteCheck, 'needs'>, operation: ControlOperation): boolean {
  const isClock = operation === 'clock.advance';
  return needs.some((need) =>
    waysOf(need).some((way) => way.some((one) => one === operation || (isClock && one === 'a movable clock'))),
  );
}

describe('without an operation of the control', () => {
  test.for(operations)('%s, only the checks that declare this need are left out', async (operation) => {
    const lacking = { operations: new RegExp(`^${operation.replace('.', String.raw`\.`)}$`) };
    const missed = notExercised(await runIncomplete({ lacking, checks: tried, runs: 1 }));
    const before = notExercised(await complete);
    const undeclared = tried.filter(
      ({ id, ...check }) => missed.has(id) && !before.has(id) && !foundOutLate.has(id) && !names(check, operation),
    );
    expect(undeclared.map(({ id }) => id)).toEqual([]);
    expect(missed.size).toBeGreaterThan(0);
  });
});
