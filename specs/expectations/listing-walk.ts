import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, succeeded } from '../../core/exchange.ts';
import { learnFrom, served } from '../../drivers/world/listing-limits.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { RequestOptions } from '../../drivers/world/request.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import { isKnown, ItemReader } from './listing-items.ts';

/** The parameters that a listing is asked for, besides the page token. */
export interface Asked {
  readonly pageSize?: number;
  readonly sort?: 'asc' | 'desc';
}

/** One page of a walk. */
export interface WalkedPage {
  readonly exchange: Exchange;
  /** The value of `nextToken`, of any type; undefined if it is absent. */
  readonly token: unknown;
  /** Keys of its items in order; undefined if items cannot be distinguished from other content. */
  readonly items: readonly string[] | undefined;
}

/** A listing that was followed from page to page. Plain data. */
export interface Walk {
  readonly path: string;
  readonly asked: Asked;
  readonly pages: readonly WalkedPage[];
  /**
   * `last`: the page token was empty. `no-token`: it was not a text. `refused`: a page was not a success. `unreadable`:
   * an answer was not a JSON object. `endless`: there were far more pages than records, or many in a row that showed
   * nothing new.
   */
  readonly end: 'last' | 'no-token' | 'refused' | 'unreadable' | 'endless';
  /** Modification times in milliseconds as the items show them, by key. */
  readonly shown: Readonly<Record<string, number>>;
  /**
   * The refusal, if the tenant refused the requested parameters, as it may (FRE-147, FRE-253), and others were used.
   */
  readonly refused?: Exchange;
}

export interface WalkOptions extends Asked {
  /** The suite's records that may appear. */
  readonly known: readonly CreatedRecord[];
  /** Whether the colon of sort is sent unencoded: in a query both forms mean the same. */
  readonly plainColon?: boolean;
  /** Encodes a page token for the query; form encoding unless given. */
  readonly encode?: (token: string) => string;
  readonly request?: RequestOptions;
  /** Whether the order is requested even if the listing was seen to refuse it. */
  readonly orderAsIs?: boolean;
  /** For a look at existing records: the walk stops after more different items than this. */
  readonly upTo?: number;
}

/** After this many pages in a row without a new item, the page tokens are taken to go round in a circle. */
const mostBarren = 50;
/** As {@link mostBarren}, for walks in which later items do not matter. */
const fewBarren = 10;

/** Follows the page tokens of a listing to the end, with otherwise the same parameters ("Pagination", 3). */
export async function walk(scene: Scene, listing: Listing, authorization: string, options: WalkOptions): Promise<Walk> {
  const { target } = scene;
  const { path } = listing;
  const { pageSize, sort, orderAsIs = false, ...rest } = options;
  const asked: Asked = { ...(pageSize === undefined ? {} : { pageSize }), ...(sort === undefined ? {} : { sort }) };
  let refused: Exchange | undefined;
  // one parameter after the other may turn out to be refused: the order, and the size
  for (let tries = 0; ; tries++) {
    const usual = served(asked, target, path);
    const instead = orderAsIs && sort !== undefined ? { ...usual, sort } : usual;
    const walked = await walkAsIs(scene, listing, authorization, { ...rest, ...instead });
    const [first] = walked.pages;
    const isRefused = walked.end === 'refused' && walked.pages.length === 1 && first !== undefined;
    const again = (other: Asked): Promise<Exchange> =>
      scene.call(path, {
        ...options.request,
        authorization,
        query: queryOf(other),
        note: 'finds the refused parameter',
      });
    const learned =
      isRefused && tries < 2 && (await learnFrom(first.exchange, instead, { target, path, orderAsIs }, again));
    if (!learned) return refused === undefined ? walked : { ...walked, refused };
    refused ??= first?.exchange;
  }
}

async function walkAsIs(
  scene: Scene,
  listing: Listing,
  authorization: string,
  { known, encode, plainColon = false, request = {}, orderAsIs: _order, upTo = Infinity, ...asked }: WalkOptions,
): Promise<Walk> {
  const { path } = listing;
  const reader = new ItemReader(path, scene.target.settings.api, known);
  const pages: WalkedPage[] = [];
  const shown: Record<string, number> = {};
  const walked = (end: Walk['end']): Walk => ({ path, asked, pages, end, shown });
  const most = 3 * Math.max(known.length, upTo === Infinity ? 0 : upTo) + 20;
  const barrenPages = upTo === Infinity ? mostBarren : fewBarren;
  const met = new Set<string>();
  let barren = 0;
  for (let token: string | undefined; ;) {
    const exchange = await call(scene, path, authorization, {
      ...asked,
      token,
      encode,
      plainColon,
      request,
      first: pages.length % 2 === 0,
    });
    const body = jsonObject(exchange);
    const read = succeeded(exchange) ? reader.read(exchange) : undefined;
    for (const { key, modifiedAt } of read ?? []) if (modifiedAt !== undefined) shown[key] = modifiedAt;
    const items = read?.map(({ key }) => key);
    pages.push({ exchange, token: body?.['nextToken'], items });
    barren = items?.every((key) => met.has(key)) === true ? barren + 1 : 0;
    for (const key of items ?? []) met.add(key);
    if (!succeeded(exchange)) return walked('refused');
    if (body === undefined) return walked('unreadable');
    const next = body['nextToken'];
    if (typeof next !== 'string') return walked('no-token');
    if (next === '') return walked('last');
    if (pages.length >= most || barren >= barrenPages || met.size > upTo) return walked('endless');
    token = next;
  }
}

