import type { Outcome, ProfileResult, Report, ReportShard, RequirementVerdict, WaiverEntry } from './report.ts';

/** The outcomes as a reader meets them. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  conforming: 'Conforming',
  'partly-exercised': 'Partly exercised',
  'not-conforming': 'Not conforming',
  incomplete: 'Incomplete',
  broken: 'Test bed broken',
};

/** Says that the report is of the reference tenant with a built-in fault or variant; undefined for other tenants. */
export function deviationSentence({ fault, variant }: Report['target']): string | undefined {
  if (fault !== undefined)
    return `The reference tenant ran with the built-in fault ${fault}: any failure here comes from that fault, not from a real tenant.`;
  return variant === undefined
    ? undefined
    : `The reference tenant ran as the built-in variant ${variant}, which uses the freedoms of the specification in another way.`;
}

/** The verdicts in the order of tables: what a reader looks for first stands first. */
export const verdictColumns = [
  'passed',
  'failed',
  'warning',
  'inconclusive',
  'broken',
  'waived',
  'not-exercised',
  'planned',
] as const satisfies readonly RequirementVerdict[];

export const verdictWords: Readonly<Record<RequirementVerdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'warning',
  inconclusive: 'inconclusive',
  broken: 'broken',
  waived: 'waived',
  'not-exercised': 'not exercised',
  planned: 'planned',
};

/** Whether nothing is wrong with what was exercised of a profile, which is less than the whole: nobody must take it for passed. */
export function isPartlyExercised({ verdict, exercised }: Pick<ProfileResult, 'verdict' | 'exercised'>): boolean {
  return verdict === 'passed' && exercised !== 'whole';
}

/** The verdict of a profile. */
export function profileWords(profile: Pick<ProfileResult, 'verdict' | 'exercised'>): string {
  return isPartlyExercised(profile) ? 'none failed' : verdictWords[profile.verdict];
}

/** What became of a waiver, as it follows the check's name. */
export const waiverWords: Readonly<Record<WaiverEntry['state'], string>> = {
  applied: 'is waived',
  unused: 'was not needed',
  over: 'is waived no longer: its last day is past',
  passed: 'passed, so its waiver is stale',
};

/** So many reasons for which the cases of a check were about nothing are told. */
export const mostTold = 3;

/** `2/4`. */
export function shardName({ index, of }: ReportShard): string {
  return `${index}/${of}`;
}

/** A sentence with a capital letter; a name of the interface at its beginning stays as it is written there. */
export function capitalised(text: string): string {
  if (/^[a-z]+[_./]/.test(text)) return text;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `1 check`, `2 checks`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first so many of a list, and how many more there are. */
export function listed(items: readonly string[], most: number): string {
  if (items.length <= most + 1) return items.join(', ');
  return `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
}

/** A text of at most so many characters; says how many were left out. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).toWellFormed();
  return `${cut} [${text.length - most} more characters]`;
}

/** `2026-11-20 08:00:00 UTC` from an ISO date-time; as it stands where it is written in another way. */
export function moment(iso: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso) ?? [];
  return date === undefined || time === undefined ? iso : `${date} ${time} UTC`;
}

/** How long it took, e.g. `340 ms`, `12.3 s`, `4 min 5 s`, `2 h 3 min`. */
export function lasting(milliseconds: number): string {
  if (!(milliseconds >= 1000)) return `${Math.max(0, Math.round(milliseconds || 0))} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${Math.round(milliseconds / 100) / 10} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** What a check rests on: exchanges and, where there were any, deliveries and operations of the control. */
export function workOf({
  exchanges,
  deliveries = 0,
  operations = 0,
}: {
  readonly exchanges: number;
  readonly deliveries?: number | undefined;
  readonly operations?: number | undefined;
}): string {
  const parts = [
    ...(deliveries === 0 ? [] : [deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`]),
    ...(operations === 0 ? [] : [counted(operations, 'operation')]),
  ];
  return [...(exchanges > 0 || parts.length === 0 ? [counted(exchanges, 'exchange')] : []), ...parts].join(', ');
}
