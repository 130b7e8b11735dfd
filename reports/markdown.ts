import { describePlaces } from '../core/serving.ts';
import { casesText } from './cases.ts';
import type { ShownFailure } from './failures.ts';
import { brokenBy, failuresOf, visitLines } from './failures.ts';
import { lastLine } from './last-line.ts';
import { block, code, inline, table } from './markdown/text.ts';
import type { Outcome, Report, RequirementVerdict } from './report.ts';
import { failureGroupsOf } from './root-causes.ts';
import { disturbedEndpoints, weatherSentence } from './weather.ts';
import { groundOf } from './ground.ts';
import { hasRepeated, notExercisedCausesOf, planned, unsettledCausesOf } from './unsettled.ts';
import { visibleAll } from './visible.ts';
import {
  capitalised,
  clipped,
  counted,
  isPartlyExercised,
  lasting,
  listed,
  moment,
  outcomeWords,
  profileWords,
  shardName,
  verdictColumns,
  verdictWords,
  waiverWords,
  deviationSentence,
} from './wording.ts';

/** Number of failures that are described in full; further ones are listed in a table. */
const mostAtLength = 20;
const mostIds = 40;
const mostChecks = 5;

const outcomeMarks: Readonly<Record<Outcome, string>> = {
  conforming: '✅',
  'partly-exercised': '◐',
  'not-conforming': '❌',
  incomplete: '⚠️',
  broken: '🛑',
};

const verdictMarks: Readonly<Record<RequirementVerdict, string>> = {
  passed: '✅',
  failed: '❌',
  warning: '⚠️',
  inconclusive: '❔',
  broken: '🛑',
  waived: '🔕',
  'not-exercised': '➖',
  planned: '➖',
};

