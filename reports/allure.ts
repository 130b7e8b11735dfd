import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { messagesOf } from './allure/messages.ts';
import type { ShownFailure } from './failures.ts';
import { failuresOf, sentenceOf } from './failures.ts';
import type { Report, ReportedCheck, Verdict } from './report.ts';
import { visibleAll } from './visible.ts';

/** The part of a finished Vitest test that the Allure reporter reads. */
interface FinishedTest {
  readonly type: 'test';
  readonly mode: 'run';
  readonly name: string;
  readonly file: { readonly filepath: string };
  readonly meta: { readonly allureRuntimeMessages: readonly RuntimeMessage[] };
  readonly result: {
    readonly state: 'pass' | 'fail' | 'skip';
    readonly startTime: number;
    readonly duration: number;
    readonly errors?: readonly { readonly name: string; readonly message: string }[];
  };
}

const states: Readonly<Record<Verdict, FinishedTest['result']['state']>> = {
  passed: 'pass',
  warning: 'pass',
  failed: 'fail',
  broken: 'fail',
  inconclusive: 'fail',
  'not-exercised': 'skip',
  waived: 'skip',
};

/**
 * Writes the report as Allure results into a folder, and removes the results of an earlier run from it.
 *
 * The reporter of allure-vitest gets one finished test for each check, made from the report. Its set-up file would
 * record the values of every assertion, so it is never loaded. Only the report, whose secrets are labels, reaches the
 * results.
 */
export async function writeAllure(given: Report, folder: string): Promise<void> {
  const report = visibleAll(given);
  // only users who ask for these results wait until the package is loaded
  const { default: AllureReporter } = await import('allure-vitest/reporter');
  await mkdir(folder, { recursive: true });
  const stale = (await readdir(folder)).filter((name) => /-(?:result|container|attachment|globals)(?:\.|$)/.test(name));
  await Promise.all(stale.map((name) => rm(join(folder, name))));
  const { target, tool, seed, runsPerProperty, outcome, catalogue } = report;
  const reporter = new AllureReporter({
    resultsDir: folder,
    environmentInfo: {
      Target: target.name,
      Address: target.baseUrl,
      Control: target.control,
      Outcome: outcome,
      Suite: `${tool.name} ${tool.version}`,
      Catalogue: catalogue.version,
      Seed: String(seed),
      Cases: String(runsPerProperty),
    },
    categories: [
      { name: 'Broken requirements', matchedStatuses: ['failed' as never] },
      { name: 'Without a verdict on the tenant', matchedStatuses: ['broken' as never] },
    ],
  });
  reporter.onInit({ projects: [] } as never);
  reporter.onTestRunEnd(finishedTests(report).map((task) => ({ task })) as never);
}

function finishedTests(report: Report): FinishedTest[] {
  const failures = Map.groupBy(failuresOf(report), ({ check }) => check.id);
  const requirements = new Map(report.requirements.map((entry) => [entry.id, entry]));
  return report.checks.map((check) => {
    const found = failures.get(check.id) ?? [];
    return {
      type: 'test',
      mode: 'run',
      name: check.id,
      file: { filepath: check.id },
      meta: { allureRuntimeMessages: messagesOf(check, found, requirements, report) },
      result: {
        state: states[check.verdict],
        startTime: Date.parse(check.startedAt ?? report.startedAt),
        duration: check.durationMs,
        ...(states[check.verdict] === 'fail' ? { errors: [errorOf(check, found)] } : {}),
      },
    };
  });
}

/**
 * Returns the error of a check. Its name tells Allure whether the tenant was wrong or the check shows nothing about the
 * tenant.
 */
function errorOf(check: ReportedCheck, failures: readonly ShownFailure[]): { name: string; message: string } {
  const first = failures.find(({ verdict }) => verdict === 'failed');
  if (check.verdict === 'failed' && first !== undefined) {
    return { name: 'AssertionError', message: `${first.requirement}: ${sentenceOf(first)}` };
  }
  return { name: 'Error', message: check.reason ?? check.verdict };
}
