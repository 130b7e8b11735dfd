import type { Moment } from '../expectations/age.ts';
import { ageOf } from './age.ts';
import {
  archivedSince,
  birthOf,
  credentialOf,
  lastOf,
  replacedSince,
  spentSince,
  suspendedSince,
  toApp,
  uninstalledSince,
} from './event-log.ts';
import type { Credential, EventLog } from './vocabulary.ts';

/** What stops a credential, and where in the past that began (-1 for its age). */
export interface Revocation {
  readonly cause: 'use' | 'rotation' | 'archival' | 'suspension' | 'uninstallation' | 'age';
  readonly since: number;
}

/** Everything that stops a credential at a moment ("States and transitions"; "Limits"). */
export function revocationsOf(past: EventLog, credential: Credential, at: Moment): Revocation[] {
  const { kind, user, app } = credential;
  const stops: Revocation[] = [];
  const add = (cause: Revocation['cause'], since: number): void => {
    if (since >= 0) stops.push({ cause, since });
  };
  // a second exchange of a code is free (FRE-61)
  if (kind === 'refreshToken') add('use', spentSince(past, credential));
  add('rotation', replacedSince(past, credential));
  add('archival', archivedSince(past, app));
  add('suspension', suspendedSince(past, user));
  // what an app holds for itself is not spoken of (FRE-47)
  if (user !== undefined && app !== undefined) add('uninstallation', endedSince(past, credential));
  if (ageOf(credential, at) === 'beyond') stops.push({ cause: 'age', since: -1 });
  return stops;
}

/** Where the app was first uninstalled in the life of a delegated credential: that ends it for good. */
function endedSince(past: EventLog, credential: Credential): number {
  const born = birthOf(past, credential);
  const found = past.findIndex((one, place) => place > born && toApp(credential.app, 'uninstalled')(one));
  return found >= 0 ? found : uninstalledSince(past, credential.app);
}

/**
 * Whether a credential was seen stopped by one cause alone, after one place in the past and before another: then that
 * cause did stop it, and what came later is to blame where it is let through.
 */
export function wasSeenRevoked(
  past: EventLog,
  fits: (credential: Credential) => boolean,
  cause: Revocation['cause'],
  from: number,
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

/** Where an app was last installed again after a place in the past; -1 where it was not. */
export function reinstalledSince(past: EventLog, app: number | undefined, from: number): number {
  const last = lastOf(past, toApp(app, 'installed'));
  return last > from ? last : -1;
}
