import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import type { CheckResult } from '../core/result.ts';
import { realTime } from '../drivers/real-time.ts';
import type { SuiteConfig } from './adapter.ts';
import { hinderedResult, openSession, selectedChecks } from './adapter.ts';
import type { Opening } from './adapter.ts';
import { longestFirst } from './order.ts';
import { runSuiteCheck } from './run-all.ts';

declare module 'vitest' {
  interface ProvidedContext {
    labconform: SuiteConfig;
  }
  interface TaskMeta {
    check?: CheckResult;
    facts?: unknown;
  }
}

// The thin adapter: one test a check. Everything that is decided is decided elsewhere.
const config = inject('labconform');
const selected =
  config.profile === undefined ? selectedChecks(config) : longestFirst(selectedChecks(config), config.runs);
let opening: Opening;

beforeAll(async () => {
  opening = await openSession(config);
  if ('session' in opening) opening.session.expect(selected);
}, 0);

afterAll(async () => {
  if ('session' in opening) await opening.session.close();
}, 0);

describe.concurrent('conformance', () => {
  for (const check of selected) {
    test(check.id, { timeout: 0 }, async ({ task, signal, skip }) => {
      const result =
        'session' in opening
          ? await runSuiteCheck(check, opening.session, { ...config, now: realTime.now, signal })
          : hinderedResult(check, opening);
      task.meta.check = result;
      if ('session' in opening) task.meta.facts = opening.session.facts;
      if (result.verdict === 'not-exercised') skip(result.reason);
      if (!['passed', 'warning'].includes(result.verdict)) {
        throw new Error(result.failures[0]?.observed ?? result.reason ?? result.verdict);
      }
    });
  }
});
