import { expect, test } from 'vitest';
import { Grams, gramLength, spread } from './grams.ts';

test('hashes are spread over a table of any size, so that thousands of long page tokens cost no more for each one', () => {
  for (const bits of [10, 20, 26, 30]) {
    const places = Array.from({ length: 4096 }, (_, hash) => spread(hash * 7919 + 1) & (2 ** bits - 1));
    const quarters = new Set(places.map((place) => Math.floor(place / 2 ** (bits - 2))));
    expect(quarters.size, `${bits} bits`).toBe(4);
    const atMost = bits === 10 ? 2 ** 10 : 4096;
    expect(new Set(places).size, `${bits} bits`).toBeGreaterThan(0.9 * atMost);
  }
});

test('a text touches what was added if both have eight characters in a row in common, blanks left out', () => {
  const grams = new Grams();
  grams.add('asecretthatislong');
  expect(grams.touch(`before a sec${'retthat'.slice(0, gramLength - 4)} after`)).toBe(true);
  expect(grams.touch('a sec, ret and that')).toBe(false);
});
