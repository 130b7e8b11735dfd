import { day } from '../../core/spans.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { RequirementId } from '../requirements/index.ts';
import { greatestAge, leastAge } from './age.ts';
import { coexistenceOf, wasReusedByUser } from './coexistence.ts';
import {
  after,
  birthOf,
  credentialOf,
  hasConsent,
  lastPresented,
  lastTrusted,
  ofKind,
  passes,
  rotatesSecret,
  secondsIn,
  suspendedSince,
  toApp,
  toCredential,
  toUser,
} from './event-log.ts';
import { comesAfterExpiry, wasLeftBehind, wasSeenRevoked } from './revocations.ts';
import type { Answer, Change, Credential, CredentialKind, EventLog, Fits, Holder, LoggedEvent } from './vocabulary.ts';
import { accepted, isReusable, lifetimes, unspecified } from './vocabulary.ts';
import { isChange, isOwn } from './changes.ts';

/** The requirement that a credential which nothing stops breaks when it is refused, and whether that is open after all. */
export function acceptanceOf(past: EventLog, credential: Credential, at: Moment): Exclude<Answer, { word: 'refused' }> {
  const { kind } = credential;
  const suspects = after(past, suspectedSince(past, credential));
  const isBesides = suspects.some(besides(past, credential));
  // what a tenant may keep only so many of, for all that is stated
  const isToken = kind !== 'apiKey' && kind !== 'clientSecret' && kind !== 'idToken';
  if (isToken && wasReusedByUser(past, suspects, credential)) {
    return unspecified(kind === 'accessToken' ? 'FRE-83' : 'FRE-82');
  }
  // that nothing but what is stated ends a token is inference (FRE-240)
  if (isToken && isBesides) {
    return kind === 'code'
      ? unspecified('FRE-240')
      : accepted(kind === 'refreshToken' ? 'EXP-34' : 'EXP-35', 'FRE-240');
  }
  // that a key goes on after any other event of its owner is inference as well
  if (kind === 'apiKey' && isBesides) return accepted('KEY-17');
  // of one authorization no overall limit is excluded in words, however it is renewed
  if (isOfLongChain(past, credential, at)) return accepted('EXP-15', 'FRE-240');
  const [crowding, another] = coexistenceOf(past, suspects, credential);
  if (crowding === undefined || !isToken) return accepted(promiseOfOne(past, suspects, credential, at, crowding));
  const freedom = kind === 'appToken' ? 'FRE-51' : 'FRE-84';
  // of several that may be to blame none can be named
  return another === undefined ? accepted(crowding, freedom) : unspecified(freedom);
}

/** A test for what happens to a credential's user or app beside their states: that nobody consents is no event of a state. */
function besides(past: EventLog, { user, app }: Credential): Fits {
  const isMisuse = toCredential(past, 'misused', (misused) => misused.user === user || misused.app === app);
  const [isUsers, isApps] = [toUser(user, 'besideUser', 'visited'), toApp(app, 'besideApp', 'visited')];
  const isConsent: Fits = (one) => one.kind === 'visited' && one.consent !== 'deny';
  return (one) => isMisuse(one) || (!isConsent(one) && (isUsers(one) || isApps(one)));
}

/**
 * Whether a delegated token goes on for longer after the user authorized than one refresh on the last day makes it last
 * ("Delegated auth", 7: each refresh token lasts 30 days, and the reasons to end one are examples).
 */
function isOfLongChain(past: EventLog, credential: Credential, at: Moment): boolean {
  const { kind, family, place } = credential;
  if ((kind !== 'refreshToken' && kind !== 'accessToken') || place === 0) return false;
  const first = ofKind(past, kind).find((one) => one.family === family && one.place === 0);
  return first !== undefined && greatestAge(first, at) > 2 * lifetimes.refreshToken;
}

