import { SuiteMistake } from '../../core/trouble.ts';
import type { Beside, Credential, EventLog, Fits, Holder, LoggedEvent, Outcome } from './vocabulary.ts';

type Kind = LoggedEvent['kind'] | Beside['what'];

/** Returns the events after an index of the past. */
export function after(past: EventLog, place: number): EventLog {
  return past.slice(place + 1);
}

/** Makes tests for events of some kinds that concern one user, or one app. */
const to =
  (side: keyof Holder) =>
  (who: number | undefined, ...kinds: readonly Kind[]): Fits =>
  (one) =>
    (kinds.includes(one.kind) || ('what' in one && kinds.includes(one.what))) &&
    side in one &&
    (one as Holder)[side] === who;

export const toUser = to('user');
export const toApp = to('app');

type KindOfUse = 'presented' | 'spent' | 'replaced' | 'misused';

/**
 * Returns a test for events of a kind that concern a credential that fits. For presentations, an outcome may be given.
 */
export function toCredential(past: EventLog, kind: KindOfUse, fits: Fits<Credential>, outcome?: Outcome): Fits {
  return (one) => isOf(one, kind, outcome) && fits(credentialOf(past, one.credential));
}

/** Returns a test for events of a kind that concern one credential, without a look-up of credentials. */
export function toThis({ id }: Credential, kind: KindOfUse, outcome?: Outcome): Fits {
  return (one) => isOf(one, kind, outcome) && one.credential === id;
}

function isOf(
  one: LoggedEvent,
  kind: KindOfUse,
  outcome: Outcome | undefined,
): one is Extract<LoggedEvent, { kind: KindOfUse }> {
  return one.kind === kind && (outcome === undefined || ('outcome' in one && one.outcome === outcome));
}

/** Returns a test for one credential. */
export function same({ id }: Credential): Fits<Credential> {
  return (one) => one.id === id;
}

export const passes: Fits = ({ kind }) => kind === 'elapsed';

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
/** Returns the index at which an app was reinstalled; -1 if it was added to its project again since then. */
export const reinstalledSince = stateSince(toApp, 'installed', 'was added to its project again');

/** Returns all issued credentials, oldest first. */
export function credentialsIn(past: EventLog): Credential[] {
  return past.filter((one) => one.kind === 'issued').map(({ credential }) => credential);
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

/** Makes a function that returns the index of the last event of a kind that concerns a credential; -1 if there is none. */
const lastOf =
  (kind: KindOfUse) =>
  (past: EventLog, credential: Credential, outcome?: Outcome): number =>
    past.findLastIndex(toThis(credential, kind, outcome));

/** Returns the index at which a credential was exchanged for others; -1 if it was not. */
export const spentSince = lastOf('spent');
/** Returns the index at which a credential was replaced by rotation; -1 if it was not. */
export const replacedSince = lastOf('replaced');
/** Returns the index at which a credential was last presented with an outcome; -1 if it never was. */
export const lastPresented = lastOf('presented');

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
