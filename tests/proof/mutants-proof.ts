import { describe, inject, test } from 'vitest';
import { seedFor } from '../../core/seed.ts';
import { mutants } from '../../tenant/faults/mutants.ts';
import { searchForAny, superficial, thorough } from './matrix.ts';
import { notCaught } from './mutants-not-caught.ts';

/** The number of mutants, of all profiles together, that are tried for every commit. */
const sampleSize = 12;

/**
 * Draws a sample of the mutants that should be caught. Mutants listed as not caught are left out, because they take
 * long.
 */
const sampleOf = (seed: number): ReadonlySet<string> =>
  new Set(
    mutants
      .map(({ id }) => id)
      .filter((id) => !notCaught.has(id))
      .toSorted((one, other) => seedFor(seed, one) - seedFor(seed, other))
      .slice(0, sampleSize),
  );

/**
 * Defines the proof of one profile's generated faults: a check of a broken requirement catches each, or it is listed
 * with the reason.
 */
export function proveMutants(profile: string): void {
  const seed = inject('seed');
  const isMeant = inject('sample') ? sampleOf(seed) : undefined;
  const some = mutants.filter(({ id }) => id.startsWith(`${profile}/`) && isMeant?.has(id) !== false);
  describe(`a generated fault${isMeant === undefined ? '' : `, of a sample with the seed ${seed}`}`, () => {
    for (const mutant of some) {
      const listed = notCaught.get(mutant.id);
      test.concurrent(
        `${mutant.id} is ${listed === undefined ? 'caught' : `not caught: ${listed.reason}`}`,
        { retry: 0 },
        async ({ expect }) => {
          const found = await searchForAny(mutant, listed === undefined ? thorough : superficial);
          if (listed === undefined) expect(found, mutant.summary).toBeDefined();
          else expect(found, 'it must be removed from the list').toBeUndefined();
        },
      );
    }
    test('is listed as not caught only if there is such a fault', ({ expect }) => {
      const known = new Set(mutants.map(({ id }) => id));
      const strange = [...notCaught.keys()].filter((id) => id.startsWith(`${profile}/`) && !known.has(id));
      expect(strange).toEqual([]);
    });
  });
}
