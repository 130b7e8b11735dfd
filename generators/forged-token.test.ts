import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forged, forgeries } from './forged-token.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = `${part({ alg: 'RS256' })}.${part({ sub: 'app', exp: 1_800_000_000 })}.c2lnbmF0dXJl`;

test('a forged value is never the token from which it was made', () => {
  const tokens = fc.oneof(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), fc.constant(jwt));
  fc.assert(
    fc.property(tokens, forgeries, (token, forgery) => {
      expect(forged(token, forgery)).not.toBe(token);
    }),
    { seed: 7 },
  );
});

test('a JWT is forged in its signature, its algorithm and its claims', () => {
  const [head, claims, signature] = jwt.split('.');
  expect(forged(jwt, 'without its signature')).toBe(`${head}.${claims}.`);
  expect(forged(jwt, 'with the algorithm none')).toBe(`${part({ alg: 'none' })}.${claims}.`);
  expect(forged(jwt, 'with claims that last longer')).toBe(
    `${head}.${part({ sub: 'app', exp: 4_102_444_800 })}.${signature}`,
  );
});

test('a token that is no JWT has no signature to forge', () => {
  expect(forged('at_opaque.with.dots', 'without its signature')).toBeUndefined();
  expect(forged('at_opaque', 'with a signature of zeros')).toBeUndefined();
});

test('hexadecimal digits in another letter case are no forgery', () => {
  expect(forged('0f1e2d3c4b5a69788796a5b4', 'in upper case')).toBeUndefined();
  expect(forged('at_0F1E2D3C4B5A6978', 'with its letter case swapped')).toBe('AT_0f1e2d3c4b5a6978');
  expect(forged('at_opaque', 'in upper case')).toBe('AT_OPAQUE');
});
