import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { held } from '../../core/judgement.ts';
import type { FilteredView } from '../../drivers/world/filter.ts';
import { filterSearch } from '../../drivers/world/filter.ts';
import type { Row } from '../../drivers/world/filter-laboratory.ts';
import { rowOf } from '../../drivers/world/filter-laboratory.ts';
import {
  assayAssertions,
  assayProbes,
  assayRows,
  satisfiesAsked,
  severalAssertions,
} from '../../generators/filter-assays.ts';
import { nearIdentifiers, storedIdentifiers } from '../../generators/filter-identifiers.ts';
import { bounds, rangeRows, ranges, rangeText, storedRangeValues } from '../../generators/filter-ranges.ts';
import {
  allInCase,
  caseTurned,
  literalsLikeOperators,
  mayBeSameText,
  nearTexts,
  plainNotes,
  plainWords,
  isSameText,
  storedAwkwardTexts,
  textsBeyondAscii,
  wildcardPairs,
} from '../../generators/filter-texts.ts';
import { simpleCasePairs } from '../../generators/laboratory/letter-case.ts';
import type { FilterLook } from '../../specs/expectations/filter-look.ts';
import { countsOf, findsAll, hidesAll, isExactly, readable } from '../../specs/expectations/filter-look.ts';
import {
  dateSpellings,
  divided,
  isMisleading,
  numberSpellings,
  rangeColumn,
} from '../../specs/expectations/filter-ranges.ts';
import { answered } from '../world/answers.ts';

const seed = 20261120;

describe('a filter in the query', () => {
  const assertions = [
    { field: 'A b', text: '>= 5' },
    { field: 'C', text: 'x+y & "é"' },
  ];

  test.each([
    ['json', '+', 'schemaFields=%7B%22A+b%22%3A%22%3E%3D+5%22%2C%22C%22%3A%22x%2By+%26+%5C%22%C3%A9%5C%22%22%7D'],
    ['dotted', '+', 'schemaFields.A+b=%3E%3D+5&schemaFields.C=x%2By+%26+%22%C3%A9%22'],
    ['bracket', '+', 'schemaFields%5BA+b%5D=%3E%3D+5&schemaFields%5BC%5D=x%2By+%26+%22%C3%A9%22'],
    ['dotted', '%20', 'schemaFields.A%20b=%3E%3D%205&schemaFields.C=x%2By%20%26%20%22%C3%A9%22'],
  ] as const)('is encoded as %s, with spaces as %s', (encoding, blank, search) => {
    expect(filterSearch(encoding, assertions, blank)).toBe(search);
  });

  test('with any text is read back by any form decoder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('+', '%20'), (text, blank) => {
        const read = (encoding: 'json' | 'dotted' | 'bracket'): URLSearchParams =>
          new URLSearchParams(filterSearch(encoding, [{ field: 'F', text }], blank));
        expect(JSON.parse(read('json').get('schemaFields') ?? '')).toEqual({ F: text });
        expect(read('dotted').get('schemaFields.F')).toBe(text);
        expect(read('bracket').get('schemaFields[F]')).toBe(text);
      }),
      { seed },
    );
  });
});