/** What is kept or broken by a credential that nothing but the past of its own user and app can have ended. */
function promiseOfOne(
  past: EventLog,
  suspects: EventLog,
  credential: Credential,
  at: Moment,
  crowding: RequirementId | undefined,
): RequirementId {
  const ofSecret = ofRotatedSecret(past, credential);
  if (ofSecret !== undefined) return ofSecret;
  if (credential.kind === 'appToken' && wasLeftBehind(past, credential, isAppTokenOf(credential.app))) return 'EXP-08';
  const resumption = resumptionOf(past, suspects, credential);
  const changes = suspects.filter(isChange);
  const states = changes.flatMap((one) => acceptedAfter(one, credential) ?? []);
  const [state, another] = new Set(resumption === undefined ? states : [resumption, ...states]);
  const timePassed = suspects.some(passes);
  const rotations = suspects.flatMap((one) =>
    one.kind === 'replaced' ? (acceptedAfterRotation(credentialOf(past, one.credential), credential) ?? []) : [],
  );
  // beside time or a state, that the rotation of another's credential is harmless is what may be wrong: that is inference
  const ofAnother = rotations.findLast((one) => one !== 'KEY-14');
  if (ofAnother !== undefined && (timePassed || state !== undefined)) return ofAnother;
  if (state !== undefined) {
    if (timePassed && resumption === undefined) return 'EXP-33';
    return another === undefined ? state : ofSeries(changes, credential);
  }
  // and so is that a key is no matter of the apps that its owner uses
  if (timePassed && credential.kind === 'apiKey' && suspects.some((one) => isOfApps(past, one, credential)))
    return 'EXP-33';
  const time = timePassed || isDatedBack(past, credential, at) ? acceptedAfterTime(past, credential, at) : undefined;
  // an app token is asked for in nearly every history, so that is suspected last
  return time ?? rotations.at(-1) ?? crowding ?? whenNew(past, credential);
}

/** Whether a user does something with an app, or an app for the user. */
function isOfApps(past: EventLog, one: LoggedEvent, { user }: Credential): boolean {
  const isForUser = (other: Credential): boolean => other.user === user && other.app !== undefined;
  return toUser(user, 'visited')(one) || toCredential(past, 'presented', isForUser)(one);
}

/** Where it was last seen that a credential works, or for a key the one before it: what came later is suspected. */
function suspectedSince(past: EventLog, credential: Credential): number {
  const { kind, user } = credential;
  const trusted = lastTrusted(past, credential);
  if (kind !== 'apiKey' || lastPresented(past, credential, 'served') >= 0) return trusted;
  const before = past.findLastIndex(
    toCredential(past, 'presented', (one) => one.kind === kind && one.user === user, 'served'),
  );
  return before >= 0 ? before : trusted;
}

/** Several changes of state of which none alone is to blame. */
function ofSeries(changes: readonly Change[], { kind }: Credential): RequirementId {
  if (kind === 'apiKey' && changes.every((one) => 'user' in one)) return 'LIF-06';
  const isApps = kind === 'appToken' || kind === 'clientSecret';
  return isApps && changes.every((one) => one.kind === 'archived' || one.kind === 'unarchived') ? 'LIF-28' : 'LIF-42';
}

function isAppTokenOf(app: number | undefined): Fits<Credential> {
  return (one) => one.kind === 'appToken' && one.app === app;
}

/** What comes back when the state of its own user or app does. */
function resumptionOf(past: EventLog, suspects: EventLog, credential: Credential): RequirementId | undefined {
  const { kind, user, app } = credential;
  if (kind === 'apiKey') {
    const isBack = toUser(user, 'unsuspended');
    if (!suspects.some(isBack)) return undefined;
    return isRepeated(past, isBack) ? 'LIF-06' : 'LIF-05';
  }
  const isBack = toApp(app, 'unarchived');
  if (kind !== 'clientSecret' || !suspects.some(isBack)) return undefined;
  // one of the time while it was archived was not there before
  if (birthOf(past, credential) > past.findLastIndex(toApp(app, 'archived'))) return undefined;
  return isRepeated(past, isBack) ? 'LIF-28' : 'LIF-27';
}

function isRepeated(past: EventLog, fits: Fits): boolean {
  return past.filter(fits).length > 1;
}

type Promises = Partial<Record<CredentialKind | 'others', RequirementId>>;

