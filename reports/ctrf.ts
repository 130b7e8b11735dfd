import { accountOf } from './account.ts';
import type { ShownFailure } from './failures.ts';
import { failuresOf, sentenceOf } from './failures.ts';
import type { Report, ReportedCheck, Verdict } from './report.ts';
import { visibleAll } from './visible.ts';
import { clipped } from './wording.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** As in JUnit, a warning passes. A verdict that says nothing about the tenant is neither passed nor failed. */
const statuses: Readonly<Record<Verdict, Status>> = {
  passed: 'passed',
  warning: 'passed',
  failed: 'failed',
  broken: 'other',
  inconclusive: 'other',
  'not-exercised': 'skipped',
  waived: 'skipped',
};

/** Maximum length of the text of one test, so that CI servers can read a report with many failures. */
const longest = 20_000;

/** Returns the report as `ctrf.json`, in the Common Test Report Format: one test for each check. */
export function writeCtrf(given: Report): string {
  const report = visibleAll(given);
  const failures = Map.groupBy(failuresOf(report), ({ check }) => check.id);
  const { tool, target, seed, runsPerProperty, outcome, catalogue } = report;
  const start = Date.parse(report.startedAt);
  const tests = report.checks.map((check) => test(check, failures.get(check.id) ?? []));
  const count = (status: Status): number => tests.filter((one) => one.status === status).length;
  const ctrf = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: report.finishedAt,
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool: { name: tool.name, version: tool.version, extra: { catalogue: catalogue.version } },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: new Set(report.checks.map(({ profile }) => profile)).size,
        start,
        stop: Date.parse(report.finishedAt),
      },
      tests,
      environment: {
        reportName: `Conformance of ${target.name}`,
        appName: target.name,
        testEnvironment: target.baseUrl,
        healthy: outcome !== 'broken',
        extra: {
          outcome,
          control: target.control,
          seed,
          runsPerProperty,
          ...(target.tenantId === undefined ? {} : { tenantId: target.tenantId }),
        },
      },
    },
  };
  return `${JSON.stringify(ctrf, undefined, 2)}\n`;
}

interface Test {
  readonly status: Status;
}

function test(check: ReportedCheck, failures: readonly ShownFailure[]): Test & Record<string, unknown> {
  const { id, title, profile, verdict, durationMs, requirements, reason, cases, exchanges } = check;
  const [first] = failures;
  const message = first === undefined ? reason : `${first.requirement}: ${sentenceOf(first)}`;
  const replay = first?.replay;
  return {
    name: id,
    testId: id,
    status: statuses[verdict],
    rawStatus: verdict,
    duration: Math.round(durationMs),
    suite: [profile],
    type: 'conformance',
    tags: [...requirements],
    labels: { profile },
    ...(message === undefined ? {} : { message: clipped(message, 1000) }),
    ...(failures.length === 0 ? {} : { trace: clipped(failures.map(accountOf).join('\n\n'), longest) }),
    ...(first?.curl === undefined ? {} : { snippet: clipped(first.curl, longest) }),
    ...(replay === undefined ? {} : { parameters: { ...replay } }),
    extra: { title, cases, exchanges },
  };
}
