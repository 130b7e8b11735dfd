import fc from 'fast-check';
import { patternOf, sameOctets } from './credential.ts';

type Forge = (token: string) => string | undefined;

/** Functions that forge a value from an issued token. The last four need a token that is a JWT. */
const forges = {
  'in lower case': (token) => token.toLowerCase(),
  'in upper case': (token) => token.toUpperCase(),
  'with its letter case swapped': (token) => swapCase(token),
  // a header of more than a few kilobytes may be refused for its length alone
  doubled: (token) => (token.length > 1500 ? undefined : token + token),
  backwards: (token) => Array.from(token).toReversed().join(''),
  'without its last half': (token) => token.slice(0, middleOf(token)),
  'without its first half': (token) => token.slice(middleOf(token)),
  'with its last eight characters replaced': (token) =>
    token.length > 16 ? token.slice(0, -8) + otherText(token.slice(-8)) : undefined,
  'with its first eight characters replaced': (token) =>
    token.length > 16 ? otherText(token.slice(0, 8)) + token.slice(8) : undefined,
  'with eight characters before its middle replaced': (token) => withoutStretch(token, middleOf(token) - 8),
  'with eight characters behind its middle replaced': (token) => withoutStretch(token, middleOf(token)),
  'with _ for a character': (token) => patternOf(token, 'with _ for a character'),
  'with % for its last half': (token) => patternOf(token, 'with % for its last half'),
  'with a dot and more behind it': (token) => `${token}.c2lnbmF0dXJl`,
  'with its last letter percent-encoded': (token) =>
    token.replace(/[A-Za-z](?=[^A-Za-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'without its signature': ofJwt(({ head, claims }) => `${head}.${claims}.`),
  'with the algorithm none': ofJwt(({ header, claims }) => `${encoded({ ...header, alg: 'none' })}.${claims}.`),
  'with a signature of zeros': ofJwt(
    ({ head, claims, signature }) => `${head}.${claims}.${'A'.repeat(signature.length)}`,
  ),
  'with claims that last longer': ofJwt(
    ({ head, payload, signature }) => `${head}.${encoded({ ...payload, exp: 4_102_444_800 })}.${signature}`,
  ),
} as const satisfies Record<string, Forge>;

export type Forgery = keyof typeof forges;

/** The forgeries that an attacker tries after seeing a token. */
export const forgeries: fc.Arbitrary<Forgery> = fc.constantFrom(...(Object.keys(forges) as Forgery[]));

/**
 * Returns the forged value. Undefined if the forgery does not fit the token, does not change it, or is another spelling
 * of the same octets (FRE-220).
 */
export function forged(token: string, forgery: Forgery): string | undefined {
  const value = forges[forgery](token);
  return value === undefined || value === '' || sameOctets(token, value) ? undefined : value;
}

interface Jwt {
  readonly head: string;
  readonly header: object;
  readonly claims: string;
  readonly payload: object;
  readonly signature: string;
}

function ofJwt(forge: (jwt: Jwt) => string): Forge {
  return (token) => {
    const [head = '', claims = '', signature = '', ...more] = token.split('.');
    const [header, payload] = [decoded(head), decoded(claims)];
    if (more.length > 0 || signature === '' || header === undefined || payload === undefined) return undefined;
    return forge({ head, header, claims, payload, signature });
  };
}

function middleOf(token: string): number {
  return Math.ceil(token.length / 2);
}

function swapCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('');
}

/** Returns the token with eight characters replaced. */
function withoutStretch(token: string, from: number): string | undefined {
  if (from < 1 || from + 8 >= token.length) return undefined;
  return token.slice(0, from) + otherText(token.slice(from, from + 8)) + token.slice(from + 8);
}

/** Returns a text of the same length in which every octet differs. */
function otherText(text: string): string {
  return Array.from(text, (letter) => (letter === 'x' ? 'Q' : 'x')).join('');
}

function decoded(part: string): object | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
