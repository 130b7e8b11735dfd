import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, Vitest } from 'vitest/node';
import { createVitest } from 'vitest/node';
import type { CheckResult } from '../../core/result.ts';
import type { TargetFacts } from '../../drivers/target/session.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';

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
  /** How many checks may run at a time. */
  readonly concurrency: number;
  /** Threads among which the checks are dealt; more than one only where each check has a tenant of its own. */
  readonly threads: number;
  readonly onResult: (result: CheckResult) => void;
  /** What is made of a result before anybody hears of it. */
  readonly amend?: (result: CheckResult) => CheckResult;
  /** Ends the run after the first failed check. */
  readonly bail: boolean;
  readonly signal: AbortSignal;
}

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
/** `.ts` in the repository, `.js` where the package was built. */
const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
const specFile = `specs/conformance.spec${ending}`;
const setupFile = 'specs/compile-cache.js';

/** Runs the checks under Vitest, one test a check, and hands over each result as it comes. */
export async function execute(config: SuiteConfig, options: ExecutionOptions): Promise<Execution> {
  const results: CheckResult[] = [];
  const trouble: string[] = [];
  let facts: TargetFacts | undefined;
  const told = new Set<string>();
  let bailed = false;
  const runner: { vitest?: Vitest } = {};

  const reporter: Reporter = {
    onTestCaseResult: (testCase: TestCase) => {
      // a run that is cancelled tells of its finished tests once more
      if (told.has(testCase.id)) return;
      told.add(testCase.id);
      const meta = testCase.meta();
      facts ??= meta.facts as TargetFacts | undefined;
      const check = meta.check === undefined ? undefined : (options.amend?.(meta.check) ?? meta.check);
      if (check === undefined) {
        const { errors } = testCase.result();
        if (!options.signal.aborted && !bailed)
          trouble.push(`${testCase.name}: ${errors?.[0]?.message ?? 'ended without a result'}`);
        return;
      }
      const times = testCase.diagnostic();
      // it was only announced at first: it began when there was room for it
      const began = times && times.startTime + Math.max(0, times.duration - check.durationMs);
      const dated = began === undefined ? check : { ...check, startedAt: new Date(began).toISOString() };
      results.push(dated);
      options.onResult(dated);
      if (options.bail && check.verdict === 'failed' && !bailed) {
        bailed = true;
        void runner.vitest?.cancelCurrentRun('test-failure');
      }
    },
    onTestRunEnd: (modules, errors) => {
      for (const error of errors) trouble.push(error.message);
      for (const module of modules) for (const error of module.errors()) trouble.push(error.message);
    },
  };

  const hands = dealt(config, options.threads);
  const handlers = signalHandlers();
  const vitest = await createVitest(
    'test',
    {
      root: packageRoot,
      config: false,
      watch: false,
      reporters: [reporter],
      maxWorkers: hands.length,
      teardownTimeout: 5000,
      passWithNoTests: true,
      silent: false,
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
          // the checks are plain modules that Node.js reads by itself: nothing needs to be transformed
          experimental: { viteModuleRunner: false },
          provide: { labconform: hand },
        },
      })),
    },
    {},
    { stdout: passedOnTo(process.stdout), stderr: passedOnTo(process.stderr) },
  );
  // Vitest would leave at once on a signal, before the report is written; here it is the command that hears them.
  for (const [signal, handler] of signalHandlers().filter(([, one]) => !handlers.some(([, old]) => old === one))) {
    process.off(signal, handler);
  }
  runner.vitest = vitest;
  const interrupt = (): void => void vitest.cancelCurrentRun('keyboard-input');
  options.signal.addEventListener('abort', interrupt, { once: true });
  try {
    if (!options.signal.aborted) await vitest.start();
  } finally {
    options.signal.removeEventListener('abort', interrupt);
    await vitest.close();
  }
  return { results, interrupted: options.signal.aborted, bailed, trouble, ...(facts === undefined ? {} : { facts }) };
}

/** Where the threads write to. It goes on when whoever reads the command's output has left: the threads wait for it. */
function passedOnTo(stream: NodeJS.WritableStream): Writable {
  return new Writable({ write: (chunk: Buffer, _encoding, done) => void stream.write(chunk, () => done()) });
}

/** The same run for each of several threads, with every so-manieth check: neighbours take about as long. */
function dealt(config: SuiteConfig, threads: number): SuiteConfig[] {
  return Array.from({ length: threads }, (_, at) => ({
    ...config,
    checks: config.checks.filter((_id, index) => index % threads === at),
  }));
}

function signalHandlers(): [NodeJS.Signals, NodeJS.SignalsListener][] {
  return (['SIGINT', 'SIGTERM'] as const).flatMap((signal) =>
    process.listeners(signal).map((handler): [NodeJS.Signals, NodeJS.SignalsListener] => [signal, handler]),
  );
}
