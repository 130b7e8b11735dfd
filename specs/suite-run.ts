import type { CheckResult } from '../core/result.ts';
import type { Allotment } from '../core/run/allotment.ts';
import { withoutResult } from '../core/without-result.ts';
import { realTime } from '../drivers/real-time.ts';
import type { TargetFacts } from '../drivers/session/session.ts';
import type { SuiteConfig } from './adapter.ts';
import { openSession, portable } from './adapter.ts';
import type { SuiteCheck } from './check.ts';
import { runSuiteCheck } from './run-all.ts';
import { allotmentOf, timeIsOver } from './time.ts';

/** A run of some checks against an open target, for a caller that runs them one by one. */
export interface SuiteRun {
  /** How many checks the target has room for at a time. */
  readonly concurrency: number;
  /** The facts about the target that are known so far; undefined if it could not be opened. */
  readonly facts: TargetFacts | undefined;
  /** Runs one of the checks. If the target could not be opened, the result of each check says why. */
  readonly run: (check: SuiteCheck, signal?: AbortSignal) => Promise<CheckResult>;
  readonly close: () => Promise<void>;
}

/** Opens the target of a run. The caller must run every one of the given checks. */
export async function openSuiteRun(config: SuiteConfig, checks: readonly SuiteCheck[]): Promise<SuiteRun> {
  const opening = await openSession(config);
  if (!('session' in opening)) {
    return {
      concurrency: 1,
      facts: undefined,
      run: (check) => Promise.resolve(withoutResult(check, opening)),
      close: () => Promise.resolve(),
    };
  }
  const { session } = opening;
  const ended = new AbortController();
  session.expect(checks);
  let allotment: Allotment | undefined;
  let over: AbortSignal | undefined;
  if (config.time !== undefined) {
    allotment = allotmentOf(checks, session, config.time, realTime);
    over = timeIsOver(allotment, realTime, ended.signal);
  }
  return {
    concurrency: session.concurrency,
    get facts() {
      return session.facts;
    },
    run: async (check, cancelled) => {
      const signals = [cancelled, over].filter((signal) => signal !== undefined);
      const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
      const options = { ...config, now: realTime.now, allotment, ...(signal === undefined ? {} : { signal }) };
      return portable(check, await runSuiteCheck(check, session, options));
    },
    close: async () => {
      ended.abort();
      await session.close();
    },
  };
}
