import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOfOneTime, fewShuffledTimes } from './listing-times.ts';

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

test('blocks of one time hold whole pages and the first record after them, at the beginning, in the middle and at the end', () => {
  const places = new Set<string>();
  for (const { times, pageSize } of fc.sample(blocksOfOneTime, { seed: 20261120, numRuns: 300 })) {
    const sorted = times.map((time) => Date.parse(time)).toSorted((one, other) => one - other);
    const counts = Map.groupBy(sorted, (instant) => instant);
    const [instant = 0, block = []] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    expect(block.length).toBeGreaterThanOrEqual(2 * pageSize);
    const before = sorted.indexOf(instant);
    const behind = sorted.length - before - block.length;
    places.add(`${before === 0 ? 'first' : ''}${behind === 0 ? 'last' : ''}`);
    // in both sort directions, a page lies within the block
    for (const offset of [before, behind]) {
      const first = Math.ceil(offset / pageSize) * pageSize;
      expect(first + pageSize).toBeLessThanOrEqual(offset + block.length);
    }
  }
  expect([...places].toSorted()).toEqual(['', 'first', 'firstlast', 'last']);
});
