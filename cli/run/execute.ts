import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { createVitest } from 'vitest/node';
import type { CheckResult } from '../../core/result.ts';
import type { SelectedCheck } from '../../core/without-result.ts';
import { withoutResult } from '../../core/without-result.ts';
import type { TargetFacts } from '../../drivers/session/session.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { distributeChecks } from '../../specs/distribute-checks.ts';
import type { Interruption } from './interruption.ts';

export interface Execution {
  readonly results: readonly CheckResult[];
  readonly facts?: TargetFacts;
  readonly interrupted: boolean;
  /** Whether the run ended at its first failure. */
  readonly bailed?: boolean;
  /** Errors outside of every check: failures of the suite itself, never of the tenant. */
  readonly trouble: readonly string[];
}

export interface ExecutionOptions {
  /** The checks that the configuration names. */
  readonly selected: readonly SuiteCheck[];
  /** Maximum number of checks that run at the same time. */
  readonly concurrency: number;
  /** Number of threads for the checks; more than one only if each check has its own tenant. */
  readonly threads: number;
  readonly onResult: (result: CheckResult, facts: TargetFacts | undefined) => void;
  /** Changes a result before it is reported. */
  readonly amend?: (result: CheckResult) => CheckResult;
  /** Ends the run after the first failed check. */
  readonly bail: boolean;
  readonly interruption: Pick<Interruption, 'signal' | 'since'>;
}

/** Milliseconds for checks and their clean-up after an interruption. Checks that take longer are abandoned. */
const graceMs = 2000;

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
const specFile = 'specs/conformance.spec.js';
const setupFile = 'specs/compile-cache.js';

/**
 * Runs the checks under Vitest, one test for each check, and passes on each result as it comes. Ends soon after an
 * interruption: checks that still run are then cut off.
 */
export async function execute(config: SuiteConfig, options: ExecutionOptions): Promise<Execution> {
  const { signal, since } = options.interruption;
  const results = new Results(options);
  const threads = new Set<Worker>();
  const begun = (thread: Worker): void => {
    threads.add(thread);
    thread.on('error', results.trouble);
  };
  process.on('worker', begun);
  // a thread that dies makes Vitest throw where the error cannot be caught; the results of other checks must still be
  // reported
  process.on('uncaughtException', results.trouble);
  try {
    if (!signal.aborted)
      await Promise.race([runTests(config, options, results).catch(results.trouble), since(graceMs)]);
    return results.end();
  } finally {
    process.off('worker', begun);
    process.off('uncaughtException', results.trouble);
    // all threads have ended unless they are overdue. Overdue threads are stopped, because the report needs the
    // machine.
    for (const thread of threads) void thread.terminate();
  }
}

/** A reporter that collects the results of the checks from Vitest. */
class Results implements Reporter {
  readonly #options: ExecutionOptions;
  readonly #selected: ReadonlyMap<string, SelectedCheck>;
  readonly #results: CheckResult[] = [];
  readonly #trouble: string[] = [];
  readonly #reported = new Set<string>();
  #facts: TargetFacts | undefined;
  #bailed = false;
  #ended = false;
  /** Cancels the tests; set by the code that runs them. */
  cancel: () => void = () => {};

  constructor(options: ExecutionOptions) {
    this.#options = options;
    this.#selected = new Map(options.selected.map((check) => [check.id, check]));
  }

  readonly trouble = (error: unknown): void => {
    this.#note(error instanceof Error ? error.message : String(error));
  };

