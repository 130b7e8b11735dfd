import type { Fault } from '../fault.ts';
import { countingPlaces } from './offsets.ts';
import { breaking } from './rows.ts';

/** Orders records by a number that is derived from their times. */
const orderedBy =
  (place: (time: Date) => number): Fault['behaviour'] =>
  (normal) => ({
    ...countingPlaces(),
    compareRecords: (call, one, other) =>
      place(one.modifiedAt) - place(other.modifiedAt) || normal.compareTies(call, one, other),
  });

/** The local time in a place with summer time, where one hour of the autumn comes twice. */
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

/** Faults in the comparison of times by which records are sorted. */
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
        'The tenant compares times as text of the seconds since 1970, which have nine digits before September 2001.',
        ['LST-34', 'LST-36'],
      ],
      'months-of-one-digit-come-last': [
        orderedBy((time) => {
          const moved = new Date(time);
          moved.setUTCMonth(0, 1);
          const month = (time.getUTCMonth() + 3) % 12;
          return Date.UTC(moved.getUTCFullYear(), month, time.getUTCDate()) + (time.getTime() % 86_400_000);
        }),
        'Within a year, October to December sort before the other months, because their numbers are compared as text.',
      ],
      'sorted-by-a-clock-with-summer-time': [
        orderedBy(localTime),
        'The tenant compares times in New York local time, where one hour comes twice at the end of summer time.',
      ],
      'sorted-by-a-twelve-hour-clock': [
        orderedBy((time) => time.getTime() - (time.getUTCHours() >= 12 ? 12 : 0) * 3_600_000),
        'The tenant compares the times of a day on a twelve-hour clock.',
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
      'In ascending order, records that were modified within the same second are sorted by name.',
      ['LST-23', 'LST-26', 'LST-24', 'LST-36'],
    ],
  }),
];
