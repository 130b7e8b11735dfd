import fc from 'fast-check';
import { instants, utcTexts } from './laboratory/times.ts';
import { day } from '../core/spans.ts';

const SECOND = 1000;
const DAY = day * SECOND;

/** Steps between times, from less than a second to years, so that no part of a time shows the order by itself. */
const steps: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(1, 9, 10, 90, 100, 250, 999) },
  { weight: 3, arbitrary: fc.constantFrom(SECOND, 9 * SECOND, 59 * SECOND, 61 * SECOND, 3599 * SECOND) },
  { weight: 3, arbitrary: fc.constantFrom(7 * 3600 * SECOND, 13 * 3600 * SECOND, DAY - 1, DAY + 1, 9 * DAY) },
  { weight: 2, arbitrary: fc.constantFrom(31 * DAY, 97 * DAY, 364 * DAY, 400 * DAY) },
);

/**
 * Returns `count` different modification times, unsorted, in any spelling, milliseconds to years apart (LST-22 to
 * LST-26).
 */
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

/** Returns from two to `most` times, as {@link shuffledTimes} does. */
export function fewShuffledTimes(most: number): fc.Arbitrary<readonly string[]> {
  return fc.integer({ min: 2, max: most }).chain(shuffledTimes);
}

/** Modification times, and a page size for them. */
export interface TimesInPages {
  readonly times: readonly string[];
  readonly pageSize: number;
}

/**
 * A block of equal times with or without other times before and after it. The block is so long that several whole
 * pages, and the first record of the next page, lie within it: at its beginning, in its middle or at its end, in both
 * sort directions (LST-27).
 */
export const blocksOfOneTime: fc.Arbitrary<TimesInPages> = fc.integer({ min: 1, max: 4 }).chain((pageSize) =>
  fc
    .tuple(
      instants,
      fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
      // the number of pages within the block
      fc.integer({ min: 2, max: 3 }),
      fc.integer({ min: 0, max: pageSize }),
      // the numbers of other times before and after the block
      fc.oneof(fc.constant(0), fc.integer({ min: 1, max: pageSize + 1 })),
      fc.oneof(fc.constant(0), fc.integer({ min: 1, max: pageSize + 1 })),
      fc.integer({ min: 1, max: 12 }),
    )
    .map(([instant, spellings, pages, more, before, behind, stride]) => {
      const block = Array.from({ length: pages * pageSize + more }, (_, place) => {
        const texts = utcTexts(instant);
        return texts[(spellings[place % spellings.length] ?? 0) % texts.length] ?? '';
      });
      const aside = (count: number, sign: number): string[] =>
        Array.from({ length: count }, (_, place) => new Date(instant + sign * (place + 1) * 2 * DAY).toISOString());
      const inOrder = [...aside(before, -1), ...block, ...aside(behind, 1)];
      // the records are created in another order
      const others = inOrder.filter((_, place) => place % stride !== 0);
      return { times: [...others, ...inOrder.filter((_, place) => place % stride === 0)], pageSize };
    }),
);
