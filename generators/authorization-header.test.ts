import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  badAuthorizations,
  brokenHeaders,
  describeBadAuthorization,
  headerValueOf,
  unsupportedSchemes,
} from './authorization-header.ts';

test('a broken header can be carried over any version of HTTP', () => {
  fc.assert(
    fc.property(brokenHeaders, (header) => {
      expect(header).toBe(header.trim());
      expect(header).toMatch(/^[\x20-\x7e\x80-\xff]*$/);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('an unsupported scheme is neither Bearer nor Basic in any letter case', () => {
  fc.assert(
    fc.property(unsupportedSchemes, (scheme) => {
      expect(['bearer', 'basic']).not.toContain(scheme.toLowerCase());
    }),
    { seed: 2, numRuns: 500 },
  );
});

test('a call without a credential has no header, and every other bad one has', () => {
  fc.assert(
    fc.property(badAuthorizations, (bad) => {
      expect(headerValueOf(bad) === undefined).toBe(bad.kind === 'none');
    }),
    { seed: 4 },
  );
});

test('a key that was never issued is sent as the username with an empty password', () => {
  expect(headerValueOf({ kind: 'key', value: 'key' })).toBe(`Basic ${btoa('key:')}`);
  expect(describeBadAuthorization({ kind: 'key', value: 'key' })).toBe('with an API key that was never issued');
});
