import fc from 'fast-check';
import { instants, utcTexts } from './laboratory/times.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Steps between times: within a second, and up to years, so that no part of a time tells the order by itself. */
const steps: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(1, 9, 10, 90, 100, 250, 999) },
  { weight: 3, arbitrary: fc.constantFrom(SECOND, 9 * SECOND, 59 * SECOND, 61 * SECOND, 3599 * SECOND) },
  { weight: 3, arbitrary: fc.constantFrom(7 * 3600 * SECOND, 13 * 3600 * SECOND, DAY - 1, DAY + 1, 9 * DAY) },
  { weight: 2, arbitrary: fc.constantFrom(31 * DAY, 97 * DAY, 364 * DAY, 400 * DAY) },
);

/** So many different modification times in no order, in any spelling, from milliseconds to years apart (LST-22 to LST-26). */
export function shuffledTimes(count: number): fc.Arbitrary<readonly string[]> {
  return fc
    .tuple(
      instants,
      fc.array(steps, { minLength: count, maxLength: count }),
      fc.array(fc.nat(5), { minLength: count, maxLength: count }),
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, index) => index),
        { minLength: count, maxLength: count },
      ),
    )
    .map(([first, gaps, spellings, order]) => {
      let instant = first;
      const texts = gaps.map((gap, index) => {
        const spelled = utcTexts(instant);
        instant += gap;
        return spelled[(spellings[index] ?? 0) % spelled.length] ?? '';
      });
      return order.map((index) => texts[index] ?? '');
    });
}

/** From two to so many times as {@link shuffledTimes} gives them. */
export function fewShuffledTimes(most: number): fc.Arbitrary<readonly string[]> {
  return fc.integer({ min: 2, max: most }).chain(shuffledTimes);
}
