import fc from 'fast-check';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import {
  anyListing,
  directions,
  listingNamed,
  pageSizes,
  pageSizesOrNone,
  sortedListing,
} from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { premise } from '../../check.ts';
import { checkOfStocks, stockAt } from '../../expectations/existing-records.ts';
import { listedIn, pick, settle } from '../../expectations/listing-stock.ts';
import type { Walk } from '../../expectations/listing-walk.ts';
import {
  isUnauthenticated,
  isWhole,
  itemsIn,
  onlyInOne,
  describeListingCall,
  describeWalk,
  unclearIn,
  walk,
} from '../../expectations/listing-walk.ts';
import { isKnown } from '../../expectations/listing-items.ts';
import { served as servedInstead } from '../../../drivers/world/listing-limits.ts';
import { onePage } from './page.ts';
import { stocksOrExisting, theListing } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';

/** Effects of the page size ("Pagination", 4). */
export const sizesChecks: readonly SuiteCheck[] = [
  checkOfStocks({
    id: 'listing/the-same-records-in-every-page-size',
    title: 'Two traversals of a listing in different page sizes show the same records',
    proves: ['LST-14'],
    needs: ['records'],
    cases: objectOf({ listing: anyListing, stock: fc.nat(3), one: pageSizesOrNone, other: pageSizesOrNone }),
    maxCases: 80,
    describe: ({ listing, one, other }) =>
      `${listingNamed(listing)}, pageSize ${one ?? 'default'} and ${other ?? 'default'}`,
    arrange: (scene) => stocksOrExisting(scene, [5, 6, 8, 13]),
    async gather(scene, { listing: index, stock: position, one, other }, stocks) {
      const listing = await theListing(scene, index);
      const stock = stockAt(scene, stocks, position, listing);
      const reader = pick(stock.readers, 0);
      await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      const inSize = (pageSize: number | undefined): Promise<Walk> =>
        walk(scene, listing, reader.authorization, { known, ...(pageSize === undefined ? {} : { pageSize }) });
      return { known, walks: [await inSize(one), await inSize(other)] as const };
    },
    *judge({ known, walks: [one, other] }) {
      for (const each of [one, other]) {
        const unclear = unclearIn(each, known);
        if (unclear !== undefined && !(yield* premise(false, unclear))) return;
        // the traversals judge a refused size and a missing end
        if (!isWhole(each)) {
          yield notApplicable(`${describeWalk(each)} did not come to its end`);
          return;
        }
      }
      const [first, second] = [new Set(itemsIn(one)), new Set(itemsIn(other))];
      const only = onlyInOne(first, second).filter(isKnown);
      if (only.length === 0) return;
      const observed = `showed ${first.size} records, and ${second.size} in ${other.asked.pageSize === undefined ? 'its default pageSize' : `pageSize ${other.asked.pageSize}`} (${only[0] ?? ''} in one only)`;
      yield finding('LST-14', describeWalk(one), observed, 'the same ones', one.pages.at(-1)?.exchange);
    },
  }),

  checkOfStocks({
    id: 'listing/a-larger-page-begins-like-a-smaller-one',
    title: 'With sort, the first page of one page size is the beginning of the first page of a larger one',
    proves: ['LST-34'],
    needs: ['records'],
    cases: objectOf({
      listing: sortedListing,
      sort: directions,
      sizes: fc.uniqueArray(pageSizes, { minLength: 2, maxLength: 4 }),
    }),
    maxCases: 50,
    arrange: (scene) => stocksOrExisting(scene, [9]),
    async gather(scene, { listing: index, sort, sizes }, stocks) {
      const listing = scene.versionedListingAt(index);
      const stock = stockAt(scene, stocks, 0, listing, { order: 'all' });
      const reader = pick(stock.readers, 0);
      await settle(scene, stock, reader, listing);
      const pages = [];
      for (const pageSize of sizes.toSorted((one, other) => one - other)) {
        pages.push({
          asked: { pageSize, sort },
          page: await onePage(scene, listing, reader, { pageSize, sort }, stock),
        });
      }
      return { path: listing.path, pages };
    },
    *judge({ path, pages }) {
      // a size above the maximum may be refused (FRE-140)
      const served = pages.filter(({ page }) => succeeded(page.exchange));
      if (
        !(yield* premise(
          served.length > 0 || pages.every(({ asked }) => asked.pageSize > 4),
          `GET ${path} with pageSize and sort was not served`,
        ))
      )
        return;
      if (served.length < 2) yield notApplicable(`GET ${path} was served in fewer than two page sizes`);
      for (const [index, { asked, page }] of served.entries()) {
        const larger = served[index + 1];
        if (larger === undefined) return;
        const [few, many] = [page.items ?? [], larger.page.items ?? []];
        // the number of items on a page has nothing to do with their order
        const length = Math.min(few.length, many.length);
        if (few.slice(0, length).every((key, at) => key === many[at])) continue;
        const observed = `showed ${length} items that are not the first of ${many.length} in pageSize ${larger.asked.pageSize}`;
        yield finding(
          'LST-34',
          describeListingCall(path, asked),
          observed,
          'the beginning of the larger page',
          page.exchange,
        );
        return;
      }
    },
  }),

  checkOfStocks({
    id: 'listing/page-size-sort-and-page-token-go-together',
    title: 'The second page can be requested with pageSize and sort in addition to the page token',
    proves: ['LST-36'],
    needs: ['records'],
    cases: objectOf({ listing: sortedListing, sort: directions, pageSize: fc.integer({ min: 1, max: 3 }) }),
    maxCases: 24,
    arrange: (scene) => stocksOrExisting(scene, [8]),
    async gather(scene, { listing: index, sort, pageSize }, stocks) {
      const listing = scene.versionedListingAt(index);
      const stock = stockAt(scene, stocks, 0, listing, { least: 8 });
      const reader = pick(stock.readers, 0);
      const visible = await settle(scene, stock, reader, listing);
      const first = await onePage(scene, listing, reader, { pageSize, sort }, stock);
      const { pageSize: size = pageSize } = servedInstead({ pageSize }, scene.target, listing.path);
      if (typeof first.token !== 'string' || first.token === '') return { listing, visible: visible.size, size, first };
      const second = await onePage(scene, listing, reader, { pageSize, sort }, stock, first.token);
      // the same without sort, for contrast
      const plain = await onePage(scene, listing, reader, { pageSize }, stock);
      const { token } = plain;
      const following =
        typeof token === 'string' && token !== ''
          ? await onePage(scene, listing, reader, { pageSize }, stock, token)
          : undefined;
      return { listing, visible: visible.size, size, first, second, following };
    },
    *judge({ listing: { path }, visible, size: pageSize, first, second, following }, { sort }) {
      const begun = succeeded(first.exchange) && second !== undefined;
      if (!(yield* premise(begun && visible > pageSize, `GET ${path} with pageSize and sort led to no second page`)))
        return;
      const readable = [first, second].every((page) => !page || !succeeded(page.exchange) || page.items !== undefined);
      if (!(yield* premise(readable, `the items of GET ${path} cannot be recognised: set api.itemsKeys`))) return;
      const met = new Set(first.items);
      const isFollowing = (page: typeof second): boolean =>
        page !== undefined && succeeded(page.exchange) && (page.items ?? []).some((key) => !met.has(key));
      const without = following !== undefined && succeeded(following.exchange);
      if (!(yield* premise(without, `page tokens of GET ${path} lead nowhere without sort either`))) return;
      const subject = `page 2 of ${describeListingCall(path, { pageSize, sort })}`;
      if (isFollowing(second)) {
        const held = second?.items?.length ?? 0;
        if (held > pageSize)
          yield finding('LST-36', subject, `held ${held} items`, `${pageSize} at most`, second?.exchange);
        const again = (second?.items ?? []).filter((key) => isKnown(key) && met.has(key));
        if (again.length > 0)
          yield finding(
            'LST-36',
            subject,
            `showed ${again[0] ?? ''} of page 1 again`,
            'the items after it',
            second?.exchange,
          );
        return;
      }
      if (second === undefined) return;
      const { exchange } = second;
      if (!(yield* premise(!isUnauthenticated(exchange), `page 2 of GET ${path} ${answer(exchange)}`))) return;
      const observed = succeeded(second.exchange) ? 'showed nothing new' : answer(second.exchange);
      yield finding('LST-36', subject, observed, 'the items after page 1', second.exchange);
    },
  }),
];
