import type { Instant } from '../../generators/history.ts';
import { months } from '../../generators/history.ts';
import { day } from '../../core/spans.ts';

/** Seconds by which a wait may miss an instant. */
export const soon = 2;
/** Spare seconds, half a minute more than a case needs to begin. */
const spare = 30;

/**
 * Returns the seconds from `now` until `before` seconds ahead of the next such instant.
 *
 * @param now seconds since the epoch, of a clock that shows the date
 */
export function secondsUntil(instant: Instant, now: number, before: number): number {
  const from = now + before + spare;
  if (instant === 'midnight') return Math.ceil(from / day) * day - before - now;
  const year = new Date(from * 1000).getUTCFullYear();
  const [soon = 0, later = 0] = [year, year + 1].map((one) => turnIn(one, instant) / 1000);
  return (soon > from ? soon : later) - before - now;
}

function turnIn(year: number, instant: Exclude<Instant, 'midnight'>): number {
  // wall clocks are set back then
  if (instant === 'the end of summer time in Europe') return sundayFrom(Date.UTC(year, 9, 25, 1));
  if (instant === 'the end of summer time in New York') return sundayFrom(Date.UTC(year, 10, 1, 6));
  return Date.UTC(year, months.findIndex((month) => instant.endsWith(month)) + 1, 1);
}

/** The first Sunday from a day on, at the same time. */
function sundayFrom(time: number): number {
  return time + ((7 - new Date(time).getUTCDay()) % 7) * day * 1000;
}
