import type { Fault } from '../fault.ts';
import { countingPlaces } from './offsets.ts';
import { breaking } from './rows.ts';

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

/** Times by which records are sorted, and how they are compared. */
export const orderOfTimesFaults: readonly Fault[] = [
  ...breaking(
    ['LST-22', 'LST-23'],
    {
      'times-before-2001-come-last': [
        (normal) => ({
          compareTimes: (call, one, other) => {
            const [a, b] = [one, other].map((time) => String(Math.floor(time.getTime() / 1000)));
            return a === b || a === undefined || b === undefined
              ? normal.compareTimes(call, one, other)
              : a < b
                ? -1
                : 1;
          },
        }),
        'Times are compared as the digits of their seconds since 1970, of which there are nine before 2001.',
        ['LST-34', 'LST-36'],
      ],
      'months-of-one-digit-come-last': [
        orderedBy((time) => {
          const moved = new Date(time);
          moved.setUTCMonth(0, 1);
          const month = (time.getUTCMonth() + 3) % 12;
          return Date.UTC(moved.getUTCFullYear(), month, time.getUTCDate()) + (time.getTime() % 86_400_000);
        }),
        'Within a year October to December come before the other months, as their numbers are compared as text.',
      ],
      'sorted-by-a-clock-with-summer-time': [
        orderedBy(localTime),
        'Times are compared as a clock in New York shows them, so the hour after summer time is that before.',
      ],
      'sorted-by-a-twelve-hour-clock': [
        orderedBy((time) => time.getTime() - (time.getUTCHours() >= 12 ? 12 : 0) * 3_600_000),
        'Of two times of a day the one with the smaller hour on a twelve-hour clock counts as earlier.',
      ],
    },
    ['LST-24', 'LST-25', 'LST-26', 'LST-37'],
  ),
  ...breaking('LST-25', {
    'upwards-only-seconds-count': [
      (normal) => ({
        ...countingPlaces(),
        orderRecords: (call, records, direction) =>
          direction === 'desc'
            ? normal.orderRecords(call, records, direction)
            : records.toSorted(
                (one, other) =>
                  Math.floor(one.modifiedAt.getTime() / 1000) - Math.floor(other.modifiedAt.getTime() / 1000) ||
                  (one.name < other.name ? -1 : 1) ||
                  normal.compareTies(call, one, other),
              ),
      }),
      'Sorted upwards, records that were modified within one second stand in the order of their names.',
      ['LST-23', 'LST-26', 'LST-24', 'LST-36'],
    ],
  }),
];
