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
import { dealt } from '../../specs/dealt.ts';
import type { Interruption } from './interruption.ts';

export interface Execution {
  readonly results: readonly CheckResult[];
  readonly facts?: TargetFacts;
  readonly interrupted: boolean;
  /** It ended at its first failure. */
  readonly bailed?: boolean;
  /** What went wrong outside every check: the suite's own trouble, never the tenant's. */
  readonly trouble: readonly string[];
}

export interface ExecutionOptions {
  /** The checks that the configuration names. */
  readonly selected: readonly SuiteCheck[];
  /** How many checks may run at a time. */
  readonly concurrency: number;
  /** Threads among which the checks are dealt; more than one only where each check has a tenant of its own. */
  readonly threads: number;
  readonly onResult: (result: CheckResult, facts: TargetFacts | undefined) => void;
  /** What is made of a result before anybody hears of it. */
  readonly amend?: (result: CheckResult) => CheckResult;
  /** Ends the run after the first failed check. */
  readonly bail: boolean;
  readonly interruption: Pick<Interruption, 'signal' | 'since'>;
}

/** Milliseconds that checks and their tidying up are given when the run is interrupted; who is at work then is left. */
const graceMs = 2000;

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
/** `.ts` in the repository, `.js` where the package was built. */
const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
const specFile = `specs/conformance.spec${ending}`;
const setupFile = 'specs/compile-cache.js';

/**
 * Runs the checks under Vitest, one test a check, and hands over each result as it comes. Ends soon after it was
 * interrupted: who is at work still is then cut off.
 */
export async function execute(config: SuiteConfig, options: ExecutionOptions): Promise<Execution> {
  const { signal, since } = options.interruption;
  const take = new Results(options);
  const threads = new Set<Worker>();
  const begun = (thread: Worker): void => {
    threads.add(thread);
    thread.on('error', take.trouble);
  };
  process.on('worker', begun);
  // a thread that dies makes Vitest throw where nobody can catch it; what others found must be told all the same
  process.on('uncaughtException', take.trouble);
  try {
    if (!signal.aborted) await Promise.race([runTests(config, options, take).catch(take.trouble), since(graceMs)]);
    return take.end();
  } finally {
    process.off('worker', begun);
    process.off('uncaughtException', take.trouble);
    // all have ended by now unless they were overdue; those are ended regardless of what they do: the report needs the machine
    for (const thread of threads) void thread.terminate();
  }
}

/** Takes down what Vitest tells of the checks. */
class Results implements Reporter {
  readonly #options: ExecutionOptions;
  readonly #selected: ReadonlyMap<string, SelectedCheck>;
  readonly #results: CheckResult[] = [];
  readonly #trouble: string[] = [];
  readonly #told = new Set<string>();
  #facts: TargetFacts | undefined;
  #bailed = false;
  #ended = false;
  /** Set by the code that runs the tests. */
  cancel: () => void = () => {};

  constructor(options: ExecutionOptions) {
    this.#options = options;
    this.#selected = new Map(options.selected.map((check) => [check.id, check]));
  }

  readonly trouble = (error: unknown): void => {
    this.#note(error instanceof Error ? error.message : String(error));
  };

  onTestCaseResult(testCase: TestCase): void {
    // a run that is cancelled tells of its finished tests once more
    if (this.#ended || this.#told.has(testCase.id)) return;
    this.#told.add(testCase.id);
    const meta = testCase.meta();
    // the latest: what the control was like is known at the end only
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

  /** Nothing is taken from now on. */
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

  /** Of a check that was not stopped and ended without a result all the same: the suite itself went wrong in it. */
  #withoutResult(testCase: TestCase): CheckResult | undefined {
    const check = this.#selected.get(testCase.name);
    if (check === undefined || this.#bailed || this.#options.interruption.signal.aborted) return undefined;
    const why = testCase.result().errors?.[0]?.message ?? 'it ended without a result';
    return withoutResult(check, { verdict: 'broken', reason: `the suite itself failed: ${why.split('\n')[0] ?? ''}` });
  }
}

/** The result with the time at which it began: it was only announced at first, and began when there was room for it. */
function dated(result: CheckResult, testCase: TestCase): CheckResult {
  const times = testCase.diagnostic();
  if (times === undefined) return result;
  const began = times.startTime + Math.max(0, times.duration - result.durationMs);
  return { ...result, startedAt: new Date(began).toISOString() };
}

async function runTests(config: SuiteConfig, options: ExecutionOptions, results: Results): Promise<void> {
  const { signal } = options.interruption;
  const hands = dealt(options.selected, options.threads).map((part) => ({
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
      maxWorkers: hands.length,
      teardownTimeout: 5000,
      passWithNoTests: true,
      silent: false,
      // the folder of an installed package is not written to, and may be read-only
      cache: false,
      fsModuleCache: false,
      projects: hands.map((hand, at) => ({
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
          // the checks are plain modules that Node.js reads by itself: nothing has to be transformed, or mocked
          experimental: { viteModuleRunner: false, nodeLoader: false },
          provide: { labconform: hand },
        },
      })),
    },
    {},
    { stdout: passedOnTo(process.stdout), stderr: passedOnTo(process.stderr) },
  );
  // Vitest would leave at once on a signal, before the report is written; here it is the command that hears them.
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

/** Where the threads write to. It goes on when the reader of the command's output has left: the threads wait for it. */
function passedOnTo(stream: NodeJS.WritableStream): Writable {
  return new Writable({ write: (chunk: Buffer, _encoding, done) => void stream.write(chunk, () => done()) });
}

function signalHandlers(): [NodeJS.Signals, NodeJS.SignalsListener][] {
  return (['SIGINT', 'SIGTERM'] as const).flatMap((signal) =>
    process.listeners(signal).map((handler): [NodeJS.Signals, NodeJS.SignalsListener] => [signal, handler]),
  );
}
