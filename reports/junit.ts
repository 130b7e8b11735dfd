import { accountOf } from './account.ts';
import type { ShownFailure } from './failures.ts';
import { failuresOf, sentenceOf } from './failures.ts';
import { lastLine } from './last-line.ts';
import type { ProfileName, Report, ReportedCheck } from './report.ts';
import { visibleAll } from './visible.ts';
import { clipped } from './wording.ts';
import { markup } from './xml.ts';

/** Maximum length of the text of one failure, so that CI servers can read a report with many failures. */
const longest = 20_000;

/**
 * Returns the report as JUnit XML: one suite for each profile, one case for each check. `failed` becomes a failure;
 * `broken` and `inconclusive` become errors; `not-exercised` and `waived` are skipped with the reason. A warning
 * passes, with its text in the output.
 */
export function writeJunit(given: Report): string {
  const report = visibleAll(given);
  const failures = Map.groupBy(failuresOf(report), ({ check }) => check.id);
  const suites = report.profiles.map(({ name }) => suite(report, name, failures));
  const all = attributes({
    name: `${report.tool.name} ${report.target.name}`,
    ...totalsOfAll(report.checks),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n${suites.join('')}</testsuites>\n`;
}

function suite(report: Report, name: ProfileName, failures: ReadonlyMap<string, readonly ShownFailure[]>): string {
  const checks = report.checks.filter(({ profile }) => profile === name);
  const described = attributes({ name, ...totals(checks), timestamp: report.startedAt.replace(/(?:\.\d+)?Z$/, '') });
  const properties = {
    target: report.target.baseUrl,
    seed: String(report.seed),
    outcome: report.outcome,
    ...(report.claims === undefined ? {} : { claims: report.claims.join(' ') }),
    says: lastLine(report),
  };
  return [
    `  <testsuite${described}>\n    <properties>\n`,
    ...Object.entries(properties).map(
      ([property, value]) => `      <property${attributes({ name: property, value })}/>\n`,
    ),
    '    </properties>\n',
    ...checks.map((check) => testcase(check, failures.get(check.id) ?? [])),
    '  </testsuite>\n',
  ].join('');
}

function testcase(check: ReportedCheck, failures: readonly ShownFailure[]): string {
  const described = attributes({ classname: check.profile, name: check.id, time: seconds(check.durationMs) });
  const output = [`${check.title} (${check.requirements.join(', ')})`];
  if (check.verdict === 'warning' || check.verdict === 'waived') output.push(...failures.map(accountOf));
  return [
    `    <testcase${described}>\n`,
    ending(check, failures),
    element('system-out', {}, output.join('\n\n')),
    '    </testcase>\n',
  ].join('');
}

function ending(check: ReportedCheck, failures: readonly ShownFailure[]): string {
  const reason = check.reason ?? 'no reason was given';
  const skipped = (message: string): string => `      <skipped${attributes({ message: clipped(message, 1000) })}/>\n`;
  if (check.verdict === 'not-exercised') return skipped(reason);
  if (check.verdict === 'waived') return skipped(`waived: ${reason}`);
  if (check.verdict === 'broken' || check.verdict === 'inconclusive') {
    const text = [reason, ...failures.map(accountOf)].join('\n\n');
    return element('error', { message: clipped(reason, 1000), type: check.verdict }, text);
  }
  if (check.verdict !== 'failed') return '';
  const failed = failures.filter(({ verdict }) => verdict === 'failed');
  const first = failed[0];
  const message = first === undefined ? check.title : `${first.requirement}: ${sentenceOf(first)}`;
  const type = failed.map(({ requirement }) => requirement).join(' ');
  return element('failure', { message: clipped(message, 1000), type }, failures.map(accountOf).join('\n\n'));
}

function totals(
  checks: readonly ReportedCheck[],
): Record<'tests' | 'failures' | 'errors' | 'skipped' | 'time', string> {
  const countOf = (...verdicts: readonly string[]): string =>
    String(checks.filter(({ verdict }) => verdicts.includes(verdict)).length);
  return {
    tests: String(checks.length),
    failures: countOf('failed'),
    errors: countOf('broken', 'inconclusive'),
    skipped: countOf('not-exercised', 'waived'),
    time: seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

/** Returns the totals without the number of skipped checks, which the root element does not have. */
function totalsOfAll(checks: readonly ReportedCheck[]): Record<string, string> {
  const { skipped: _, ...others } = totals(checks);
  return others;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function element(name: string, named: Readonly<Record<string, string>>, text: string): string {
  return `      <${name}${attributes(named)}>${markup(clipped(text, longest))}</${name}>\n`;
}

function attributes(named: Readonly<Record<string, string>>): string {
  return Object.entries(named)
    .map(([name, value]) => ` ${name}="${markup(value).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;')}"`)
    .join('');
}
