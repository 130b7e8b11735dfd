import type { Exchange } from './exchange.ts';
import { json } from './exchange.ts';

/**
 * A way in which a tenant answered, without values, identifiers and times. Two runs of one check are compared by their
 * behaviours, so that a difference comes from the tenant and not from the names that a run made.
 */
export interface Behaviour {
  /** Method, path and names of the query's members, e.g. `GET /api/v2/entries?pageSize`. */
  readonly request: string;
  /** Status, or the kind of trouble if there was no answer. */
  readonly answer: string;
  /** Members of a JSON body by their place, e.g. `entries[].id, nextToken`. */
  readonly members?: string;
  /** Names of the header fields. */
  readonly headers?: string;
}

/**
 * Header fields that describe how this connection carried the message. They say nothing about the tenant's interface.
 */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Levels of members that are described. Deeper members are the data of a laboratory. */
const deepest = 4;

/** Items of a list that are described: the items of one listing are alike. */
const mostItems = 4;

/** Returns the behaviour that an exchange shows, as far as it can be compared with another run. */
export function behaviourOf(exchange: Exchange): Behaviour {
  const { request, response, trouble } = exchange;
  const asked = requestLineOf(request);
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

function requestLineOf({ method, url, body }: Exchange['request']): string {
  return `${method} ${placeOf(url)}${grantOf(body)}`;
}

/** The largest number of texts that are kept of each kind: a tenant may make up names without limit. */
const mostKept = 10_000;

const address = /^(?:\w+:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/;

/** The results of {@link pathOf}, by path. Nearly all requests go to the same few paths. */
const shownPaths = new Map<string, string>();

/** Returns the path of an address, with `*` for each segment that looks like an identifier. */
export function pathOf(url: string): string {
  const [, path = ''] = address.exec(url) ?? [];
  const before = shownPaths.get(path);
  if (before !== undefined) return before;
  const segments = path.split('/').map((segment) => (/^v\d{1,2}$/.test(segment) ? segment : named(segment)));
  const shownPath = segments.join('/');
  if (shownPaths.size < mostKept) shownPaths.set(path, shownPath);
  return shownPath;
}

/** Returns the path and the names of the query's members. */
function placeOf(url: string): string {
  const [, , query = ''] = address.exec(url) ?? [];
  const names = query.split('&').map((pair) => pair.replace(/=.*$/s, ''));
  return `${pathOf(url)}${query === '' ? '' : `?${sortedOnce(names.map(named)).replaceAll(', ', '&')}`}`;
}

/** Returns the grant type of a token request in parentheses: all grants share one address. */
function grantOf(body: string | undefined): string {
  const grant = /(?:^|&)grant_type=([a-z_]{1,40})(?:&|$)/.exec(body ?? '')?.[1];
  return grant === undefined ? '' : ` (${grant})`;
}

/**
 * Returns a text that differs for two values with different members. It is made quickly: most answers of a check look
 * like an earlier answer, and need not be described again.
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

/** Returns a name if it is a word of an interface, and `*` if it may be an identifier or data. */
function named(name: string): string {
  return /^[A-Za-z_.-]{0,32}$/.test(name) ? name : '*';
}

function sortedOnce(names: Iterable<string>): string {
  return [...new Set(names)].sort().join(', ');
}

/** Texts that held no secret. Most checks have the same few hundred texts, which need not be searched each time. */
const plainTexts = new Set<string>();

/** Returns a behaviour without secrets, so that it may be written. */
function withoutSecrets(behaviour: Behaviour, journal: { redact(text: string): string }): Behaviour {
  return Object.fromEntries(
    Object.entries(behaviour).map(([name, text]: [string, string]) => {
      if (plainTexts.has(text)) return [name, text];
      const written = withoutLabels(journal.redact(text));
      if (written === text && plainTexts.size < mostKept) plainTexts.add(text);
      return [name, written];
    }),
  ) as unknown as Behaviour;
}

/** The different behaviours that a check saw. */
export class Behaviours {
  readonly #met = new Set<string>();
  readonly #described = new Set<string>();
  readonly #written = new Map<string, Behaviour>();

  /**
   * @param journal the journal that knows the secrets of the exchange: a tenant may put a secret where a name belongs
   */
  add(exchange: Exchange, journal: { redact(text: string): string }): void {
    const { request, response } = exchange;
    const names = Object.keys(response?.headers ?? {}).join();
    const answer = response?.status ?? exchange.trouble?.kind;
    const met = [requestLineOf(request), answer, names, shapeOf(json(exchange), deepest)].join('\n');
    if (this.#met.has(met)) return;
    this.#met.add(met);
    const described = behaviourOf(exchange);
    const key = keyOf(described);
    if (this.#described.has(key)) return;
    this.#described.add(key);
    const behaviour = withoutSecrets(described, journal);
    this.#written.set(keyOf(behaviour), behaviour);
  }

  /** Returns the behaviours in an order that does not depend on the order of the exchanges. */
  all(): Behaviour[] {
    return [...this.#written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, behaviour]) => behaviour);
  }
}

function keyOf({ request, answer, members = '', headers = '' }: Behaviour): string {
  return [request, answer, members, headers].join('\n');
}

/**
 * Replaces labels by `*`. Labels are numbered in the order in which secrets were met, which says nothing about the
 * tenant.
 */
function withoutLabels(text: string): string {
  return text.replaceAll(/(?:base64\()?<[^>]*>\)?/g, '*');
}
