import { expect, test } from 'vitest';
import type { FilteredView } from '../../drivers/world/filter.ts';
import type { CellValue, Table } from '../../drivers/world/filter-rows.ts';
import { asStored } from '../../drivers/world/kept-values.ts';

const columns = [
  { name: 'note-1', type: 'String' },
  { name: 'amount-1', type: 'Float' },
] as const;

/** Returns the kept table for rows with the sent values and a listing whose items show the shown values. */
function keptOf(sent: readonly (readonly CellValue[])[], shown: readonly (readonly CellValue[] | undefined)[]): Table {
  const rows = sent.map((values, place) => ({ id: `result-${place}`, name: `name of ${place}`, values }));
  const items = rows.map(({ id }, place) => {
    const fields = columns.flatMap(({ name }, column) => {
      const value = shown[place]?.[column];
      return value === undefined ? [] : [{ name, value }];
    });
    return { identifier: id, item: { id, fields } };
  });
  const view = { pages: [{ exchange: undefined, items }], end: 'whole' } as unknown as FilteredView;
  return asStored({ schemaId: 'schema-1', columns, rows, label: 'label-1' }, view);
}

test('the kept values are those that items show, and the sent ones stay in addition', () => {
  const { rows } = keptOf(
    [
      ['plain', 2.5],
      ['a\u200bb', 10.1],
    ],
    [
      ['plain', 2.5],
      ['ab', Math.fround(10.1)],
    ],
  );
  expect(rows.map(({ values }) => values)).toEqual([
    ['plain', 2.5],
    ['ab', Math.fround(10.1)],
  ]);
  expect(rows.map(({ given }) => given)).toEqual([undefined, { 0: 'a\u200bb', 1: 10.1 }]);
});

test('if no item shows the values, plain texts and numbers count as sent, other texts are unknown, and numbers are marked', () => {
  const { rows } = keptOf(
    [
      ['plain', 2.5],
      ['two  blanks', 10.1],
    ],
    [],
  );
  expect(rows.map(({ values }) => values)).toEqual([
    ['plain', 2.5],
    [undefined, 10.1],
  ]);
  expect(rows.map(({ unshown }) => unshown)).toEqual([[1], [1]]);
});

test('a listing that shows plain texts differently does not show the kept values', () => {
  const { rows } = keptOf([['plain'], ['a<b>c</b>']], [['<p>plain</p>'], ['<p>abc</p>']]);
  expect(rows.map(({ values }) => values)).toEqual([['plain'], [undefined]]);
});
