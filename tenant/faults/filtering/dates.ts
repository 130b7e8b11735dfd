import type { FieldDate } from '../../state/fields.ts';
import { DAY, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** The difference between a date's calendar year and the year to which its week belongs. */
function weekYearShift(time: number): number {
  const date = new Date(time);
  const thursday = new Date(time + (4 - (date.getUTCDay() || 7)) * DAY);
  return thursday.getUTCFullYear() - date.getUTCFullYear();
}

/** Counts days as if every month had thirty. */
function roughDays({ time }: FieldDate): number {
  const date = new Date(time);
  const days = date.getUTCFullYear() * 360 + date.getUTCMonth() * 30 + Math.min(date.getUTCDate(), 31);
  return days + (time - Math.floor(time / 86_400_000) * 86_400_000) / 86_400_000;
}

/** Dates that are kept or compared by another day, year or hour. */
export const dateFaults: readonly Fault[] = [
  {
    id: 'filtering/dates-of-summer-begin-an-hour-early',
    breaks: ['FLT-20', 'FLT-21'],
    also: ['FLT-18', 'FLT-19', 'FLT-22', 'FLT-26', 'FLT-36'],
    summary: 'From April to October a stored date begins an hour before the bound that equals it.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const month = new Date(stored.time).getUTCMonth();
        return stored.wholeDay && bound.wholeDay && month >= 3 && month <= 9
          ? stored.time - HOUR - bound.time
          : normal.compareDates(call, stored, bound);
      },
    }),
  },
  {
    id: 'filtering/months-have-thirty-days',
    breaks: ['FLT-26'],
    also: ['FLT-18', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36'],
    summary: 'Dates are compared by a count of days in which the 31st is the first of the next month.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const order = roughDays(stored) - roughDays(bound);
        return bound.wholeDay && normal.compareDates(call, stored, bound) === 0
          ? 0
          : bound.wholeDay
            ? Math.floor(order)
            : order;
      },
    }),
  },
  {
    id: 'filtering/dates-have-the-year-of-their-week',
    breaks: ['FLT-26'],
    also: ['FLT-18', 'FLT-36', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'],
    summary:
      'Stored dates are kept with the year to which their week belongs, so that some around New Year are a year off.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const date = new Date(stored.time);
        date.setUTCFullYear(date.getUTCFullYear() + weekYearShift(stored.time));
        return normal.compareDates(call, { ...stored, time: date.getTime() }, bound);
      },
    }),
  },
  {
    id: 'filtering/dates-after-2038-overflow',
    breaks: ['FLT-18'],
    also: ['FLT-26', 'FLT-36', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'],
    summary: 'Dates are kept as seconds in 32 bits, so that those after January 2038 come before all others.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const wrapped = (time: number) => (Math.floor(time / 1000) | 0) * 1000;
        return normal.compareDates(
          call,
          { ...stored, time: wrapped(stored.time) },
          { ...bound, time: wrapped(bound.time) },
        );
      },
    }),
  },
];
