import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changed, changes, describeChange, sameOctets, strangers, withAnotherEnd } from './credential.ts';

const tokens = fc
  .record({
    prefix: fc.constantFrom('', 'at_', 't-', 'lab_at_'),
    octets: fc.uint8Array({ minLength: 16, maxLength: 48 }),
  })
  .map(({ prefix, octets }) => ({ prefix, octets, token: prefix + Buffer.from(octets).toString('base64url') }));

test('a near miss never decodes to the octets of the token, after any prefix', () => {
  fc.assert(
    fc.property(tokens, changes, ({ prefix, octets, token }, change) => {
      const near = changed(token, change);
      fc.pre(near?.startsWith(prefix) === true);
      expect(Buffer.from((near ?? '').slice(prefix.length), 'base64url')).not.toEqual(Buffer.from(octets));
    }),
    { seed: 11, numRuns: 2000 },
  );
});

test('a token with another end never decodes to the octets of the token, also as the signature of a JWT', () => {
  fc.assert(
    fc.property(tokens, fc.constantFrom('', 'eyJhbGciOiJIUzI1NiJ9.e30.'), ({ token }, before) => {
      expect(sameOctets(before + token, withAnotherEnd(before + token))).toBe(false);
    }),
    { seed: 12, numRuns: 2000 },
  );
});

test('most changes make a near miss', () => {
  const drawn = fc.sample(fc.tuple(tokens, changes), { seed: 5, numRuns: 500 });
  const near = drawn.filter(([{ token }, change]) => changed(token, change) !== undefined);
  expect(near.length).toBeGreaterThan(350);
});

test('the words for a change do not show the credential', () => {
  expect(describeChange({ kind: 'replaced', at: 0.5, by: 3 })).toBe('one character replaced at 50 %');
  expect(describeChange({ kind: 'four appended', at: 0, by: 3 })).toBe('four characters appended');
});

test('a stranger is an allowed value of a bearer token', () => {
  fc.assert(
    fc.property(strangers, (value) => {
      expect(value).toMatch(/^[A-Za-z0-9._~+/-]+=*$/);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test.for([
  ['hexadecimal digits', '0b5e9a7c33d14f02aa61', true],
  ['a UUID in capitals', '0B5E9A7C-33D1-4F02-AA61-9E5C7D10B2F3', true],
  ['base32', 'MFRGGZDFMZTWQ2LKNNWG23TP', true],
  ['base32 behind a prefix', 'lab_MFRGGZDFMZTWQ2LKNNWG23TP', true],
  ['letters of both cases', 'MFRGgzdfMZTWQ2LKNNWG23TP', false],
  ['too few letters to tell', 'MFRGGZDF', false],
] as const)('letter case has no meaning in some kinds of credential: %s', ([, credential, isSame]) => {
  const last = credential.slice(-1);
  const other = last === last.toUpperCase() ? last.toLowerCase() : last.toUpperCase();
  expect(sameOctets(credential, credential.slice(0, -1) + other)).toBe(isSame || last === other);
});
