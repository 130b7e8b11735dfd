import type { ReportDiff, VerdictChange } from './diff.ts';
import { visible } from './visible.ts';
import { counted, listed } from './wording.ts';
import type { Answer, BehaviourChange } from './diff-behaviour.ts';

const titles: readonly (readonly [VerdictChange['kind'], string])[] = [
  ['regression', 'Worse'],
  ['improvement', 'Better'],
  ['other', 'Otherwise'],
];

/** A comparison as a person reads it; says so where nothing differs. */
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

/** More than so many that changed alike are told by group. */
const mostAlike = 8;
/** So many of a group are named. */
const mostOfGroup = 4;

/** A line a change, and a few lines for all that changed in the same way without anything being found. */
function verdictLines(changes: readonly VerdictChange[], wanted: VerdictChange['kind']): string[] {
  const byWay = Map.groupBy(
    changes.filter(({ kind }) => kind === wanted),
    ({ before, after }) => `${before ?? 'not in the report'} -> ${after ?? 'not in the report'}`,
  );
  return [...byWay].flatMap(([way, some]) => {
    const told = some.filter(({ observed }) => observed !== undefined);
    const silent = some.filter(({ observed }) => observed === undefined).map(({ id }) => id);
    return [
      ...told.flatMap(({ id, observed }) => [`  ${id}: ${way}`, `    ${observed}`]),
      ...(silent.length > mostAlike + 1
        ? [`  ${silent.length} ${way} (--json names all of them):`, ...groupLines(silent)]
        : silent.map((id) => `  ${id}: ${way}`)),
    ];
  });
}

/** A line for the checks of each profile, or for the requirements whose ids begin alike. */
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
    // where one answer took the place of another, only what differs in them is of interest
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
  const gone = (was ?? []).filter((name) => is?.includes(name) !== true);
  const come = (is ?? []).filter((name) => was?.includes(name) !== true);
  return [
    ...(gone.length === 0 ? [] : [`without the ${noun} ${gone.join(', ')} now`]),
    ...(come.length === 0 ? [] : [`with the ${noun} ${come.join(', ')} now`]),
  ];
}

function total({ requirements, checks, behaviour, bases = [] }: ReportDiff): string {
  if (requirements.length + checks.length + behaviour.length + bases.length === 0) return 'Nothing differs.';
  const worse = requirements.filter(({ kind }) => kind === 'regression').length;
  const better = requirements.filter(({ kind }) => kind === 'improvement').length;
  const other = counted(behaviour.length, 'request');
  return `${counted(worse, 'requirement')} worse, ${better} better; ${other} answered otherwise in checks that passed both times.`;
}
