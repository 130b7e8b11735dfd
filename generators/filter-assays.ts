import fc from 'fast-check';
import type { FieldType } from '../schemas/types/control-operations.ts';
import { storedIdentifiers } from './filter-identifiers.ts';
import { holds, type RangeOperator } from './filter-ranges.ts';
import { isSameText } from './filter-texts.ts';
import { OPERATORS } from './laboratory/awkward-text.ts';
import { compareValues, FIELD_TYPES } from './laboratory/field-values.ts';

type Value = string | number;

/** One assertion on a column of the assays, with its meaning. */
export interface AssayAsked {
  readonly column: number;
  /** The text of the filter. */
  readonly text: string;
  readonly operator?: RangeOperator;
  /** The wanted value, or the bound. */
  readonly value: Value;
}

/**
 * Plain values of a few kinds for each field type. Assertions on them do not depend on case, spaces or the bound
 * itself.
 */
const plainValues: Readonly<Record<FieldType, readonly Value[]>> = {
  String: ['Ferritin', 'kinase', 'glucose'],
  'Long Text': ['Thawed', 'Discarded', 'kinase'],
  'Entity Link': storedIdentifiers('Entity Link'),
  'Part Link': storedIdentifiers('Part Link').slice(0, 3),
  'Translation Link': storedIdentifiers('Translation Link').slice(0, 2),
  Dropdown: storedIdentifiers('Dropdown'),
  Integer: [-20, -3, 0, 7, 15, 120],
  Float: [-1.5, 0, 2.5, 10.75, 99.5],
  Date: ['2024-02-29', '2025-12-31', '2026-01-01', '2026-09-30', '2026-10-01', '1999-06-15', '2030-03-03'],
};

/** Bounds of the range types that no value equals. */
const plainBounds: Partial<Readonly<Record<FieldType, readonly Value[]>>> = {
  Integer: [-10, -1, 5, 10, 100],
  Float: [-0.5, 1, 5.25, 50],
  Date: ['2010-01-01', '2025-01-01', '2026-06-15', '2026-09-15', '2027-01-01'],
};

/** A column of each type of the filter table, and a second column for four of the types. */
export const assayColumns: readonly { readonly title: string; readonly type: FieldType }[] = [
  ...FIELD_TYPES.map((type) => ({ title: `${type.replace(' ', '-')}-field`.toLowerCase(), type })),
  { title: 'second-string-field', type: 'String' },
  { title: 'second-dropdown-field', type: 'Dropdown' },
  { title: 'second-integer-field', type: 'Integer' },
  { title: 'second-date-field', type: 'Date' },
];

/**
 * Returns rows with many combinations of the columns' values. Some values are unset.
 *
 * @param whole whether no value is unset
 */
export function assayRows(count: number, whole = false): readonly (readonly (Value | undefined)[])[] {
  return Array.from({ length: count }, (_, row) =>
    assayColumns.map(({ type }, column) => {
      if (!whole && (row * 5 + column * 3) % 8 === 0) return undefined;
      const values = plainValues[type];
      // scattered, so that equal values of one column do not always occur with equal values of another
      const scattered = Math.imul((row + 1) * 31 + column * 17, 0x9e37_79b1) >>> 20;
      return values[scattered % values.length];
    }),
  );
}

/** Returns filters on one column that some rows satisfy and others do not. */
export function assayAssertions(
  columns: readonly number[] = assayColumns.map((_, column) => column),
): fc.Arbitrary<AssayAsked> {
  return fc.constantFrom(...columns).chain((column) => assertionOn(column));
}

/** One filter for each column: a value that some rows have, or a range that contains some rows only. */
export const plainAssertions: readonly AssayAsked[] = assayColumns.map(({ type }, column) => {
  const limits = plainBounds[type];
  const value = (limits ?? plainValues[type])[column % 3 === 0 ? 0 : 1] ?? '';
  return limits === undefined
    ? { column, text: String(value), value }
    : { column, text: `> ${value}`, operator: '>', value };
});

/** Filters on several columns. */
export const severalAssertions: fc.Arbitrary<readonly AssayAsked[]> = fc
  .shuffledSubarray(
    assayColumns.map((_, column) => column),
    { minLength: 2, maxLength: 5 },
  )
  .chain((columns) => fc.tuple(...columns.map(assertionOn)));

