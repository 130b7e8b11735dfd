import type { ReportDiff, VerdictChange } from './diff.ts';
import { visible } from './visible.ts';
import { counted, listed } from './wording.ts';
import type { Answer, BehaviourChange } from './diff-behaviour.ts';

const titles: readonly (readonly [VerdictChange['kind'], string])[] = [
  ['regression', 'Worse'],
  ['improvement', 'Better'],
  ['other', 'Other'],
];

/** Returns a comparison as text for people. It says so if nothing differs. */
export function diffText(diff: ReportDiff): string {
  const parts = [
    ...diff.caveats.map((caveat) => `Note: ${caveat}`),
    ...(diff.bases === undefined ? [] : ['']),
    ...(diff.bases ?? []).map(({ id, before, after }) => `Basis changed: ${id} ${before} -> ${after}`),
    ...titles.flatMap(([kind, title]) => [
      ...section(`${title}, by requirement`, verdictLines(diff.requirements, kind)),
      ...section(`${title}, by check`, verdictLines(diff.checks, kind)),
    ]),
    ...section('Answers differently in checks that passed both times', behaviourLines(diff.behaviour)),
  ];
  return `${visible([...parts, '', total(diff)].join('\n').trimStart())}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines];
}

/** If clearly more changes than this are alike, they are listed by group. */
const mostAlike = 8;
/** Number of ids that are named for each group. */
const mostOfGroup = 4;

/** Returns a line for each change. Many changes that are alike and have no finding get a few lines together. */
function verdictLines(changes: readonly VerdictChange[], wanted: VerdictChange['kind']): string[] {
  const byWay = Map.groupBy(
    changes.filter(({ kind }) => kind === wanted),
    ({ before, after }) => `${before ?? 'not in the report'} -> ${after ?? 'not in the report'}`,
  );
  return [...byWay].flatMap(([way, some]) => {
    const withFinding = some.filter(({ observed }) => observed !== undefined);
    const withoutFinding = some.filter(({ observed }) => observed === undefined).map(({ id }) => id);
    return [
      ...withFinding.flatMap(({ id, observed }) => [`  ${id}: ${way}`, `    ${observed}`]),
      ...(withoutFinding.length > mostAlike + 1
        ? [`  ${withoutFinding.length} ${way} (--json names all of them):`, ...groupLines(withoutFinding)]
        : withoutFinding.map((id) => `  ${id}: ${way}`)),
    ];
  });
}

/** Returns a line for the checks of each profile, or for the requirements whose ids begin alike. */
function groupLines(ids: readonly string[]): string[] {
  const byGroup = Map.groupBy(ids, (id) => /^[^/]+(?=\/)|^[A-Z]+(?=-)/.exec(id)?.[0] ?? 'others');
  return [...byGroup].map(([group, some]) => {
    const names = some.map((id) => (id.startsWith(`${group}/`) ? id.slice(group.length + 1) : id));
    return `    ${group} (${some.length}): ${listed(names, mostOfGroup)}`;
  });
}

function behaviourLines(changes: readonly BehaviourChange[]): string[] {
  return changes.flatMap(({ request, checks, before, after }) => {
    const [was, is] = before.length === 1 && after.length === 1 ? [before[0], after[0]] : [];
    // if one answer replaced another, only their differences are of interest
    const lines = was === undefined || is === undefined ? wholeLines(before, after) : differing(was, is);
    return [`  ${request}`, ...lines.map((line) => `    ${line}`), `    (${listed(checks, 3)})`];
  });
}

function wholeLines(before: readonly Answer[], after: readonly Answer[]): string[] {
  return [...before.map((one) => `- ${answerText(one)}`), ...after.map((one) => `+ ${answerText(one)}`)];
}

function answerText({ answer, members, headers }: Answer): string {
  return [
    answer,
    ...(members === undefined ? [] : [`members ${members}`]),
    ...(headers === undefined ? [] : [`headers ${headers}`]),
  ].join('; ');
}

function differing(was: Answer, is: Answer): string[] {
  return [
    ...(was.answer === is.answer ? [] : [`answered ${was.answer} before, ${is.answer} now`]),
    ...listDifference('member', was.members, is.members),
    ...listDifference('header', was.headers, is.headers),
  ];
}

function listDifference(noun: string, before = '', after = ''): string[] {
  const [was, is] = [before, after].map((text) => text.split(', ').filter((name) => name !== ''));
  const removed = (was ?? []).filter((name) => is?.includes(name) !== true);
  const added = (is ?? []).filter((name) => was?.includes(name) !== true);
  return [
    ...(removed.length === 0 ? [] : [`without the ${noun} ${removed.join(', ')} now`]),
    ...(added.length === 0 ? [] : [`with the ${noun} ${added.join(', ')} now`]),
  ];
}

function total({ requirements, checks, behaviour, bases = [] }: ReportDiff): string {
  if (requirements.length + checks.length + behaviour.length + bases.length === 0) return 'Nothing differs.';
  const worse = requirements.filter(({ kind }) => kind === 'regression').length;
  const better = requirements.filter(({ kind }) => kind === 'improvement').length;
  const other = counted(behaviour.length, 'request');
  return `${counted(worse, 'requirement')} worse, ${better} better; ${other} answered differently in checks that passed both times.`;
}
