import type { Fault } from '../fault.ts';
import { countingPlaces } from './offsets.ts';

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
  {
    id: 'listing/times-before-2001-come-last',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-34', 'LST-36', 'LST-37'],
    summary: 'Times are compared as the digits of their seconds since 1970, of which there are nine before 2001.',
    behaviour: (normal) => ({
      compareTimes: (call, one, other) => {
        const [a, b] = [one, other].map((time) => String(Math.floor(time.getTime() / 1000)));
        return a === b || a === undefined || b === undefined ? normal.compareTimes(call, one, other) : a < b ? -1 : 1;
      },
    }),
  },
  {
    id: 'listing/months-of-one-digit-come-last',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-37'],
    summary: 'Within a year October to December come before the other months, as their numbers are compared as text.',
    behaviour: orderedBy((time) => {
      const moved = new Date(time);
      moved.setUTCMonth(0, 1);
      const month = (time.getUTCMonth() + 3) % 12;
      return Date.UTC(moved.getUTCFullYear(), month, time.getUTCDate()) + (time.getTime() % 86_400_000);
    }),
  },
  {
    id: 'listing/sorted-by-a-clock-with-summer-time',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-37'],
    summary: 'Times are compared as a clock in New York shows them, so the hour after summer time is that before.',
    behaviour: orderedBy(localTime),
  },
  {
    id: 'listing/sorted-by-a-twelve-hour-clock',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-37'],
    summary: 'Of two times of a day the one with the smaller hour on a twelve-hour clock counts as earlier.',
    behaviour: orderedBy((time) => time.getTime() - (time.getUTCHours() >= 12 ? 12 : 0) * 3_600_000),
  },
  {
    id: 'listing/upwards-only-seconds-count',
    breaks: ['LST-25'],
    also: ['LST-23', 'LST-26', 'LST-24', 'LST-36'],
    summary: 'Sorted upwards, records that were modified within one second stand in the order of their names.',
    behaviour: (normal) => ({
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
  },
];
