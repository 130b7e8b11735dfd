import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import type { Target } from '../session/target.ts';
import type { Listing } from './listing.ts';
import { identifierOf, itemsOf, nextTokenOf } from './page.ts';
import type { CallOptions, RequestOptions } from './request.ts';
import type { View } from './view.ts';

/** The options of the requests for a listing. The query is sent with every page. */
export type ViewOptions = RequestOptions & { readonly query?: CallOptions['query'] };

/** The caller that asks for the pages. */
interface Asker {
  readonly target: Pick<Target, 'familiar' | 'settings' | 'walks'>;
  call(path: string, options: CallOptions): Promise<Exchange>;
  /** Records that the suite follows a listing no further. */
  recordCutOff(path: string, limit: string): never;
}

/**
 * Follows the page tokens of a listing to its end. The tenant is free in the number of results on a page.
 *
 * @throws PremiseUnmet if the listing has more pages than the suite follows
 */
export async function traverse(
  asker: Asker,
  listing: Listing,
  authorization: string | undefined,
  options: ViewOptions = {},
): Promise<View> {
  const { path, kind } = listing;
  const settings = asker.target.settings.api;
  const pages: Exchange[] = [];
  const items: unknown[] = [];
  const identifiers: string[] = [];
  const viewed = (end: View['end']): View => {
    const familiar = asker.target.familiar.recognises(path, items);
    return { path, kind, pages, items, identifiers, end, familiar };
  };
  // a tenant that stores the position of a traversal may give the same token for all its pages
  const followed = new Map<string, string>();
  const allowance = asker.target.walks.begin(path);
  let readable = true;
  let token: string | undefined;
  for (;;) {
    const page = await asker.call(path, {
      ...options,
      ...(authorization === undefined ? {} : { authorization }),
      ...(token === undefined ? {} : { query: { ...options.query, nextToken: token } }),
    });
    pages.push(page);
    if (!succeeded(page)) return viewed('refused');
    const body = page.response?.body ?? '';
    if (token !== undefined && followed.get(token) === body) return viewed('endless');
    if (token !== undefined) followed.set(token, body);
    const found = itemsOf(page, path, settings);
    if (found === undefined) readable = false;
    for (const item of found ?? []) {
      items.push(item);
      const identifier = identifierOf(item, path, settings);
      if (identifier !== undefined) identifiers.push(identifier);
    }
    token = nextTokenOf(page);
    if (token === undefined) {
      allowance.ended();
      return viewed(readable ? 'whole' : 'unreadable');
    }
    const limit = await allowance.reached();
    if (limit !== undefined) asker.recordCutOff(path, limit);
  }
}
