import { isFinding } from '../../../core/check.ts';
import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { succeeded } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { aProject, grant } from '../../../drivers/world/actors.ts';
import { searchOf } from '../../../drivers/world/filter.ts';
import {
  aReader as aFilterReader,
  assayListing,
  assertionsOn,
  aTable,
} from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import { anyListing, directions, smallPageSizesOrNone } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { checkOfStocks, stockAt } from '../../expectations/existing-records.ts';
import { isKnown } from '../../expectations/listing-items.ts';
import { everyRecordOnce, pagesHoldNoMore } from '../../expectations/listing-pages.ts';
import type { StockedRecord } from '../../expectations/listing-stock.ts';
import { listedIn, pick, settle } from '../../expectations/listing-stock.ts';
import { compareBy, disordersIn } from '../../expectations/listing-times.ts';
import type { Walk } from '../../expectations/listing-walk.ts';
import {
  isWhole,
  lastOf,
  describeListingCall,
  describeWalk,
  unclearIn,
  walk,
} from '../../expectations/listing-walk.ts';
import { onePage } from './page.ts';
import { stocksOrExisting, theListing } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';

/** A traversal that is about to be made. */
interface Planned {
  readonly known: readonly StockedRecord[];
  readonly go: (scene: Scene) => Promise<Walk>;
}

