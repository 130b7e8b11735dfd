import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import { Unsupported } from '../../core/trouble.ts';
import type { SchemaFieldsEncoding } from '../../schemas/types/profile.ts';
import { learnFrom, served } from './listing-limits.ts';
import type { Listing } from './listing.ts';
import { identifierOf, itemsOf, nextTokenOf } from './page.ts';
import type { Scene } from './scene.ts';

/** An assertion about one field, as it is written: a text, an identifier, or an operator, a space and a bound. */
export interface FieldAssertion {
  readonly field: string;
  readonly text: string;
}

/** How a space is sent ("Filters", 1): as a plus sign, or as `%20`, which means the same in a query. */
export type BlankForm = '+' | '%20';

export interface FilterOptions {
  /** `+` by default: the form that the specification names. */
  readonly blank?: BlankForm;
  readonly pageSize?: number;
  /** Whether the digits of percent escapes are written in lower case, which means the same (RFC 3986, section 2.1). */
  readonly lowerCaseEscapes?: boolean;
  /** The schema, for tenants that need its name in addition to the filter (`api.schemaParameter`). */
  readonly schemaId?: string;
  readonly note?: string;
}

/** An item of a page, with the identifier at the configured place in it. */
export interface FoundItem {
  readonly identifier?: string;
  readonly item: unknown;
}

export interface FilteredPage {
  readonly exchange: Exchange;
  readonly items: readonly FoundItem[];
}

/** The part of a listing that a filter left, over all its pages. Plain data. */
export interface FilteredView {
  readonly pages: readonly FilteredPage[];
  /**
   * `whole`: followed to the end. `refused`: a page was not a success. `unreadable`: on some page the items cannot be
   * distinguished from the rest. `endless`: a page token led to the same page again.
   */
  readonly end: 'whole' | 'refused' | 'unreadable' | 'endless';
  /** The page size that was requested. It differs from the wanted one if the tenant refuses small ones (FRE-253). */
  readonly pageSize?: number;
}

/** More pages than any filter of the suite leaves, at any page size that the suite requests. */
const maxPages = 500;

/** Returns a text in form encoding. */
function encoded(text: string, blank: BlankForm): string {
  const percent = encodeURIComponent(text).replaceAll(/[!'()*~]/g, percentOf);
  return blank === '+' ? percent.replaceAll('%20', '+') : percent;
}

function percentOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Returns the filter as it appears in the query, in the encoding of the target profile (`api.schemaFieldsEncoding`).
 */
export function filterSearch(
  encoding: SchemaFieldsEncoding,
  assertions: readonly FieldAssertion[],
  blank: BlankForm = '+',
): string {
  const pair = (name: string, value: string): string => `${encoded(name, blank)}=${encoded(value, blank)}`;
  switch (encoding) {
    case 'json': {
      const filter = Object.fromEntries(assertions.map(({ field, text }) => [field, text]));
      return pair('schemaFields', JSON.stringify(filter));
    }
    case 'dotted':
      return assertions.map(({ field, text }) => pair(`schemaFields.${field}`, text)).join('&');
    case 'bracket':
      return assertions.map(({ field, text }) => pair(`schemaFields[${field}]`, text)).join('&');
  }
}

/**
 * Follows a filtered listing to its end. Without assertions, the listing is not filtered.
 *
 * @throws Unsupported if the profile does not say how a filter appears in the query
 * @throws PremiseUnmet if the listing has more pages than the suite follows
 */
export async function filteredView(
  scene: Scene,
  listing: Listing,
  authorization: string,
  assertions: readonly FieldAssertion[],
  options: FilterOptions = {},
): Promise<FilteredView> {
  const { target } = scene;
  const { path } = listing;
  if (options.pageSize === undefined) return viewAsIs(scene, listing, authorization, assertions, options);
  const asked = { pageSize: options.pageSize };
  const look = async (): Promise<FilteredView> => {
    const { pageSize = asked.pageSize } = served(asked, target, path);
    return { ...(await viewAsIs(scene, listing, authorization, assertions, { ...options, pageSize })), pageSize };
  };
  const view = await look();
  const [first] = view.pages;
  if (first === undefined || view.end !== 'refused' || view.pages.length > 1) return view;
  const call = ({ pageSize }: { readonly pageSize?: number }): Promise<Exchange> =>
    scene.call(path, {
      authorization,
      query: { pageSize: String(pageSize) },
      note: 'is it the page size that is refused?',
    });
  // if this size is served without a filter, the size is not the reason for the refusal
  if (view.pageSize === undefined || succeeded(await call({ pageSize: view.pageSize }))) return view;
  const learned = await learnFrom(first.exchange, { pageSize: view.pageSize }, { target, path }, call);
  return learned ? look() : view;
}

async function viewAsIs(
  scene: Scene,
  listing: Listing,
  authorization: string,
  assertions: readonly FieldAssertion[],
  options: FilterOptions,
): Promise<FilteredView> {
  const { path } = listing;
  const settings = scene.target.settings.api;
  const fixed = searchOf(scene, assertions, options);
  const pages: FilteredPage[] = [];
  const followed = new Map<string, string>();
  const allowance = scene.target.walks.begin(`${path} filtered`, maxPages);
  let readable = true;
  let token: string | undefined;
  for (;;) {
    const search = token === undefined ? fixed : [...fixed, `nextToken=${encoded(token, '%20')}`];
    const exchange = await scene.call(search.length === 0 ? path : `${path}?${search.join('&')}`, {
      authorization,
      ...(options.note === undefined ? {} : { note: options.note }),
    });
    const found = succeeded(exchange) ? itemsOf(exchange, path, settings) : [];
    if (found === undefined) readable = false;
    const items = (found ?? []).map((item): FoundItem => {
      const identifier = identifierOf(item, path, settings);
      return identifier === undefined ? { item } : { item, identifier };
    });
    pages.push({ exchange, items });
    if (!succeeded(exchange)) return { pages, end: 'refused' };
    // a tenant that stores the position of a traversal may give the same token for all its pages
    const body = exchange.response?.body ?? '';
    if (token !== undefined && followed.get(token) === body) return { pages, end: 'endless' };
    if (token !== undefined) followed.set(token, body);
    token = nextTokenOf(exchange);
    if (token === undefined) {
      allowance.ended();
      return { pages, end: readable ? 'whole' : 'unreadable' };
    }
    const limit = await allowance.reached();
    if (limit !== undefined) scene.recordCutOff(path, limit);
  }
}

/**
 * Returns the parameters of a filtered call, as they appear in the query.
 *
 * @throws Unsupported if the profile does not say how a filter appears there
 */
export function searchOf(
  scene: Scene,
  assertions: readonly FieldAssertion[],
  options: FilterOptions = {},
): readonly string[] {
  const { schemaFieldsEncoding, schemaParameter } = scene.target.settings.api;
  const { blank = '+', pageSize, schemaId } = options;
  const search = pageSize === undefined ? [] : [`pageSize=${pageSize}`];
  if (assertions.length === 0) return search;
  if (schemaFieldsEncoding === undefined) throw new Unsupported('api.schemaFieldsEncoding is not in the profile');
  if (schemaParameter !== undefined && schemaId !== undefined) {
    search.push(`${encoded(schemaParameter, '%20')}=${encoded(schemaId, '%20')}`);
  }
  const filter = filterSearch(schemaFieldsEncoding, assertions, blank);
  const escaped = options.lowerCaseEscapes === true ? filter.replaceAll(/%../g, (code) => code.toLowerCase()) : filter;
  return [...search, escaped];
}
