import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepestJson, jsonSize, mayBeStructured, parseJson } from './json-text.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + valuesIn(one), 1)
    : 1;

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a JSON text', () => {
  test('is as deep as its value, and has at least as many values and at most twice as many', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        const { depth, values } = jsonSize(text);
        expect(depth).toBe(depthOf(JSON.parse(text)));
        expect(values).toBeGreaterThanOrEqual(valuesIn(value));
        expect(values).toBeLessThanOrEqual(2 * valuesIn(value));
      }),
    );
  });

  test('is read if it has the greatest depth allowed, and not if it is deeper', () => {
    expect(parseJson(lists(deepestJson))).toBeDefined();
    expect(parseJson(lists(deepestJson + 1))).toBeUndefined();
    expect(parseJson(lists(100_000))).toBeUndefined();
  });

  test('is no deeper for the brackets in its texts', () => {
    const text = JSON.stringify({ text: `\\"${'['.repeat(1000)}"` });
    expect(jsonSize(text).depth).toBe(1);
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('is recognised as a list or an object by its beginning', () => {
    const structured = ['[]', ' \n{}', '\uFEFF[', '"[]"', 'null', '', '<[]>'].map(mayBeStructured);
    expect(structured).toEqual([true, true, true, false, false, false, false]);
  });
});
