import { day } from '../../core/spans.ts';

const units = [
  ['year', 365 * day],
  ['day', day],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns seconds in their two largest units, such as `3 years and 12 days`. A year has 365 days. */
export function longSpan(seconds: number): string {
  let left = Math.round(Math.abs(seconds));
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
    // a unit that is not next to the largest one adds no useful precision
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' and ');
}
