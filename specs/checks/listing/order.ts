import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { Unsupported } from '../../../core/trouble.ts';
import { makesRecords } from '../../../drivers/session/need.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { directions, smallPageSizes, smallPageSizesOrNone, sortedListing } from '../../../generators/listing-cases.ts';
import type { TimesInPages } from '../../../generators/listing-times.ts';
import { blocksOfOneTime, fewShuffledTimes } from '../../../generators/listing-times.ts';
import { repeatedTimes } from '../../../generators/laboratory/times.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { checkOfStocks, existingStocks, stockAt } from '../../expectations/existing-records.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { everyRecordOnce, pagesHoldNoMore } from '../../expectations/listing-pages.ts';
import type { Reader, ReaderKind, StockAtHand, StockedRecord } from '../../expectations/listing-stock.ts';
import { aStock, listedIn, pick, readerKinds, settle } from '../../expectations/listing-stock.ts';
import { compareBy, neighboursIn, orderRequirement } from '../../expectations/listing-times.ts';
import type { Comparison, Neighbours } from '../../expectations/listing-times.ts';
import { isKnown } from '../../expectations/listing-items.ts';
import type { Walk } from '../../expectations/listing-walk.ts';
import { plainTimes } from './stocks.ts';
import {
  isUnauthenticated,
  isWhole,
  itemsIn,
  lastOf,
  missingIn,
  describeListingCall,
  describeWalk,
  unclearIn,
  walk,
} from '../../expectations/listing-walk.ts';
import { objectOf } from '../../../generators/object.ts';

/** Records of one kind whose order is judged, and their reader. */
interface Row {
  readonly stock: StockAtHand;
  readonly reader: Reader;
}

/** Returns existing records with different times, and an actor who can see them. */
async function anExistingRow(scene: Scene, listing: Listing, kind: ReaderKind): Promise<Row> {
  const stocks = await existingStocks(scene);
  const stock = stockAt(scene, stocks, readerKinds.indexOf(kind), listing, { order: 'some' });
  return { stock, reader: pick(stock.readers, 0) };
}

/** Creates records of one kind with these times, in a project of their own. */
async function aRow(
  scene: Scene,
  { kind }: Listing,
  times: readonly string[],
  readers: readonly ReaderKind[],
): Promise<Row> {
  const none = { entry: [], plate: [], assayResult: 0 };
  const stock = await aStock(scene, { ...none, [kind]: times }, readers);
  return { stock, reader: pick(stock.readers, 0) };
}

/** Fractions whose order differs as texts, as whole numbers without zeros, and in tenths and hundredths of a second. */
const withinASecond = ['250', '009', '010', '900', '002', '090', '100', '011', '001', '999', '012'];

/** Times, some of which are equal, and a page size. */
const timesWithTies: fc.Arbitrary<TimesInPages> = fc.oneof(
  { weight: 4, arbitrary: blocksOfOneTime },
  {
    weight: 2,
    arbitrary: objectOf({ times: fc.integer({ min: 3, max: 9 }).chain(repeatedTimes), pageSize: smallPageSizes }),
  },
  {
    weight: 1,
    // as many records as one import creates
    arbitrary: smallPageSizes.map((pageSize) => ({
      times: Array.from({ length: 24 }, () => '2025-05-06T07:08:09Z'),
      pageSize,
    })),
  },
);

const cheapReaders = fc.constantFrom<ReaderKind>('app', 'key');

