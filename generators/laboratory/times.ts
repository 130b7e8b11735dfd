import fc from 'fast-check';
import { day } from '../../core/spans.ts';

/**
 * Milliseconds since the epoch, from 2015 to 2035. Often they are within a day of each other, so that fractions decide.
 */
export const instants: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) }),
  // a leap day, and the ends of a year, of a month and of an hour
  fc.constantFrom(
    Date.UTC(2024, 1, 29, 12),
    Date.UTC(2025, 11, 31, 23, 59, 59, 999),
    Date.UTC(2026, 0, 1),
    Date.UTC(2026, 8, 30, 23, 59, 59),
    Date.UTC(2026, 9, 1, 0, 0, 0, 1),
    Date.UTC(2026, 9, 25, 1, 59, 59, 500),
  ),
);

/**
 * Returns the instant in RFC 3339 format in UTC, in several spellings of the fraction and the zone. The text differs,
 * the instant does not.
 */
export function utcTexts(instant: number): readonly string[] {
  const whole = new Date(instant).toISOString();
  const [second, fraction] = [whole.slice(0, 19), whole.slice(20, 23)];
  const shortest = fraction.replace(/0+$/, '');
  const fractions = new Set([shortest === '' ? '' : `.${shortest}`, `.${fraction}`, `.${fraction}000`]);
  return [...fractions].flatMap((digits) => [`${second}${digits}Z`, `${second}${digits}+00:00`]);
}

/**
 * Returns unsorted modification times for `count` records. Several are equal, with equal or different spellings
 * (LST-27).
 */
export function repeatedTimes(count: number): fc.Arbitrary<readonly string[]> {
  return fc
    .tuple(
      fc.uniqueArray(instants, { minLength: 1, maxLength: Math.max(1, Math.floor(count / 2)) }),
      fc.array(fc.tuple(fc.nat(0xffff), fc.nat(5)), { minLength: count, maxLength: count }),
    )
    .map(([some, picks]) => picks.map(([which, spelling]) => spelled(some[which % some.length] ?? 0, spelling)));
}

/** Dates as `YYYY-MM-DD`, including leap days and the ends of months and years (FLT-26). */
export const dates: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: Date.UTC(1990, 0, 1) / 1000 / day, max: Date.UTC(2040, 0, 1) / 1000 / day })
      .map((number) => new Date(number * day * 1000).toISOString().slice(0, 10)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '2024-02-29',
      '2024-02-28',
      '2024-03-01',
      '2000-02-29',
      '2026-02-28',
      '2025-12-31',
      '2026-01-01',
      '2026-09-30',
      '2026-10-01',
      '1999-12-31',
    ),
  },
);

function spelled(instant: number, spelling: number): string {
  const texts = utcTexts(instant);
  return texts[spelling % texts.length] ?? '';
}
