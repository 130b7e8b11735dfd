import { isIsoDateTime } from '../../schemas/iso-date-time.ts';
import { day as dayLength } from '../../core/spans.ts';

/** An interval of instants that a text may mean, in seconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Offsets of time zones are a multiple of this many seconds. */
const quarter = 900;
const widestWest = -12 * 3600;
const widestEast = 14 * 3600;

/**
 * Returns the meaning of an ISO 8601 date and time: an instant that is as wide as its last digit. Without a zone the
 * text may be the time of any zone (FRE-198), so there are several.
 *
 * @returns an empty list if the text is not a date and time
 */
export function instantsOf(text: string): readonly Span[] {
  if (!isIsoDateTime(text)) return [];
  const [date = '', clock = ''] = text.split('T');
  const zone = /(Z|[+\-\u2212]\d{2}(?::?\d{2})?)$/.exec(clock)?.[1];
  const time = timeOf(zone === undefined ? clock : clock.slice(0, -zone.length));
  const local = dayOf(date) * dayLength + time.seconds;
  const offsets = zone === undefined ? allOffsets() : [offsetOf(zone)];
  return offsets.map((offset) => ({ from: local - offset - time.grain, to: local - offset + time.grain }));
}

/** Returns the days since 1970 of a calendar, week or ordinal date. */
function dayOf(date: string): number {
  const digits = date.replaceAll('-', '');
  const year = Number(digits.slice(0, 4));
  const firstOfYear = Date.UTC(year, 0, 1) / (dayLength * 1000);
  if (digits.includes('W')) {
    const [week, day] = [Number(digits.slice(5, 7)), Number(digits.slice(7, 8))];
    const fourth = firstOfYear + 3;
    const monday = fourth - ((((fourth + 3) % 7) + 7) % 7);
    return monday + (week - 1) * 7 + day - 1;
  }
  if (digits.length === 7) return firstOfYear + Number(digits.slice(4)) - 1;
  return Date.UTC(year, Number(digits.slice(4, 6)) - 1, Number(digits.slice(6))) / (dayLength * 1000);
}

/** Returns the seconds of the day and their precision. The last digit may have been rounded or cut off. */
function timeOf(clock: string): { seconds: number; grain: number } {
  const [whole = '', fraction] = clock.replaceAll(':', '').split(/[.,]/);
  const units = [3600, 60, 1];
  const parts = [whole.slice(0, 2), whole.slice(2, 4), whole.slice(4, 6)].filter((part) => part !== '');
  const last = units[parts.length - 1] ?? 1;
  const seconds = parts.reduce((sum, part, index) => sum + Number(part) * (units[index] ?? 0), 0);
  if (fraction === undefined || !/[1-9]/.test(fraction)) return { seconds, grain: last };
  const significant = fraction.replace(/0+$/, '');
  return {
    seconds: seconds + Number(`0.${fraction}`) * last,
    grain: Math.max(last * 10 ** -significant.length, 0.001),
  };
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2, 4)) * 60;
  return zone.startsWith('+') ? seconds : -seconds;
}

function allOffsets(): number[] {
  const count = (widestEast - widestWest) / quarter;
  return Array.from({ length: count + 1 }, (_, index) => widestWest + index * quarter);
}
