import { styleText } from 'node:util';
import type { ShownFailure } from './failures.ts';
import { failuresOf, visitLines } from './failures.ts';
import type { Report, RequirementVerdict } from './report.ts';
import { failureGroupsOf } from './root-causes.ts';
import { groundOf } from './ground.ts';
import { doubtfulLines } from './survey.ts';
import { hasRepeated, notExercisedCausesOf, unsettledCausesOf } from './unsettled.ts';
import { visible } from './visible.ts';
import { weatherLine } from './weather.ts';
import {
  capitalised,
  clipped,
  counted,
  isPartlyExercised,
  profileWords,
  verdictColumns,
  verdictWords,
} from './wording.ts';

export { lastLine } from './last-line.ts';

type Style = Parameters<typeof styleText>[0];

export interface TerminalOptions {
  readonly color: boolean;
}

const styles: Readonly<Record<RequirementVerdict, Style>> = {
  passed: 'green',
  failed: ['red', 'bold'],
  warning: 'yellow',
  inconclusive: 'magenta',
  broken: ['magenta', 'bold'],
  waived: 'cyan',
  'not-exercised': 'dim',
  planned: 'dim',
};

/** Columns that are shown even if all their counts are 0. The others are not, so that lines stay short. */
const alwaysShown: readonly RequirementVerdict[] = ['passed', 'failed', 'not-exercised'];

/**
 * Returns a row for each profile: its verdict, how far it was exercised, and the verdicts of its requirements. A
 * profile that was not asked for is left out, unless other checks showed something about it. The text ends without a
 * newline.
 */
export function profileTable(report: Report, { color }: TerminalOptions): string {
  const asked = new Set<string>(report.selectedProfiles ?? report.checks.map(({ profile }) => profile));
  const shown = report.profiles.filter(
    ({ name, verdict, counts }) =>
      asked.has(name) ||
      verdict !== 'not-exercised' ||
      (report.selectedProfiles === undefined && (counts.planned ?? 0) > 0),
  );
  const columns = verdictColumns.filter(
    (name) => alwaysShown.includes(name) || shown.some(({ counts }) => (counts[name] ?? 0) > 0),
  );
  const head = ['profile', 'verdict', 'exercised', ...columns.map((name) => verdictWords[name])];
  const rows = shown.map(({ name, counts, ...profile }) => ({
    verdict: isPartlyExercised(profile) ? 'not-exercised' : profile.verdict,
    cells: [name, profileWords(profile), profile.exercised, ...columns.map((column) => String(counts[column] ?? 0))],
  }));
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map(({ cells }) => cells[at]?.length ?? 0)));
  const aligned = (cells: readonly string[]): string[] =>
    cells.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  const lines = rows.map(({ verdict, cells }) => {
    const padded = aligned(cells);
    return padded.map((cell, at) => styled(cell, styleOfCell(at, cells[at] ?? '', verdict, columns), color)).join('  ');
  });
  return [styled(aligned(head).join('  '), 'bold', color), ...lines].map((line) => line.trimEnd()).join('\n');
}

const mostAlike = 10;
const labelWidth = 16;

/** Number of failures that are described in full. The report contains all of them. */
const mostAtLength = 30;

/**
 * Returns everything that was found broken. Each requirement that one likely cause breaks gets a paragraph, up to a
 * limit. The others get a line each, and so does a requirement that only lacks a place that a paragraph describes.
 */
export function failureTexts(report: Report, options: TerminalOptions): string[] {
  const groups = failureGroupsOf(failuresOf(report), mostAtLength);
  const beyond = groups.briefly.map((group) => inBrief(group, options));
  return [
    ...groups.atLength.flatMap(([first, ...alike]) =>
      first === undefined ? [] : [failureText(first, options, alike)],
    ),
    ...(beyond.length === 0 ? [] : [beyond.join('\n')]),
  ];
}

function inBrief([first, ...alike]: readonly ShownFailure[], { color }: TerminalOptions): string {
  if (first === undefined) return '';
  const { requirement, verdict, check } = first;
  const others = alike.length === 0 ? '' : ` and ${counted(alike.length, 'other')}`;
  return `${styled(verdictWords[verdict].toUpperCase(), styles[verdict], color)} ${requirement} by ${check.id}${others}: ${seenIn(first)}`;
}

function seenIn({ subject, observed }: Pick<ShownFailure, 'subject' | 'observed'>): string {
  return visible(clipped(`${subject} ${observed}`.trim(), 200)).replaceAll(/\s+/g, ' ');
}

/**
 * Returns one failure with all that is needed to understand and repeat it, and a line for each other check that saw it:
 * a paragraph of lines without a trailing newline.
 */