/** Traversals and calls of listings that must not affect one another. */
export const stabilityChecks: readonly SuiteCheck[] = [
  checkOfStocks({
    id: 'listing/looking-changes-nothing',
    title: 'A repeated call of a listing shows the same records in the same order',
    proves: ['LST-33'],
    needs: ['records'],
    cases: objectOf({
      listing: anyListing,
      sort: directions,
      pageSize: smallPageSizesOrNone,
      times: fc.integer({ min: 2, max: 4 }),
      /** The listing that is requested between two calls. */
      between: anyListing,
    }),
    maxCases: 50,
    async arrange(scene) {
      const stocks = await stocksOrExisting(scene, [6]);
      // all records must be visible before the calls that are compared
      for (const stock of stocks) {
        for (const listing of await scene.listings()) await settle(scene, stock, pick(stock.readers, 0), listing);
      }
      return stocks;
    },
    async gather(scene, { listing: index, sort, pageSize, times, between }, stocks) {
      const listing = await theListing(scene, index);
      const stock = stockAt(scene, stocks, 0, listing, listing.kind === 'assayResult' ? {} : { order: 'all' });
      const reader = pick(stock.readers, 0);
      const before = [...(await settle(scene, stock, reader, listing))];
      const sorted = listing.kind !== 'assayResult';
      // without a promised order, all records must be on the page
      const asked = sorted ? { sort, ...(pageSize === undefined ? {} : { pageSize }) } : {};
      const pages = [];
      for (let look = 0; look < times; look++) {
        pages.push(await onePage(scene, listing, reader, asked, stock));
        // a walk to the end must not change a later call
        if (look === 0) await walk(scene, listing, reader.authorization, { known: listedIn(stock, listing), ...asked });
        // the page size of one call must not affect another call
        await onePage(scene, await theListing(scene, between), reader, look === 0 ? { pageSize: 1 } : {}, stock);
      }
      return { path: listing.path, asked, sorted, pages, before };
    },
    *judge({ path, asked, sorted, pages, before }) {
      const served = pages.filter(({ exchange, items }) => succeeded(exchange) && items !== undefined);
      const [first] = served;
      const subject = describeListingCall(path, asked);
      if (first?.items === undefined || !(yield* premise(served.length > 1, `${subject} was not served twice`))) return;
      // a page that shows a part of the records, in no order, may show others each time
      if (!sorted && served.some(({ token }) => token !== '')) {
        yield notApplicable(`${subject} showed a part of the records, in no order`);
        return;
      }
      const namesIn = (items: readonly string[]): string => {
        const known = items.filter(isKnown);
        return (sorted ? known : known.toSorted()).join(', ');
      };
      const items = sorted ? first.items : before;
      const other = served.find((page) => namesIn(page.items ?? []) !== namesIn(items));
      if (other === undefined) return;
      const observed = `showed ${namesIn(other.items ?? [])} and before that ${namesIn(items)}`;
      yield finding('LST-33', `${subject}, made again,`, observed, 'the same page', other.exchange);
    },
  }),

  check({
    id: 'listing/a-filter-holds-for-its-call-only',
    title: 'A listing after a filtered call on the same connection shows all assay results again',
    proves: ['LST-33'],
    needs: ['access', 'filters', 'schema.create'],
    cases: fc.integer({ min: 1, max: 2 }),
    maxCases: 2,
    describe: (times) => inWords`after ${times} calls with a filter`,
    async gather(scene, times) {
      const { authorization, actor } = await aFilterReader(scene);
      const project = await aProject(scene);
      await grant(scene, project, actor);
      const rows = [['agarose'], ['buffer'], ['collagen']];
      const table = await aTable(scene, project, { columns: [{ title: 'word', type: 'String' }], rows });
      const listing = await assayListing(scene);
      const { schemaId } = table;
      const search = searchOf(scene, assertionsOn(table, [{ column: 0, text: 'agarose' }]), { schemaId });
      const records = table.rows.map(({ id, name }): CreatedRecord => ({ id, name, kind: 'assayResult' }));
      return scene.onOneConnection(async (over) => {
        const look = () => scene.view(listing, authorization, { over });
        const showsAll = (view: View): boolean => records.every((one) => shows(view, one));
        const before = await scene.settle(look, showsAll);
        const filterAndList = async () => {
          const filtered: Exchange[] = [];
          for (let time = 0; time < times; time++) {
            filtered.push(await scene.call(`${listing.path}?${search.join('&')}`, { authorization, over }));
          }
          return { filtered, after: await look(), again: await look() };
        };
        // one server may not know records and readers yet that another one knows
        const seen = await scene.nowOrSettled(
          filterAndList,
          ({ filtered, after, again }) => filtered.every(succeeded) && showsAll(after) && showsAll(again),
        );
        return { before, ...seen, records };
      });
    },
    *judge({ before, filtered, after, again, records }) {
      const served = records.every((one) => shows(before, one)) && filtered.every(succeeded);
      if (!(yield* premise(served, `GET ${before.path} did not show all, or was not served with a filter`))) return;
      for (const view of [after, again]) {
        if (records.every((one) => shows(view, one))) continue;
        const observed = `lacked ${records.filter((one) => !shows(view, one)).length} of ${records.length} records`;
        yield finding('LST-33', `GET ${view.path} after a call with a filter`, observed, 'all of them', lastPage(view));
        return;
      }
    },
  }),

  checkOfStocks({
    id: 'listing/concurrent-traversals-do-not-disturb-each-other',
    title: 'Each of several simultaneous traversals is complete and in its own order',
    proves: ['LST-35'],
    needs: ['records'],
    cases: objectOf({
      walks: fc.array(
        objectOf({
          listing: anyListing,
          stock: fc.nat(1),
          reader: fc.nat(2),
          sort: directions,
          pageSize: fc.integer({ min: 1, max: 4 }),
        }),
        { minLength: 2, maxLength: 5 },
      ),
      /**
       * The part that the traversals have in common: the listing, the listing and its reader, or the whole call
       * except its reader.
       */
      same: fc.constantFrom('nothing' as const, 'the listing' as const, 'the reader' as const, 'the call' as const),
    }),
    maxCases: 40,
    arrange: (scene) => stocksOrExisting(scene, [5, 6], 'all'),
    async gather(scene, { walks, same }, stocks) {
      const planned: Planned[] = [];
      const [one] = walks;
      const taken = new Set<string>();
      for (const [place, own] of walks.entries()) {
        const { sort, pageSize } = same === 'the call' && one !== undefined ? one : own;
        const { listing: index } = same === 'nothing' || one === undefined ? own : one;
        const listing = await theListing(scene, index);
        // different readers make the same call, for different records
        const who = same === 'the reader' && one !== undefined ? one : own;
        const stock = stockAt(scene, stocks, same === 'the call' ? place : who.stock, listing);
        const number = same === 'the call' ? place >> 1 : who.reader;
        const reader = pick(stock.readers, number);
        const asked = listing.kind === 'assayResult' ? { pageSize } : { sort, pageSize };
        // a reader who makes the same walk twice may get the same page tokens, which may be valid for one use only
        // (FRE-135)
        const walkOf = JSON.stringify([listing.path, reader.authorization, asked]);
        if (taken.has(walkOf)) continue;
        taken.add(walkOf);
        const visible = await settle(scene, stock, reader, listing);
        const known = listedIn(stock, listing);
        planned.push({
          known: known.filter(({ name }) => visible.has(name)),
          go: (part) => walk(part, listing, reader.authorization, { known, ...asked }),
        });
      }
      const walked = await scene.together(planned.map(({ go }) => go));
      const disturbed = walked.some((one, index) => !isRight(one, planned[index]?.known ?? []));
      // each traversal by itself, for contrast
      const alone: Walk[] = [];
      if (disturbed) for (const { go } of planned) alone.push(await go(scene));
      return walked.map((one, index) => ({ walked: one, alone: alone[index], known: planned[index]?.known ?? [] }));
    },
    *judge(traversals) {
      if (traversals.length < 2) yield notApplicable('the same call twice counts as one traversal');
      for (const { walked, alone, known } of traversals) {
        if (isRight(walked, known)) continue;
        const right = alone !== undefined && isRight(alone, known) && unclearIn(alone, known) === undefined;
        if (!(yield* premise(right, `${describeWalk(walked)} did not show all in order by itself either`))) continue;
        const wrong = everyRecordOnce(walked, known, 'LST-35').find(isFinding);
        const larger = pagesHoldNoMore(walked).find(isFinding);
        const whole = isWhole(walked) ? 'was not in its own order' : 'did not come to its end';
        const observed = wrong?.observed ?? (larger === undefined ? whole : `had a page that ${larger.observed}`);
        const subject = `${describeWalk(walked)} with other traversals at the same time`;
        yield finding('LST-35', subject, observed, 'the same as by itself', lastOf(walked));
      }
    },
  }),
];

/** Reports whether a walk showed each record once, in order if one was requested, on pages that are not too large. */
function isRight(walked: Walk, known: readonly StockedRecord[]): boolean {
  if (!isWhole(walked)) return false;
  if (everyRecordOnce(walked, known, 'LST-35').some(isFinding)) return false;
  if (pagesHoldNoMore(walked).some(isFinding)) return false;
  return walked.asked.sort === undefined || disordersIn(walked, known, compareBy(known, walked)).length === 0;
}
