import fc from 'fast-check';
import { day } from '../core/spans.ts';

/**
 * Changes that an attacker makes to an ID token that the tenant has accepted, with the token of another user at hand.
 */
export const tamperings = [
  'the claims of another token',
  'the signature of another token',
  'the header of another token',
  'the header and the claims of another token',
  "another user's e-mail written into it",
  "another user's e-mail added in front of its own",
  'its end put off by a day',
  'its claims written otherwise',
  'a member added to its header',
  'its signature emptied',
  'its signature left out',
  'one bit of its signature flipped',
  'one bit at the end of its signature flipped',
  'the first half of its signature only',
  'its signature twice',
] as const;

export type Tampering = (typeof tamperings)[number];

export const someTampering: fc.Arbitrary<Tampering> = fc.constantFrom(...tamperings);

/**
 * Returns the changed token, whose signature is never valid. Undefined if the change has no effect, for example if both
 * tokens have the same header.
 *
 * @param token a well-signed token of one user
 * @param another a well-signed token of another user
 * @param email the e-mail of that other user
 */
export function tampered(token: string, another: string, email: string, tampering: Tampering): string | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const [theirHeader = '', theirPayload = '', theirSignature = ''] = another.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
  const octets = Buffer.from(signature, 'base64url');
  const forms: Record<Tampering, () => string> = {
    'the claims of another token': () => `${header}.${theirPayload}.${signature}`,
    'the signature of another token': () => `${header}.${payload}.${theirSignature}`,
    'the header of another token': () => `${theirHeader}.${payload}.${signature}`,
    'the header and the claims of another token': () => `${theirHeader}.${theirPayload}.${signature}`,
    "another user's e-mail written into it": () => `${header}.${written({ ...claims, email })}.${signature}`,
    "another user's e-mail added in front of its own": () => {
      const text = `{"email":${JSON.stringify(email)},${JSON.stringify(claims).slice(1)}`;
      return `${header}.${Buffer.from(text).toString('base64url')}.${signature}`;
    },
    'its end put off by a day': () =>
      `${header}.${written({ ...claims, exp: Number(claims['exp']) + day })}.${signature}`,
    'its claims written otherwise': () => `${header}.${written(claims, 1)}.${signature}`,
    'a member added to its header': () => {
      const members = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as Record<string, unknown>;
      return `${written({ ...members, note: 'added' })}.${payload}.${signature}`;
    },
    'its signature emptied': () => `${header}.${payload}.`,
    'its signature left out': () => `${header}.${payload}`,
    'one bit of its signature flipped': () => `${header}.${payload}.${encoded(flipped(octets, 5))}`,
    'one bit at the end of its signature flipped': () => `${header}.${payload}.${encoded(flipped(octets, -2))}`,
    'the first half of its signature only': () =>
      `${header}.${payload}.${encoded(octets.subarray(0, octets.length / 2))}`,
    'its signature twice': () => `${header}.${payload}.${encoded([...octets, ...octets])}`,
  };
  const changed = forms[tampering]();
  return changed === token || changed === another ? undefined : changed;
}

function written(claims: Readonly<Record<string, unknown>>, indent?: number): string {
  return Buffer.from(JSON.stringify(claims, undefined, indent)).toString('base64url');
}

/** Returns the octets with one bit flipped in the octet at `place`; a negative place counts from the end. */
function flipped(octets: Uint8Array, place: number): Uint8Array {
  return octets.with(place, (octets.at(place) ?? 0) ^ 4);
}

function encoded(octets: Iterable<number>): string {
  return Buffer.from([...octets]).toString('base64url');
}
