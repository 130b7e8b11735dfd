import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { distributeChecks, weightOf } from '../../specs/distribute-checks.ts';
import { profileNames } from '../../specs/requirements/index.ts';
import recorded from '../../specs/cost-per-case.json' with { type: 'json' };

/** Lists of properties and of checks with one case. */
const some = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(...profileNames), fc.nat(), fc.boolean(), fc.integer({ min: 1, max: 100 }))
    .map(([profile, number, isProperty, maxCases]) => ({
      id: `${profile}/${number}`,
      ...(isProperty ? { cases: fc.boolean(), maxCases } : {}),
    })),
  { selector: ({ id }) => id },
);

const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

describe('distributing checks among shards and threads', () => {
  test('gives each check to one part, and keeps their order', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 9 }), (given, parts) => {
        const distributed = distributeChecks(given, parts);
        expect(distributed).toHaveLength(parts);
        expect(distributed.flat().toSorted((a, b) => ids(given).indexOf(a.id) - ids(given).indexOf(b.id))).toEqual(
          given,
        );
        for (const part of distributed) expect(part).toEqual(given.filter((one) => ids(part).includes(one.id)));
      }),
    );
  });

  test('gives no part more than its share and the shortest of its checks', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 9 }), (given, parts) => {
        const share = given.reduce((sum, check) => sum + weightOf(check), 0) / parts;
        for (const part of distributeChecks(given, parts)) {
          const weights = part.map(weightOf);
          const all = weights.reduce((sum, weight) => sum + weight, 0);
          expect(all - Math.min(...weights, Infinity)).toBeLessThanOrEqual(share + 1e-6);
        }
      }),
    );
  });

  test.each([2, 3, 4, 8])('distributes all checks over %i parts that take about the same time', (parts) => {
    const taken = distributeChecks(checks, parts).map((part) => part.reduce((sum, check) => sum + weightOf(check), 0));
    expect(Math.max(...taken)).toBeLessThan(1.01 * Math.min(...taken));
  });

  // checks that are newer than the record count as average ones
  test('uses a record in which no check stands that does not exist', () => {
    expect(ids(checks)).toEqual(expect.arrayContaining(Object.keys(recorded)));
  });
});
