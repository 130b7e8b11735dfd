import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { directions, smallPageSizesOrNone, sortedListing } from '../../../generators/listing-cases.ts';
import { fewShuffledTimes } from '../../../generators/listing-times.ts';
import { repeatedTimes } from '../../../generators/laboratory/times.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { everyRecordOnce, pagesHoldNoMore } from '../../expectations/listing-pages.ts';
import type { Reader, ReaderKind, Stock, StockedRecord } from '../../expectations/listing-stock.ts';
import { aStock, listedIn, pick, settle } from '../../expectations/listing-stock.ts';
import { compareBy, disordersIn } from '../../expectations/listing-times.ts';
import type { Comparison, Disorder } from '../../expectations/listing-times.ts';
import { isKnown } from '../../expectations/listing-items.ts';
import type { Walk } from '../../expectations/listing-walk.ts';
import { plainTimes } from './stocks.ts';
import {
  isUnauthenticated,
  isWhole,
  itemsIn,
  lastOf,
  missingIn,
  tellCall,
  tellWalk,
  unclearIn,
  walk,
} from '../../expectations/listing-walk.ts';

/** Records of one kind whose order is asked for, and who asks. */
async function aRow(
  scene: Scene,
  { kind }: Listing,
  times: readonly string[],
  readers: readonly ReaderKind[],
): Promise<{ readonly stock: Stock; readonly reader: Reader }> {
  const none = { entry: [], plate: [], assayResult: 0 };
  const stock = await aStock(scene, { ...none, [kind]: times }, readers);
  return { stock, reader: pick(stock.readers, 0) };
}

/** Fractions that come otherwise as texts, as whole numbers without zeros, and in tenths and hundredths of a second. */
const withinASecond = ['250', '009', '010', '900', '002', '090', '100', '011', '001', '999', '012'];

const cheapReaders = fc.constantFrom<ReaderKind>('app', 'key');

