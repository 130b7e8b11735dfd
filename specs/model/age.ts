import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { ByKind, Credential, Expiry } from './vocabulary.ts';
import { lifetimes } from './vocabulary.ts';
import { day } from '../../core/spans.ts';

/** Keys that are created after this day expire ("Basic authentication (personal API key)", 3). */
const boundary = Date.UTC(2026, 7, 7) / 1000;

/** How a credential's age stands to its lifetime. `edge`: it may lie on either side, or which side counts is free. */
type Age = 'within' | 'edge' | 'beyond';

/** The seconds that a credential lasts; undefined for ever. */
function lifetimeOf({ kind, expires }: Credential): number | undefined {
  return expires === 'no' || kind === 'clientSecret' || kind === 'code' ? undefined : lifetimes[kind];
}

/** By how many seconds a life may be counted shorter or longer: that of a key to whole days (FRE-96), ID tokens by some minutes (FRE-101). */
const slack: ByKind<readonly [shorter: number, longer: number]> = {
  apiKey: [day, day],
  idToken: [600, 1800],
};

/** A lifetime is over at the second (FRE-128), so that at 899 s of 900 a token must pass and at 900 s it must not. */
export function ageOf(credential: Credential, at: Moment): Age {
  const lifetime = lifetimeOf(credential);
  if (lifetime === undefined) return 'within';
  const [shorter, longer] = slack[credential.kind] ?? [1, 0];
  if (greatestAge(credential, at) <= lifetime - shorter) return 'within';
  const surely = leastAge(credential, at) >= lifetime + longer;
  return surely && credential.expires !== 'unspecified' ? 'beyond' : 'edge';
}

/** Whether a credential is far beyond its lifetime, so that the exact second no longer matters. */
export function isLongOver(credential: Credential, at: Moment): boolean {
  const lifetime = lifetimeOf(credential);
  return lifetime !== undefined && leastAge(credential, at) >= lifetime + (lifetime > day ? 2 * day : 60);
}

/** The least age of a credential at a moment, in seconds. */
export function leastAge({ born }: Credential, at: Moment): number {
  return at.after - born.before;
}

/** The greatest age of a credential at a moment, in seconds. */
export function greatestAge({ born }: Credential, at: Moment): number {
  return at.before - born.after;
}

/** Whether a key of this day expires; the days around the boundary are free (FRE-94, FRE-95). */
export function expiryOf(createdAt: string): Expiry {
  const created = Date.parse(createdAt) / 1000;
  if (created >= boundary + 3 * day) return 'yes';
  return created <= boundary - 2 * day ? 'no' : 'unspecified';
}
