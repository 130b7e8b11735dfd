import type { SortDirection } from '../../behaviour/pages.ts';
import type { Call } from '../../call.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** The sorted pages that a following page comes after. */
interface Passed {
  /** The number of records of the order that come before the requested page. */
  readonly start: number;
  readonly pageSize: number;
}

function isSorted({ request }: Call): boolean {
  return request.query.has('sort');
}

function isOf(direction: SortDirection): (call: Call) => boolean {
  return ({ request }) => request.query.get('sort')?.endsWith(direction) === true;
}

/** Reports whether there are `count` records from a place on, all with the same modification time. */
function areOfOneTime(ordered: readonly LabRecord[], from: number, count: number): boolean {
  const some = ordered.slice(Math.max(0, from), from + count);
  const time = some[0]?.modifiedAt.getTime();
  return from >= 0 && some.length === count && some.every(({ modifiedAt }) => modifiedAt.getTime() === time);
}

/** Replaces the following page if the page before it and its own first record all have the same modification time. */
function behindSuchAPage(
  goOn: (ordered: readonly LabRecord[], passed: Passed) => readonly LabRecord[],
  when: (call: Call, ordered: readonly LabRecord[], passed: Passed) => boolean = isSorted,
): Fault['behaviour'] {
  return becomes('recordsAfter', (rest, call, ordered) => {
    const pageSize = Number(call.request.query.get('pageSize') ?? 50);
    const passed = { start: ordered.length - rest.length, pageSize };
    const isSuch = areOfOneTime(ordered, passed.start - pageSize, pageSize + 1);
    return isSuch && isSorted(call) && when(call, ordered, passed) ? goOn(ordered, passed) : rest;
  });
}

const losesOne = (ordered: readonly LabRecord[], { start }: Passed): readonly LabRecord[] => ordered.slice(start + 1);
const repeatsOne = (ordered: readonly LabRecord[], { start }: Passed): readonly LabRecord[] => ordered.slice(start - 1);

/** Reports whether all records from the one before the page to the end have the same modification time. */
function isAtTheEnd(_call: Call, ordered: readonly LabRecord[], { start }: Passed): boolean {
  return areOfOneTime(ordered, start - 1, ordered.length - start + 1);
}

/** Faults on pages whose records all have the same modification time ("Pagination", 3). */
export const pageOfOneTimeFaults: readonly Fault[] = [
  ...breaking(['LST-12', 'LST-27'], {
    'a-page-of-one-time-breaks-down': [
      (normal) => {
        const broken = new WeakSet<Call>();
        return {
          cutPage: (call, rest, pageSize) => {
            if (isSorted(call) && isFollowing(call) && areOfOneTime(rest, 0, pageSize + 1)) broken.add(call);
            return normal.cutPage(call, rest, pageSize);
          },
          answerListing: (call, actor, listing) => {
            const answer = normal.answerListing(call, actor, listing);
            return broken.has(call) ? { status: 500, headers: [], body: undefined } : answer;
          },
        };
      },
      'The tenant answers a sorted following page with 500 if its records and the next one have the same time.',
    ],
    'two-pages-of-one-time-in-a-row-break-down': [
      (normal) => {
        const broken = new WeakSet<Call>();
        return {
          recordsAfter: (call, ordered, cursor, direction) => {
            const rest = normal.recordsAfter(call, ordered, cursor, direction);
            const pageSize = Number(call.request.query.get('pageSize') ?? 50);
            const from = ordered.length - rest.length - pageSize;
            if (isOf('desc')(call) && areOfOneTime(ordered, from, 2 * pageSize)) broken.add(call);
            return rest;
          },
          answerListing: (call, actor, listing) => {
            const answer = normal.answerListing(call, actor, listing);
            return broken.has(call) ? { status: 500, headers: [], body: undefined } : answer;
          },
        };
      },
      'In descending order, if all records of two pages in a row have the same time, the second is answered with 500.',
    ],
  }),
  ...breaking('LST-27', {
    'a-record-is-lost-behind-a-page-of-one-time': [
      behindSuchAPage(losesOne),
      'If all records of a sorted page and the next record have the same time, the next page lacks that record.',
    ],
    'a-record-comes-again-behind-a-page-of-one-time': [
      behindSuchAPage(repeatsOne),
      'If all records of a sorted page and the next record have the same time, the next page repeats the last record.',
    ],
    'a-record-is-lost-behind-a-page-of-one-time-downwards': [
      behindSuchAPage(losesOne, isOf('desc')),
      'In descending order, if a page and the next record all have the same time, the next page lacks that record.',
    ],
    'a-record-is-lost-where-the-last-are-of-one-time': [
      behindSuchAPage(losesOne, isAtTheEnd),
      'If all records of a sorted page and all later records have the same time, the next page lacks its first record.',
    ],
  }),
];
