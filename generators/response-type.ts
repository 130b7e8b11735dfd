import fc from 'fast-check';

/**
 * Response types other than `code`: those of OAuth and OpenID Connect, and values similar to `code`. None differs only
 * in blanks at its ends or in a repetition, because a response type is a set of words (RFC 6749, 3.1.1).
 */
export const otherResponseTypes: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('token', 'id_token', 'code token', 'code id_token', 'token code', 'CODE', 'Code', ''),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['none', 'codE', 'cod', 'codes', 'code2', 'code_', 'xcode', 'authorization_code', 'code,token'],
      ...['id_token token', 'code id_token token', 'c', 'password', 'null', 'undefined', 'true', '*'],
      ...['code\u0000', 'code\u0000token', 'ｃｏｄｅ', 'code#', 'code+token'],
    ),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== 'code') },
);