/** Returns filters on many columns. One of `count` rows satisfies all of them except the last. */
export function longAssertions(count: number): fc.Arbitrary<readonly AssayAsked[]> {
  return fc
    .tuple(
      fc.constantFrom(...assayRows(count)),
      fc.shuffledSubarray(
        assayColumns.map((_, column) => column),
        { minLength: 9, maxLength: 9 },
      ),
    )
    .chain(([row, columns]) => {
      const [last = 0, ...others] = columns.filter((column) => row[column] !== undefined).slice(0, 7);
      const meant = others.map((column) => assertionOn(column).filter((asked) => satisfiesAsked(row, asked)));
      return fc.tuple(
        ...meant,
        assertionOn(last).filter((asked) => !satisfiesAsked(row, asked)),
      );
    });
}

/** Returns filters on two columns. One of `count` rows satisfies both. */
export function jointAssertions(count: number): fc.Arbitrary<readonly AssayAsked[]> {
  return fc.constantFrom(...assayRows(count)).chain((row) => {
    const set = assayColumns.keys().filter((column) => row[column] !== undefined);
    return fc
      .shuffledSubarray([...set], { minLength: 2, maxLength: 2 })
      .chain((columns) =>
        fc.tuple(...columns.map((column) => assertionOn(column).filter((asked) => satisfiesAsked(row, asked)))),
      );
  });
}

/** The pairs of columns with the same type. */
const pairsOfOneType: readonly (readonly [number, number])[] = assayColumns.flatMap(({ type }, column) => {
  const other = assayColumns.findIndex((each, place) => place > column && each.type === type);
  return other < 0 ? [] : [[column, other] as const];
});

/** The same assertion on two columns of a type. */
export const twinAssertions: fc.Arbitrary<readonly AssayAsked[]> = fc
  .constantFrom(...pairsOfOneType)
  .chain(([one, other]) => assertionOn(one).map((asked) => [asked, { ...asked, column: other }]));

/** Ranges whose bound is a value that some rows have. */
export const boundedAssertions: fc.Arbitrary<AssayAsked> = fc
  .constantFrom(
    ...assayColumns.keys().filter((column) => plainBounds[assayColumns[column]?.type ?? 'String'] !== undefined),
  )
  .chain((column) =>
    fc
      .tuple(fc.constantFrom(...OPERATORS), fc.constantFrom(...plainValues[assayColumns[column]?.type ?? 'String']))
      .map(([operator, value]) => ({ column, text: `${operator} ${value}`, operator, value })),
  );

function assertionOn(column: number): fc.Arbitrary<AssayAsked> {
  const type = assayColumns[column]?.type ?? 'String';
  const limits = plainBounds[type];
  if (limits === undefined) {
    return fc.constantFrom(...plainValues[type]).map((value) => ({ column, text: String(value), value }));
  }
  return fc
    .tuple(fc.constantFrom(...OPERATORS), fc.constantFrom(...limits))
    .map(([operator, value]) => ({ column, text: `${operator} ${value}`, operator, value }));
}

/**
 * Reports whether a row satisfies an assertion. It compares the values as they were created, not as a tenant shows
 * them.
 */
export function satisfiesAsked(
  values: readonly (Value | undefined)[],
  { column, operator, value }: AssayAsked,
): boolean {
  const stored = values[column];
  if (stored === undefined) return false;
  if (operator !== undefined) return holds(operator, compareValues(stored, value));
  return isSameText(String(stored), String(value));
}

/** Returns the filter in words. */
export function describeAsked(asked: readonly AssayAsked[]): string {
  return asked
    .map(({ column, text }) => `${JSON.stringify(text)} on ${assayColumns[column]?.title.replaceAll('-', ' ') ?? ''}`)
    .join(' and ');
}

/**
 * For each range column, a filter that a row satisfies, and the index of that row. The suite uses them to find out how
 * the tenant reads spaces.
 */
export const assayProbes = assayColumns.flatMap(({ type }, column) => {
  const value = plainBounds[type]?.[0];
  if (value === undefined) return [];
  const asked: AssayAsked = { column, operator: '>', value, text: `> ${value}` };
  return [{ column, text: asked.text, row: assayRows(12).findIndex((values) => satisfiesAsked(values, asked)) }];
});