describe('a look', () => {
  const rows: readonly Row[] = ['a', 'b', 'c'].map((value, index) => ({
    id: `res_${index}1234`,
    name: `labconform result ${index}`,
    values: [value],
  }));
  const lookOf = (
    shown: readonly (readonly number[])[],
    status = 200,
    end: FilteredView['end'] = 'whole',
  ): FilterLook => ({
    rows,
    subject: 'a filter',
    view: {
      end,
      pages: shown.map((places) => ({
        exchange: answered({}, status),
        items: places.map((place) => ({ identifier: `res_${place}1234`, item: { id: `res_${place}1234` } })),
      })),
    },
  });

  test('finds records on any page, and hides records that are not on the first page', () => {
    expect([...findsAll(lookOf([[0], [1]]), [0, 1], 'FLT-05')]).toEqual([held('FLT-05')]);
    expect([...findsAll(lookOf([[0]]), [0, 1], 'FLT-05')]).toMatchObject([
      { kind: 'finding', observed: 'lacked 1 of 2 records that satisfy it ("b")' },
    ]);
    expect([...hidesAll(lookOf([[0], [2]]), [2], 'FLT-06')]).toEqual([held('FLT-06')]);
    expect([...hidesAll(lookOf([[0, 2]]), [2], 'FLT-06')]).toMatchObject([{ kind: 'finding' }]);
  });

  test('that was refused lacks records, unless there was nothing to find', () => {
    const refused = lookOf([[]], 400, 'refused');
    expect([...findsAll(refused, [0], 'FLT-05')]).toMatchObject([
      { kind: 'finding', observed: 'was answered with 400' },
    ]);
    expect([...findsAll(refused, [], 'FLT-05')]).toEqual([]);
    expect([...hidesAll(refused, [0], 'FLT-06')]).toEqual([]);
    expect(isExactly(refused, [])).toBe(false);
  });

  test.each([
    [lookOf([[]], 401, 'refused'), 1],
    [lookOf([[]], 400, 'refused'), 0],
    [lookOf([[0], []], 400, 'refused'), 1],
    [lookOf([[0]], 200, 'endless'), 1],
    [lookOf([[0]]), 0],
  ])('gives a premise if its credential or its pages are wrong (%#)', (look, premises) => {
    expect([...readable(look)]).toHaveLength(premises);
  });

  test('counts every appearance of a record', () => {
    expect([...countsOf(lookOf([[0, 1], [1]]))]).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test('recognises a record by its identifier or by a text that cannot be there by chance', () => {
    expect(rowOf({ identifier: 'res_11234', item: {} }, rows)).toBe(1);
    expect(rowOf({ item: { fields: [{ value: 'labconform result 2' }] } }, rows)).toBe(2);
    expect(rowOf({ identifier: '7', item: { count: 7 } }, [{ id: '7', name: 'n', values: [] }])).toBe(0);
    expect(rowOf({ identifier: '8', item: { count: 7 } }, [{ id: '7', name: 'n', values: [] }])).toBeUndefined();
  });
});

describe('texts', () => {
  test('near a text differ from it under every rule that is open, and can be asked for', () => {
    for (const text of plainWords) {
      const near = nearTexts(text, 'one line');
      expect(near.length).toBeGreaterThan(6);
      expect(near.filter((each) => mayBeSameText(each, text) || each.includes('\n'))).toEqual([]);
    }
  });

  test('in another letter case mean the same, also beyond ASCII, and keep the letter i', () => {
    for (const text of [...plainWords, ...plainNotes]) {
      for (const turned of [
        caseTurned(text, [true, false], 'ascii'),
        allInCase(text, 'lower'),
        allInCase(text, 'upper'),
      ]) {
        expect(isSameText(turned, text)).toBe(true);
        expect(turned.replaceAll(/[^iI]/g, '')).toBe(text.replaceAll(/[^iI]/g, ''));
      }
    }
    for (const text of textsBeyondAscii) {
      const turned = caseTurned(text, [true], 'beyond ascii');
      expect([isSameText(turned, text), turned === text]).toEqual([true, false]);
    }
    const together = textsBeyondAscii.join('').toLowerCase();
    expect(simpleCasePairs.filter(([, lower]) => !together.includes(lower))).toEqual([]);
  });

  test.each([
    ['straße', 'STRASSE', false, true],
    ['ΟΔΟΣ', 'οδος', false, true],
    ['é', 'e\u0301', false, true],
    ['I', 'ı', false, true],
    [' a', 'a', false, true],
    ['"a"', 'a', false, true],
    ['é', 'e', false, false],
    ['a  b', 'a b', false, false],
    ['É', 'é', true, true],
  ])('%j and %j are the same: surely %s, perhaps %s', (one, other, surely, perhaps) => {
    expect([isSameText(one, other), mayBeSameText(one, other)]).toEqual([surely, perhaps]);
  });

  test('of every awkward kind exist', () => {
    for (const character of ['%', '_', '*', '?', '.']) {
      expect(wildcardPairs.some(({ text }) => text.includes(character))).toBe(true);
    }
    for (const character of ["'", '&', '=', '#', '\\', '/', '%', '🧬', 'é', ' ']) {
      expect(storedAwkwardTexts.some((text) => text.includes(character))).toBe(true);
    }
    expect(literalsLikeOperators.filter((text) => /^[<>]=?( |$)/.test(text))).toEqual([]);
    expect(literalsLikeOperators.length).toBeGreaterThan(8);
  });

  test('like an identifier differ from every stored identifier', () => {
    for (const type of ['Entity Link', 'Dropdown'] as const) {
      const stored = storedIdentifiers(type);
      expect(stored.flatMap(nearIdentifiers).filter((near) => stored.includes(near))).toEqual([]);
    }
  });
});

describe('ranges', () => {
  test('divide the rows by their values into rows within the range and others', () => {
    fc.assert(
      fc.property(ranges(bounds), (asked) => {
        const rows = rangeRows.map((values, index): Row => ({ id: `r${index}`, name: `n${index}`, values }));
        const { within, equal, beyond, outside, alike, unclear } = divided(rows, asked);
        const unset = rows.filter(({ values }) => values[rangeColumn(asked.type)] === undefined);
        const parts = [equal, beyond, outside, alike, unclear, unset];
        expect(parts.reduce((sum, { length }) => sum + length, 0)).toBe(rows.length);
        expect(within.length).toBe(beyond.length + (asked.operator.endsWith('=') ? equal.length : 0));
        expect(rangeText(asked)).toMatch(/^[<>]=? (-?\d+(\.\d+)?|\d{4}-\d\d-\d\d)$/);
      }),
      { seed, numRuns: 300 },
    );
  });

  test('have values that are unset, repeated, or on the other side of a bound when compared as text', () => {
    for (const values of Object.values(storedRangeValues)) {
      const set = values.filter((value) => value !== undefined);
      expect(values.length).toBeGreaterThan(set.length);
      expect(new Set(set).size).toBeLessThan(set.length);
    }
    const nine = { type: 'Integer', operator: '>', bound: 9 } as const;
    expect(isMisleading(10, nine, numberSpellings)).toBe(true);
    expect(isMisleading(5, nine, numberSpellings)).toBe(false);
    const october = { type: 'Date', operator: '>', bound: '2026-10-01' } as const;
    expect(isMisleading('2026-09-30', october, dateSpellings)).toBe(true);
    expect(isMisleading('2026-09-01', { ...october, bound: '2026-10-02' }, dateSpellings)).toBe(false);
  });
});

test('every filter on the assays is satisfied by some rows only, and several together by some', () => {
  const rows = assayRows(24);
  fc.assert(
    fc.property(assayAssertions(), (asked) => {
      const count = rows.filter((values) => satisfiesAsked(values, asked)).length;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(rows.length);
    }),
    { seed, numRuns: 300 },
  );
  const drawn = fc.sample(severalAssertions, { seed, numRuns: 100 });
  const found = drawn.filter((asked) => rows.some((values) => asked.every((one) => satisfiesAsked(values, one))));
  expect(found.length).toBeGreaterThan(50);
  expect(assayProbes.every(({ row }) => row >= 0)).toBe(true);
});
