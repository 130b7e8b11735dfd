import fc from 'fast-check';
import { OPERATORS } from './laboratory/awkward-text.ts';
import { compareValues, exactFloats, integers, RANGE_TYPES } from './laboratory/field-values.ts';
import { dates } from './laboratory/times.ts';
import { objectOf } from './object.ts';

export type RangeType = (typeof RANGE_TYPES)[number];
export type RangeOperator = (typeof OPERATORS)[number];

/** Drawn once, so that the same case asks of the same values in every run. */
const seed = 20261120;

const unset = undefined;

/** Values of an Integer field: both signs, repeated ones, both ends of 32 bits, and those that sort otherwise as text. */
export const storedIntegers: readonly (number | undefined)[] = [
  ...[9, 10, -1, 100, 0, 1, -10, 11, 9, unset, 99, 1000, -9, 2, 20, 200, -2, -100, unset, 5, 50, -50, 10],
  ...[0x7fff_ffff, -0x8000_0000, 0x7fff_fffe, unset, 65_536, -65_536],
  ...fc.sample(integers, { seed, numRuns: 9 }),
];

/** Values of a Float field in plain decimal notation, of which some, as most that are measured, are not exact in binary. */
export const storedFloats: readonly (number | undefined)[] = [
  ...[0.5, 2.25, -3, 12, 0, 2.25, unset, -0.5, 10.1, 9.75, 100, 0.1, -0.1, 0.3, unset, 1.5, -1.7, 1, 2.2, -12.6],
  ...[1000.0625, 98.6, unset, 36.6, 3.5, -1024, 0.0009765625, 1_048_576.5],
  // as small as a decimal notation is plain: less than what four digits behind the point can tell
  ...[2 ** -16, -(2 ** -16)],
  ...fc.sample(exactFloats, { seed, numRuns: 8 }),
];

/** Values of a Date field: leap days and the ends of months, years and centuries, in no order. */
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

/** Values that are stored in a field of the type, and often the number that is nothing in some languages. */
export function storedBounds(type: RangeType): fc.Arbitrary<string | number> {
  const stored = fc.constantFrom(...storedRangeValues[type].filter(isSet));
  if (type === 'Date') return stored;
  return fc.oneof({ weight: 7, arbitrary: stored }, { weight: 1, arbitrary: fc.constant(0) });
}

/** Bounds of the type: stored values, their neighbours, and any. */
export function bounds(type: RangeType): fc.Arbitrary<string | number> {
  const neighbours = fc
    .tuple(storedBounds(type), fc.constantFrom(1, -1))
    .map(([value, step]) => beside(type, value, step));
  const any: fc.Arbitrary<string | number> = type === 'Integer' ? integers : type === 'Float' ? exactFloats : dates;
  // what is nothing in some languages
  const zero: fc.Arbitrary<string | number> = type === 'Date' ? storedBounds(type) : fc.constant(0);
  return fc.oneof(
    { weight: 3, arbitrary: storedBounds(type) },
    { weight: 2, arbitrary: neighbours },
    { weight: 1, arbitrary: zero },
    any,
  );
}

/** Bounds of the type that no stored value equals, so that what an operator does at its bound does not matter. */
export function boundsBetween(type: RangeType): fc.Arbitrary<string | number> {
  return bounds(type).filter((bound) => !storedRangeValues[type].includes(bound));
}

/** An operator and a bound on any of the types. */
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

/** The value that comes next: an integer, a day, or a fraction nearer than any that is stored. */
function beside(type: RangeType, value: string | number, step: number): string | number {
  if (typeof value === 'string') {
    return new Date(Date.parse(`${value}T00:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10);
  }
  // every binary form of a fraction keeps fifteen digits
  const next = type === 'Float' ? Number((value + step / 1024).toPrecision(15)) : value + step;
  return type === 'Integer' ? Math.min(0x7fff_ffff, Math.max(-0x8000_0000, next)) : next;
}

/** An operator, a space and a bound, as a filter has them. Numbers are in plain decimal notation. */
export function rangeText({ operator, bound }: Pick<RangeAsked, 'operator' | 'bound'>): string {
  return `${operator} ${bound}`;
}

/** Whether a value, which is compared with the bound in this way, satisfies the operator. */
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

/** Whether a value satisfies an operator with a bound: numbers by their size, dates by the calendar. */
export function isWithin(
  value: string | number | undefined,
  { operator, bound }: Pick<RangeAsked, 'operator' | 'bound'>,
): boolean {
  return value !== undefined && holds(operator, compareValues(value, bound));
}
