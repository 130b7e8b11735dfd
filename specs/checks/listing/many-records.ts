import fc from 'fast-check';
import { inWords } from '../../../core/wording.ts';
import { aProject } from '../../../drivers/world/actors.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { everyRecordOnce, pagesHoldNoMore, tokensLeadOn } from '../../expectations/listing-pages.ts';
import {
  aReader,
  aStock,
  listedIn,
  pick,
  readersOfAll,
  settle,
  timedRecords,
} from '../../expectations/listing-stock.ts';
import { pagesAreInOrder } from '../../expectations/listing-times.ts';
import type { Asked, Walk } from '../../expectations/listing-walk.ts';
import {
  isWhole,
  itemsIn,
  lastOf,
  missingIn,
  describeListingCall,
  describeWalk,
  unclearIn,
  walk,
} from '../../expectations/listing-walk.ts';
import { plainTimes } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';

/** Number of records: more than a tenant is likely to put on a page of its default size. */
const many = 310;

/**
 * Times that clocks, calendars and texts may order differently: at noon and midnight, at the ends of months and
 * years, on a leap day, and within the hour that occurs twice when summer time ends.
 */
const trickyTimes = [
  // also around the second since 1970 whose number has one more digit
  ...['2001-09-08T12:00:00Z', '2001-09-09T12:00:00Z'],
  ...['2015-12-31T23:59:58Z', '2016-01-01T00:00:01Z', '2024-02-28T23:30:00Z', '2024-02-29T00:30:00Z'],
  ...['2024-03-01T00:00:00Z', '2025-06-15T09:10:00Z', '2025-06-15T11:59:58Z', '2025-06-15T12:00:01Z'],
  ...['2025-06-15T21:05:00Z', '2025-07-31T23:30:00Z', '2025-08-01T00:15:00Z', '2025-09-30T10:00:00Z'],
  ...['2025-10-01T09:00:00Z', '2025-10-26T00:30:00Z', '2025-10-26T01:15:00Z', '2025-11-02T05:30:00Z'],
  // numbers of one digit before those of two, in each part of a time, and a year whose last two digits are lower
  ...['2025-03-09T09:09:09Z', '2025-03-09T09:09:10Z', '2025-03-09T09:10:00Z', '2025-03-09T10:00:00Z'],
  ...['2025-03-10T00:00:00Z', '1999-12-31T12:00:00Z', '2000-01-01T12:00:00Z'],
  ...['2025-11-02T06:15:00Z', '2025-04-05T15:30:00Z', '2025-04-05T16:15:00Z', '2025-12-31T23:30:00Z'],
];

