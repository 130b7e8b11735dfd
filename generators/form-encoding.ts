import fc from 'fast-check';

/** How the octets of a form's values are written, drawn before the values exist; repeated over their length. */
export type OctetSpelling = 'as it is' | 'upper case' | 'lower case' | 'mixed case';

/** Octets that stand in a form for themselves (those that any encoder leaves alone). */
const plain = /^[A-Za-z0-9\-._]$/;

/** Spellings from the plain one, which encodes only what must be, to one in which every octet is encoded. */
export const octetSpellings: fc.Arbitrary<readonly OctetSpelling[]> = fc.oneof(
  fc.constantFrom<readonly OctetSpelling[]>(['upper case'], ['lower case'], ['mixed case']),
  fc.array(fc.constantFrom<OctetSpelling>('as it is', 'upper case', 'lower case', 'mixed case'), {
    minLength: 1,
    maxLength: 12,
  }),
);

/**
 * A value percent-encoded in one of the permitted ways: any octet may be written as `%XX` with hexadecimal digits of
 * either case, and a blank as `+` too; those with a meaning of their own must be.
 */
export function spelt(value: string, spelling: readonly OctetSpelling[], plusForBlank = false): string {
  return [...Buffer.from(value, 'utf8')]
    .map((octet, index) => {
      const how = spelling[index % spelling.length] ?? 'as it is';
      const character = String.fromCharCode(octet);
      if (character === ' ' && plusForBlank) return '+';
      if (how === 'as it is' && plain.test(character)) return character;
      const digits = octet.toString(16).padStart(2, '0');
      if (how === 'lower case') return `%${digits}`;
      if (how === 'mixed case') return `%${digits.slice(0, 1)}${digits.slice(1).toUpperCase()}`;
      return `%${digits.toUpperCase()}`;
    })
    .join('');
}