/** The order in which the entry and plate listings show records ("Listing endpoints used in examples"). */
export const orderChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/sorted-by-the-time-of-modification',
    title: 'Sorted by modifiedAt, records come in the order of their instants over all pages, up and down',
    proves: ['LST-22', 'LST-23', 'LST-24', 'LST-25', 'LST-26'],
    needs: ['app.create', 'access'],
    given: fc.record(
      {
        listing: sortedListing,
        times: fewShuffledTimes(8),
        up: smallPageSizesOrNone,
        down: smallPageSizesOrNone,
        reader: cheapReaders,
        plainColon: fc.boolean(),
      },
      { noNullPrototype: true },
    ),
    atMost: 60,
    tell: ({ listing, times, up, down, plainColon }) =>
      `${versionedListings[listing]?.path ?? ''} with records of ${times.join(', ')}; pageSize ${up ?? 'default'} up and ${down ?? 'default'} down, the colon of sort ${plainColon ? 'as it is' : 'percent-encoded'}`,
    async gather(scene, { listing: index, times, up, down, reader: kind, plainColon }) {
      const listing = pick(versionedListings, index);
      const { stock, reader } = await aRow(scene, listing, times, [kind]);
      await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      const inOrder = (sort: 'asc' | 'desc', pageSize: number | undefined): Promise<Walk> => {
        const size = pageSize === undefined ? {} : { pageSize };
        return walk(scene, listing, reader.authorization, { known, sort, plainColon, ...size });
      };
      const [asc, desc] = [await inOrder('asc', up), await inOrder('desc', down)];
      const refused = [asc, desc].some(({ end, pages }) => end === 'refused' && pages.length === 1);
      // whether it is the sort that is refused
      const unsorted = [];
      if (refused) {
        for (const pageSize of [up, down]) {
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
      const walks = [
        { walked: asc, requirement: 'LST-23' },
        { walked: desc, requirement: 'LST-22' },
      ] as const;
      const disorders: { readonly walked: Walk; readonly wrong: Disorder }[] = [];
      for (const [index, { walked, requirement }] of walks.entries()) {
        const unclear = unclearIn(walked, known);
        if (unclear !== undefined && !(yield* premise(false, unclear))) return;
        const subject = tellCall(walked.path, walked.asked);
        const last = lastOf(walked);
        if (walked.end === 'refused' && last !== undefined) {
          const plain = unsorted[index];
          const served = plain !== undefined && accepted(plain) && !isUnauthenticated(last);
          if (walked.pages.length === 1 && served) {
            yield finding(requirement, subject, answer(last), 'a sorted page', last);
          } else yield* premise(false, `page ${walked.pages.length} of ${subject} ${answer(last)}`);
          return;
        }
        // where records come again, an order over all pages is not to be had
        const straight = isStraight(walked);
        const wrong = disordersIn(walked, known, compare).filter(({ where }) => straight || where === 'within');
        disorders.push(...wrong.map((one) => ({ walked, wrong: one })));
        const plain = wrong.filter(({ kind }) => kind === 'plain');
        const within = plain.find(({ where }) => where === 'within');
        const across = plain.find(({ where }) => where === 'across');
        if (within !== undefined)
          yield finding(
            requirement,
            subject,
            tell(within, known),
            'the order of modifiedAt',
            exchangeOf(walked, within),
          );
        if (across !== undefined)
          yield finding(
            'LST-24',
            tellWalk(walked),
            tell(across, known),
            'the order of modifiedAt',
            exchangeOf(walked, across),
          );
      }
      const recognized = Math.max(...[asc, desc].map((walked) => itemsIn(walked).filter(isKnown).length));
      if (!(yield* premise(recognized > 1, `GET ${asc.path} did not show two of the records`))) return;
      // in an order that is wrong altogether, times that are hard to compare are wrong too
      const [subtle] = disorders.every(({ wrong }) => wrong.kind === 'subtle') ? disorders : [];
      if (subtle !== undefined) {
        const { walked, wrong } = subtle;
        const subject = tellCall(walked.path, walked.asked);
        yield finding('LST-26', subject, tell(wrong, known), 'the order of the instants', exchangeOf(walked, wrong));
      }
      const pair = [asc, desc].every(isStraight) ? alikeInBoth(asc, desc, compare) : undefined;
      if (pair !== undefined) {
        const observed = `had ${pair.join(' before ')} both up and down`;
        yield finding(
          'LST-25',
          `GET ${asc.path} sorted by modifiedAt`,
          observed,
          'one order the reverse of the other',
          lastOf(desc),
        );
      }
    },
  }),

  check({
    id: 'listing/milliseconds-tell-the-order',
    title: 'Where items show the milliseconds of modifiedAt, records of one second come in the order of these',
    proves: ['LST-26'],
    needs: ['app.create', 'access'],
    given: sortedListing,
    atMost: 4,
    tell: (index) => `${versionedListings[index]?.path ?? ''} with records of one second`,
    async gather(scene, index) {
      const listing = pick(versionedListings, index);
      const times = withinASecond.map((fraction) => `2025-05-06T07:08:09.${fraction}Z`);
      const { stock, reader } = await aRow(scene, listing, times, ['app']);
      await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      const inOrder = (sort: 'asc' | 'desc'): Promise<Walk> =>
        walk(scene, listing, reader.authorization, { known, sort });
      return { known, walks: [await inOrder('asc'), await inOrder('desc')] as const };
    },
    *judge({ known, walks }) {
      for (const walked of walks) {
        const unclear = unclearIn(walked, known);
        if (unclear !== undefined && !(yield* premise(false, unclear))) return;
        const wrong = disordersIn(walked, known, compareBy(known, ...walks)).find(({ where }) => where === 'within');
        if (wrong === undefined) continue;
        const subject = tellCall(walked.path, walked.asked);
        const observed = `had ${wrong.later} behind ${wrong.earlier}`;
        yield finding('LST-26', subject, observed, 'the order of modifiedAt', walked.pages[wrong.page]?.exchange);
      }
    },
  }),

  check({
    id: 'listing/records-of-one-time-are-not-lost-between-pages',
    title:
      'Sorted by modifiedAt, records of equal times are each shown once over all pages, no more on each than asked for',
    proves: ['LST-27', 'LST-16'],
    needs: ['app.create', 'access'],
    given: fc.record(
      {
        listing: sortedListing,
        times: fc.oneof(
          { weight: 5, arbitrary: fc.integer({ min: 3, max: 9 }).chain(repeatedTimes) },
          // as many as come of one import
          { weight: 1, arbitrary: fc.constant(Array.from({ length: 24 }, () => '2025-05-06T07:08:09Z')) },
        ),
        sort: directions,
        pageSize: fc.integer({ min: 1, max: 4 }),
        reader: cheapReaders,
      },
      { noNullPrototype: true },
    ),
    atMost: 50,
    tell: ({ listing, times, sort, pageSize }) =>
      `${versionedListings[listing]?.path ?? ''} with records of ${times.join(', ')}; ${sort}, pageSize ${pageSize}`,
    async gather(scene, { listing: index, times, sort, pageSize, reader: kind }) {
      const listing = pick(versionedListings, index);
      const { stock, reader } = await aRow(scene, listing, times, [kind]);
      const visible = await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      const walked = await walk(scene, listing, reader.authorization, { known, sort, pageSize });
      const tied = { walked, visible: known.filter(({ name }) => visible.has(name)) };
      if (isComplete(tied)) return { tied };
      // as many records of different times, for contrast
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
        const text = `${tellWalk(walked)} does not show records of different times once each either`;
        if (!(yield* premise(isComplete(contrast), text))) return;
      }
      yield* everyRecordOnce(walked, visible, 'LST-27');
      yield* pagesHoldNoMore(walked);
    },
  }),
];

/** Whether a walk came to its end, and by each of the records once. */
function isComplete({
  walked,
  visible,
}: {
  readonly walked: Walk;
  readonly visible: readonly StockedRecord[];
}): boolean {
  return isStraight(walked) && missingIn(walked, visible).length === 0;
}

/** Whether a walk came to its end and by nothing twice. */
function isStraight(walked: Walk): boolean {
  const items = itemsIn(walked);
  return isWhole(walked) && new Set(items).size === items.length;
}

/** Two records that stand in the same order whichever way they are sorted, though their times differ. */
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

function tell({ earlier, later }: Disorder, known: readonly StockedRecord[]): string {
  const time = (name: string): string => known.find((record) => record.name === name)?.modifiedAt ?? '';
  return `had a record of ${time(earlier)} before one of ${time(later)}`;
}

function exchangeOf({ pages }: Walk, { page }: Disorder): Walk['pages'][number]['exchange'] | undefined {
  return pages[page]?.exchange;
}
