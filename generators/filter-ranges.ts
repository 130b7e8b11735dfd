import fc from 'fast-check';
import { OPERATORS } from './laboratory/awkward-text.ts';
import { compareValues, exactFloats, integers, RANGE_TYPES } from './laboratory/field-values.ts';
import { dates } from './laboratory/times.ts';
import { objectOf } from './object.ts';

export type RangeType = (typeof RANGE_TYPES)[number];
export type RangeOperator = (typeof OPERATORS)[number];

/** A fixed seed, so that the same case uses the same values in every run. */
const seed = 20261120;

const unset = undefined;

/**
 * Values of an Integer field: both signs, repeated ones, both ends of 32 bits, and values that sort differently as
 * text.
 */
export const storedIntegers: readonly (number | undefined)[] = [
  ...[9, 10, -1, 100, 0, 1, -10, 11, 9, unset, 99, 1000, -9, 2, 20, 200, -2, -100, unset, 5, 50, -50, 10],
  ...[0x7fff_ffff, -0x8000_0000, 0x7fff_fffe, unset, 65_536, -65_536],
  ...fc.sample(integers, { seed, numRuns: 9 }),
];

/** Values of a Float field in plain decimal notation. Some are not exact in binary, as most measured values. */
export const storedFloats: readonly (number | undefined)[] = [
  ...[0.5, 2.25, -3, 12, 0, 2.25, unset, -0.5, 10.1, 9.75, 100, 0.1, -0.1, 0.3, unset, 1.5, -1.7, 1, 2.2, -12.6],
  ...[1000.0625, 98.6, unset, 36.6, 3.5, -1024, 0.0009765625, 1_048_576.5],
  // the smallest values in plain decimal notation: smaller than four decimal places can show
  ...[2 ** -16, -(2 ** -16)],
  ...fc.sample(exactFloats, { seed, numRuns: 8 }),
];

/** Values of a Date field, unsorted: leap days and the ends of months, years and centuries. */
export const storedDates: readonly (string | undefined)[] = [
  ...['2026-09-30', '2026-10-01', '2025-12-31', '2026-01-01', unset, '2024-02-29', '2024-03-01', '2024-02-28'],
  ...['2026-10-01', '1999-12-31', '2000-01-01', '2000-02-29', '2026-02-28', unset, '2026-03-01', '2026-10-02'],
  ...['2027-01-15', '2026-11-05', '2026-05-11', '2010-07-31', unset, '2010-08-01', '1969-12-31', '1970-01-01'],
  ...['2026-09-09', '2026-10-10', '2038-01-19', '2038-01-20'],
  ...fc.sample(dates, { seed, numRuns: 10 }),
];

/** The stored values by type, in the order of {@link RANGE_TYPES}: the columns of one table. */
export const storedRangeValues: Readonly<Record<RangeType, readonly (string | number | undefined)[]>> = {
  Integer: storedIntegers,
  Float: storedFloats,
  Date: storedDates,
};

/** The rows of a table with a column for each range type. */
export const rangeRows: readonly (readonly (string | number | undefined)[])[] = storedIntegers.map((integer, row) => [
  integer,
  storedFloats[row],
  storedDates[row],
]);

/** An operator and a bound on a field of a range type. */
export interface RangeAsked {
  readonly type: RangeType;
  readonly operator: RangeOperator;
  readonly bound: string | number;
}

function isSet(value: string | number | undefined): value is string | number {
  return value !== undefined;
}

/**
 * Returns values that are stored in a field of the type and, often, the number 0, which some programming languages
 * treat as empty.
 */
export function storedBounds(type: RangeType): fc.Arbitrary<string | number> {
  const stored = fc.constantFrom(...storedRangeValues[type].filter(isSet));
  if (type === 'Date') return stored;
  return fc.oneof({ weight: 7, arbitrary: stored }, { weight: 1, arbitrary: fc.constant(0) });
}

/** Returns bounds of the type: stored values, their neighbours, and any. */
export function bounds(type: RangeType): fc.Arbitrary<string | number> {
  const neighbours = fc
    .tuple(storedBounds(type), fc.constantFrom(1, -1))
    .map(([value, step]) => nextTo(type, value, step));
  const any: fc.Arbitrary<string | number> = type === 'Integer' ? integers : type === 'Float' ? exactFloats : dates;
  // some programming languages treat it as empty
  const zero: fc.Arbitrary<string | number> = type === 'Date' ? storedBounds(type) : fc.constant(0);
  return fc.oneof(
    { weight: 3, arbitrary: storedBounds(type) },
    { weight: 2, arbitrary: neighbours },
    { weight: 1, arbitrary: zero },
    any,
  );
}

/** Returns bounds that no stored value equals, so that the behaviour of an operator at its bound does not matter. */
export function boundsBetween(type: RangeType): fc.Arbitrary<string | number> {
  return bounds(type).filter((bound) => !storedRangeValues[type].includes(bound));
}

/** Returns an operator and a bound on any of the types. */
export function ranges(
  boundsOf: (type: RangeType) => fc.Arbitrary<string | number> = bounds,
  types: readonly RangeType[] = RANGE_TYPES,
): fc.Arbitrary<RangeAsked> {
  return fc
    .constantFrom(...types)
    .chain((type) =>
      objectOf({ type: fc.constant(type), operator: fc.constantFrom(...OPERATORS), bound: boundsOf(type) }),
    );
}

/** Returns the next value: an integer, a day, or a fraction that is nearer than any stored one. */
function nextTo(type: RangeType, value: string | number, step: number): string | number {
  if (typeof value === 'string') {
    return new Date(Date.parse(`${value}T00:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10);
  }
  // all binary formats of fractions keep fifteen digits
  const next = type === 'Float' ? Number((value + step / 1024).toPrecision(15)) : value + step;
  return type === 'Integer' ? Math.min(0x7fff_ffff, Math.max(-0x8000_0000, next)) : next;
}

/** Returns the text of a filter: an operator, a space and a bound. Numbers are in plain decimal notation. */
export function rangeText({ operator, bound }: Pick<RangeAsked, 'operator' | 'bound'>): string {
  return `${operator} ${bound}`;
}

/**
 * Reports whether a value satisfies the operator.
 *
 * @param order the comparison of the value with the bound: negative, 0 or positive
 */
export function holds(operator: RangeOperator, order: number): boolean {
  switch (operator) {
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
  }
}

/** Reports whether a value satisfies an operator with a bound: numbers by size, dates by the calendar. */
export function isWithin(
  value: string | number | undefined,
  { operator, bound }: Pick<RangeAsked, 'operator' | 'bound'>,
): boolean {
  return value !== undefined && holds(operator, compareValues(value, bound));
}
