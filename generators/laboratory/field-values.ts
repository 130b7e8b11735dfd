import fc from 'fast-check';
import type { FieldType } from '../../schemas/types/control-operations.ts';

/** The field types of the filter table (Endpoints / Filters, rule 3), in its order. */
export const FIELD_TYPES = [
  'String',
  'Long Text',
  'Entity Link',
  'Part Link',
  'Translation Link',
  'Dropdown',
  'Integer',
  'Float',
  'Date',
] as const satisfies readonly FieldType[];

/** The types for which range operators are supported. */
export const RANGE_TYPES = ['Integer', 'Float', 'Date'] as const satisfies readonly FieldType[];

/** The types whose value is an identifier. */
export const IDENTIFIER_TYPES = [
  'Entity Link',
  'Part Link',
  'Translation Link',
  'Dropdown',
] as const satisfies readonly FieldType[];

const smallest = -0x8000_0000;
const largest = 0x7fff_ffff;

/** Integers of 32 bits: small ones, negative ones, both ends, and values that sort differently as text (FLT-25). */
export const integers: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -200, max: 200 }) },
  { weight: 2, arbitrary: fc.constantFrom(-1, 0, 1, 9, 10, 11, 99, 100, 101, -9, -10, 1000, 999) },
  { weight: 1, arbitrary: fc.constantFrom(smallest, smallest + 1, largest - 1, largest) },
  { weight: 1, arbitrary: fc.integer({ min: smallest, max: largest }) },
);

/**
 * Numbers with a binary fraction of at most ten places: every lossless store and notation keeps them exactly. Never -0,
 * which some JSON implementations do not distinguish from 0.
 */
export const exactFloats: fc.Arbitrary<number> = fc
  .tuple(
    fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: smallest, max: largest })),
    fc.integer({ min: 0, max: 10 }),
  )
  .map(([mantissa, places]) => mantissa / 2 ** places);

/**
 * Returns the order of two values of a range type: below 0 if the first is smaller, 0 if they are equal. Dates are
 * `YYYY-MM-DD`.
 */
export function compareValues(one: string | number, other: string | number): number {
  const [a, b] = [one, other].map((value) => (typeof value === 'number' ? value : Date.parse(`${value}T00:00:00Z`)));
  return (a ?? 0) - (b ?? 0);
}
