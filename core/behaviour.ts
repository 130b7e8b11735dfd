import type { Exchange } from './exchange.ts';
import { json } from './exchange.ts';

/**
 * A way in which a tenant answered, without values, identifiers and times: two runs of one check are compared by it,
 * and what differs is the tenant's behaviour and not the names of what a run made.
 */
export interface Behaviour {
  /** Method, path and names of the query's members, e.g. `GET /api/v2/entries?pageSize`. */
  readonly request: string;
  /** Status, or the kind of trouble where there was none. */
  readonly answer: string;
  /** Members of a JSON body by their place, e.g. `entries[].id, nextToken`. */
  readonly members?: string;
  /** Names of the header fields. */
  readonly headers?: string;
}

/** Header fields that tell how the message was carried over this connection, and nothing of the tenant's interface. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Deeper members are the data of a laboratory. */
const deepest = 4;

/** Items of a list that are looked at: those of one listing are alike. */
const mostItems = 4;

/** How an exchange went, as far as it can be compared with another run. */
export function behaviourOf(exchange: Exchange): Behaviour {
  const { request, response, trouble } = exchange;
  const asked = askedBy(request);
  if (response === undefined) return { request: asked, answer: trouble?.kind ?? 'none' };
  const members = new Set<string>();
  collectMembers(json(exchange), '', deepest, members);
  const headers = Object.keys(response.headers).filter((name) => !framing.has(name));
  return {
    request: asked,
    answer: String(response.status),
    ...(members.size === 0 ? {} : { members: sortedOnce(members) }),
    ...(headers.length === 0 ? {} : { headers: sortedOnce(headers.map(named)) }),
  };
}

function askedBy({ method, url, body }: Exchange['request']): string {
  return `${method} ${placeOf(url)}${grantOf(body)}`;
}

/** So many texts are kept of a kind: a tenant may name things without end. */
const mostKept = 10_000;

const address = /^(?:\w+:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/;

/** Paths as they are told: nearly all requests go to the same few. */
const toldPaths = new Map<string, string>();

/** The path of an address; a segment that looks like an identifier is `*`. */
export function pathOf(url: string): string {
  const [, path = ''] = address.exec(url) ?? [];
  const before = toldPaths.get(path);
  if (before !== undefined) return before;
  const segments = path.split('/').map((segment) => (/^v\d{1,2}$/.test(segment) ? segment : named(segment)));
  const told = segments.join('/');
  if (toldPaths.size < mostKept) toldPaths.set(path, told);
  return told;
}

/** Path and names of the query's members. */
function placeOf(url: string): string {
  const [, , query = ''] = address.exec(url) ?? [];
  const names = query.split('&').map((pair) => pair.replace(/=.*$/s, ''));
  return `${pathOf(url)}${query === '' ? '' : `?${sortedOnce(names.map(named)).replaceAll(', ', '&')}`}`;
}

/** The kind of a token request tells more of it than its one address. */
function grantOf(body: string | undefined): string {
  const grant = /(?:^|&)grant_type=([a-z_]{1,40})(?:&|$)/.exec(body ?? '')?.[1];
  return grant === undefined ? '' : ` (${grant})`;
}

/**
 * Different for two values that differ in any member, and quickly made: most answers of a check look like an earlier one,
 * and need not be described once more to see it.
 */
function shapeOf(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) {
    return `[${value
      .slice(0, mostItems)
      .map((item) => shapeOf(item, depth))
      .join()}]`;
  }
  let shape = '{';
  for (const name in value) shape += `"${name}"${shapeOf((value as Record<string, unknown>)[name], depth - 1)}`;
  return `${shape}}`;
}

function collectMembers(value: unknown, at: string, depth: number, into: Set<string>): void {
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, mostItems)) collectMembers(item, `${at}[]`, depth, into);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const place = at === '' ? named(name) : `${at}.${named(name)}`;
    into.add(place);
    collectMembers(member, place, depth - 1, into);
  }
}

/** A name as it stands where it is a word of an interface, and `*` where it may be an identifier or data. */
function named(name: string): string {
  return /^[A-Za-z_.-]{0,32}$/.test(name) ? name : '*';
}

function sortedOnce(names: Iterable<string>): string {
  return [...new Set(names)].sort().join(', ');
}

/** Texts that held no secret: of most checks they are the same few hundred, which need not be looked through each time. */
const plainTexts = new Set<string>();

/** A behaviour as it may be written. */
function shown(behaviour: Behaviour, journal: { redact(text: string): string }): Behaviour {
  return Object.fromEntries(
    Object.entries(behaviour).map(([name, text]: [string, string]) => {
      if (plainTexts.has(text)) return [name, text];
      const written = unlabelled(journal.redact(text));
      if (written === text && plainTexts.size < mostKept) plainTexts.add(text);
      return [name, written];
    }),
  ) as unknown as Behaviour;
}

/** Collects the behaviour of a check, each way once. */
export class Behaviours {
  readonly #met = new Set<string>();
  readonly #described = new Set<string>();
  readonly #told = new Map<string, Behaviour>();

  /** @param journal that knows the secrets of the exchange: a tenant may put one where a name should stand */
  add(exchange: Exchange, journal: { redact(text: string): string }): void {
    const { request, response } = exchange;
    const names = Object.keys(response?.headers ?? {}).join();
    const answer = response?.status ?? exchange.trouble?.kind;
    const met = [askedBy(request), answer, names, shapeOf(json(exchange), deepest)].join('\n');
    if (this.#met.has(met)) return;
    this.#met.add(met);
    const described = behaviourOf(exchange);
    const key = keyOf(described);
    if (this.#described.has(key)) return;
    this.#described.add(key);
    const behaviour = shown(described, journal);
    this.#told.set(keyOf(behaviour), behaviour);
  }

  /** In an order that does not tell which exchange came first. */
  all(): Behaviour[] {
    return [...this.#told].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, behaviour]) => behaviour);
  }
}

function keyOf({ request, answer, members = '', headers = '' }: Behaviour): string {
  return [request, answer, members, headers].join('\n');
}

/** Labels are numbered in the order in which secrets were met, which says nothing of the tenant. */
function unlabelled(text: string): string {
  return text.replaceAll(/(?:base64\()?<[^>]*>\)?/g, '*');
}
