import { SuiteMistake } from '../../core/trouble.ts';
import type { Credential, EventLog, Fits, Holder, LoggedEvent } from './vocabulary.ts';

type Kind = LoggedEvent['kind'];

/** Returns the events after an index of the past. */
export function after(past: EventLog, place: number): EventLog {
  return past.slice(place + 1);
}

/** Makes tests for events of some kinds that concern one user, or one app. */
const to =
  (side: keyof Holder) =>
  (who: number | undefined, ...kinds: readonly Kind[]): Fits =>
  (one) =>
    kinds.includes(one.kind) && side in one && (one as Holder)[side] === who;

export const toUser = to('user');
export const toApp = to('app');

type KindOfUse = 'presented' | 'spent' | 'replaced' | 'misused';

/**
 * Returns a test for events of a kind that concern a credential that fits. For presentations, an outcome may be given.
 */
export function toCredential(
  past: EventLog,
  kind: KindOfUse,
  fits: Fits<Credential>,
  outcome?: 'served' | 'refused',
): Fits {
  return (one) => isOf(one, kind, outcome) && fits(credentialOf(past, one.credential));
}

/** Returns a test for events of a kind that concern one credential, without a look-up of credentials. */
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

/** Returns a test for one credential. */
export function same({ id }: Credential): Fits<Credential> {
  return (one) => one.id === id;
}

export function passes({ kind }: LoggedEvent): boolean {
  return kind === 'elapsed';
}

/** Makes a function that returns the index at which the present state of a user or an app began; -1 if it is over. */
const stateSince =
  (of: typeof toUser, state: Kind, end: Kind) =>
  (past: EventLog, who: number | undefined): number => {
    const last = past.findLastIndex(of(who, state, end));
    return past[last]?.kind === state ? last : -1;
  };

/** Returns the index at which the present suspension of a user began; -1 if the user is active. */
export const suspendedSince = stateSince(toUser, 'suspended', 'unsuspended');
/** Returns the index at which the present archival of an app began; -1 if the app is active. */
export const archivedSince = stateSince(toApp, 'archived', 'unarchived');
/** Returns the index at which an app was uninstalled; -1 if it is installed now. */
export const uninstalledSince = stateSince(toApp, 'uninstalled', 'installed');

/** Returns all issued credentials, oldest first. */
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

/** Returns the index at which a credential was issued. */
export function birthOf(past: EventLog, { id }: Credential): number {
  return past.findLastIndex((one) => one.kind === 'issued' && one.credential.id === id);
}

/** Returns the events since a credential was issued. */
export function lifeOf(past: EventLog, credential: Credential): EventLog {
  return after(past, birthOf(past, credential));
}

/** Returns the index at which a credential was exchanged for others; -1 if it was not. */
export function spentSince(past: EventLog, credential: Credential): number {
  return past.findLastIndex(toThis(credential, 'spent'));
}

/** Returns the index at which a credential was replaced by rotation; -1 if it was not. */
export function replacedSince(past: EventLog, credential: Credential): number {
  return past.findLastIndex(toThis(credential, 'replaced'));
}

/** Returns the index at which a credential was last presented with an outcome; -1 if it never was. */
export function lastPresented(past: EventLog, credential: Credential, outcome?: 'served' | 'refused'): number {
  return past.findLastIndex(toThis(credential, 'presented', outcome));
}

/** Returns the index at which a credential was last served, or issued if it was never served. */
export function lastServedOrIssued(past: EventLog, credential: Credential): number {
  return Math.max(birthOf(past, credential), lastPresented(past, credential, 'served'));
}

/** Returns the spent refresh token that an event presents again; undefined for any other event. */
export function reusedBy(past: EventLog, one: LoggedEvent): Credential | undefined {
  if (one.kind !== 'presented') return undefined;
  const credential = credentialOf(past, one.credential);
  const wasSpent = spentSince(past.slice(0, past.indexOf(one)), credential) >= 0;
  return wasSpent && credential.kind === 'refreshToken' ? credential : undefined;
}

/** Returns a test for rotations of an app's secret. */
export function rotatesSecret(past: EventLog, app: number | undefined): Fits {
  return toCredential(past, 'replaced', (one) => one.kind === 'clientSecret' && one.app === app);
}

/** Returns the seconds that have passed. */
export function secondsIn(past: EventLog): number {
  return past.reduce((sum, one) => sum + (one.kind === 'elapsed' ? one.seconds : 0), 0);
}

/** Reports whether a consent was given by a user, or to an app, or by that user to that app. */
export function hasConsent(past: EventLog, { user, app }: Holder): boolean {
  return past.some(
    (one) =>
      one.kind === 'visited' &&
      one.consent === 'grant' &&
      (user === undefined || one.user === user) &&
      (app === undefined || one.app === app),
  );
}
