import fc from 'fast-check';
import { sameShape } from './same-shape.ts';
import { shares } from './share.ts';

/** A small change to a credential, drawn before the credential exists: its position and its kind. */
export type Change =
  | {
      readonly kind: 'replaced' | 'removed' | 'case changed' | 'hyphen put in';
      readonly at: number;
      readonly by: number;
    }
  | {
      readonly kind: 'appended' | 'four appended' | 'put in front' | 'cut short';
      readonly at: number;
      readonly by: number;
    };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const alphabet = Array.from(letters);
const hexadecimal = Array.from('0123456789abcdef');

/**
 * Changes in one character. `at` is a position as a fraction of the length, so that one drawn change fits a credential
 * of any length. The ends are drawn often, because truncation and padding go wrong there, and so is the middle, which a
 * comparison of both ends ignores.
 */
export const changes: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(
    'replaced',
    'replaced',
    'removed',
    'case changed',
    'hyphen put in',
    'appended',
    'four appended',
    'put in front',
    'cut short',
  ),
  at: fc.oneof(fc.constantFrom(0, 0.5, 1), shares),
  by: fc.nat(letters.length - 1),
});

/**
 * Returns the changed credential. Undefined if the change has no effect (a digit has no case) or changes only what a
 * tenant may ignore: characters that decode to the same octets of base64 or base64url.
 */
export function changed(credential: string, change: Change): string | undefined {
  const mutant = mutate(credential, change);
  if (mutant === credential || mutant === '') return undefined;
  return sameOctets(credential, mutant) ? undefined : mutant;
}

/** Returns a change in words, for the label of the near miss. */
export function describeChange(change: Change): string {
  if (change.kind === 'hyphen put in') return `a hyphen put in at ${Math.round(change.at * 100)} %`;
  const place = `at ${Math.round(change.at * 100)} %`;
  if (change.kind === 'four appended') return 'four characters appended';
  if (change.kind === 'appended' || change.kind === 'put in front') return `one character ${change.kind}`;
  return change.kind === 'cut short' ? 'last character cut off' : `one character ${change.kind} ${place}`;
}

function mutate(text: string, { kind, at, by }: Change): string {
  const place = Math.min(text.length - 1, Math.floor(at * text.length));
  const index = kind === 'case changed' ? letterNear(text, place) : place;
  const [before, character, after] = [text.slice(0, index), text.charAt(index), text.slice(index + 1)];
  const other = letters.charAt(by) === character ? letters.charAt((by + 1) % letters.length) : letters.charAt(by);
  switch (kind) {
    case 'replaced':
      return before + other + after;
    case 'removed':
      return before + after;
    case 'case changed': {
      const flipped = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
      return before + flipped + after;
    }
    case 'hyphen put in': // a UUID is the same with its hyphens at other positions
      return /^[0-9a-f]{32}$/i.test(text.replaceAll('-', '')) ? text : `${before}${character}-${after}`;
    case 'appended':
      return text + other;
    case 'four appended': // a whole group of base64, which no decoder ignores
      return text + other.repeat(4);
    case 'put in front':
      return other + text;
    case 'cut short':
      return text.slice(0, -1);
  }
}

/** Returns the index of the first letter from a position on, or of the last letter before it: a digit has no case. */
function letterNear(text: string, place: number): number {
  const after = text.slice(place).search(/[a-z]/i);
  return after >= 0 ? place + after : Math.max(0, text.slice(0, place).search(/[a-z][^a-z]*$/i));
}

/**
 * Reports whether a text differs from an issued one only in spare bits or padding of base64, or in letter case if the
 * issued text has letters of one case only, part by part as in a JWT (FRE-220). The encoded part may begin after a
 * prefix such as `at_`, and its beginning decides which bits are spare.
 */
export function sameOctets(one: string, other: string): boolean {
  return [0, ...prefixEnds(one)].some((from) => {
    if (one.slice(0, from) !== other.slice(0, from)) return false;
    const [a, b] = [one.slice(from).split('.'), other.slice(from).split('.')];
    return a.length === b.length && a.every((part, index) => sameSpelled(part, b[index] ?? ''));
  });
}

function sameSpelled(one: string, other: string): boolean {
  return one === other || sameBase64(one, other) || sameWithoutCase(one, other);
}

/**
 * Reports whether two texts are equal without letter case: octets in hexadecimal, a UUID or base32. Shorter texts may
 * have letters of one case by chance.
 */
function sameWithoutCase(one: string, other: string): boolean {
  if (one.length < 16 || one.toLowerCase() !== other.toLowerCase()) return false;
  const isOfOneCase = one === one.toLowerCase() || one === one.toUpperCase();
  return isOfOneCase || /^[0-9a-f]{16,}$/i.test(one.replaceAll('-', ''));
}

/**
 * Returns the positions at which the first two prefixes of a token end: short words of letters and digits before `_` or
 * `-`.
 */
