import { day } from '../../core/spans.ts';

const units = [
  ['year', 365 * day],
  ['day', day],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds in the two largest units that they have, such as `3 years and 12 days`; a year has 365 days. */
export function longSpan(seconds: number): string {
  let left = Math.round(Math.abs(seconds));
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
    // what is smaller than the neighbour of the largest unit says nothing more
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' and ');
}
