import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import { SuiteMistake } from '../../core/trouble.ts';
import type { Listing, RecordKind } from './listing.ts';
import { itemsOf, nextTokenOf, textsIn } from './page.ts';
import type { RequestOptions, Scene } from './scene.ts';

/** A record that the suite has made. */
export interface CreatedRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: RecordKind;
}

/** What an actor sees in a listing, over all its pages. Plain data. */
export interface View {
  readonly path: string;
  readonly pages: readonly Exchange[];
  /** `whole`: followed to the end. `refused`: a page was no success. `unreadable`: no items could be told. */
  readonly end: 'whole' | 'refused' | 'unreadable' | 'endless';
  readonly items: readonly unknown[];
}

const maxPages = 2000;

/** Follows the page tokens of a listing to its end. How many results a page holds is left to the tenant. */
export async function traverse(
  scene: Scene,
  listing: Listing,
  authorization: string | undefined,
  options: RequestOptions = {},
): Promise<View> {
  const { path } = listing;
  const pages: Exchange[] = [];
  const items: unknown[] = [];
  const followed = new Set<string>();
  let token: string | undefined;
  for (;;) {
    const page = await scene.call(path, {
      ...options,
      ...(authorization === undefined ? {} : { authorization }),
      ...(token === undefined ? {} : { query: { nextToken: token } }),
    });
    pages.push(page);
    if (!succeeded(page)) return { path, pages, items, end: 'refused' };
    const found = itemsOf(page, path, scene.target.settings.api);
    const next = nextTokenOf(page);
    // an empty page may leave its list out; where there are items, they must be found
    if (found === undefined && (next !== undefined || hasContent(page)))
      return { path, pages, items, end: 'unreadable' };
    items.push(...(found ?? []));
    if (next === undefined) return { path, pages, items, end: 'whole' };
    if (followed.has(next) || pages.length >= maxPages) return { path, pages, items, end: 'endless' };
    followed.add(next);
    token = next;
  }
}

function hasContent(page: Exchange): boolean {
  const body = page.response?.body ?? '';
  return body.length > 0 && !/^\s*\{\s*("nextToken"\s*:\s*"")?\s*\}\s*$/.test(body);
}

const texts = new WeakMap<View, Set<string>>();

/** Whether a view shows a record: its id or its name, which the suite made unique, stands in an item. */
export function shows(view: View, record: CreatedRecord): boolean {
  let known = texts.get(view);
  if (known === undefined) texts.set(view, (known = textsIn(view.items)));
  return known.has(record.id) || known.has(record.name);
}

/** The last answer of a view, for a finding to point at. */
export function lastPage(view: View): Exchange {
  const page = view.pages.at(-1);
  if (page === undefined) throw new SuiteMistake('a view has no page');
  return page;
}
