import type { FieldDate } from '../../state/fields.ts';
import { DAY, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { orderDates, orderDatesAs, shiftDates } from './range-decisions.ts';
import { requirementsOnOperators } from './requirements.ts';
import { breaking } from './rows.ts';

/** Returns a stored date in the year to which its week belongs. */
function inYearOfItsWeek(time: number): number {
  const date = new Date(time);
  const thursday = new Date(time + (4 - (date.getUTCDay() || 7)) * DAY);
  return date.setUTCFullYear(thursday.getUTCFullYear());
}

/** Returns a number of days in which every month has thirty. */
function roughDays({ time }: FieldDate): number {
  const date = new Date(time);
  const days = date.getUTCFullYear() * 360 + date.getUTCMonth() * 30 + date.getUTCDate();
  return days + (time - Math.floor(time / DAY) * DAY) / DAY;
}

const in32Bits = (time: number): number => (Math.floor(time / 1000) | 0) * 1000;

/** Faults in which dates are kept or compared by another day, year or hour. */
export const dateFaults: readonly Fault[] = [
  ...breaking(
    ['FLT-26', 'FLT-18'],
    {
      'dates-are-compared-by-day-first': [
        orderDatesAs((date) => (date.getUTCDate() * 12 + date.getUTCMonth()) * 10_000 + date.getUTCFullYear()),
        'The tenant compares dates as text with the day first.',
        ['FLT-23', 'FLT-24'],
      ],
      'dates-are-compared-by-month-first': [
        orderDatesAs((date) => (date.getUTCMonth() * 32 + date.getUTCDate()) * 10_000 + date.getUTCFullYear()),
        'The tenant compares dates by month and day first, and by the year only after that.',
      ],
      'years-of-dates-have-two-digits': [
        orderDatesAs((date) => Date.UTC(2000 + (date.getUTCFullYear() % 100), date.getUTCMonth(), date.getUTCDate())),
        'The tenant compares dates by the last two digits of their years.',
        ['FLT-36'],
      ],
    },
    ['FLT-34', 'FLT-37', 'FLT-01', 'FLT-39', 'FLT-40', 'FLT-38', ...requirementsOnOperators],
  ),
  ...breaking(
    'FLT-18',
    {
      'dates-are-a-day-off': [
        shiftDates(
          (time) => time,
          (time) => time - DAY,
        ),
        'The tenant takes the day before as the bound of a date, as if in a time zone west of Greenwich.',
      ],
      'leap-days-are-the-first-of-march': [
        shiftDates((time) => (new Date(time).toISOString().includes('-02-29T') ? time + DAY : time)),
        'The tenant compares a stored leap day as the first of March.',
        ['FLT-26'],
      ],
      'dates-before-1970-come-last': [
        shiftDates((time) => (time < 0 ? 4_000_000_000_000 - time : time)),
        'Dates before 1970 count as later than all others.',
        ['FLT-26'],
      ],
      'dates-after-2038-overflow': [
        shiftDates(in32Bits, in32Bits),
        'The tenant keeps dates as seconds in 32 bits, which overflow in January 2038.',
        ['FLT-26', 'FLT-36'],
      ],
    },
    requirementsOnOperators,
  ),
  ...breaking(
    'FLT-26',
    {
      'months-have-thirty-days': [
        orderDates((stored, bound, order) => {
          const days = roughDays(stored) - roughDays(bound);
          if (!bound.wholeDay) return days;
          return order === 0 ? 0 : Math.floor(days);
        }),
        'The tenant compares dates as if every month had thirty days.',
      ],
      'dates-have-the-year-of-their-week': [
        shiftDates(inYearOfItsWeek),
        'The tenant keeps stored dates in the year to which their week belongs.',
      ],
    },
    ['FLT-18', 'FLT-36', ...requirementsOnOperators],
  ),
  ...breaking(['FLT-20', 'FLT-21'], {
    'dates-of-summer-begin-an-hour-early': [
      orderDates((stored, bound, order) => {
        const month = new Date(stored.time).getUTCMonth();
        return stored.wholeDay && bound.wholeDay && month >= 3 && month <= 9 ? stored.time - HOUR - bound.time : order;
      }),
      'From April to October stored dates begin an hour early.',
      ['FLT-18', 'FLT-19', 'FLT-22', 'FLT-26', 'FLT-36'],
    ],
  }),
];
