import type { Exchange } from '../../../core/exchange.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Reader, StockAtHand, StockedRecord } from '../../expectations/listing-stock.ts';
import { listedIn, shownTo } from '../../expectations/listing-stock.ts';
import type { Asked, Walk } from '../../expectations/listing-walk.ts';
import { missingIn, queryOf, walk } from '../../expectations/listing-walk.ts';

/** A walk through a listing whose records are known, and the results that explain missing records. Plain data. */
export interface Traversal {
  readonly walked: Walk;
  /** The records that the reader may see and the listing lists. */
  readonly expected: readonly StockedRecord[];
  /** If the walk lacks some of them: the records that the same listing shows the reader without any parameter. */
  readonly reference?: readonly string[];
  /** If that lacks some too: the records that the listings of other versions show the reader. */
  readonly inOtherVersions?: readonly string[];
  /** If the walk lacks some of them: whether any listing shows the reader anything. */
  readonly seesAnything?: boolean;
  /** If the first page was refused: the same call without pageSize. */
  readonly plain?: Exchange;
  /** If the first page was refused: the same call with pageSize 1, and with pageSize 10. */
  readonly ofOthers?: { readonly one: Exchange; readonly ten: Exchange };
  /** If a page is short: the number of items on a page when ten are requested. */
  readonly ofTen?: number;
}

/**
 * Walks through a listing. While records and grants may still take time to be seen (FRE-13, FRE-14), walks through it
 * again if something is missing.
 */
export async function traverse(
  scene: Scene,
  stock: StockAtHand,
  reader: Reader,
  listing: Listing,
  asked: Asked,
): Promise<Traversal> {
  const expected = listedIn(stock, listing);
  const look = (): Promise<Walk> => walk(scene, listing, reader.authorization, { ...asked, known: expected });
  const young = scene.target.realTime.now() - stock.madeAt < scene.target.settings.limits.propagationSeconds * 1000;
  const complete = (walked: Walk): boolean => missingIn(walked, expected).length === 0;
  const walked = young ? await scene.settle(look, complete) : await look();
  if (walked.end === 'refused' && walked.pages.length === 1) {
    const { pageSize: _refused, ...rest } = asked;
    const call = (pageSize?: number): Promise<Exchange> => {
      const query = queryOf(pageSize === undefined ? rest : { ...rest, pageSize });
      return scene.call(listing.path, { authorization: reader.authorization, query });
    };
    return { walked, expected, plain: await call(), ofOthers: { one: await call(1), ten: await call(10) } };
  }
  const ofTen = shortPage(walked) === undefined ? {} : { ofTen: await firstOfTen(scene, reader, listing, expected) };
  if (complete(walked)) return { walked, expected, ...ofTen };
  const reference = await shownTo(scene, reader, listing, expected);
  const seesAnything = reference.size > 0 || (await seesElsewhere(scene, stock, reader, listing));
  const lacking = { walked, expected, reference: [...reference], seesAnything, ...ofTen };
  if (reference.size === expected.length) return lacking;
  const inOtherVersions: string[] = [];
  for (const other of await scene.listings()) {
    if (other.kind !== listing.kind || other.path === listing.path) continue;
    inOtherVersions.push(...(await shownTo(scene, reader, other, expected)));
  }
  return { ...lacking, inOtherVersions };
}

/** Returns the index of the first page that holds fewer items than requested although later pages show new items. */
export function shortPage({ asked: { pageSize }, pages }: Walk): number | undefined {
  if (pageSize === undefined) return undefined;
  const met = new Set<string>();
  for (const [at, { items }] of pages.entries()) {
    for (const key of items ?? []) met.add(key);
    const later = pages.slice(at + 1).flatMap((page) => page.items ?? []);
    if (items !== undefined && items.length < pageSize && later.some((key) => !met.has(key))) return at;
  }
  return undefined;
}

async function firstOfTen(
  scene: Scene,
  { authorization }: Reader,
  { path, kind }: Listing,
  known: readonly StockedRecord[],
): Promise<number> {
  const { pages } = await walk(scene, { path, kind }, authorization, { pageSize: 10, known });
  return pages[0]?.items?.length ?? 0;
}

async function seesElsewhere(scene: Scene, stock: StockAtHand, reader: Reader, listing: Listing): Promise<boolean> {
  for (const other of await scene.listings()) {
    if (other.path === listing.path) continue;
    if ((await shownTo(scene, reader, other, listedIn(stock, other))).size > 0) return true;
  }
  return false;
}