export function failureText(
  failure: ShownFailure,
  { color }: TerminalOptions,
  alike: readonly ShownFailure[] = [],
): string {
  const { requirement, entry, check, verdict, counterexample, rerun, replay, curl, confirmed } = failure;
  const basis = entry?.basis === 'derived' ? ' (derived)' : '';
  const ground = entry === undefined ? undefined : groundOf(entry);
  const line = (label: string, text: string | undefined): string[] =>
    text === undefined || text === ''
      ? []
      : [`  ${styled(`${label}:`.padEnd(labelWidth), 'dim', color)}${indented(text)}`];
  return [
    `${styled(verdictWords[verdict].toUpperCase(), styles[verdict], color)} ${requirement}${basis} ${visible(entry?.statement ?? '')}`,
    ...line('observed', capitalised(`${failure.subject} ${failure.observed}`.trim())),
    ...line('expected', failure.expected),
    ...line('counterexample', counterexample === undefined ? undefined : clipped(counterexample, 2000)),
    ...line('seen again', confirmed === false ? 'no: the suite repeated the case and did not see it' : undefined),
    ...line('waived by', verdict === 'waived' ? check.reason : undefined),
    ...(ground === undefined ? [] : line(ground.says.toLowerCase(), ground.places.join('\n'))),
    ...line('check', check.id),
    ...line('run again', `${rerun ?? ''}${drawnFrom(replay)}`.trim()),
    ...visitLines(failure).flatMap(([label, text]) => line(label, clipped(text, 2000))),
    ...line('curl', curl === undefined ? undefined : clipped(curl, 2000)),
    ...line('also seen by', alikeText(alike)),
  ].join('\n');
}

function alikeText(failures: readonly ShownFailure[]): string {
  const lines = failures.slice(0, mostAlike).map((one) => `${one.check.id}: ${seenIn(one)}`);
  if (failures.length > mostAlike) lines.push(`and ${failures.length - mostAlike} more in the report`);
  return lines.join('\n');
}

/** Returns a line for each cause of checks without a verdict on the tenant; empty if there are none. */
export function unsettledText(report: Report, { color }: TerminalOptions): string {
  return unsettledCausesOf(report)
    .map(({ verdicts, reason, checks, hasOtherReasons }) => {
      const which = checks.length <= 2 ? checks.map(({ id }) => id).join(', ') : `${checks.length} checks`;
      const alike = hasOtherReasons ? ' (and similar reasons)' : '';
      const words = verdicts.map((verdict) => styled(verdictWords[verdict].toUpperCase(), styles[verdict], color));
      return `${words.join(' and ')} ${which}: ${visible(clipped(reason, 500))}${alike}`;
    })
    .join('\n');
}

/** Returns a line on how often answers were disturbed; empty if no answer was. */
export function weatherText(report: Report, { color }: TerminalOptions): string {
  const line = weatherLine(report);
  return line === undefined ? '' : styled(visible(line), 'dim', color);
}

const mostReasons = 8;

/**
 * Returns a line for each cause of checks that were not exercised, the most frequent first; empty if there are none.
 */
export function notExercisedText(report: Report, { color }: TerminalOptions): string {
  const causes = notExercisedCausesOf(report).filter(({ checks }) => checks.length > 0);
  if (causes.length === 0) return '';
  causes.sort((a, b) => b.checks.length - a.checks.length);
  const shown = causes.slice(0, mostReasons);
  const shownChecks = new Set(shown.flatMap(({ checks }) => checks));
  const all = new Set(causes.flatMap(({ checks }) => checks));
  const remaining = all.size - shownChecks.size;
  return [
    styled(`Not exercised: ${counted(all.size, 'check')}`, 'bold', color),
    ...shown.map(({ reason, checks }) => `  ${counted(checks.length, 'check')}: ${visible(clipped(reason, 500))}`),
    ...(remaining === 0 ? [] : [`  ${counted(remaining, 'check')}: for other reasons (see the report)`]),
    ...(hasRepeated(shown, 'checks') ? ['  A check with several causes is counted for each of them.'] : []),
  ].join('\n');
}

/**
 * Returns a line for each place that is not served or not known to be served. A place that is already named as a cause
 * is left out.
 */
export function surveyText(report: Report, { color }: TerminalOptions): string {
  const namedCauses = new Set(
    [...unsettledCausesOf(report), ...notExercisedCausesOf(report)].map(({ reason }) => reason),
  );
  const lines = doubtfulLines(report).filter((line) => !namedCauses.has(line));
  if (lines.length === 0) return '';
  const head = styled('Found before the checks', 'bold', color);
  return [head, ...lines.map((line) => `  ${visible(clipped(line, 500))}`)].join('\n');
}

function drawnFrom(replay: ShownFailure['replay']): string {
  if (replay === undefined) return '';
  return `  # seed ${replay.seed}${replay.path === undefined ? '' : `, path ${replay.path}`}`;
}

function styleOfCell(
  at: number,
  cell: string,
  verdict: RequirementVerdict,
  columns: readonly RequirementVerdict[],
): Style | undefined {
  if (at === 1) return styles[verdict];
  const column = columns[at - 3];
  if (column === undefined) return undefined;
  return cell === '0' ? 'dim' : column === 'passed' ? undefined : styles[column];
}

function styled(text: string, style: Style | undefined, color: boolean): string {
  return color && style !== undefined ? styleText(style, text, { validateStream: false }) : text;
}

function indented(text: string): string {
  return visible(text).replaceAll('\n', `\n${' '.repeat(labelWidth + 2)}`);
}
