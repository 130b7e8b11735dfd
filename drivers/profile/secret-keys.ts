import type { SecretKind } from '../../core/secrets.ts';
import type { KeyPath } from './complaints.ts';

/** A secret that the profile gives, to be made known to every journal before anything is sent. */
export interface ConfiguredSecret {
  readonly kind: SecretKind;
  readonly value: string;
}

/** A key whose value is a secret. */
export interface SecretKey {
  readonly kind: SecretKind;
  /** A variable that its value could be kept in. */
  readonly variable: string;
}

const named: Readonly<Record<string, readonly [SecretKind, string]>> = {
  clientSecret: ['client secret', 'CLIENT_SECRET'],
  apiKey: ['API key', 'API_KEY'],
  refreshToken: ['refresh token', 'REFRESH_TOKEN'],
  password: ['password', 'PASSWORD'],
};

/** What secret stands at a key; undefined where it is none. A client id is not secret. */
export function secretKeyAt(path: KeyPath): SecretKey | undefined {
  const last = path.at(-1);
  if (typeof last !== 'string') return undefined;
  // the body of the write probe is the tenant's affair: its members have names of the tenant's choice
  if (path[0] === 'writeProbe') return undefined;
  if (last === 'token' && path.at(-2) === 'control') {
    return { kind: 'control token', variable: path[0] === 'otherTenant' ? 'OTHER_CONTROL_TOKEN' : 'CONTROL_TOKEN' };
  }
  const entry = Object.hasOwn(named, last) ? named[last] : undefined;
  if (entry === undefined) return undefined;
  const place = path.at(-2);
  return { kind: entry[0], variable: typeof place === 'number' ? `USER_${String(place + 1)}_${entry[1]}` : entry[1] };
}

/** The shortest secret that can be told from ordinary text in a report, in characters. */
const shortest = 4;

/** Why what a variable holds cannot be a secret; undefined where it can. Says nothing of what it holds. */
export function unfitSecret(value: string): string | undefined {
  if (value === '') return 'is set to nothing';
  // a line break at the end is what `echo` into a file leaves; it could not be sent in a header
  if (value.trim() !== value) return 'begins or ends with white space or a line break';
  if (/\p{Cc}/u.test(value)) return 'holds a control character or a line break';
  if (value.length < shortest)
    return `holds fewer than ${String(shortest)} characters, too few to be kept out of reports`;
  return undefined;
}
