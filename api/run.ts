import type { CheckResult } from '../core/result.ts';
import { withoutResult } from '../core/without-result.ts';
import type { Report } from '../reports/report.ts';
import type { TargetProfile } from '../schemas/types/profile.ts';
import { longestFirst } from '../specs/order.ts';
import { openSuiteRun } from '../specs/suite-run.ts';
import type { RunOptions } from './options.ts';
import { drawUp, prepare } from './prepare.ts';

/** The options of a run, with ways to follow it and to end it. */
export interface AttendedOptions extends RunOptions {
  /** Called with each check that has ended, and with the number of checks that have ended. */
  readonly onResult?: (result: CheckResult, done: number, of: number) => void;
  /** Ends the run. Checks without a result are then inconclusive. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the suite in this process and returns the report. It writes nothing; `writeReport` does.
 *
 * @param target path of a target profile, or the contents of such a file; undefined means the embedded reference tenant
 * @throws {ConfigurationError} if the profile or an option is wrong, with a sentence for the person who wrote it
 */
export async function run(target?: string | TargetProfile, options: AttendedOptions = {}): Promise<Report> {
  const { onResult, signal, ...asked } = options;
  const prepared = await prepare(target, asked);
  const { config } = prepared;
  const selected = config.profile === undefined ? prepared.selected : longestFirst(prepared.selected, config.runs);
  const suite = await openSuiteRun(config, selected);
  const results: CheckResult[] = [];
  try {
    const waiting = selected.values();
    const work = async (): Promise<void> => {
      for (const check of waiting) {
        const result = signal?.aborted === true ? withoutResult(check, interrupted) : await suite.run(check, signal);
        results.push(result);
        onResult?.(result, results.length, selected.length);
      }
    };
    await Promise.all(Array.from({ length: Math.min(suite.concurrency, selected.length) }, work));
  } finally {
    await suite.close();
  }
  return drawUp(prepared, suite, results, { interrupted: signal?.aborted === true });
}

const interrupted = { verdict: 'inconclusive', reason: 'the run was interrupted before the check was begun' } as const;
