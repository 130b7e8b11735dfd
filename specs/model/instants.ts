import type { Instant } from '../../generators/history.ts';
import { months } from '../../generators/history.ts';
import { day } from '../../core/spans.ts';

/** Seconds by which an instant may be missed. */
export const soon = 2;
/** Half a minute more than it takes to begin a case. */
const spare = 30;

/** Seconds from a moment, in seconds of a clock that tells the date, until so long before an instant that is still to come. */
export function secondsUntil(instant: Instant, now: number, before: number): number {
  const from = now + before + spare;
  if (instant === 'midnight') return Math.ceil(from / day) * day - before - now;
  const year = new Date(from * 1000).getUTCFullYear();
  const [soon = 0, later = 0] = [year, year + 1].map((one) => turnIn(one, instant) / 1000);
  return (soon > from ? soon : later) - before - now;
}

function turnIn(year: number, instant: Exclude<Instant, 'midnight'>): number {
  // clocks on walls are put back
  if (instant === 'the end of summer time in Europe') return sundayFrom(Date.UTC(year, 9, 25, 1));
  if (instant === 'the end of summer time in New York') return sundayFrom(Date.UTC(year, 10, 1, 6));
  return Date.UTC(year, months.findIndex((month) => instant.endsWith(month)) + 1, 1);
}

/** The first Sunday from a day on, at the same time. */
function sundayFrom(time: number): number {
  return time + ((7 - new Date(time).getUTCDay()) % 7) * day * 1000;
}
