import { beforeAll, describe, inject, test } from 'vitest';
import type { CheckResult } from '../core/result.ts';
import type { SuiteConfig } from './adapter.ts';
import { selectedChecks } from './adapter.ts';
import { longestFirst, waitingFirst } from './order.ts';
import type { SuiteRun } from './suite-run.ts';
import { openSuiteRun } from './suite-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    labconform: SuiteConfig;
  }
  interface TaskMeta {
    check?: CheckResult;
    facts?: unknown;
  }
}

/**
 * Defines a test for each check of a run. A thin adapter to the test runner: all decisions are made elsewhere.
 */
export async function defineTests(): Promise<void> {
  const config = inject('labconform');
  const all = await selectedChecks(config);
  const selected = config.profile === undefined ? waitingFirst(all) : longestFirst(all, config.runs);
  let suite: SuiteRun;

  // what is returned closes the run at the end; a run that could not be opened has nothing to close
  beforeAll(async () => {
    suite = await openSuiteRun(config, selected);
    return () => suite.close();
  }, 0);

  describe.concurrent('conformance', () => {
    for (const check of selected) {
      test(check.id, { timeout: 0 }, async ({ task, signal, skip }) => {
        const result = await suite.run(check, signal);
        task.meta.check = result;
        if (suite.facts !== undefined) task.meta.facts = suite.facts;
        if (result.verdict === 'not-exercised') skip(result.reason);
        if (!['passed', 'warning'].includes(result.verdict)) {
          throw new Error(result.failures[0]?.observed ?? result.reason ?? result.verdict);
        }
      });
    }
  });
}
