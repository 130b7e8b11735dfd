import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewShuffledTimes } from './listing-times.ts';

test('times to be sorted are all different, mostly out of order, and often differ by less than a second', () => {
  const drawn = fc.sample(fewShuffledTimes(7), { seed: 20261120, numRuns: 300 });
  let outOfOrder = 0;
  let close = 0;
  for (const times of drawn) {
    const instants = times.map((time) => Date.parse(time));
    const sorted = instants.toSorted((one, other) => one - other);
    expect(new Set(instants).size).toBe(times.length);
    if (instants.some((instant, index) => instant !== sorted[index])) outOfOrder++;
    if (sorted.some((instant, index) => instant - (sorted[index - 1] ?? -Infinity) < 1000)) close++;
  }
  expect(outOfOrder).toBeGreaterThan(200);
  expect(close).toBeGreaterThan(100);
});
