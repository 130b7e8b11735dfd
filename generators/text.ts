import fc from 'fast-check';

/**
 * One character of any script: mostly printable ASCII, then Latin, Greek, Cyrillic, Hebrew, Arabic, CJK and astral
 * characters. Never a control character or half of a surrogate pair. The units of fast-check for this build a table of
 * all of Unicode at the start, which costs half a second and 100 MB.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: codePoints(0x20, 0x7e) },
  { weight: 2, arbitrary: codePoints(0xa1, 0x17f) },
  { weight: 1, arbitrary: codePoints(0x391, 0x3a1) },
  { weight: 1, arbitrary: codePoints(0x410, 0x44f) },
  { weight: 1, arbitrary: codePoints(0x5d0, 0x5ea) },
  { weight: 1, arbitrary: codePoints(0x621, 0x63a) },
  { weight: 1, arbitrary: codePoints(0x4e00, 0x9fa5) },
  { weight: 1, arbitrary: codePoints(0x1f300, 0x1f5ff) },
);

/** Text of any script. */
export function anyText(
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, ...lengths });
}

function codePoints(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((point) => String.fromCodePoint(point));
}
