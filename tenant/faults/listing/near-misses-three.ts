import type { Actor } from '../../http/message.ts';
import type { Fault } from '../fault.ts';
import { countingPlaces, isFollowing } from './offsets.ts';

const isDelegate = (actor: Actor | undefined): boolean =>
  actor?.kind === 'user' && actor.credential.kind === 'accessToken';

/** Records in the order of something that is made of their times. */
const orderedBy =
  (place: (time: Date) => number): Fault['behaviour'] =>
  (normal) => ({
    ...countingPlaces(),
    compareRecords: (call, one, other) =>
      place(one.modifiedAt) - place(other.modifiedAt) || normal.compareTies(call, one, other),
  });

/** The clock on the wall in a place with summer time: an hour of the autumn comes twice. */
const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

function localTime(time: Date): number {
  const parts = new Map(wallClock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const local = [part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')] as const;
  return Date.UTC(...local) + time.getUTCMilliseconds();
}

/** Wrong for one reader, one state passed through, one depth of a traversal or one value. */
export const furtherNearMissFaults: readonly Fault[] = [
  {
    id: 'listing/a-lone-last-record-joins-the-page-before',
    breaks: ['LST-16'],
    summary: 'A page that would leave a single record for the last one takes it in as well.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) =>
        normal.cutPage(call, rest, rest.length === pageSize + 1 ? pageSize + 1 : pageSize),
    }),
  },
  {
    id: 'listing/names-beyond-ascii-are-left-out-of-v2-plates',
    breaks: ['LST-32'],
    also: ['LST-31', 'LST-13', 'LST-04'],
    summary: 'A plate whose name has a character beyond ASCII does not come in v2.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        const old = listing.version === 'v2' && listing.kind === 'plate';
        // eslint-disable-next-line no-control-regex -- what ASCII has
        return old ? records.filter(({ name }) => /^[\x00-\x7f]*$/.test(name)) : records;
      },
    }),
  },
  {
    id: 'listing/the-tenth-page-is-the-first',
    breaks: ['LST-15'],
    also: ['LST-10', 'LST-12', 'LST-13'],
    summary:
      'In v2, of the number of a page of plates in its page token one digit is read, so that the tenth page is the first again.',
    behaviour: (normal) => {
      const depths = new Map<string, number>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          if (listing.kind === 'entry' || listing.version === 'v3') return token;
          const depth = (depths.get(call.request.query.get('nextToken') ?? '') ?? 0) + 1;
          depths.set(token, depth % 9);
          return token;
        },
        recordsAfter: (call, ordered, cursor, direction) =>
          depths.get(call.request.query.get('nextToken') ?? '') === 0
            ? ordered
            : normal.recordsAfter(call, ordered, cursor, direction),
      };
    },
  },
  {
    id: 'listing/sorted-by-a-clock-with-summer-time',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26'],
    summary: 'Times are compared as a clock in New York shows them, so the hour after summer time is that before.',
    behaviour: orderedBy(localTime),
  },
  {
    id: 'listing/sorted-by-a-twelve-hour-clock',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26'],
    summary: 'Of two times of a day the one with the smaller hour on a twelve-hour clock counts as earlier.',
    behaviour: orderedBy((time) => time.getTime() - (time.getUTCHours() >= 12 ? 12 : 0) * 3_600_000),
  },
  {
    id: 'listing/months-of-one-digit-come-last',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26'],
    summary: 'Within a year October to December come before the other months, as their numbers are compared as text.',
    behaviour: orderedBy((time) => {
      const moved = new Date(time);
      moved.setUTCMonth(0, 1);
      const month = (time.getUTCMonth() + 3) % 12;
      return Date.UTC(moved.getUTCFullYear(), month, time.getUTCDate()) + (time.getTime() % 86_400_000);
    }),
  },
  {
    id: 'listing/sort-is-overlooked-for-delegates',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-36', 'LST-34'],
    summary: 'To an app that acts for a user records come as they were created, whatever sort says.',
    behaviour: (normal) => ({
      ...countingPlaces(),
      orderRecords: (call, records, direction) =>
        isDelegate(call.found.actor) ? records : normal.orderRecords(call, records, direction),
    }),
  },
  {
    id: 'listing/page-size-is-overlooked-for-delegates',
    breaks: ['LST-16'],
    also: ['LST-36'],
    summary: 'To an app that acts for a user pages of entries in v2 come in the default size.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) =>
        normal.pageSizeOf(
          call,
          listing,
          isDelegate(call.found.actor) && listing.kind === 'entry' && listing.version === 'v2' ? null : text,
        ),
    }),
  },
  {
    id: 'listing/following-pages-of-results-hold-plates',
    breaks: ['LST-07'],
    also: ['LST-13', 'LST-16'],
    summary: 'The last of several pages of assay results ends with a plate.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const { recordsByKind } = call.tenant.state;
        const actor = call.found.actor;
        const plate =
          actor === undefined ? undefined : recordsByKind.plate.find((one) => normal.mayRead(call, actor, one));
        const more = listing.kind === 'assayResult' && isFollowing(call) && nextToken === '' && plate !== undefined;
        return normal.pageMembers(call, listing, more ? [...items, plate] : items, nextToken);
      },
    }),
  },
  {
    id: 'listing/old-entries-are-not-in-v3',
    breaks: ['LST-32'],
    also: ['LST-31', 'LST-13', 'LST-01'],
    summary: 'Entries that were modified before 2020 for the last time were not brought over to v3.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        return listing.version === 'v3' && listing.kind === 'entry'
          ? records.filter(({ modifiedAt }) => modifiedAt.getUTCFullYear() >= 2020)
          : records;
      },
    }),
  },
];
