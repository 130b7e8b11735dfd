import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { ByKind, Credential, Expiry } from './vocabulary.ts';
import { lifetimes } from './vocabulary.ts';
import { day } from '../../core/spans.ts';

/** Keys that are created after this day expire ("Basic authentication (personal API key)", 3). */
const boundary = Date.UTC(2026, 7, 7) / 1000;

/**
 * The age of a credential relative to its lifetime. `edge`: the age may lie on either side, or both answers are
 * allowed.
 */
type Age = 'within' | 'edge' | 'beyond';

/** Returns the lifetime of a credential in seconds, or undefined if it does not expire. */
function lifetimeOf({ kind, expires }: Credential): number | undefined {
  return expires === 'no' || kind === 'clientSecret' || kind === 'code' ? undefined : lifetimes[kind];
}

/**
 * Seconds by which a tenant may count a lifetime shorter or longer: for keys, it may count whole days (FRE-96); for ID
 * tokens, clocks may differ by some minutes (FRE-101).
 */
const slack: ByKind<readonly [shorter: number, longer: number]> = {
  apiKey: [day, day],
  idToken: [600, 1800],
};

/**
 * Returns the age of a credential relative to its lifetime. A lifetime ends to the second (FRE-128): at 899 s of 900 a
 * token must be accepted, and at 900 s it must be refused.
 */
export function ageOf(credential: Credential, at: Moment): Age {
  const lifetime = lifetimeOf(credential);
  if (lifetime === undefined) return 'within';
  const [shorter, longer] = slack[credential.kind] ?? [1, 0];
  if (greatestAge(credential, at) <= lifetime - shorter) return 'within';
  const surely = leastAge(credential, at) >= lifetime + longer;
  return surely && credential.expires !== 'unspecified' ? 'beyond' : 'edge';
}

/** Reports whether a credential is so far beyond its lifetime that the exact second does not matter. */
export function isLongOver(credential: Credential, at: Moment): boolean {
  const lifetime = lifetimeOf(credential);
  return lifetime !== undefined && leastAge(credential, at) >= lifetime + (lifetime > day ? 2 * day : 60);
}

/** Returns the least possible age of a credential at a moment, in seconds. */
export function leastAge({ born }: Credential, at: Moment): number {
  return at.after - born.before;
}

/** Returns the greatest possible age of a credential at a moment, in seconds. */
export function greatestAge({ born }: Credential, at: Moment): number {
  return at.before - born.after;
}

/** Reports whether a key of this day expires; the days around the boundary are free (FRE-94, FRE-95). */
export function expiryOf(createdAt: string): Expiry {
  const created = Date.parse(createdAt) / 1000;
  if (created >= boundary + 3 * day) return 'yes';
  return created <= boundary - 2 * day ? 'no' : 'unspecified';
}
