import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareValues, exactFloats, integers } from './field-values.ts';
import { spelt } from './spelling.ts';
import { dates } from './times.ts';
import { labels, observations } from './vocabulary.ts';

const SEEDED = { seed: 20261120, numRuns: 100 };
const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void) =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      law(value);
    }),
    SEEDED,
  );
const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed = 1, numRuns = 300) => fc.sample(arbitrary, { seed, numRuns });

test('the same seed draws the same values, and another seed others', () => {
  const values = fc.tuple(labels, observations, dates);
  expect(drawn(values, 7, 20)).toEqual(drawn(values, 7, 20));
  expect(drawn(values, 7, 20)).not.toEqual(drawn(values, 8, 20));
});

test('a spelled value depends only on the drawn number, not on earlier values', () => {
  const names = spelt((spell) => spell.person.fullName());
  const before = drawn(names, 3, 5);
  drawn(labels, 4, 5);
  expect(drawn(names, 3, 5)).toEqual(before);
  expect(new Set(before).size).toBe(5);
});

test('integers fit 32 bits, and both ends and negative ones are drawn', () => {
  holds(integers, (value) => expect(value | 0).toBe(value));
  const some = new Set(drawn(integers, 1, 1000));
  for (const value of [-0x8000_0000, 0x7fff_ffff, -1, 0, 9, 10, 100]) expect(some).toContain(value);
});

test('floats survive single decimals, 32 bits of mantissa and JSON, and some have fractions', () => {
  holds(exactFloats, (value) => {
    expect(Number.isInteger(value * 1024)).toBe(true);
    expect(Math.abs(value * 1024)).toBeLessThanOrEqual(0x8000_0000 * 1024);
    expect(Object.is(value, -0)).toBe(false);
    expect(JSON.parse(JSON.stringify(value))).toBe(value);
    // plain decimal notation: a filter may rely on nothing else
    expect(String(value)).toMatch(/^-?\d+(\.\d+)?$/);
  });
  const some = drawn(exactFloats);
  expect(some.some((value) => value < 0 && !Number.isInteger(value))).toBe(true);
});

test('numbers compare as numbers and dates as days', () => {
  expect([100, -1, 9, 10].sort(compareValues)).toEqual([-1, 9, 10, 100]);
  expect(compareValues('2026-09-30', '2026-10-01')).toBeLessThan(0);
  expect(compareValues('2024-02-29', '2024-02-29')).toBe(0);
});

test('leap days and the ends of months and years are drawn', () => {
  const some = new Set(drawn(dates, 1, 600));
  for (const date of ['2024-02-29', '2025-12-31', '2026-01-01', '2026-09-30', '2026-10-01'])
    expect(some).toContain(date);
});

test('texts look like a laboratory and vary', () => {
  for (const texts of [labels, observations]) {
    const some = drawn(texts, 1, 100);
    expect(new Set(some).size).toBeGreaterThan(60);
    for (const text of some) expect(text).toBe(text.trim());
  }
  expect(drawn(observations).some((text) => text.includes('\n'))).toBe(true);
});