function prefixEnds(text: string): number[] {
  const [, first = '', second = ''] = /^([A-Za-z0-9]{1,8}[_-])([A-Za-z0-9]{1,8}[_-])?/.exec(text) ?? [];
  return first === '' ? [] : second === '' ? [first.length] : [first.length, first.length + second.length];
}

function sameBase64(one: string, other: string): boolean {
  if (!/^[A-Za-z0-9+/_=-]*$/.test(one + other)) return false;
  const [a, b] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  // a single remaining character has no whole octet, and lenient decoders ignore it
  return a.equals(b);
}

/** The words for {@link withAnotherMiddle}. */
export const anotherMiddle = 'its middle replaced';

/**
 * Returns the credential with other characters in its middle, which a comparison of both ends ignores. Undefined if the
 * credential is too short.
 */
export function withAnotherMiddle(credential: string): string | undefined {
  const [from, to] = [Math.floor(credential.length / 2) - 2, Math.floor(credential.length / 2) + 2];
  if (from < 6) return undefined;
  const middle = credential.slice(from, to);
  const other = sameShape(middle, from, middle.length);
  return other === middle ? undefined : credential.slice(0, from) + other + credential.slice(to);
}

/**
 * Returns the credential with its last letter or digit replaced by another of its kind; the last two if one alone gives
 * another spelling of the same octets (FRE-220).
 */
export function withAnotherEnd(credential: string): string {
  const one = sameShape(credential, 1, 1);
  return sameOctets(credential, one) ? sameShape(credential, 1, 2) : one;
}

/**
 * Characters that may divide a credential from an addition such as a signature, a realm or a comment. The first ones
 * are allowed in a bearer token (RFC 6750, b64token). None is a colon or white space.
 */
export const tokenDividers = ['.', '-', '_', '~', '+', '/'] as const;
export const dividers = [...tokenDividers, '@', ';', ',', '#', '?', '&', '|', '!', '$', '^', '\\'] as const;

/**
 * Returns the credential with an addition after a divider. Undefined if that is another spelling of the same octets.
 */
export function withAddition(credential: string, divider: string): string | undefined {
  const value = `${credential}${divider}addition`;
  return sameOctets(credential, value) ? undefined : value;
}

/** Ways to turn an issued value into a pattern that finds it if the tenant looks it up as a pattern. */
export const patternKinds = [
  'as % alone',
  'with % for its last half',
  'with % for its first half',
  'with _ for a character',
  'with * for its last half',
  'in upper case with % before it',
] as const;

export type Pattern = (typeof patternKinds)[number];

export const patterns: fc.Arbitrary<Pattern> = fc.constantFrom(...patternKinds);

/** Returns the pattern, or undefined if the value is too short for it. */
export function patternOf(credential: string, pattern: Pattern): string | undefined {
  const middle = Math.ceil(credential.length / 2);
  if (middle < 4) return undefined;
  const [first, last] = [credential.slice(0, middle), credential.slice(middle)];
  const forms: Record<Pattern, string> = {
    'as % alone': '%',
    'with % for its last half': `${first}%`,
    'with % for its first half': `%${last}`,
    'with _ for a character': credential.replace(/[^_](?=[^]{3}$)/, '_'),
    'with * for its last half': `${first}*`,
    'in upper case with % before it': `%${credential.toUpperCase()}`,
  };
  return forms[pattern] === credential ? undefined : forms[pattern];
}

/** Opaque values that were never issued, in the alphabet of a bearer token (RFC 6750, b64token). */
export const strangers: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: fc.constantFrom(...alphabet, '-', '.', '_', '~', '+', '/'), minLength: 1, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...alphabet, '-', '.', '_', '~'), minLength: 20, maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: 200, maxLength: 1200 }),
  fc.constantFrom(255, 256, 257, 1023, 1024, 2500).map((length) => 'Zq7'.repeat(length).slice(0, length)),
  fc.string({ unit: fc.constantFrom(...hexadecimal), minLength: 32, maxLength: 64 }),
  fc.uuid(),
  fc.uint8Array({ minLength: 1, maxLength: 64 }).map((octets) => Buffer.from(octets).toString('base64')),
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: 20, maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: 43, maxLength: 43 }),
    )
    .map(([payload, signature]) => `eyJhbGciOiJSUzI1NiJ9.${payload}.${signature}`),
  fc
    .record({ alg: fc.constantFrom('none', 'None', 'HS256'), sub: fc.constantFrom('admin', 'root', '1', 'system') })
    .map(({ alg, sub }) => `${encoded({ alg, typ: 'JWT' })}.${encoded({ sub, exp: 4_102_444_800 })}.`),
  {
    weight: 3,
    arbitrary: fc.constantFrom('null', 'undefined', 'true', '0', 'admin', 'Bearer', 'test', 'token', '..', '-', 'AAAA'),
  },
);

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