/** The requirement that a change of state of others leaves a credential as it is, by its kind. */
const promises: Readonly<Record<Change['kind'], Promises>> = {
  suspended: { appToken: 'LIF-09', clientSecret: 'LIF-10', others: 'LIF-08' },
  unsuspended: { appToken: 'LIF-09', clientSecret: 'LIF-10', apiKey: 'LIF-06', others: 'LIF-42' },
  suspendedAtProvider: { apiKey: 'LIF-12', accessToken: 'LIF-13', refreshToken: 'LIF-14' },
  archived: { others: 'LIF-29' },
  unarchived: { appToken: 'LIF-28', clientSecret: 'LIF-28', others: 'LIF-42' },
  uninstalled: { appToken: 'LIF-42', clientSecret: 'LIF-42', others: 'LIF-41' },
  installed: { others: 'LIF-42' },
};

/**
 * The requirement that a change of state leaves a credential as it is; undefined where there is none. What happens to its
 * own user and app either stops a credential or leaves it open: a promise it is at the provider only.
 */
function acceptedAfter(change: Change, credential: Credential): RequirementId | undefined {
  if (isOwn(change, credential) !== (change.kind === 'suspendedAtProvider')) return undefined;
  const of = promises[change.kind];
  return of[credential.kind] ?? of.others;
}

function acceptedAfterRotation(rotated: Credential, credential: Credential): RequirementId | undefined {
  // a key takes the place of its owner's key before it
  if (rotated.kind === 'apiKey' && rotated.user === credential.user) return 'KEY-14';
  if (rotated.kind === credential.kind) return rotated.kind === 'apiKey' ? 'KEY-16' : 'TOK-24';
  return rotated.kind === 'clientSecret' && credential.kind === 'appToken' ? 'TOK-24' : undefined;
}

/**
 * The requirement that a rotation leaves an app a secret that works, as long as none was seen to work after a rotation: by
 * itself, or beside what is exchanged with it.
 */
function ofRotatedSecret(past: EventLog, credential: Credential): RequirementId | undefined {
  if (isReusable(credential)) return undefined;
  const isWithIt = (one: Credential): boolean => one.app === credential.app && !isReusable(one);
  const served = past.findLastIndex(toCredential(past, 'presented', isWithIt, 'served'));
  const rotations = after(past, served).filter(toCredential(past, 'replaced', isSecret));
  const isRotated = (one: Credential): boolean => isSecret(one) && one.place !== 0;
  if (rotations.length === 0 || past.some(toCredential(past, 'presented', isRotated, 'served'))) return undefined;
  return rotations.some(rotatesSecret(past, credential.app)) ? 'TOK-22' : 'TOK-24';
}

function isSecret({ kind }: Credential): boolean {
  return kind === 'clientSecret';
}

function acceptedAfterTime(past: EventLog, credential: Credential, at: Moment): RequirementId | undefined {
  const { id, kind, place } = credential;
  const peer = (one: Credential): boolean => one.kind === kind && one.id !== id;
  // others of its kind have expired rightly: what matters is what was presented before
  if (wasSeenRevoked(past, peer, 'age', lastPresented(past, credential, 'served'))) return 'EXP-33';
  switch (kind) {
    case 'apiKey':
      if (credential.expires === 'no') return 'EXP-24';
      return place === 0 ? 'EXP-21' : 'EXP-27';
    case 'appToken':
      return 'EXP-01';
    case 'clientSecret':
      return isBackUnlikeOthers(past, credential) ? 'LIF-26' : 'EXP-09';
    case 'accessToken':
      return place === 0 ? 'EXP-04' : 'EXP-05';
    case 'refreshToken':
      return whileLasting(past, credential, at);
    case 'idToken':
      return 'OIC-26';
    case 'code':
      return undefined;
  }
}

