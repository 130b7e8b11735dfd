import type { ShownFailure } from './failures.ts';
import { failuresOf, sentenceOf } from './failures.ts';
import type { ProfileName, Report, ReportedCheck } from './report.ts';
import { clipped } from './wording.ts';

/** Longest text of one failure, so that a report with many of them stays what a CI server reads. */
const longest = 20_000;

/**
 * The report as JUnit XML: a suite a profile, a case a check. `failed` is a failure, `broken` and `inconclusive` are
 * errors, `not-exercised` and `waived` are skipped with the reason; a warning passes, with its text in the output.
 */
export function writeJunit(report: Report): string {
  const failures = Map.groupBy(failuresOf(report), ({ check }) => check.id);
  const suites = report.profiles.map(({ name }) => suite(report, name, failures));
  const all = attributes({
    name: `${report.tool.name} ${report.target.name}`,
    ...totals(report.checks),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n${suites.join('')}</testsuites>\n`;
}

function suite(report: Report, name: ProfileName, failures: ReadonlyMap<string, readonly ShownFailure[]>): string {
  const checks = report.checks.filter(({ profile }) => profile === name);
  const described = attributes({ name, ...totals(checks), timestamp: report.startedAt.replace(/(?:\.\d+)?Z$/, '') });
  const properties = { target: report.target.baseUrl, seed: String(report.seed), outcome: report.outcome };
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
  if (check.verdict === 'warning' || check.verdict === 'waived') output.push(...failures.map(account));
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
    const text = [reason, ...failures.map(account)].join('\n\n');
    return element('error', { message: clipped(reason, 1000), type: check.verdict }, text);
  }
  if (check.verdict !== 'failed') return '';
  const failed = failures.filter(({ verdict }) => verdict === 'failed');
  const first = failed[0];
  const message = first === undefined ? check.title : `${first.requirement}: ${sentenceOf(first)}`;
  const type = failed.map(({ requirement }) => requirement).join(' ');
  return element('failure', { message: clipped(message, 1000), type }, failures.map(account).join('\n\n'));
}

function account(failure: ShownFailure): string {
  const { requirement, entry, verdict, check, counterexample, rerun, replay, curl } = failure;
  return [
    `${verdict} ${requirement}: ${entry?.statement ?? ''}`,
    sentenceOf(failure),
    ...(entry === undefined ? [] : [`Section: ${entry.section}`]),
    ...(counterexample === undefined ? [] : [`Counterexample: ${counterexample}`]),
    `Check: ${check.id}`,
    ...(rerun === undefined ? [] : [`Run again: ${rerun}`]),
    ...(replay === undefined
      ? []
      : [`Seed: ${replay.seed}${replay.path === undefined ? '' : `, path ${replay.path}`}`]),
    ...(curl === undefined ? [] : [curl]),
  ].join('\n');
}

function totals(checks: readonly ReportedCheck[]): Record<string, string> {
  const ended = (...verdicts: readonly string[]): string =>
    String(checks.filter(({ verdict }) => verdicts.includes(verdict)).length);
  return {
    tests: String(checks.length),
    failures: ended('failed'),
    errors: ended('broken', 'inconclusive'),
    skipped: ended('not-exercised', 'waived'),
    time: seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function element(name: string, named: Readonly<Record<string, string>>, text: string): string {
  return `      <${name}${attributes(named)}>${escaped(clipped(text, longest))}</${name}>\n`;
}

function attributes(named: Readonly<Record<string, string>>): string {
  return Object.entries(named)
    .map(([name, value]) => ` ${name}="${escaped(value).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;')}"`)
    .join('');
}

/** Text as XML 1.0 may hold it: markup escaped, and without the characters that it forbids in any form. */
function escaped(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\r', '&#13;')
  );
}
