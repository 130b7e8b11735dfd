import fc from 'fast-check';

/**
 * The spelling of the octets of a form value, drawn before the values exist. A list of spellings is repeated over the
 * value's length.
 */
export type OctetSpelling = 'as it is' | 'upper case' | 'lower case' | 'mixed case';

/** Octets that no encoder of forms changes. */
const plain = /^[A-Za-z0-9\-._]$/;

/**
 * Spellings from the plain one, which encodes only the octets that must be encoded, to one that encodes every octet.
 */
export const octetSpellings: fc.Arbitrary<readonly OctetSpelling[]> = fc.oneof(
  fc.constantFrom<readonly OctetSpelling[]>(['upper case'], ['lower case'], ['mixed case']),
  fc.array(fc.constantFrom<OctetSpelling>('as it is', 'upper case', 'lower case', 'mixed case'), {
    minLength: 1,
    maxLength: 12,
  }),
);

/**
 * Returns a value that is percent-encoded in one of the permitted ways. Any octet may be written as `%XX` with
 * hexadecimal digits of either case, and a blank as `+`, too. Octets with a special meaning must be encoded.
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