/** What is said of one that has only just been issued, or was served a moment ago. */
function whenNew(past: EventLog, credential: Credential): RequirementId {
  const { kind, user, app, place } = credential;
  const before = past.slice(0, birthOf(past, credential));
  const wasServed = lastPresented(past, credential, 'served') >= 0;
  switch (kind) {
    case 'apiKey':
      if (wasServed) return 'KEY-17';
      return place === 0 ? 'KEY-01' : 'KEY-14';
    case 'clientSecret': {
      if (place === 0) return 'CCR-01';
      const isSuspended = before.some((one) => one.kind === 'suspended' && suspendedSince(before, one.user) >= 0);
      return isSuspended ? 'LIF-10' : 'TOK-22';
    }
    case 'appToken': {
      if (wasServed) return 'CCR-05';
      // some user was suspended, or another app archived, since a token of the app was last served
      const served = past.findLastIndex(toCredential(past, 'presented', isAppTokenOf(app), 'served'));
      const since = after(past, served);
      if (since.some((one) => one.kind === 'suspended')) return 'LIF-10';
      const isUnarchived = toApp(app, 'unarchived');
      const isBack = before.some(isUnarchived);
      if (before.some(passes) && !(isBack && hasRenewed(before, app))) return 'EXP-09';
      if (!isBack) return since.some((one) => one.kind === 'archived' && one.app !== app) ? 'LIF-29' : 'CCR-04';
      return isRepeated(before, isUnarchived) ? 'LIF-28' : 'LIF-26';
    }
    case 'accessToken':
    case 'refreshToken':
    case 'code':
      return (
        ofGoingOn(before, credential) ??
        (place === 0 && comesAfterExpiry(past, credential) ? 'EXP-16' : undefined) ??
        (kind !== 'refreshToken' && place === 0 ? 'DEL-27' : 'DEL-37')
      );
    case 'idToken':
      return before.some(toUser(user, 'unsuspended')) ? 'LIF-16' : 'OIC-01';
  }
}

/** What is said of users who may authorize again, and of what comes of it; undefined where nothing kept them from it. */
export function ofGoingOn(past: EventLog, { user, app }: Holder): RequirementId | undefined {
  if (past.some(toUser(user, 'unsuspended'))) return 'LIF-20';
  const untilInstalled = past.slice(0, Math.max(0, past.findLastIndex(toApp(app, 'installed'))));
  if (hasConsent(untilInstalled, { user, app })) return 'LIF-38';
  return past.some(toApp(app, 'unarchived')) ? 'LIF-46' : undefined;
}

/** Whether a key that was never served had grown old before it was made. */
function isDatedBack(past: EventLog, credential: Credential, at: Moment): boolean {
  if (credential.kind !== 'apiKey' || lastPresented(past, credential, 'served') >= 0) return false;
  return leastAge(credential, at) > secondsIn(past) + day;
}

/** Whether an app was seen to be given tokens that work after some time had passed, before it was last archived. */
function hasRenewed(before: EventLog, app: number | undefined): boolean {
  const passed = before.findIndex(passes);
  const isRenewed = (one: Credential): boolean => isAppTokenOf(app)(one) && birthOf(before, one) > passed;
  const untilArchived = before.slice(0, before.findLastIndex(toApp(app, 'archived')) + 1);
  return untilArchived.some(toCredential(before, 'presented', isRenewed, 'served'));
}

/** Whether an app was archived once, and the secret of another was seen to work since time last passed. */
function isBackUnlikeOthers(past: EventLog, { app }: Credential): boolean {
  const isOther = (one: Credential): boolean => one.kind === 'clientSecret' && one.app !== app;
  const recently = after(past, past.findLastIndex(passes));
  return past.some(toApp(app, 'unarchived')) && recently.some(toCredential(past, 'presented', isOther, 'served'));
}

/** What is said of a refresh token that is still in its thirty days. */
function whileLasting(past: EventLog, credential: Credential, at: Moment): RequirementId {
  const { family, place } = credential;
  const age = leastAge(credential, at);
  if (age < lifetimes.accessToken) return 'DEL-39';
  const isBeside = (one: Credential): boolean =>
    one.kind === 'accessToken' && one.family === family && one.place === place;
  // that its access token was tried when it had expired may be a reason to end it, for all that is stated (FRE-240)
  if (wasSeenRevoked(past, isBeside, 'age', birthOf(past, credential))) return 'EXP-34';
  if (age < 2 * lifetimes.accessToken) return 'EXP-10';
  return place === 0 ? 'EXP-11' : 'EXP-13';
}