/** Returns the report as `conformance.md`. It stays below one megabyte, the limit for the summary of a CI step. */
export function writeMarkdown(given: Report): string {
  const report = visibleAll(given);
  const failures = failuresOf(report);
  const failuresWith = (verdict: ShownFailure['verdict']): ShownFailure[] =>
    failures.filter((failure) => failure.verdict === verdict);
  const sections = [
    ...opening(report),
    '## Profiles',
    profiles(report),
    ...atLength('Failures', failuresWith('failed')),
    ...inBrief('Warnings', failuresWith('warning'), 'Derived from the specification and not stated by it; no failure.'),
    ...inBrief('Waived', failuresWith('waived'), 'These requirements are broken, and a waiver in force covers them.'),
    ...waivers(report),
    ...unsettled(report),
    ...weather(report),
    ...notExercised(report),
    ...survey(report),
    ...withoutCheck(report),
    ...observations(report),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function opening(report: Report): string[] {
  const { target, tool, catalogue } = report;
  const took = lasting(Date.parse(report.finishedAt) - Date.parse(report.startedAt));
  const facts = [
    ['Claims', (report.claims ?? []).map(code).join(', ')],
    ['Gate', report.gate ?? ''],
    ['Target', `${inline(target.name)} at ${code(target.baseUrl)}`],
    ['Tenant', target.tenantId === undefined ? '' : code(target.tenantId)],
    ['Control', target.control],
    ['Fault', target.fault === undefined ? '' : code(target.fault)],
    ['Variant', target.variant === undefined ? '' : code(target.variant)],
    ['Asked for', (report.selectedProfiles ?? []).map(code).join(', ')],
    ['Shard', report.shard === undefined ? '' : shardName(report.shard)],
    ['Missing shards', (report.missingShards ?? []).map(shardName).join(', ')],
    ['Run', `${moment(report.startedAt)}, ${took}`],
    [
      'Cases',
      report.runsPerProperty === 0 ? '' : `${report.runsPerProperty} per property, seed ${code(String(report.seed))}`,
    ],
    ['Cases done', casesText(report) || ''],
    ['Suite', `${inline(tool.name)} ${inline(tool.version)}, catalogue ${inline(catalogue.version)}`],
  ].filter(([, text]) => text !== '');
  return [
    `# ${outcomeMarks[report.outcome]} ${outcomeWords[report.outcome]}: ${inline(target.name)}`,
    ...deviation(report),
    `**${inline(lastLine(report))}**`,
    facts.map(([label, text]) => `- ${label}: ${text}`).join('\n'),
  ];
}

/**
 * Returns a warning if the tenant has a built-in fault or variant, so that its results are not taken for a real
 * tenant's.
 */
function deviation({ target }: Report): string[] {
  const sentence = deviationSentence(target);
  return sentence === undefined ? [] : [`> **Not a real tenant.** ${inline(sentence)}`];
}

function profiles(report: Report): string {
  const columns = verdictColumns.filter(
    (name) => name === 'passed' || name === 'failed' || report.profiles.some(({ counts }) => (counts[name] ?? 0) > 0),
  );
  const rows = report.profiles.map(({ name, counts, ...profile }) => [
    code(name),
    `${isPartlyExercised(profile) ? outcomeMarks['partly-exercised'] : verdictMarks[profile.verdict]} ${profileWords(profile)}`,
    profile.exercised,
    ...columns.map((column) => String(counts[column] ?? 0)),
  ]);
  return table(['Profile', 'Verdict', 'Exercised', ...columns.map((column) => verdictWords[column])], rows);
}

/** Returns how often answers were disturbed, by endpoint. */
function weather(report: Report): string[] {
  const endpoints = disturbedEndpoints(report);
  if (endpoints.length === 0) return [];
  return [
    `## Disturbed answers`,
    'A disturbed answer by itself shows nothing about the tenant: the suite sent the request again or repeated the case.',
    table(
      ['Endpoint', 'Disturbed'],
      endpoints.map((one) => [code(one.endpoint), inline(weatherSentence(one))]),
    ),
  ];
}

function atLength(title: string, failures: readonly ShownFailure[]): string[] {
  if (failures.length === 0) return [];
  const groups = failureGroupsOf(failures, mostAtLength);
  return [
    `## ${title} (${counted(brokenBy(failures), 'requirement')})`,
    ...groups.atLength.flatMap(wholeFailure),
    briefTable(groups.briefly.flat()),
  ];
}

/** Returns a failure in full, with the other checks that saw it. */
function wholeFailure([failure, ...alike]: readonly ShownFailure[]): string[] {
  if (failure === undefined) return [];
  const { requirement, entry, check, counterexample, replay, confirmed } = failure;
  const ground = entry === undefined ? undefined : groundOf(entry);
  const places = ground?.places.map(inline) ?? [];
  const lines = [
    ['Observed', `${inline(failure.subject)} ${inline(failure.observed)}`],
    ['Expected', inline(failure.expected)],
    ['Counterexample', counterexample === undefined ? '' : code(counterexample)],
    [ground?.says ?? '', places.length > 1 ? places.map((place) => `\n  - ${place}`).join('') : (places[0] ?? '')],
    ['Check', code(check.id)],
    [
      'Also seen by',
      listed(
        alike.map((one) => code(one.check.id)),
        mostChecks,
      ),
    ],
    ['Seen again', confirmed === false ? 'no: the suite repeated the case and did not see it' : ''],
    ...visitLines(failure).map(([label, text]) => [`Browser ${label}`, code(clipped(text, 2000))]),
    ['Drawn from', replay === undefined ? '' : drawnFrom(replay)],
  ].filter(([, text]) => text !== '');
  const commands = [failure.rerun, failure.curl].filter((text) => text !== undefined).join('\n');
  return [
    `### ${requirement}: ${inline(entry?.statement ?? check.title)}`,
    lines.map(([label, text = '']) => `- **${label}:**${text.startsWith('\n') ? '' : ' '}${text}`).join('\n'),
    ...(commands === '' ? [] : [block('sh', commands)]),
  ];
}

function drawnFrom(replay: NonNullable<ShownFailure['replay']>): string {
  return `seed ${code(String(replay.seed))}${replay.path === undefined ? '' : `, path ${code(replay.path)}`}`;
}

function inBrief(title: string, failures: readonly ShownFailure[], meaning: string): string[] {
  return failures.length === 0
    ? []
    : [`## ${title} (${counted(brokenBy(failures), 'requirement')})`, meaning, briefTable(failures)];
}

function briefTable(failures: readonly ShownFailure[]): string {
  const waived = failures.some(({ verdict }) => verdict === 'waived');
  const rows = failures.map((failure) => [
    failure.requirement,
    statementAndPlaces(failure),
    `${inline(failure.subject)} ${inline(failure.observed)}`,
    inline(failure.expected),
    code(failure.check.id),
    ...(waived ? [inline(failure.check.reason ?? '')] : []),
  ]);
  return table(['Requirement', 'Statement', 'Observed', 'Expected', 'Check', ...(waived ? ['Waiver'] : [])], rows);
}

/** Returns the text of one cell: the statement and, if the report has them, the places that it rests on. */
function statementAndPlaces({ entry }: ShownFailure): string {
  if (entry === undefined) return '';
  const { says, places } = groundOf(entry);
  const rests = says === 'Section' ? [] : [`${says}: ${places.map(inline).join('; ')}`];
  return [inline(entry.statement), ...rests].join('<br>');
}

function waivers({ waivers: entries = [] }: Report): string[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ check, requirement = '', state, reason, owner, lastDay }) => [
    code(check),
    requirement,
    capitalised(waiverWords[state]),
    inline(reason),
    inline(owner),
    lastDay,
  ]);
  return [
    `## Waivers (${entries.length})`,
    table(['Check', 'Requirement', 'State', 'Reason', 'Owner', 'Last day'], rows),
  ];
}

