import type { Moment } from '../../drivers/world/clock-readings.ts';
import { ageOf } from './age.ts';
import {
  archivedSince,
  birthOf,
  credentialOf,
  lastServedOrIssued,
  ofKind,
  replacedSince,
  spentSince,
  suspendedSince,
  toApp,
  uninstalledSince,
} from './event-log.ts';
import type { Credential, EventLog, Fits } from './vocabulary.ts';
import { isOfSame } from './vocabulary.ts';

/** A cause that stops a credential, and the index in the past at which it began (-1 for its age). */
export interface Revocation {
  readonly cause: 'use' | 'rotation' | 'archival' | 'suspension' | 'uninstallation' | 'age';
  readonly since: number;
}

/** Returns everything that stops a credential at a moment ("States and transitions"; "Limits"). */
export function revocationsOf(past: EventLog, credential: Credential, at: Moment): Revocation[] {
  const { kind, user, app } = credential;
  const stops: Revocation[] = [
    // a second exchange of a code is free (FRE-61)
    { cause: 'use', since: kind === 'refreshToken' ? spentSince(past, credential) : -1 },
    { cause: 'rotation', since: replacedSince(past, credential) },
    { cause: 'archival', since: archivedSince(past, app) },
    { cause: 'suspension', since: suspendedSince(past, user) },
    { cause: 'uninstallation', since: endedSince(past, credential) },
  ];
  const isOver = ageOf(credential, at) === 'beyond';
  return [...stops.filter(({ since }) => since >= 0), ...(isOver ? [{ cause: 'age', since: -1 } as const] : [])];
}

/**
 * Returns the index at which the app was first uninstalled in the life of a delegated credential. That ends the
 * credential for good.
 */
function endedSince(past: EventLog, credential: Credential): number {
  const { user, app } = credential;
  // the specification does not mention the app's own credentials (FRE-47)
  if (user === undefined) return -1;
  const born = birthOf(past, credential);
  const found = past.findIndex((one, place) => place > born && toApp(app, 'uninstalled')(one));
  return found >= 0 ? found : uninstalledSince(past, app);
}

/**
 * Reports whether a credential that fits was seen to be refused for one cause alone, after one index of the past and
 * before another. Then that cause did stop it, so if it is served now, a later event is to blame.
 */
export function wasSeenRevoked(
  past: EventLog,
  fits: Fits<Credential>,
  cause: Revocation['cause'],
  from = -1,
  until = past.length,
): boolean {
  return past.some((one, place) => {
    if (place <= from || place >= until || one.kind !== 'presented' || one.outcome !== 'refused') return false;
    const credential = credentialOf(past, one.credential);
    if (!fits(credential)) return false;
    const stops = revocationsOf(past.slice(0, place), credential, one.at);
    return stops.length === 1 && stops[0]?.cause === cause;
  });
}

/** Reports whether an older credential that fits was refused for its age since this credential was last served. */
export function didOlderExpire(past: EventLog, credential: Credential, fits: Fits<Credential>): boolean {
  const isOlder = (one: Credential): boolean => fits(one) && one.born.after < credential.born.after;
  return wasSeenRevoked(past, isOlder, 'age', lastServedOrIssued(past, credential));
}

/**
 * Reports whether a refresh token of another authorization of the same user and app had expired when this credential
 * was issued.
 */
export function comesAfterExpiry(past: EventLog, { family, born, ...holder }: Credential): boolean {
  return ofKind(past, 'refreshToken').some(
    (one) => isOfSame(one, holder) && one.family !== family && ageOf(one, born) === 'beyond',
  );
}
