import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../core/run/host.ts';
import { checks } from '../../specs/checks/index.ts';
import { dealt } from '../../specs/dealt.ts';

const some = fc.uniqueArray(
  fc.record({
    id: fc.string(),
    cases: fc.constantFrom(undefined, fc.boolean()),
    maxCases: fc.integer({ min: 1, max: 100 }),
  }),
  { selector: ({ id }) => id },
);

describe('dealing checks among shards and threads', () => {
  test('gives each check to one part, and keeps their order', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 9 }), (given, parts) => {
        const hands = dealt(given, parts);
        expect(hands).toHaveLength(parts);
        expect(hands.flat().toSorted((a, b) => given.indexOf(a) - given.indexOf(b))).toEqual(given);
        for (const hand of hands) expect(hand).toEqual(given.filter((one) => hand.includes(one)));
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
