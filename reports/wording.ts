import type { Outcome, ProfileResult, Report, ReportShard, RequirementVerdict, WaiverEntry } from './report.ts';

/** The outcomes in words for readers. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  conforming: 'Conforming',
  'partly-exercised': 'Partly exercised',
  'not-conforming': 'Not conforming',
  incomplete: 'Incomplete',
  broken: 'Test bed broken',
};

/**
 * Returns a sentence which says that the reference tenant ran with a built-in fault or variant; undefined for other
 * tenants.
 */
export function deviationSentence({ fault, variant }: Report['target']): string | undefined {
  if (fault !== undefined)
    return `The reference tenant ran with the built-in fault ${fault}: any failure here comes from that fault, not from a real tenant.`;
  return variant === undefined
    ? undefined
    : `The reference tenant ran as the built-in variant ${variant}, which uses the freedoms of the specification in another way.`;
}

/** The verdicts in the order of table columns: those that readers look for first come first. */
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

/**
 * Reports whether no requirement failed, but only a part of the profile was exercised. Readers must not take such a
 * profile for passed.
 */
export function isPartlyExercised({ verdict, exercised }: Pick<ProfileResult, 'verdict' | 'exercised'>): boolean {
  return verdict === 'passed' && exercised !== 'whole';
}

/** Returns the verdict of a profile in words. */
export function profileWords(profile: Pick<ProfileResult, 'verdict' | 'exercised'>): string {
  return isPartlyExercised(profile) ? 'none failed' : verdictWords[profile.verdict];
}

/** The state of a waiver, in words that follow the check's name. */
export const waiverWords: Readonly<Record<WaiverEntry['state'], string>> = {
  applied: 'is waived',
  unused: 'was not needed',
  over: 'is waived no longer: its last day is past',
  passed: 'passed, so its waiver is stale',
};

/** Maximum number of reasons that are shown if several explain why the cases of a check were not judged. */
export const mostShownReasons = 3;

/** Returns the name of a shard, such as `2/4`. */
export function shardName({ index, of }: ReportShard): string {
  return `${index}/${of}`;
}

/**
 * Returns a sentence with a capital first letter. A name of the interface at its beginning stays as it is written
 * there.
 */
export function capitalised(text: string): string {
  if (/^[a-z]+[_./]/.test(text)) return text;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns a number with its noun: `1 check`, `2 checks`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the first `most` items of a list, and how many more there are. */
export function listed(items: readonly string[], most: number): string {
  if (items.length <= most + 1) return items.join(', ');
  return `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
}

/** Returns at most `most` characters of a text, and says how many were left out. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).toWellFormed();
  return `${cut} [${text.length - most} more characters]`;
}

/** Returns `2026-11-20 08:00:00 UTC` for an ISO date-time. Any other text stays as it is. */
export function moment(iso: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso) ?? [];
  return date === undefined || time === undefined ? iso : `${date} ${time} UTC`;
}

/** Returns a duration in words, e.g. `340 ms`, `12.3 s`, `4 min 5 s`, `2 h 3 min`. */
export function lasting(milliseconds: number): string {
  if (!(milliseconds >= 1000)) return `${Math.max(0, Math.round(milliseconds || 0))} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${Math.round(milliseconds / 100) / 10} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** Returns the work of a check: exchanges and, if there were any, deliveries and operations of the control. */
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
