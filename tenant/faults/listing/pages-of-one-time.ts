import type { SortDirection } from '../../behaviour/pages.ts';
import type { Call } from '../../call.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** A page that was sorted, and what comes after it. */
interface Passed {
  /** How many records of the order stand before the page that is asked for. */
  readonly start: number;
  readonly pageSize: number;
}

function isSorted({ request }: Call): boolean {
  return request.query.has('sort');
}

function isOf(direction: SortDirection): (call: Call) => boolean {
  return ({ request }) => request.query.get('sort')?.endsWith(direction) === true;
}

/** Whether so many records from a place on are there, and all of one time. */
function areOfOneTime(ordered: readonly LabRecord[], from: number, count: number): boolean {
  const some = ordered.slice(Math.max(0, from), from + count);
  const time = some[0]?.modifiedAt.getTime();
  return from >= 0 && some.length === count && some.every(({ modifiedAt }) => modifiedAt.getTime() === time);
}

/** What is wrong behind a page whose records, and the first one after it, are all of one time. */
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

/** The record before a page and those on it are the last of the order. */
function isAtTheEnd(_call: Call, ordered: readonly LabRecord[], { start }: Passed): boolean {
  return areOfOneTime(ordered, start - 1, ordered.length - start + 1);
}

/** Pages that lie wholly within records of one time ("Pagination", 3). */
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
      'A sorted following page is answered with 500 where its records and the first one after it are of one time.',
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
      'Sorted downwards, a following page is answered with 500 where its records and those of the page before are of one time.',
    ],
  }),
  ...breaking('LST-27', {
    'a-record-is-lost-behind-a-page-of-one-time': [
      behindSuchAPage(losesOne),
      'Behind a page whose records, and the first one after it, are of one time, that one is left out.',
    ],
    'a-record-comes-again-behind-a-page-of-one-time': [
      behindSuchAPage(repeatsOne),
      'Behind a page whose records, and the first one after it, are of one time, its last record comes again.',
    ],
    'a-record-is-lost-behind-a-page-of-one-time-downwards': [
      behindSuchAPage(losesOne, isOf('desc')),
      'Sorted downwards, the first record after a page that is of one time with it is left out.',
    ],
    'a-record-is-lost-where-the-last-are-of-one-time': [
      behindSuchAPage(losesOne, isAtTheEnd),
      'Where a page of one time is followed by nothing but records of this time, the first of them is left out.',
    ],
  }),
];
