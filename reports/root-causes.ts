import { labelPattern } from '../core/redaction/label.ts';
import type { ShownFailure } from './failures.ts';
import { decidingExchange } from './failures.ts';
import type { ExchangeEntry } from './report.ts';

/** Findings that one mistake of the tenant is likely to explain. */
export interface RootCause {
  /** The finding that represents all: it has the worst verdict, and is the first of these in the catalogue. */
  readonly first: ShownFailure;
  /** All findings, in the order in which they were given. */
  readonly failures: readonly ShownFailure[];
  /** Ids, each once. */
  readonly requirements: readonly string[];
  /** Ids, each once. */
  readonly checks: readonly string[];
}

/**
 * Groups findings by their likely cause, so that one lost credential reads as one finding and not as thirty. Two
 * findings belong together if they have any of these in common:
 *
 * - the exchange that shows them, within one check;
 * - the stage, the kind of credential and the observation, apart from numbers and names;
 * - the requirement and the observation;
 * - the place that the survey did not find, if the findings are about this;
 * - the kind of a credential and the way in which it was refused although it had to be accepted;
 * - the kind of a credential that the answer returned unchanged although another one was due.
 *
 * Each finding is in exactly one group. Waived findings are never grouped with others.
 *
 * @param failures as the report shows them, the most important first
 */
export function rootCausesOf(failures: readonly ShownFailure[]): RootCause[] {
  const groups: { readonly members: ShownFailure[]; readonly keys: Set<string> }[] = [];
  for (const failure of failures) {
    const keys = signsOf(failure);
    const joined = groups.filter((group) => keys.some((key) => group.keys.has(key)));
    const [home, ...others] = joined;
    if (home === undefined) {
      groups.push({ members: [failure], keys: new Set(keys) });
      continue;
    }
    home.members.push(failure);
    for (const key of keys) home.keys.add(key);
    // a finding that has something in common with two groups joins them
    for (const other of others) {
      home.members.push(...other.members);
      for (const key of other.keys) home.keys.add(key);
      groups.splice(groups.indexOf(other), 1);
    }
  }
  const place = new Map(failures.map((failure, at) => [failure, at]));
  const at = (failure: ShownFailure): number => place.get(failure) ?? failures.length;
  return groups.flatMap(({ members }) => {
    const ordered = members.toSorted((a, b) => at(a) - at(b));
    const [first] = ordered;
    if (first === undefined) return [];
    return {
      first,
      failures: ordered,
      requirements: [...new Set(ordered.map(({ requirement }) => requirement))],
      checks: [...new Set(ordered.map(({ check }) => check.id))],
    };
  });
}

/** Findings of one requirement that are likely to have one cause. The first one represents all. */
export type FailureGroup = readonly ShownFailure[];

/**
 * Returns a group of findings for each requirement that a likely cause breaks: at most `most` groups for a full
 * description, and the others for a brief one. A group is brief too if it follows from the lack of a place that another
 * group describes.
 */
export function failureGroupsOf(
  failures: readonly ShownFailure[],
  most: number,
): { readonly atLength: readonly FailureGroup[]; readonly briefly: readonly FailureGroup[] } {
  const groups = rootCausesOf(failures).flatMap((cause): FailureGroup[] => [
    ...Map.groupBy(cause.failures, ({ requirement }) => requirement).values(),
  ]);
  const lackOf = ([first]: FailureGroup): string | undefined => first?.lack && `${first.verdict} ${first.lack.place}`;
  const representatives = new Map<string | undefined, FailureGroup>();
  for (const group of groups) {
    const [first] = group;
    const lack = lackOf(group);
    if (!representatives.has(lack) || first?.requirement === first?.lack?.demandedBy[0])
      representatives.set(lack, group);
  }
  const isRepresentative = (group: FailureGroup): boolean =>
    lackOf(group) === undefined || representatives.get(lackOf(group)) === group;
  const atLength = groups.filter(isRepresentative).slice(0, most);
  const inFull = new Set(atLength);
  return { atLength, briefly: groups.filter((group) => !inFull.has(group)) };
}

/** Returns the signs by which findings are compared. Two findings that share a sign are taken to have one cause. */
function signsOf(failure: ShownFailure): string[] {
  const { verdict, check, requirement, expected } = failure;
  const seen = wording(failure.observed);
  const exchange = decidingExchange(failure);
  const waived = verdict === 'waived';
  const sign = (kind: string, ...parts: readonly string[]): string => JSON.stringify([waived, kind, ...parts]);
  const signs = [sign('requirement', requirement, seen)];
  if (failure.lack !== undefined) signs.push(sign('lack', failure.lack.place));
  if (exchange === undefined) return [...signs, sign('words', wording(failure.subject), seen)];
  const pattern = [stageOf(exchange), credentialOf(exchange)];
  signs.push(sign('exchange', check.id, exchange.id), sign('pattern', ...pattern, seen));
  if (refused(exchange) && !isRefusal(expected)) signs.push(sign('refused', ...pattern, answerOf(exchange)));
  const again = cameBack(exchange);
  if (again !== undefined) signs.push(sign('came back', ...pattern, again));
  return signs;
}

/** Returns the stage of a request: the grant of a token request, or the part of the interface that it is about. */
function stageOf({ id, request }: ExchangeEntry): string {
  if (id.startsWith('d')) return 'delivery';
  const grant = /(?:^|[&?"])grant_type"?[=:]\s*"?([\w:.-]+)/.exec(request.body ?? '')?.[1];
  if (grant !== undefined) return `token request, ${grant}`;
  if (/\/oauth\/authorize(?:[?#]|$)/.test(request.url)) return 'authorization';
  return 'call';
}

/**
 * Returns the kind of credential that a request carries. A credential in its headers counts more than one in its body.
 */
function credentialOf({ request }: ExchangeEntry): string {
  const labelled = new RegExp(`<(\\D+?) \\d+[,>]|<(near miss)`);
  for (const text of [JSON.stringify(request.headers), request.body ?? '', request.url]) {
    const [, kind, near] = labelled.exec(text) ?? [];
    if (kind !== undefined || near !== undefined) return kind ?? near ?? '';
  }
  return 'no credential';
}

function answerOf({ response, trouble }: ExchangeEntry): string {
  return response === undefined ? `no answer: ${(trouble ?? '').split(':')[0] ?? ''}` : String(response.status);
}

function refused({ response }: ExchangeEntry): boolean {
  return response === undefined || response.status >= 400;
}

function isRefusal(expected: string): boolean {
  return /refus|reject|no token|not be|error|invalid_|nothing|\b4\d\d\b/i.test(expected);
}

/** Returns the kind of refresh or access token that an exchange both sent and received. */
function cameBack({ request, response }: ExchangeEntry): string | undefined {
  const sent = new Set(labelsIn(request.body ?? ''));
  const same = labelsIn(response?.body ?? '').find((label) => sent.has(label) && label.includes('token'));
  return same?.replaceAll(/[<>\d]/g, '').trim();
}

function labelsIn(text: string): string[] {
  return text.match(new RegExp(labelPattern, 'g')) ?? [];
}

/**
 * Returns a text without the parts that differ between cases: labels of secrets, quoted values, and numbers other than
 * statuses.
 */
export function wording(text: string): string {
  return text
    .replaceAll(new RegExp(labelPattern, 'g'), '<secret>')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replaceAll(/(?<!answered with )\b\d+(?:\.\d+)?\b/g, '#')
    .toLowerCase();
}
