import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, succeeded } from '../../core/exchange.ts';
import { learnFrom, served } from '../../drivers/world/listing-limits.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { RequestOptions } from '../../drivers/world/request.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import { isKnown, ItemReader } from './listing-items.ts';

/** What a listing is asked for beside a following page. */
export interface Asked {
  readonly pageSize?: number;
  readonly sort?: 'asc' | 'desc';
}

/** One page of a walk. */
export interface WalkedPage {
  readonly exchange: Exchange;
  /** The value of `nextToken`, of any type; undefined where there is none. */
  readonly token: unknown;
  /** Keys of its items in order; undefined where they cannot be told from the rest. */
  readonly items: readonly string[] | undefined;
}

/** A listing that was followed from page to page. Plain data. */
export interface Walk {
  readonly path: string;
  readonly asked: Asked;
  readonly pages: readonly WalkedPage[];
  /**
   * `last`: the page token was empty. `no-token`: it was no text. `refused`: a page was no success. `unreadable`: an
   * answer was no JSON object. `endless`: there were far more pages than records, or many in a row that showed nothing new.
   */
  readonly end: 'last' | 'no-token' | 'refused' | 'unreadable' | 'endless';
  /** Modification times in milliseconds as the items show them, by key. */
  readonly shown: Readonly<Record<string, number>>;
  /** Where something else was asked for, as this was refused and may be (FRE-147, FRE-253). */
  readonly refused?: Exchange;
}

export interface WalkOptions extends Asked {
  /** The records of the suite's that may be met. */
  readonly known: readonly CreatedRecord[];
  /** Whether the colon of sort stands as it is, and is not percent-encoded: in a query both mean the same. */
  readonly plainColon?: boolean;
  /** How a page token is written into the query; form encoding unless given. */
  readonly encode?: (token: string) => string;
  readonly request?: RequestOptions;
  /** Whether the order is asked for also where the listing was seen to refuse it. */
  readonly orderAsIs?: boolean;
  /** For a look at what there is: with more different items than so many, what follows is left alone. */
  readonly upTo?: number;
}

/** So many pages in a row without an item that was not met before: a reader who goes on only goes round. */
const mostBarren = 50;
/** As {@link mostBarren}, where it does not matter whether anything comes after all. */
const fewBarren = 10;

/** Follows the page tokens of a listing to the end, with otherwise the same parameters ("Pagination", 3). */
export async function walk(scene: Scene, listing: Listing, authorization: string, options: WalkOptions): Promise<Walk> {
  const { target } = scene;
  const { path } = listing;
  const { pageSize, sort, orderAsIs = false, ...rest } = options;
  const asked: Asked = { ...(pageSize === undefined ? {} : { pageSize }), ...(sort === undefined ? {} : { sort }) };
  let refused: Exchange | undefined;
  // one thing after the other: the order, and the size
  for (let tries = 0; ; tries++) {
    const usual = served(asked, target, path);
    const instead = orderAsIs && sort !== undefined ? { ...usual, sort } : usual;
    const walked = await walkAsIs(scene, listing, authorization, { ...rest, ...instead });
    const [first] = walked.pages;
    const isRefused = walked.end === 'refused' && walked.pages.length === 1 && first !== undefined;
    const again = (other: Asked): Promise<Exchange> =>
      scene.call(path, { ...options.request, authorization, query: queryOf(other), note: 'for what is it refused?' });
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

/** The query parameters for what is asked, in the order in which the specification names them. */
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
    /** Whether the page token stands before the other parameters. */
    readonly first: boolean;
  },
): Promise<Exchange> {
  const { token, encode, plainColon, request, first } = options;
  const query = queryOf(options);
  if (token === undefined || encode === undefined) {
    const following = token === undefined ? {} : { nextToken: token };
    // it means the same in any place; the others stay as they were, since a page token may be bound to them
    const inOrder = first ? { ...following, ...query } : { ...query, ...following };
    if (!plainColon) return scene.call(path, { ...request, authorization, query: inOrder });
    const search = new URLSearchParams(inOrder).toString().replace(/(?<=sort=[^&]*)%3A/, ':');
    return scene.call(`${path}?${search}`, { ...request, authorization });
  }
  const before = new URLSearchParams(query).toString();
  const search = `${before === '' ? '' : `${before}&`}nextToken=${encode(token)}`;
  return scene.call(`${path}?${search}`, { ...request, authorization });
}

/** The items of all pages in order. */
export function itemsIn({ pages }: Walk): readonly string[] {
  return pages.flatMap(({ items }) => items ?? []);
}

/** Those of the records that the walk has not come by. */
export function missingIn(walked: Walk, records: readonly CreatedRecord[]): CreatedRecord[] {
  const met = new Set(itemsIn(walked));
  return records.filter(({ name }) => !met.has(name));
}

/** Whether the walk came to its end by the rules, and every item on the way could be told. */
export function isWhole({ end, pages }: Walk): boolean {
  return end === 'last' && pages.every(({ items }) => items !== undefined);
}

/** The last answer of a walk. */
export function lastOf({ pages }: Walk): Exchange | undefined {
  return pages.at(-1)?.exchange;
}

/** Whether a credential that was served before was refused: that is no matter of pages. */
export function isUnauthenticated({ response }: Exchange): boolean {
  return response?.status === 401;
}

/** A walk as the subject of a finding: `GET /api/v2/plates?pageSize=2, followed to the end,`. */
export function tellWalk({ path, asked }: Pick<Walk, 'path' | 'asked'>): string {
  return `${tellCall(path, asked)}, followed to the end,`;
}

/** A call as the subject of a finding. */
export function tellCall(path: string, asked: Asked): string {
  const query = Object.entries(queryOf(asked)).map(([name, value]) => `${name}=${value}`);
  return `GET ${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/**
 * Why nothing can be said of what a walk lacks; undefined where it can. Items that cannot be told apart from the rest,
 * or of which none is recognised, are a matter of the profile's settings.
 */
export function unclearIn(walked: Walk, records: readonly CreatedRecord[]): string | undefined {
  const { path, pages } = walked;
  if (pages.some(({ items, exchange }) => items === undefined && succeeded(exchange)))
    return `the items of GET ${path} cannot be told from the rest: set api.itemsKeys`;
  const items = itemsIn(walked);
  if (records.length === 0 || items.some(isKnown) || items.length < records.length) return undefined;
  return `the items of GET ${path} cannot be recognised by name or identifier: set api.itemId`;
}

/** What is in one of two sets and not in both. */
export function onlyInOne(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...[...one].filter((key) => !other.has(key)), ...[...other].filter((key) => !one.has(key))];
}