function unsettled(report: Report): string[] {
  const causes = unsettledCausesOf(report);
  if (causes.length === 0) return [];
  const rows = causes.map(({ verdicts, reason, hasOtherReasons, checks, requirements }) => [
    `${inline(reason)}${hasOtherReasons ? ' (and similar reasons)' : ''}`,
    verdicts.map((verdict) => `${verdictMarks[verdict]} ${verdictWords[verdict]}`).join(', '),
    listed(
      checks.map(({ id }) => code(id)),
      mostChecks,
    ),
    listed(requirements, mostIds),
  ]);
  const count = new Set(causes.flatMap(({ checks }) => checks)).size;
  return [
    `## Without a verdict on the tenant (${count})`,
    'Inconclusive: a premise, the network or a limit prevented a verdict. Broken: the test bed failed.',
    table(['Cause', 'Ended', 'Checks', 'Requirements'], rows),
  ];
}

function notExercised(report: Report): string[] {
  const causes = notExercisedCausesOf(report);
  if (causes.length === 0) return [];
  const count = report.requirements.filter(({ verdict }) => verdict === 'not-exercised').length;
  const hasChecks = causes.some(({ checks }) => checks.length > 0);
  const rows = causes.map(({ reason, requirements, checks }) => [
    inline(reason),
    byProfile(requirements, report),
    ...(hasChecks ? [String(checks.length)] : []),
  ]);
  const manifold = hasRepeated(causes, 'requirements')
    ? ` A requirement with several causes is listed with each of them.`
    : '';
  return [
    '## Not exercised',
    `${counted(count, 'requirement')} not exercised.${manifold}`,
    table(['Why', 'Requirements', ...(hasChecks ? ['Checks'] : [])], rows),
  ];
}

/** Returns requirements in the order of the catalogue. If they include a whole profile, only its name is given. */
function byProfile(ids: readonly string[], { profiles: all, requirements }: Report): string {
  const wanted = new Set(ids);
  const parts = all.flatMap(({ name }) => {
    const mine = requirements.filter(({ profile }) => profile === name).map(({ id }) => id);
    const found = mine.filter((id) => wanted.has(id));
    return found.length > 1 && found.length === mine.length ? [`all of ${code(name)}`] : found;
  });
  return listed(parts, mostIds);
}

/** Returns the section of the survey, which found out before the checks which places the tenant serves. */
function survey({ survey: found }: Report): string[] {
  if (found === undefined) return [];
  const rows = describePlaces(found).map(({ place, found: outcome }) => [code(place), inline(outcome)]);
  return [
    '## What is served',
    'The survey found this before the checks, with correct requests.',
    table(['Place', 'Found'], rows),
  ];
}

function withoutCheck(report: Report): string[] {
  const missing = planned(report);
  const { untestable } = report.catalogue;
  const lines = [
    ...(missing.length === 0
      ? []
      : [
          `${counted(missing.length, 'requirement')} of ${report.catalogue.requirements} ${missing.length === 1 ? 'has' : 'have'} no check yet: ${listed(
            missing.map(({ id }) => id),
            30,
          )}.`,
        ]),
    ...(untestable === undefined || untestable === 0
      ? []
      : [`${counted(untestable, 'statement')} of the specification cannot be tested from outside.`]),
  ];
  return lines.length === 0 ? [] : ['## Without a check', ...lines];
}

function observations(report: Report): string[] {
  if (report.observations.length === 0) return [];
  const topics = new Map((report.freedoms ?? []).map(({ id, topic }) => [id, topic]));
  const rows = report.observations.map(({ freedom, observed }) => [
    freedom,
    inline(topics.get(freedom) ?? ''),
    inline(observed),
  ]);
  return [
    '## Observations',
    'What this tenant does where the specification leaves it free. Never judged.',
    table(['Freedom', 'Left open', 'Seen'], rows),
  ];
}
