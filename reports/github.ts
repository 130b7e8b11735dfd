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

/** GitHub shows ten annotations of a kind for each step, and drops further ones silently. */
const mostOfAKind = 10;
/** Characters of the text of one annotation. */
const longestMessage = 1000;
const mostRows = 20;
const mostIds = 5;

/** Maximum size of the summary of one step, in bytes. All programs that write to it share this limit. */
export const longestStepSummary = 1024 * 1024;

/**
 * Returns the report as annotations: lines in the output of a step, which GitHub Actions shows on the pages of the run
 * and of the pull request. Each likely cause of failures is an error. Each likely cause of warnings is a warning, and
 * so is each cause of checks without a verdict.
 */
export function annotationLines(given: Report): string[] {
  const report = visibleAll(given);
  const failures = failuresOf(report);
  const causesWith = (verdict: ShownFailure['verdict']): readonly RootCause[] =>
    rootCausesOf(failures.filter((failure) => failure.verdict === verdict));
  const unsettled = unsettledCausesOf(report).map(({ verdicts, reason, checks }) => ({
    title: `${verdicts.map((verdict) => verdictWords[verdict]).join(', ')}: ${counted(checks.length, 'check')}`,
    message: reason,
  }));
  return [
    ...bounded('error', causesWith('failed').map(annotationOf)),
    ...bounded('warning', [...unsettled, ...causesWith('warning').map(annotationOf)]),
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

/**
 * Returns one workflow command. The runner undoes the escapes. Without them, a line end or a colon would end the
 * command or its title.
 */
function commandLine(kind: 'error' | 'warning', { title, message }: Annotation): string {
  const text = escaped(clipped(message, longestMessage));
  return `::${kind} title=${escaped(`labconform: ${title}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${text}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * Returns the report as Markdown for the summary of a step: outcome, profiles and likely causes.
 *
 * @param room bytes that are left in the summary
 * @returns the summary, only its head if the summary is too long, or an empty text if the head is too long
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
  const notExercised = profiles.length - rows.length;
  return [
    table(['Profile', 'Verdict', 'Exercised', 'Failed', 'Warnings'], rows),
    ...(notExercised === 0 ? [] : [`Not exercised at all: ${counted(notExercised, 'profile')}.`]),
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
