import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstOfEachName } from './sample.ts';

const named = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 }));

test('a sample has every name, and each of its members adds a name', () => {
  fc.assert(
    fc.property(named, (all) => {
      const sample = firstOfEachName(all, (names) => names);
      expect(new Set(sample.flat())).toEqual(new Set(all.flat()));
      sample.forEach((names, at) => {
        const before = new Set(sample.slice(0, at).flat());
        expect(names.some((name) => !before.has(name))).toBe(true);
      });
    }),
  );
});
