import type { afterAll, beforeAll, describe, RunnerTestSuite, test } from 'vitest';
import type { CheckResult } from '../core/result.ts';
import type { TargetProfile } from '../schemas/types/profile.ts';
import type { SuiteCheck } from '../specs/check.ts';
import type { SuiteRun } from '../specs/suite-run.ts';
import { openSuiteRun } from '../specs/suite-run.ts';
import { failureText } from './failure-text.ts';
import type { RunOptions } from './options.ts';
import type { Prepared } from './prepare.ts';
import { chosenChecks, drawUp, prepare } from './prepare.ts';
import { writeReport } from './write.ts';

/** The functions that make the tests: `import * as vitest from 'vitest'` in your own test file. */
export interface YourVitest {
  readonly afterAll: typeof afterAll;
  readonly beforeAll: typeof beforeAll;
  readonly describe: typeof describe;
  readonly test: typeof test;
}

export interface ConformanceTests extends RunOptions {
  /** Path of a target profile, or the contents of such a file; by default, the embedded reference tenant. */
  readonly target?: string | TargetProfile;
  /** Name of the group of tests. */
  readonly name?: string;
  /** Folder for the report, which is written when all tests have ended; without it, no report is written. */
  readonly reportDir?: string;
}

/**
 * Makes a test of each check in your own Vitest. A test passes if its check passed or warns. It is skipped with the
 * reason if the check could not be exercised. Otherwise it fails with what was expected and what was seen.
 *
 * @throws {ConfigurationError} if the options select no check. A mistake in the target profile fails every test.
 */
export function conformanceTests(vitest: YourVitest, options: ConformanceTests = {}): void {
  const { target, name = 'conformance', reportDir, ...asked } = options;
  const { afterAll, beforeAll, describe, test } = vitest;
  const checks = chosenChecks(asked);
  const results: CheckResult[] = [];
  let prepared: Prepared | undefined;
  let suite: SuiteRun | undefined;
  describe.concurrent(name, () => {
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern of the first parameter
    beforeAll(async ({}, group) => {
      // the suite gets only the checks that run, because it would wait for those that a filter leaves out
      const called = checksToRun(checks, group);
      prepared = await prepare(target, asked, called);
      suite = await openSuiteRun(prepared.config, called);
    }, 0);
    afterAll(async () => {
      await suite?.close();
      if (prepared === undefined || suite === undefined || reportDir === undefined) return;
      await writeReport(drawUp(prepared, suite, results, { interrupted: false }), reportDir);
    }, 0);
    for (const check of checks) {
      test(check.id, { timeout: 0 }, async ({ signal, skip }) => {
        if (suite === undefined) throw new Error('the target was not opened');
        const result = await suite.run(check, signal);
        results.push(result);
        if (result.verdict === 'not-exercised') skip(result.reason);
        if (result.verdict !== 'passed' && result.verdict !== 'warning') throw new Error(failureText(result));
      });
    }
  });
}

/** Returns the checks whose tests no filter leaves out; all checks if this Vitest passes no group to its hooks. */
function checksToRun(checks: readonly SuiteCheck[], group: RunnerTestSuite | undefined): readonly SuiteCheck[] {
  if (group === undefined) return checks;
  const remaining = new Set(
    group.tasks.filter(({ mode }) => mode !== 'skip' && mode !== 'todo').map(({ name }) => name),
  );
  return checks.filter(({ id }) => remaining.has(id));
}
