import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../core/run/host.ts';
import { checks } from '../../specs/checks/index.ts';
import { dealt } from '../../specs/dealt.ts';

/** Properties, and checks of one case. */
const some = fc.uniqueArray(
  fc
    .tuple(fc.string(), fc.boolean(), fc.integer({ min: 1, max: 100 }))
    .map(([id, isProperty, maxCases]) => ({ id, ...(isProperty ? { cases: fc.boolean(), maxCases } : {}) })),
  { selector: ({ id }) => id },
);

const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

describe('dealing checks among shards and threads', () => {
  test('gives each check to one part, and keeps their order', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 9 }), (given, parts) => {
        const hands = dealt(given, parts);
        expect(hands).toHaveLength(parts);
        expect(hands.flat().toSorted((a, b) => ids(given).indexOf(a.id) - ids(given).indexOf(b.id))).toEqual(given);
        for (const hand of hands) expect(hand).toEqual(given.filter((one) => ids(hand).includes(one.id)));
      }),
    );
  });

  test('gives parts whose numbers of checks differ by one at most', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 9 }), (given, parts) => {
        const lengths = dealt(given, parts).map(({ length }) => length);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test.each([2, 3, 4, 8])('gives %i parts of all checks about as many cases', (parts) => {
    const counts = dealt(checks, parts).map((hand) => hand.reduce((sum, check) => sum + casesOf(check, 100), 0));
    expect(Math.max(...counts)).toBeLessThan(1.1 * Math.min(...counts));
  });
});
