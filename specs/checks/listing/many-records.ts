import fc from 'fast-check';
import { aProject } from '../../../drivers/world/actors.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';
import { directions } from '../../../generators/listing-cases.ts';
import { finding } from '../../../core/judgement.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { pagesHoldNoMore, tokensLeadOn } from '../../expectations/listing-pages.ts';
import { aReader, aStock, listedIn, pick, settle, timedRecords } from '../../expectations/listing-stock.ts';
import { compareBy, disordersIn } from '../../expectations/listing-times.ts';
import { isWhole, itemsIn, missingIn, tellCall, tellWalk, unclearIn, walk } from '../../expectations/listing-walk.ts';
import { plainTimes } from './stocks.ts';

/** More than a tenant is likely to put on a page of its own size. */
const many = 230;

/** Listings of many records, and of several projects ("Pagination"; "Listing endpoints used in examples"). */
export const manyRecordsChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/many-records-come-in-any-page-size',
    title: 'Hundreds of records come page by page, in the default pageSize and in larger ones',
    proves: ['LST-11', 'LST-12', 'LST-16', 'LST-10', 'LST-15'],
    needs: ['app.create', 'access'],
    given: fc.record(
      { listing: fc.nat(3), pageSize: fc.constantFrom(undefined, 12, 25, 100, 101, 200, 1000) },
      { noNullPrototype: true },
    ),
    atMost: 20,
    tell: ({ listing, pageSize }) => `listing ${listing + 1} of ${many} records, pageSize ${pageSize ?? 'default'}`,
    async arrange(scene) {
      const times = plainTimes(many);
      const stock = await aStock(scene, { entry: times, plate: times, assayResult: 0 }, ['app']);
      const small = [];
      for (const listing of versionedListings) {
        const reader = pick(stock.readers, 0);
        await settle(scene, stock, reader, listing);
        small.push(await walk(scene, listing, reader.authorization, { known: listedIn(stock, listing), pageSize: 10 }));
      }
      return { stock, small };
    },
    async gather(scene, { listing: index, pageSize }, { stock, small: walks }) {
      const listing = pick(versionedListings, index);
      const reader = pick(stock.readers, 0);
      const known = listedIn(stock, listing);
      const small = pick(walks, index);
      const size = pageSize === undefined ? {} : { pageSize };
      return { known, small, walked: await walk(scene, listing, reader.authorization, { known, ...size }) };
    },
    *judge({ known, small, walked }) {
      const unclear = unclearIn(walked, known);
      if (unclear !== undefined && !(yield* premise(false, unclear))) return;
      // a size above the maximum may be refused (FRE-140)
      if (walked.end === 'refused' && walked.pages.length === 1) return;
      // what pages of ten do not show either may be left out of this version (FRE-155)
      const hidden = new Set(missingIn(small, known));
      const shown = known.filter((record) => !hidden.has(record));
      if (!(yield* premise(isWhole(small) && shown.length > 100, 'the pages of ten did not show enough records')))
        return;
      if ((walked.asked.pageSize ?? many) <= 25) yield* pagesHoldNoMore(walked);
      yield* tokensLeadOn(walked, shown);
      const count = new Set(itemsIn(walked)).size;
      if (walked.end === 'last' && walked.pages.length === 1 && count > 0 && missingIn(walked, shown).length > 0) {
        const observed = `had an empty page token after ${count} of ${shown.length} records`;
        yield finding(
          'LST-11',
          tellCall(walked.path, walked.asked),
          observed,
          'a page token',
          walked.pages[0]?.exchange,
        );
      }
    },
  }),

  check({
    id: 'listing/records-of-several-projects-are-sorted-together',
    title: 'Sorted by modifiedAt, records of several projects come in one order',
    proves: ['LST-22', 'LST-23'],
    needs: ['app.create', 'access'],
    given: fc.record({ listing: fc.nat(3), sort: directions, pageSize: fc.constantFrom(1, 3, 10) }),
    atMost: 12,
    async arrange(scene) {
      const projects = [await aProject(scene), await aProject(scene), await aProject(scene)];
      const times = plainTimes(9);
      const records = [];
      for (const [index, project] of projects.entries()) {
        const own = times.filter((_, place) => place % projects.length === index);
        for (const kind of ['entry', 'plate'] as const)
          records.push(...(await timedRecords(scene, project, kind, own)));
      }
      const reader = await aReader(scene, projects, 'app');
      const [project = await aProject(scene)] = projects;
      return { project, records, readers: [reader], madeAt: scene.target.realTime.now(), settled: new Map() };
    },
    async gather(scene, { listing: index, sort, pageSize }, stock) {
      const listing = pick(versionedListings, index);
      const reader = pick(stock.readers, 0);
      await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      return { known, walked: await walk(scene, listing, reader.authorization, { known, sort, pageSize }) };
    },
    *judge({ known, walked }, { sort }) {
      const unclear = unclearIn(walked, known);
      if (unclear !== undefined && !(yield* premise(false, unclear))) return;
      const whole = isWhole(walked) && missingIn(walked, known).length === 0;
      if (!(yield* premise(whole, `${tellWalk(walked)} did not show all records`))) return;
      const wrong = disordersIn(walked, known, compareBy(known, walked)).find(({ kind }) => kind === 'plain');
      if (wrong === undefined) return;
      const requirement = sort === 'asc' ? 'LST-23' : 'LST-22';
      const subject = tellWalk(walked);
      const [page] = walked.pages;
      yield finding(
        requirement,
        subject,
        'mixed the order of several projects',
        'the order of modifiedAt',
        page?.exchange,
      );
    },
  }),
];
