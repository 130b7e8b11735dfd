import { SuiteMistake } from '../../core/trouble.ts';
import type { Credential, EventLog, Fits, Holder, LoggedEvent } from './vocabulary.ts';

type Kind = LoggedEvent['kind'];

/** What has happened after a place in the past. */
export function after(past: EventLog, place: number): EventLog {
  return past.slice(place + 1);
}

/** A test for events of some kinds to one user, or to one app. */
const to =
  (side: keyof Holder) =>
  (who: number | undefined, ...kinds: readonly Kind[]): Fits =>
  (one) =>
    kinds.includes(one.kind) && side in one && (one as Holder)[side] === who;

export const toUser = to('user');
export const toApp = to('app');

type KindOfUse = 'presented' | 'spent' | 'replaced' | 'misused';

/** A test for events of a kind to a credential that fits; a presentation may have to have some outcome. */
export function toCredential(
  past: EventLog,
  kind: KindOfUse,
  fits: Fits<Credential>,
  outcome?: 'served' | 'refused',
): Fits {
  return (one) => isOf(one, kind, outcome) && fits(credentialOf(past, one.credential));
}

/** A test for events of a kind to one credential, which need not be looked up. */
export function toThis({ id }: Credential, kind: KindOfUse, outcome?: 'served' | 'refused'): Fits {
  return (one) => isOf(one, kind, outcome) && one.credential === id;
}

function isOf(
  one: LoggedEvent,
  kind: KindOfUse,
  outcome: 'served' | 'refused' | undefined,
): one is Extract<LoggedEvent, { kind: KindOfUse }> {
  return one.kind === kind && (outcome === undefined || ('outcome' in one && one.outcome === outcome));
}

/** A test for one credential. */
export function same({ id }: Credential): Fits<Credential> {
  return (one) => one.id === id;
}

export function passes({ kind }: LoggedEvent): boolean {
  return kind === 'elapsed';
}

/** Where the present suspension of a user began; -1 while the user is active. */
export function suspendedSince(past: EventLog, user: number | undefined): number {
  return heldSince(past, 'suspended', toUser(user, 'suspended', 'unsuspended'));
}

/** Where the present archival of an app began; -1 while the app is active. */
export function archivedSince(past: EventLog, app: number | undefined): number {
  return heldSince(past, 'archived', toApp(app, 'archived', 'unarchived'));
}

/** Where an app was uninstalled that is not installed now; -1 while it is. */
export function uninstalledSince(past: EventLog, app: number | undefined): number {
  return heldSince(past, 'uninstalled', toApp(app, 'installed', 'uninstalled'));
}

function heldSince(past: EventLog, state: Kind, changes: Fits): number {
  const last = past.findLastIndex(changes);
  return past[last]?.kind === state ? last : -1;
}

/** Every credential that was issued, oldest first. */
export function credentialsIn(past: EventLog): Credential[] {
  const credentials: Credential[] = [];
  for (const one of past) if (one.kind === 'issued') credentials.push(one.credential);
  return credentials;
}

export function ofKind(past: EventLog, kind: Credential['kind']): Credential[] {
  return credentialsIn(past).filter((one) => one.kind === kind);
}

export function credentialOf(past: EventLog, id: number): Credential {
  for (const one of past) if (one.kind === 'issued' && one.credential.id === id) return one.credential;
  throw new SuiteMistake(`a history knows no credential ${id}`);
}

/** Where a credential was issued. */
export function birthOf(past: EventLog, { id }: Credential): number {
  return past.findLastIndex((one) => one.kind === 'issued' && one.credential.id === id);
}

/** What has happened in the life of a credential. */
export function lifeOf(past: EventLog, credential: Credential): EventLog {
  return after(past, birthOf(past, credential));
}

/** Where a credential was exchanged for others; -1 while it was not. */
export function spentSince(past: EventLog, credential: Credential): number {
  return past.findLastIndex(toThis(credential, 'spent'));
}

/** Where another took a credential's place by rotation; -1 while none did. */
export function replacedSince(past: EventLog, credential: Credential): number {
  return past.findLastIndex(toThis(credential, 'replaced'));
}

/** Where a credential was last presented with some outcome; -1 where it never was. */
export function lastPresented(past: EventLog, credential: Credential, outcome?: 'served' | 'refused'): number {
  return past.findLastIndex(toThis(credential, 'presented', outcome));
}

/** Where a credential was last served, or issued where it never was. */
export function lastTrusted(past: EventLog, credential: Credential): number {
  return Math.max(birthOf(past, credential), lastPresented(past, credential, 'served'));
}

/** The spent refresh token that an event presents again; undefined for everything else. */
export function reusedBy(past: EventLog, one: LoggedEvent): Credential | undefined {
  if (one.kind !== 'presented') return undefined;
  const credential = credentialOf(past, one.credential);
  const wasSpent = spentSince(past.slice(0, past.indexOf(one)), credential) >= 0;
  return wasSpent && credential.kind === 'refreshToken' ? credential : undefined;
}

/** A test for the rotation of an app's secret. */
export function rotatesSecret(past: EventLog, app: number | undefined): Fits {
  return toCredential(past, 'replaced', (one) => one.kind === 'clientSecret' && one.app === app);
}

/** Seconds that were let pass. */
export function secondsIn(past: EventLog): number {
  return past.reduce((sum, one) => sum + (one.kind === 'elapsed' ? one.seconds : 0), 0);
}

/** Whether a consent was given by a user, or to an app, or both. */
export function hasConsent(past: EventLog, { user, app }: Holder): boolean {
  return past.some(
    (one) =>
      one.kind === 'visited' &&
      one.consent === 'grant' &&
      (user === undefined || one.user === user) &&
      (app === undefined || one.app === app),
  );
}
