import type { ShownFailure } from './failures.ts';
import { brokenBy, failuresOf, sentenceOf } from './failures.ts';
import { lastLine } from './last-line.ts';
import { code, inline, table } from './markdown/text.ts';
import type { Report } from './report.ts';
import type { RootCause } from './root-causes.ts';
import { rootCausesOf } from './root-causes.ts';
import { unsettledCausesOf } from './unsettled.ts';
import { visibleAll } from './visible.ts';
import { clipped, counted, listed, outcomeWords, profileWords, shardName, verdictWords } from './wording.ts';

/** GitHub shows ten annotations of a kind for a step, and drops further ones without a word. */
const mostOfAKind = 10;
/** Characters of the text of one annotation. */
const longestMessage = 1000;
const mostRows = 20;
const mostIds = 5;

/** Bytes that the summary of one step may have, of all that writes to it. */
export const longestStepSummary = 1024 * 1024;

/**
 * The report as annotations: lines for the output of a step of GitHub Actions, which shows them on the page of the run and of the
 * pull request. An error for each likely cause of failures, a warning for each of warnings, and of what came to no verdict.
 */
export function annotationLines(given: Report): string[] {
  const report = visibleAll(given);
  const failures = failuresOf(report);
  const having = (verdict: ShownFailure['verdict']): readonly RootCause[] =>
    rootCausesOf(failures.filter((failure) => failure.verdict === verdict));
  const unsettled = unsettledCausesOf(report).map(({ verdicts, reason, checks }) => ({
    title: `${verdicts.map((verdict) => verdictWords[verdict]).join(', ')}: ${counted(checks.length, 'check')}`,
    message: reason,
  }));
  return [
    ...bounded('error', having('failed').map(annotationOf)),
    ...bounded('warning', [...unsettled, ...having('warning').map(annotationOf)]),
  ];
}

interface Annotation {
  readonly title: string;
  readonly message: string;
}

function annotationOf({ first, requirements, checks }: RootCause): Annotation {
  return {
    title: listed(requirements, mostIds),
    message: [
      first.entry?.statement ?? first.check.title,
      sentenceOf(first),
      `Check: ${listed(checks, mostIds)}`,
      ...(first.rerun === undefined ? [] : [first.rerun]),
    ].join('\n'),
  };
}

function bounded(kind: 'error' | 'warning', annotations: readonly Annotation[]): string[] {
  const all = annotations.length <= mostOfAKind;
  const shown = all ? annotations : annotations.slice(0, mostOfAKind - 1);
  const beyond = annotations.length - shown.length;
  const rest = all ? [] : [{ title: `${beyond} more`, message: `${beyond} more causes stand in the report.` }];
  return [...shown, ...rest].map((annotation) => commandLine(kind, annotation));
}

/** One workflow command. The runner undoes the escapes; a line end or a colon would end the command or its title. */
function commandLine(kind: 'error' | 'warning', { title, message }: Annotation): string {
  const text = escaped(clipped(message, longestMessage));
  return `::${kind} title=${escaped(`labconform: ${title}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${text}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * The report as Markdown for the summary of a step: outcome, profiles and likely causes.
 *
 * @param room bytes that are left in the summary
 * @returns the summary, its head alone where there is no room for all of it, or nothing where there is none for that
 */
export function stepSummary(given: Report, room = longestStepSummary): string {
  const report = visibleAll(given);
  const head = [
    `## labconform: ${outcomeWords[report.outcome]}`,
    `${inline(report.target.name)} at ${code(report.target.baseUrl)}${report.shard === undefined ? '' : `, shard ${shardName(report.shard)}`}`,
    `**${inline(lastLine(report))}**`,
  ];
  const failures = failuresOf(report);
  const whole = [
    ...head,
    profileTable(report),
    ...causes('Failures', failures, 'failed'),
    ...causes('Warnings', failures, 'warning'),
    ...withoutVerdict(report),
  ];
  const fitting = [whole, head].map((sections) => `${sections.join('\n\n')}\n\n`);
  return fitting.find((text) => Buffer.byteLength(text) <= room) ?? '';
}

function profileTable({ profiles }: Report): string {
  const rows = profiles
    .filter(({ exercised }) => exercised !== 'none')
    .map(({ name, counts, ...profile }) => [
      code(name),
      profileWords(profile),
      profile.exercised,
      String(counts.failed ?? 0),
      String(counts.warning ?? 0),
    ]);
  const none = profiles.length - rows.length;
  return [
    table(['Profile', 'Verdict', 'Exercised', 'Failed', 'Warnings'], rows),
    ...(none === 0 ? [] : [`Not exercised at all: ${counted(none, 'profile')}.`]),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function causes(title: string, failures: readonly ShownFailure[], verdict: ShownFailure['verdict']): string[] {
  const found = rootCausesOf(failures.filter((failure) => failure.verdict === verdict));
  if (found.length === 0) return [];
  const rows = found.map(({ first, requirements, checks }) => [
    listed(requirements, mostIds),
    inline(sentenceOf(first)),
    listed(checks.map(code), mostIds),
  ]);
  return [
    `### ${title} (${counted(brokenBy(failures.filter((failure) => failure.verdict === verdict)), 'requirement')})`,
    table(['Requirements', 'Observed', 'Checks'], rows, mostRows),
  ];
}

function withoutVerdict(report: Report): string[] {
  const found = unsettledCausesOf(report);
  if (found.length === 0) return [];
  const rows = found.map(({ reason, verdicts, checks }) => [
    inline(reason),
    verdicts.map((verdict) => verdictWords[verdict]).join(', '),
    String(checks.length),
  ]);
  return ['### Without a verdict', table(['Cause', 'Ended', 'Checks'], rows, mostRows)];
}
