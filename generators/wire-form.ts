import fc from 'fast-check';
import type { LetterCase, WireForm } from '../core/wire-form.ts';
import { objectOf } from './object.ts';

const letterCases: fc.Arbitrary<LetterCase> = fc.constantFrom('lower case', 'upper case', 'capitals', 'mixed case');

/** The suite writes at most six header fields after Host. */
const orders: fc.Arbitrary<readonly number[]> = fc.uniqueArray(fc.nat(5), { maxLength: 6, size: 'max' });

/** Forms of a request without a body: only its head can vary. */
export const headForms: fc.Arbitrary<WireForm> = objectOf({
  chunked: fc.constant(false),
  segments: fc.constant(false),
  cuts: fc.constant<readonly number[]>([]),
  order: orders,
  letterCase: letterCases,
  expect: fc.constant(false),
});

/**
 * Forms of a request with a body. They mean the same, and every server reads them or refuses them as such: they ask
 * nothing of the other side.
 */
export const wireForms: fc.Arbitrary<WireForm> = objectOf({
  chunked: fc.boolean(),
  segments: fc.boolean(),
  cuts: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 3 }),
  order: orders,
  letterCase: letterCases,
  expect: fc.constant(false),
});
