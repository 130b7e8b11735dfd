import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import type { CheckResult } from '../core/result.ts';
import type { Allotment } from '../core/run/allotment.ts';
import { withoutResult } from '../core/without-result.ts';
import { realTime } from '../drivers/real-time.ts';
import type { SuiteConfig } from './adapter.ts';
import { openSession, portable, selectedChecks } from './adapter.ts';
import type { Opening } from './adapter.ts';
import { longestFirst } from './order.ts';
import { runSuiteCheck } from './run-all.ts';
import { allotmentOf, timeIsOver } from './time.ts';

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
const ended = new AbortController();
let opening: Opening;
let allotment: Allotment | undefined;
let over: AbortSignal | undefined;

beforeAll(async () => {
  opening = await openSession(config);
  if (!('session' in opening)) return;
  opening.session.expect(selected);
  if (config.time === undefined) return;
  allotment = allotmentOf(selected, opening.session, config.time, realTime);
  over = timeIsOver(allotment, realTime, ended.signal);
}, 0);

afterAll(async () => {
  ended.abort();
  if ('session' in opening) await opening.session.close();
}, 0);

describe.concurrent('conformance', () => {
  for (const check of selected) {
    test(check.id, { timeout: 0 }, async ({ task, signal: cancelled, skip }) => {
      const signal = over === undefined ? cancelled : AbortSignal.any([cancelled, over]);
      const options = { ...config, now: realTime.now, signal, allotment };
      const result =
        'session' in opening
          ? portable(check, await runSuiteCheck(check, opening.session, options))
          : withoutResult(check, opening);
      task.meta.check = result;
      if ('session' in opening) task.meta.facts = opening.session.facts;
      if (result.verdict === 'not-exercised') skip(result.reason);
      if (!['passed', 'warning'].includes(result.verdict)) {
        throw new Error(result.failures[0]?.observed ?? result.reason ?? result.verdict);
      }
    });
  }
});