/** The order in which the entry and plate listings show records ("Listing endpoints used in examples"). */
export const orderChecks: readonly SuiteCheck[] = [
  checkOfStocks({
    id: 'listing/sorted-by-the-time-of-modification',
    title: 'Sorted by modifiedAt, records come in the order of their instants over all pages, in both directions',
    proves: ['LST-22', 'LST-23', 'LST-37', 'LST-24', 'LST-25', 'LST-26'],
    needs: ['records'],
    cases: objectOf({
      listing: sortedListing,
      times: fewShuffledTimes(8),
      up: smallPageSizesOrNone,
      down: smallPageSizesOrNone,
      reader: cheapReaders,
      plainColon: fc.boolean(),
    }),
    maxCases: 60,
    describe: ({ listing, times, up, down, plainColon }) =>
      `${versionedListings[listing]?.path ?? ''} with records of ${times.join(', ')} if they can be made; pageSize ${up ?? 'default'} up and ${down ?? 'default'} down, the colon of sort ${plainColon ? 'as it is' : 'percent-encoded'}`,
    async gather(scene, { listing: index, times, up, down, reader: kind, plainColon }) {
      const listing = scene.versionedListingAt(index);
      const { stock, reader } = makesRecords(scene.target)
        ? await aRow(scene, listing, times, [kind])
        : await anExistingRow(scene, listing, kind);
      await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      const inOrder = (sort: 'asc' | 'desc', pageSize: number | undefined): Promise<Walk> => {
        const size = pageSize === undefined ? {} : { pageSize };
        return walk(scene, listing, reader.authorization, { known, sort, plainColon, ...size, orderAsIs: true });
      };
      const [asc, desc] = [await inOrder('asc', up), await inOrder('desc', down)];
      const refused = [asc, desc].some(({ end, pages }) => end === 'refused' && pages.length === 1);
      // shows whether the sort is the reason for the refusal
      const unsorted = [];
      if (refused) {
        for (const { pageSize } of [asc.asked, desc.asked]) {
          unsorted.push(
            await scene.call(listing.path, {
              authorization: reader.authorization,
              ...(pageSize === undefined ? {} : { query: { pageSize: String(pageSize) } }),
            }),
          );
        }
      }
      return { known, asc, desc, unsorted };
    },
    *judge({ known, asc, desc, unsorted }) {
      const compare = compareBy(known, asc, desc);
      const pairs: { readonly walked: Walk; readonly pair: Neighbours }[] = [];
      let isRefused = false;
      for (const [index, walked] of [asc, desc].entries()) {
        const requirement = orderRequirement(walked);
        const unclear = unclearIn(walked, known);
        if (unclear !== undefined && !(yield* premise(false, unclear))) return;
        const subject = describeListingCall(walked.path, walked.asked);
        const last = lastOf(walked);
        if (walked.end === 'refused' && last !== undefined) {
          const plain = unsorted[index];
          const served = plain !== undefined && accepted(plain) && !isUnauthenticated(last);
          if (walked.pages.length === 1 && served) {
            yield finding(requirement, subject, answer(last), 'a sorted page', last);
          } else yield* premise(false, `page ${walked.pages.length} of ${subject} ${answer(last)}`);
          isRefused = true;
          continue;
        }
        // if records come again, there is no order over all pages
        const straight = isStraight(walked);
        const own = neighboursIn(walked, known, compare).filter(({ where }) => straight || where === 'within');
        pairs.push(...own.map((pair) => ({ walked, pair })));
        const plain = own.filter(({ kind }) => kind === 'plain');
        for (const [demanded, where, whose] of [
          [requirement, 'within', subject],
          ['LST-24', 'across', describeWalk(walked)],
        ] as const) {
          const those = plain.filter((pair) => pair.where === where);
          const wrong = those.find(({ inOrder }) => !inOrder);
          if (wrong !== undefined) {
            const observed = describeDisorder(wrong, known);
            yield finding(demanded, whose, observed, 'the order of modifiedAt', exchangeOf(walked, wrong));
          } else if (those.length > 0) yield held(demanded);
        }
      }
      if (isRefused) return;
      const recognized = Math.max(...[asc, desc].map((walked) => itemsIn(walked).filter(isKnown).length));
      if (!(yield* premise(recognized > 1, `GET ${asc.path} did not show two of the records`))) return;
      // if the order is wrong altogether, times that are hard to compare are wrong too
      const disorders = pairs.filter(({ pair }) => !pair.inOrder);
      const [subtle] = disorders.every(({ pair }) => pair.kind === 'subtle') ? disorders : [];
      if (subtle !== undefined) {
        const { walked, pair } = subtle;
        const subject = describeListingCall(walked.path, walked.asked);
        yield finding(
          'LST-26',
          subject,
          describeDisorder(pair, known),
          'the order of the instants',
          exchangeOf(walked, pair),
        );
      } else if (disorders.length === 0 && pairs.some(({ pair }) => pair.kind === 'subtle')) yield held('LST-26');
      if (![asc, desc].every(isStraight)) return;
      const alike = alikeInBoth(asc, desc, compare);
      if (alike !== undefined) {
        const observed = `had ${alike.join(' before ')} both up and down`;
        yield finding(
          'LST-25',
          `GET ${asc.path} sorted by modifiedAt`,
          observed,
          'one order the reverse of the other',
          lastOf(desc),
        );
        return;
      }
      const down = new Set(itemsIn(desc));
      const both = pairs.some(({ walked, pair }) => walked === asc && down.has(pair.earlier) && down.has(pair.later));
      if (both) yield held('LST-25');
    },
  }),

  check({
    id: 'listing/milliseconds-tell-the-order',
    title: 'If items show the milliseconds of modifiedAt, records of one second come in their order',
    proves: ['LST-26'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const times = withinASecond.map((fraction) => `2025-05-06T07:08:09.${fraction}Z`);
      const stock = await aStock(scene, { entry: times, plate: times, assayResult: 0 }, ['app']);
      const reader = pick(stock.readers, 0);
      const looks = [];
      for (const listing of scene.versionedListings) {
        await settle(scene, stock, reader, listing);
        const known = listedIn(stock, listing);
        const inOrder = (sort: 'asc' | 'desc'): Promise<Walk> =>
          walk(scene, listing, reader.authorization, { known, sort });
        looks.push({ known, walks: [await inOrder('asc'), await inOrder('desc')] as const });
      }
      const pairs = looks.flatMap((look) => look.walks.flatMap((walked) => pairsWithin(walked, look)));
      const isClear = looks.every(({ known, walks }) =>
        walks.every((walked) => unclearIn(walked, known) === undefined),
      );
      if (isClear && pairs.length === 0)
        throw new Unsupported('no listing shows milliseconds of modifiedAt on its pages');
      return looks;
    },
    *judge(looks) {
      for (const look of looks) {
        for (const walked of look.walks) {
          const unclear = unclearIn(walked, look.known);
          if (unclear !== undefined && !(yield* premise(false, unclear))) return;
          const wrong = pairsWithin(walked, look).find(({ inOrder }) => !inOrder);
          if (wrong === undefined) continue;
          const subject = describeListingCall(walked.path, walked.asked);
          const observed = `had ${wrong.later} after ${wrong.earlier}`;
          yield finding('LST-26', subject, observed, 'the order of modifiedAt', walked.pages[wrong.page]?.exchange);
        }
      }
    },
  }),

  check({
    id: 'listing/records-of-one-time-are-not-lost-between-pages',
    title: 'Records of equal times are each shown once over all pages sorted by modifiedAt',
    proves: ['LST-27', 'LST-16', 'LST-12'],
    needs: ['app.create', 'access'],
    cases: fc
      .tuple(sortedListing, timesWithTies, directions, cheapReaders)
      .map(([listing, { times, pageSize }, sort, reader]) => ({ listing, times, pageSize, sort, reader })),
    maxCases: 50,
    describe: ({ listing, times, sort, pageSize }) =>
      `${versionedListings[listing]?.path ?? ''} with records of ${times.join(', ')}; ${sort}, pageSize ${pageSize}`,
    async gather(scene, { listing: index, times, sort, pageSize, reader: kind }) {
      const listing = scene.versionedListingAt(index);
      const { stock, reader } = await aRow(scene, listing, times, [kind]);
      const visible = await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      const walked = await walk(scene, listing, reader.authorization, { known, sort, pageSize });
      const tied = { walked, visible: known.filter(({ name }) => visible.has(name)) };
      if (isComplete(tied)) return { tied };
      // the same number of records with different times, for contrast
      const apart = await aRow(scene, listing, plainTimes(times.length), [kind]);
      const seen = await settle(scene, apart.stock, apart.reader, listing);
      const others = listedIn(apart.stock, listing);
      const asked = { known: others, sort, pageSize };
      const contrast = {
        walked: await walk(scene, listing, apart.reader.authorization, asked),
        visible: others.filter(({ name }) => seen.has(name)),
      };
      return { tied, contrast };
    },
    *judge({ tied, contrast }) {
      const { walked, visible } = tied;
      const unclear = unclearIn(walked, visible);
      if (unclear !== undefined && !(yield* premise(false, unclear))) return;
      if (contrast !== undefined) {
        const text = `${describeWalk(walked)} does not show records of different times once each either`;
        if (!(yield* premise(isComplete(contrast), text))) return;
      }
      const last = lastOf(walked);
      if (last !== undefined && isUnauthenticated(last)) {
        yield* premise(
          false,
          `page ${walked.pages.length} of ${describeListingCall(walked.path, walked.asked)} ${answer(last)}`,
        );
        return;
      }
      if (walked.end !== 'last') {
        const count = walked.pages.length;
        const observed =
          walked.end === 'refused' && last !== undefined ? `${answer(last)} as page ${count}` : 'did not end';
        if (walked.end === 'refused' && count > 1)
          yield finding('LST-12', describeWalk(walked), observed, 'the following page', last);
        yield finding('LST-27', describeWalk(walked), observed, 'each record once', last);
      } else if (walked.pages.length > 1 && isComplete(tied)) yield held('LST-12');
      yield* everyRecordOnce(walked, visible, 'LST-27');
      yield* pagesHoldNoMore(walked);
    },
  }),
];

