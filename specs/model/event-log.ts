import { SuiteMistake } from '../../core/trouble.ts';
import type { Credential, LoggedEvent, EventLog } from './vocabulary.ts';

type Kind = LoggedEvent['kind'];

/** The place of the last happening that fits, or -1. */
export function lastOf(past: EventLog, fits: (one: LoggedEvent) => boolean): number {
  return past.findLastIndex(fits);
}

/** What has happened after a place in the past. */
export function after(past: EventLog, place: number): EventLog {
  return past.slice(place + 1);
}

/** A test for happenings of some kinds to one user. */
export function toUser(user: number | undefined, ...kinds: readonly Kind[]): (one: LoggedEvent) => boolean {
  return (one) => kinds.includes(one.kind) && 'user' in one && one.user === user;
}

/** A test for happenings of some kinds to one app. */
export function toApp(app: number | undefined, ...kinds: readonly Kind[]): (one: LoggedEvent) => boolean {
  return (one) => kinds.includes(one.kind) && 'app' in one && one.app === app;
}

/** Where the present suspension of a user began; -1 while the user is active. */
export function suspendedSince(past: EventLog, user: number | undefined): number {
  return user === undefined ? -1 : heldSince(past, toUser(user, 'suspended', 'unsuspended'), 'suspended');
}

/** Where the present archival of an app began; -1 while the app is active. */
export function archivedSince(past: EventLog, app: number | undefined): number {
  return app === undefined ? -1 : heldSince(past, toApp(app, 'archived', 'unarchived'), 'archived');
}

/** Where an app was uninstalled that is not installed now; -1 while it is. */
export function uninstalledSince(past: EventLog, app: number | undefined): number {
  return app === undefined ? -1 : heldSince(past, toApp(app, 'installed', 'uninstalled'), 'uninstalled');
}

function heldSince(past: EventLog, changes: (one: LoggedEvent) => boolean, state: Kind): number {
  const last = lastOf(past, changes);
  return past[last]?.kind === state ? last : -1;
}

/** Every credential that was issued, oldest first. */
export function credentialsIn(past: EventLog): Credential[] {
  return past.flatMap((one) => (one.kind === 'issued' ? [one.credential] : []));
}

export function credentialOf(past: EventLog, id: number): Credential {
  for (const one of past) if (one.kind === 'issued' && one.credential.id === id) return one.credential;
  throw new SuiteMistake(`a history knows no credential ${id}`);
}

/** Where a credential was issued. */
export function birthOf(past: EventLog, { id }: Credential): number {
  return lastOf(past, (one) => one.kind === 'issued' && one.credential.id === id);
}

/** What has happened in the life of a credential. */
export function lifeOf(past: EventLog, credential: Credential): EventLog {
  return after(past, birthOf(past, credential));
}

/** Where a credential was exchanged for others; -1 while it was not. */
export function spentSince(past: EventLog, { id }: Credential): number {
  return lastOf(past, (one) => one.kind === 'spent' && one.credential === id);
}

/** Where another took a credential's place by rotation; -1 while none did. */
export function replacedSince(past: EventLog, { id }: Credential): number {
  return lastOf(past, (one) => one.kind === 'replaced' && one.credential === id);
}

/** Where a credential was last presented with some outcome; -1 where it never was. */
export function lastPresented(past: EventLog, { id }: Credential, outcome?: 'served' | 'refused'): number {
  return lastOf(
    past,
    (one) => one.kind === 'presented' && one.credential === id && (outcome === undefined || one.outcome === outcome),
  );
}

/** How often a credential was presented. */
export function timesPresented(past: EventLog, { id }: Credential): number {
  return past.filter((one) => one.kind === 'presented' && one.credential === id).length;
}

/** Whether a credential was presented since anything has happened. */
export function isJustPresented(past: EventLog, credential: Credential): boolean {
  const last = lastPresented(past, credential);
  return last >= 0 && past.slice(last).every(({ kind }) => kind === 'presented');
}

/** Whether a happening replaces a credential of some kind that fits. */
export function replaces(past: EventLog, fits: (credential: Credential) => boolean): (one: LoggedEvent) => boolean {
  return (one) => one.kind === 'replaced' && fits(credentialOf(past, one.credential));
}

/** Seconds that were let pass. */
export function secondsIn(past: EventLog): number {
  return past.reduce((sum, one) => sum + (one.kind === 'elapsed' ? one.seconds : 0), 0);
}

/** Whether a consent was given that fits. */
export function hasConsent(
  past: EventLog,
  fits: (visit: { readonly user: number; readonly app: number }) => boolean,
): boolean {
  return past.some((one) => one.kind === 'visited' && one.consent === 'grant' && fits(one));
}
