import type { SecretKind } from '../../core/secrets.ts';
import type { KeyPath } from './complaints.ts';

/** A secret that the profile gives. Every journal must know it before anything is sent. */
export interface ConfiguredSecret {
  readonly kind: SecretKind;
  readonly value: string;
}

/** A key whose value is a secret. */
export interface SecretKey {
  readonly kind: SecretKind;
  /** A variable in which its value could be kept. */
  readonly variable: string;
}

const secretsByName: Readonly<Record<string, readonly [SecretKind, string]>> = {
  clientSecret: ['client secret', 'CLIENT_SECRET'],
  apiKey: ['API key', 'API_KEY'],
  refreshToken: ['refresh token', 'REFRESH_TOKEN'],
  password: ['password', 'PASSWORD'],
};

/** Returns the secret that belongs at a key, or undefined if the key holds none. A client id is not secret. */
export function secretKeyAt(path: KeyPath): SecretKey | undefined {
  const last = path.at(-1);
  if (typeof last !== 'string') return undefined;
  // the tenant chooses the names of the members in the body of the write probe
  if (path[0] === 'writeProbe') return undefined;
  if (last === 'token' && path.at(-2) === 'control') {
    return { kind: 'control token', variable: path[0] === 'otherTenant' ? 'OTHER_CONTROL_TOKEN' : 'CONTROL_TOKEN' };
  }
  const entry = Object.hasOwn(secretsByName, last) ? secretsByName[last] : undefined;
  if (entry === undefined) return undefined;
  const place = path.at(-2);
  return { kind: entry[0], variable: typeof place === 'number' ? `USER_${String(place + 1)}_${entry[1]}` : entry[1] };
}

/** Length of the shortest secret that can be distinguished from ordinary text in a report, in characters. */
const shortestLength = 4;

/** Returns why the value of a variable cannot be a secret, or undefined if it can. Does not repeat the value. */
export function unfitSecret(value: string): string | undefined {
  if (value === '') return 'is empty';
  // `echo` into a file leaves a line break at the end, which could not be sent in a header
  if (value.trim() !== value) return 'begins or ends with white space or a line break';
  if (/\p{Cc}/u.test(value)) return 'holds a control character or a line break';
  if (value.length < shortestLength)
    return `holds fewer than ${String(shortestLength)} characters, too few to be kept out of reports`;
  return undefined;
}