/** Returns the neighbours on the pages of a walk, as far as this listing shows how they differ. */
function pairsWithin(
  walked: Walk,
  { known, walks }: { readonly known: readonly StockedRecord[]; readonly walks: readonly Walk[] },
): Neighbours[] {
  return neighboursIn(walked, known, compareBy(known, ...walks)).filter(({ where }) => where === 'within');
}

/** Reports whether a walk came to its end and showed each of the records once. */
function isComplete({
  walked,
  visible,
}: {
  readonly walked: Walk;
  readonly visible: readonly StockedRecord[];
}): boolean {
  return isStraight(walked) && missingIn(walked, visible).length === 0;
}

/** Reports whether a walk came to its end and showed nothing twice. */
function isStraight(walked: Walk): boolean {
  const items = itemsIn(walked);
  return isWhole(walked) && new Set(items).size === items.length;
}

/** Returns two records that have the same order in both directions although their times differ. */
function alikeInBoth(asc: Walk, desc: Walk, compare: Comparison): readonly [string, string] | undefined {
  const [up, down] = [itemsIn(asc), itemsIn(desc)];
  for (const [index, one] of up.entries()) {
    for (const other of up.slice(index + 1)) {
      const places = [down.indexOf(one), down.indexOf(other)] as const;
      if (places[0] < 0 || places[1] < 0 || compare(one, other) === undefined) continue;
      if (places[0] < places[1]) return [one, other];
    }
  }
  return undefined;
}

function describeDisorder({ earlier, later }: Neighbours, known: readonly StockedRecord[]): string {
  const time = (name: string): string => known.find((record) => record.name === name)?.modifiedAt ?? '';
  return `had a record of ${time(earlier)} before one of ${time(later)}`;
}

function exchangeOf({ pages }: Walk, { page }: Neighbours): Walk['pages'][number]['exchange'] | undefined {
  return pages[page]?.exchange;
}