/** Listings of many records, and of several projects ("Pagination"; "Listing endpoints used in examples"). */
export const manyRecordsChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/many-records-come-in-any-page-size',
    title: 'Hundreds of records come page by page in any page size, and none is left out',
    proves: ['LST-11', 'LST-12', 'LST-13', 'LST-16', 'LST-10', 'LST-15', 'LST-31'],
    needs: ['app.create', 'access'],
    cases: objectOf({ listing: fc.nat(4), pageSize: fc.constantFrom(undefined, 12, 25, 100, 101, 200, 1000) }),
    maxCases: 20,
    describe: ({ listing, pageSize }) =>
      inWords`${listingNamed(listing)} of ${many} records, pageSize ${pageSize ?? 'default'}`,
    async arrange(scene) {
      const times = plainTimes(many);
      const stock = await aStock(scene, { entry: times, plate: times, assayResult: many }, ['app']);
      const listings = await scene.listings();
      const small = [];
      const sorted = [];
      for (const listing of listings) {
        const reader = pick(stock.readers, 0);
        await settle(scene, stock, reader, listing);
        const known = listedIn(stock, listing);
        const go = (asked: Asked): Promise<Walk> => walk(scene, listing, reader.authorization, { known, ...asked });
        // the records that the listing shows without a page size may be known to other servers a moment later
        // (FRE-13)
        const inSevens = await scene.settle(
          () => go({ pageSize: 7 }),
          (one) => missingIn(one, known).length === 0,
        );
        small.push(inSevens);
        // Records that come late in one order come early in the other. If pages hold fewer records than requested,
        // sorted walks would take too long.
        const short = inSevens.pages.length > 2 * (many / 7);
        // a sorted index may be stored elsewhere, and be a moment behind (FRE-13)
        const inOrder = (sort: 'asc' | 'desc'): Promise<Walk> =>
          scene.settle(
            () => go({ pageSize: 20, sort }),
            (one) => missingIn(one, known).length <= missingIn(inSevens, known).length,
          );
        // sort is not among the parameters of assay results
        const isSortable = listing.kind !== 'assayResult';
        sorted.push(short || !isSortable ? [] : [await inOrder('asc'), await inOrder('desc')]);
      }
      return { stock, listings, small, sorted };
    },
    async gather(scene, { listing: index, pageSize }, { stock, listings, small: walks, sorted: inOrder }) {
      const listing = pick(listings, index);
      const reader = pick(stock.readers, 0);
      const known = listedIn(stock, listing);
      const [small, sorted] = [pick(walks, index), pick(inOrder, index)];
      const size = pageSize === undefined ? {} : { pageSize };
      const walked = await walk(scene, listing, reader.authorization, { known, ...size });
      // the walks of both versions of the listing
      const sisters = listings.flatMap(({ kind }, at) => (kind === listing.kind ? [at] : []));
      const ofBoth = sisters.flatMap((at) => [pick(walks, at), ...pick(inOrder, at)]);
      return { known, small, sorted, ofBoth, walked };
    },
    *judge({ known, small, sorted, ofBoth, walked }) {
      const unclear = unclearIn(walked, known);
      if (unclear !== undefined && !(yield* premise(false, unclear))) return;
      // a size above the maximum may be refused (FRE-140)
      if (walked.end === 'refused' && walked.pages.length === 1) return;
      // records that other pages do not show either, in any order, may be left out of this version (FRE-155)
      const met = new Set([small, ...sorted].flatMap(itemsIn));
      const shown = known.filter(({ name }) => met.has(name));
      const inEither = new Set(ofBoth.flatMap(itemsIn));
      const unseen = known.filter(({ name }) => !inEither.has(name));
      // if one order shows a record that another does not, pages ended too early
      const allAlike = ofBoth.every((one) => isWhole(one) && missingIn(one, known).length === unseen.length);
      if (allAlike && unseen.length > 0 && unseen.length < known.length) {
        const observed = `and in every order, showed ${known.length - unseen.length} of ${known.length} records`;
        yield finding('LST-31', describeWalk(small), observed, 'all of them', lastOf(small));
        return;
      }
      if (isWhole(small) && missingIn(small, known).length === 0) yield held('LST-31');
      // more pages than one digit can count
      for (const one of [small, ...sorted]) {
        if (one.pages.length > 4) yield* exceptEmptyEnds(tokensLeadOn(one, shown));
      }
      if (!(yield* premise(isWhole(small) && shown.length > 100, 'the small pages did not show enough records')))
        return;
      for (const one of [small, ...sorted]) {
        if (one.pages.length > 1) yield* everyRecordOnce(one, shown, 'LST-13');
      }
      if ((walked.asked.pageSize ?? many) <= 25) yield* pagesHoldNoMore(walked);
      yield* exceptEmptyEnds(tokensLeadOn(walked, shown));
      if (walked.pages.length > 1) yield* everyRecordOnce(walked, shown, 'LST-13');
      const count = new Set(itemsIn(walked)).size;
      if (walked.end === 'last' && walked.pages.length === 1 && count > 0 && missingIn(walked, shown).length > 0) {
        const observed = `had an empty page token after ${count} of ${shown.length} records`;
        yield finding(
          'LST-11',
          describeListingCall(walked.path, walked.asked),
          observed,
          'a page token',
          walked.pages[0]?.exchange,
        );
      }
    },
  }),

  check({
    id: 'listing/records-of-several-projects-are-sorted-together',
    title: 'Records of several projects come in one order of modifiedAt',
    proves: ['LST-22', 'LST-23', 'LST-37'],
    needs: ['app.create', 'access'],
    cases: fc.record({ listing: fc.nat(3), reader: fc.nat(2), pageSize: fc.constantFrom(4, 5, 7) }),
    maxCases: 12,
    async arrange(scene) {
      const projects = [await aProject(scene), await aProject(scene), await aProject(scene)];
      const times = trickyTimes.map((_, place) => trickyTimes[(place * 7) % trickyTimes.length] ?? '');
      const records = [];
      for (const [index, project] of projects.entries()) {
        const own = times.filter((_, place) => place % projects.length === index);
        for (const kind of ['entry', 'plate'] as const)
          records.push(...(await timedRecords(scene, project, kind, own)));
      }
      const readers = [];
      for (const kind of await readersOfAll(scene)) readers.push(await aReader(scene, projects, kind));
      const [project = await aProject(scene)] = projects;
      return { project, records, readers, madeAt: scene.target.realTime.now(), settled: new Map() };
    },
    async gather(scene, { listing: index, reader: position, pageSize }, stock) {
      const listing = scene.versionedListingAt(index);
      const reader = pick(stock.readers, position);
      await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      const inOrder = (sort: 'asc' | 'desc'): Promise<Walk> =>
        walk(scene, listing, reader.authorization, { known, sort, pageSize });
      return { known, walks: [await inOrder('asc'), await inOrder('desc')] };
    },
    *judge({ known, walks }) {
      for (const walked of walks) {
        // a size above the maximum may be refused (FRE-140)
        if (walked.end === 'refused' && walked.pages.length === 1 && (walked.asked.pageSize ?? 0) > 4) continue;
        if (walked.asked.sort === undefined) {
          yield notApplicable(`GET ${walked.path} refuses this order`);
          continue;
        }
        const unclear = unclearIn(walked, known);
        if (unclear !== undefined && !(yield* premise(false, unclear))) return;
        const subject = describeWalk(walked);
        // records that were not changed for long may be archived, and so not listed (FRE-154)
        const many = isWhole(walked) && known.length - missingIn(walked, known).length > trickyTimes.length / 2;
        if (!(yield* premise(many, `${subject} did not show enough records`))) return;
        yield* pagesAreInOrder(walked, known, subject);
      }
    },
  }),
];

/** Yields the findings except those about an empty page after a full one, which checks with few pages judge. */
function* exceptEmptyEnds(findings: ReturnType<typeof tokensLeadOn>): ReturnType<typeof tokensLeadOn> {
  for (const one of findings) if (one.requirement !== 'LST-20') yield one;
}