  onTestCaseResult(testCase: TestCase): void {
    // a run that is cancelled reports its finished tests again
    if (this.#ended || this.#reported.has(testCase.id)) return;
    this.#reported.add(testCase.id);
    const meta = testCase.meta();
    // the latest facts count, because the weather of the control is known only at the end
    this.#facts = (meta.facts as TargetFacts | undefined) ?? this.#facts;
    const result = meta.check ?? this.#withoutResult(testCase);
    if (result === undefined) return;
    const { amend, bail, onResult } = this.#options;
    const check = dated(amend?.(result) ?? result, testCase);
    this.#results.push(check);
    onResult(check, this.#facts);
    if (bail && check.verdict === 'failed' && !this.#bailed) {
      this.#bailed = true;
      this.cancel();
    }
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) this.#note(error.message);
    for (const module of modules) for (const error of module.errors()) this.#note(error.message);
  }

  #note(trouble: string): void {
    if (!this.#trouble.includes(trouble)) this.#trouble.push(trouble);
  }

  /** Ends the collection and returns the execution. Later results are ignored. */
  end(): Execution {
    this.#ended = true;
    return {
      results: [...this.#results],
      interrupted: this.#options.interruption.signal.aborted,
      bailed: this.#bailed,
      trouble: [...this.#trouble],
      ...(this.#facts === undefined ? {} : { facts: this.#facts }),
    };
  }

  /** Returns the result of a check that was not stopped and ended without a result: the suite itself failed in it. */
  #withoutResult(testCase: TestCase): CheckResult | undefined {
    const check = this.#selected.get(testCase.name);
    if (check === undefined || this.#bailed || this.#options.interruption.signal.aborted) return undefined;
    const why = testCase.result().errors?.[0]?.message ?? 'it ended without a result';
    return withoutResult(check, { verdict: 'broken', reason: `the suite itself failed: ${why.split('\n')[0] ?? ''}` });
  }
}

/**
 * Returns the result with the time at which the check began. Vitest announces a check before there is room for it to
 * begin.
 */
function dated(result: CheckResult, testCase: TestCase): CheckResult {
  const times = testCase.diagnostic();
  if (times === undefined) return result;
  const began = times.startTime + Math.max(0, times.duration - result.durationMs);
  return { ...result, startedAt: new Date(began).toISOString() };
}

async function runTests(config: SuiteConfig, options: ExecutionOptions, results: Results): Promise<void> {
  const { signal } = options.interruption;
  const threadConfigs = distributeChecks(options.selected, options.threads).map((part) => ({
    ...config,
    checks: part.map(({ id }) => id),
  }));
  const handlers = signalHandlers();
  const vitest = await createVitest(
    'test',
    {
      root: packageRoot,
      config: false,
      watch: false,
      reporters: [results],
      maxWorkers: threadConfigs.length,
      teardownTimeout: 5000,
      passWithNoTests: true,
      silent: false,
      // the folder of an installed package may be read-only, so nothing is written to it
      cache: false,
      fsModuleCache: false,
      projects: threadConfigs.map((threadConfig, at) => ({
        test: {
          name: `${at + 1}`,
          root: packageRoot,
          include: [specFile],
          setupFiles: [setupFile],
          exclude: [],
          pool: 'threads',
          isolate: false,
          maxConcurrency: options.concurrency,
          testTimeout: 0,
          hookTimeout: 0,
          // the checks are plain modules that Node.js reads itself: nothing has to be transformed or mocked
          experimental: { viteModuleRunner: false, nodeLoader: false },
          provide: { labconform: threadConfig },
        },
      })),
    },
    {},
    { stdout: passedOnTo(process.stdout), stderr: passedOnTo(process.stderr) },
  );
  // On a signal Vitest would leave at once, before the report is written. So its handlers are removed, and the command
  // handles signals.
  for (const [name, handler] of signalHandlers().filter(([, one]) => !handlers.some(([, old]) => old === one))) {
    process.off(name, handler);
  }
  results.cancel = () => void vitest.cancelCurrentRun('test-failure');
  const interrupt = (): void => void vitest.cancelCurrentRun('keyboard-input');
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    if (!signal.aborted) await vitest.start();
  } finally {
    signal.removeEventListener('abort', interrupt);
    await vitest.close();
  }
}

/**
 * Returns a stream for the output of the threads. It goes on when the reader of the command's output has left, because
 * the threads wait for it.
 */
function passedOnTo(stream: NodeJS.WritableStream): Writable {
  return new Writable({ write: (chunk: Buffer, _encoding, done) => void stream.write(chunk, () => done()) });
}

function signalHandlers(): [NodeJS.Signals, NodeJS.SignalsListener][] {
  return (['SIGINT', 'SIGTERM'] as const).flatMap((signal) =>
    process.listeners(signal).map((handler): [NodeJS.Signals, NodeJS.SignalsListener] => [signal, handler]),
  );
}