/** Returns the query parameters of a request, in the order in which the specification names them. */
export function queryOf({ pageSize, sort }: Asked): Record<string, string> {
  return {
    ...(pageSize === undefined ? {} : { pageSize: String(pageSize) }),
    ...(sort === undefined ? {} : { sort: `modifiedAt:${sort}` }),
  };
}

function call(
  scene: Scene,
  path: string,
  authorization: string,
  options: Asked & {
    readonly token: string | undefined;
    readonly encode: WalkOptions['encode'] | undefined;
    readonly plainColon: boolean;
    readonly request: RequestOptions;
    /** Whether the page token comes before the other parameters. */
    readonly first: boolean;
  },
): Promise<Exchange> {
  const { token, encode, plainColon, request, first } = options;
  const query = queryOf(options);
  if (token === undefined || encode === undefined) {
    const following = token === undefined ? {} : { nextToken: token };
    // The token means the same in any place; the others stay unchanged, because a page token may be bound to them.
    const inOrder = first ? { ...following, ...query } : { ...query, ...following };
    if (!plainColon) return scene.call(path, { ...request, authorization, query: inOrder });
    const search = new URLSearchParams(inOrder).toString().replace(/(?<=sort=[^&]*)%3A/, ':');
    return scene.call(`${path}?${search}`, { ...request, authorization });
  }
  const before = new URLSearchParams(query).toString();
  const search = `${before === '' ? '' : `${before}&`}nextToken=${encode(token)}`;
  return scene.call(`${path}?${search}`, { ...request, authorization });
}

/** Returns the items of all pages in order. */
export function itemsIn({ pages }: Walk): readonly string[] {
  return pages.flatMap(({ items }) => items ?? []);
}

/** Returns those of the records that the walk did not meet. */
export function missingIn(walked: Walk, records: readonly CreatedRecord[]): CreatedRecord[] {
  const met = new Set(itemsIn(walked));
  return records.filter(({ name }) => !met.has(name));
}

/** Reports whether the walk ended by the rules, and the items of every page could be read. */
export function isWhole({ end, pages }: Walk): boolean {
  return end === 'last' && pages.every(({ items }) => items !== undefined);
}

/** Returns the last answer of a walk. */
export function lastOf({ pages }: Walk): Exchange | undefined {
  return pages.at(-1)?.exchange;
}

/** Reports whether a credential that was served before was refused, which has nothing to do with pages. */
export function isUnauthenticated({ response }: Exchange): boolean {
  return response?.status === 401;
}

/** Returns a walk as the subject of a finding: `GET /api/v2/plates?pageSize=2, followed to the end,`. */
export function describeWalk({ path, asked }: Pick<Walk, 'path' | 'asked'>): string {
  return `${describeListingCall(path, asked)}, followed to the end,`;
}

/** Returns a call as the subject of a finding. */
export function describeListingCall(path: string, asked: Asked): string {
  const query = Object.entries(queryOf(asked)).map(([name, value]) => `${name}=${value}`);
  return `GET ${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/**
 * Returns why nothing can be said about missing records of a walk; undefined if it can. Whether items can be
 * distinguished and recognised depends on the profile's settings.
 */
export function unclearIn(walked: Walk, records: readonly CreatedRecord[]): string | undefined {
  const { path, pages } = walked;
  if (pages.some(({ items, exchange }) => items === undefined && succeeded(exchange)))
    return `the items of GET ${path} cannot be told from the rest: set api.itemsKeys`;
  const items = itemsIn(walked);
  if (records.length === 0 || items.some(isKnown) || items.length < records.length) return undefined;
  return `the items of GET ${path} cannot be recognised by name or identifier: set api.itemId`;
}

/** Returns the elements of two sets that are not in both. */
export function onlyInOne(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...[...one].filter((key) => !other.has(key)), ...[...other].filter((key) => !one.has(key))];
}
