import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flawed, flaws, knownFlaws, stripped } from './client-credential.ts';
import { documentedGrantTypes, knownOtherGrantTypes, otherGrantTypes } from './grant-type.ts';
import { octetSpellings, spelt } from './form-encoding.ts';
import { sameShape } from './same-shape.ts';

const options = { seed: 20261120, numRuns: 500 };
const letters = fc.constantFrom(...'ABCDEFXYZabcdefxyz0123456789-._~+/=%& '.split(''));
const credentials = fc.string({ unit: letters, minLength: 8, maxLength: 60 });

describe('a flawed client credential', () => {
  test('is another text, and differs in more than surrounding blanks', () => {
    const property = fc.property(credentials, flaws, (credential, flaw) => {
      const wrong = flawed(credential, flaw);
      return wrong === undefined || stripped(wrong) !== stripped(credential);
    });
    expect(fc.check(property, options).failed).toBe(false);
  });

  test('may differ only in letter case, even if it is hexadecimal', () => {
    expect(flawed('0a1b2c3d4e5f', { kind: 'upper case' })).toBe('0A1B2C3D4E5F');
  });

  test('has every known kind for a credential of many kinds of characters', () => {
    const credential = 'Qw7+eR5/tZ3&uI1%oP=hJ-k';
    const wrong = knownFlaws.flatMap((flaw) => flawed(credential, flaw) ?? []);
    expect(wrong).toContain('');
    expect(wrong).toContain(`${credential}a`);
    expect(wrong).toContain(credential.toLowerCase());
    expect(wrong).toContain(`${credential}\0x`);
    expect(wrong).toContain(encodeURIComponent(credential));
    expect(wrong).toContain(credential.slice(0, -1));
    expect(wrong).toContain('Q');
    expect(wrong).not.toContain(credential);
  });
});

describe('another grant type', () => {
  test('is never a documented one, even with blanks around it', () => {
    const documented: readonly string[] = documentedGrantTypes;
    fc.assert(
      fc.property(otherGrantTypes, (grantType) => {
        expect(documented).not.toContain(stripped(grantType));
      }),
      options,
    );
    for (const grantType of knownOtherGrantTypes) expect(documented).not.toContain(stripped(grantType));
  });
});

describe('a value in any spelling', () => {
  test('decodes to itself', () => {
    const property = fc.property(
      fc.string({ maxLength: 40 }),
      octetSpellings,
      fc.boolean(),
      (value, spelling, plus) => {
        const read = new URLSearchParams(`name=${spelt(value, spelling, plus)}`).get('name');
        expect(read).toBe(value);
      },
    );
    fc.assert(property, options);
  });
});

describe('a credential of the same shape', () => {
  test('has characters of the same kinds at the same positions, and differs', () => {
    const property = fc.property(credentials, fc.nat(), fc.integer({ min: 1, max: 60 }), (credential, seed, count) => {
      const shape = (text: string): string =>
        text.replaceAll(/[0-9]/g, '0').replaceAll(/[A-Z]/g, 'A').replaceAll(/[a-z]/g, 'a');
      const other = sameShape(credential, seed, count);
      expect(shape(other)).toBe(shape(credential));
      expect(other === credential).toBe(!/[A-Za-z0-9]/.test(credential));
    });
    fc.assert(property, options);
  });
});
