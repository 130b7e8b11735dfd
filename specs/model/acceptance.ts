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
  lastServedOrIssued,
  ofKind,
  passes,
  rotatesSecret,
  secondsIn,
  suspendedSince,
  toApp,
  toCredential,
  toUser,
} from './event-log.ts';
import { comesAfterExpiry, didOlderExpire, wasSeenRevoked } from './revocations.ts';
import type { Answer, Change, Credential, CredentialKind, EventLog, Fits, Holder, LoggedEvent } from './vocabulary.ts';
import { accepted, isReusable, lifetimes, unspecified } from './vocabulary.ts';
import { isChange, isOwn } from './changes.ts';

/**
 * Returns the requirement that is broken if the tenant refuses a credential that nothing stops, or the freedom that
 * allows the refusal.
 */
export function acceptanceOf(past: EventLog, credential: Credential, at: Moment): Exclude<Answer, { word: 'refused' }> {
  const { kind } = credential;
  const suspects = after(past, suspectedSince(past, credential));
  const hadOtherEvent = suspects.some(otherEventsOf(past, credential));
  // no statement excludes that a tenant keeps only a limited number of these
  const isToken = kind !== 'apiKey' && kind !== 'clientSecret' && kind !== 'idToken';
  if (isToken && wasReusedByUser(past, suspects, credential)) {
    return unspecified(kind === 'accessToken' ? 'FRE-83' : 'FRE-82');
  }
  // that only the stated causes end a token is inferred (FRE-240)
  if (isToken && hadOtherEvent) {
    return kind === 'code'
      ? unspecified('FRE-240')
      : accepted(kind === 'refreshToken' ? 'EXP-34' : 'EXP-35', 'FRE-240');
  }
  // that a key still works after any other event of its owner is inferred as well
  if (kind === 'apiKey' && hadOtherEvent) return accepted('KEY-17');
  // no statement excludes an overall limit of one authorization, even if it is renewed
  if (isOfLongChain(past, credential, at)) return accepted('EXP-15', 'FRE-240');
  const [coexistence, another] = coexistenceOf(past, suspects, credential);
  if (coexistence === undefined || !isToken)
    return accepted(requirementOnOwnPast(past, suspects, credential, at, coexistence));
  const freedom = kind === 'appToken' ? 'FRE-51' : 'FRE-84';
  // if several requirements may be broken, none of them can be named
  return another === undefined ? accepted(coexistence, freedom) : unspecified(freedom);
}

/**
 * Returns a test for events of a credential's user or app that are neither a change of state nor a consent. A denied
 * visit is such an event.
 */
function otherEventsOf(past: EventLog, { user, app }: Credential): Fits {
  const isMisuse = toCredential(past, 'misused', (misused) => misused.user === user || misused.app === app);
  const [isUsers, isApps] = [toUser(user, 'besideUser', 'visited'), toApp(app, 'besideApp', 'visited')];
  const isConsent: Fits = (one) => one.kind === 'visited' && one.consent !== 'deny';
  return (one) => isMisuse(one) || (!isConsent(one) && (isUsers(one) || isApps(one)));
}

/**
 * Reports whether more time has passed since the user authorized than one refresh on the last day can cover ("Delegated
 * auth", 7: each refresh token lasts 30 days, and the reasons to end one are examples).
 */
function isOfLongChain(past: EventLog, credential: Credential, at: Moment): boolean {
  const { kind, family, place } = credential;
  if ((kind !== 'refreshToken' && kind !== 'accessToken') || place === 0) return false;
  const first = ofKind(past, kind).find((one) => one.family === family && one.place === 0);
  return first !== undefined && greatestAge(first, at) > 2 * lifetimes.refreshToken;
}

/**
 * Returns the requirement that a credential keeps when it is served, or breaks when it is refused, if only the past of
 * its own user and app can have ended it.
 */
function requirementOnOwnPast(
  past: EventLog,
  suspects: EventLog,
  credential: Credential,
  at: Moment,
  coexistence: RequirementId | undefined,
): RequirementId {
  const ofSecret = ofRotatedSecret(past, credential);
  if (ofSecret !== undefined) return ofSecret;
  if (credential.kind === 'appToken' && didOlderExpire(past, credential, isAppTokenOf(credential.app))) return 'EXP-08';
  const resumption = resumptionOf(past, suspects, credential);
  const changes = suspects.filter(isChange);
  const states = changes.flatMap((one) => unchangedBy(one, credential) ?? []);
  const [state, another] = new Set(resumption === undefined ? states : [resumption, ...states]);
  const timePassed = suspects.some(passes);
  const rotations = suspects.flatMap((one) =>
    one.kind === 'replaced' ? (acceptedAfterRotation(credentialOf(past, one.credential), credential) ?? []) : [],
  );
  // if time has passed or a state has changed too, the rotation of another credential is blamed first, because it is
  // only inferred that such a rotation is harmless
  const ofAnother = rotations.findLast((one) => one !== 'KEY-14');
  if (ofAnother !== undefined && (timePassed || state !== undefined)) return ofAnother;
  if (state !== undefined) {
    if (timePassed && resumption === undefined) return 'EXP-33';
    return another === undefined ? state : ofSeries(changes, credential);
  }
  // that a key does not depend on the apps of its owner is inferred, too
  if (timePassed && credential.kind === 'apiKey' && suspects.some((one) => isOfApps(past, one, credential)))
    return 'EXP-33';
  const time = timePassed || isDatedBack(past, credential, at) ? acceptedAfterTime(past, credential, at) : undefined;
  // nearly every history requests an app token, so that requirement (`coexistence`) is blamed only after these two
  return time ?? rotations.at(-1) ?? coexistence ?? whenNew(past, credential);
}

/** Reports whether an event is a visit of the credential's user, or a presentation by an app for that user. */
function isOfApps(past: EventLog, one: LoggedEvent, { user }: Credential): boolean {
  const isForUser = (other: Credential): boolean => other.user === user && other.app !== undefined;
  return toUser(user, 'visited')(one) || toCredential(past, 'presented', isForUser)(one);
}

/**
 * Returns the index at which a credential was last seen to work. For a key that was never served, another key of the
 * same user counts too. Everything later is suspected.
 */
function suspectedSince(past: EventLog, credential: Credential): number {
  const { kind, user } = credential;
  const trusted = lastServedOrIssued(past, credential);
  if (kind !== 'apiKey' || lastPresented(past, credential, 'served') >= 0) return trusted;
  const before = past.findLastIndex(
    toCredential(past, 'presented', (one) => one.kind === kind && one.user === user, 'served'),
  );
  return before >= 0 ? before : trusted;
}

/** Returns the requirement on several changes of state if no single one is to blame. */
function ofSeries(changes: readonly Change[], { kind }: Credential): RequirementId {
  if (kind === 'apiKey' && changes.every((one) => 'user' in one)) return 'LIF-06';
  const isApps = kind === 'appToken' || kind === 'clientSecret';
  return isApps && changes.every((one) => one.kind === 'archived' || one.kind === 'unarchived') ? 'LIF-28' : 'LIF-42';
}

function isAppTokenOf(app: number | undefined): Fits<Credential> {
  return (one) => one.kind === 'appToken' && one.app === app;
}

/** Returns the requirement that a credential works again when its user is un-suspended, or its app unarchived. */
function resumptionOf(past: EventLog, suspects: EventLog, credential: Credential): RequirementId | undefined {
  const { kind, user, app } = credential;
  if (kind === 'apiKey') {
    const isBack = toUser(user, 'unsuspended');
    if (!suspects.some(isBack)) return undefined;
    return isRepeated(past, isBack) ? 'LIF-06' : 'LIF-05';
  }
  const isBack = toApp(app, 'unarchived');
  if (kind !== 'clientSecret' || !suspects.some(isBack)) return undefined;
  // a secret that was issued while the app was archived did not exist before
  if (birthOf(past, credential) > past.findLastIndex(toApp(app, 'archived'))) return undefined;
  return isRepeated(past, isBack) ? 'LIF-28' : 'LIF-27';
}

function isRepeated(past: EventLog, fits: Fits): boolean {
  return past.filter(fits).length > 1;
}

type Promises = Partial<Record<CredentialKind | 'others', RequirementId>>;

/**
 * The requirement that a change of state leaves a credential unchanged, by the kind of credential. The change is one of
 * another actor, or the suspension of the credential's own user at the provider only.
 */
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
 * Returns the requirement that a change of state leaves a credential unchanged, or undefined if there is none. A change
 * of its own user or app either stops a credential or leaves its answer free, so only the changes of others have a
 * requirement. For a suspension at the provider only, it is the reverse.
 */
function unchangedBy(change: Change, credential: Credential): RequirementId | undefined {
  if (isOwn(change, credential) !== (change.kind === 'suspendedAtProvider')) return undefined;
  const of = promises[change.kind];
  return of[credential.kind] ?? of.others;
}

function acceptedAfterRotation(rotated: Credential, credential: Credential): RequirementId | undefined {
  // a rotated key replaces the previous key of its owner
  if (rotated.kind === 'apiKey' && rotated.user === credential.user) return 'KEY-14';
  if (rotated.kind === credential.kind) return rotated.kind === 'apiKey' ? 'KEY-16' : 'TOK-24';
  return rotated.kind === 'clientSecret' && credential.kind === 'appToken' ? 'TOK-24' : undefined;
}

/**
 * Returns the requirement that an app has a secret that works after a rotation. Undefined once a secret was seen to
 * work after the rotation, by itself or in an exchange of another credential.
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
  // if others of its kind were rightly refused for their age, their presentations are blamed first
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

/** Returns the requirement on a credential that was just issued, or was served a moment ago. */
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
        reauthorizationRequirement(before, credential) ??
        (place === 0 && comesAfterExpiry(past, credential) ? 'EXP-16' : undefined) ??
        (kind !== 'refreshToken' && place === 0 ? 'DEL-27' : 'DEL-37')
      );
    case 'idToken':
      return before.some(toUser(user, 'unsuspended')) ? 'LIF-16' : 'OIC-01';
  }
}

/**
 * Returns the requirement that a user may authorize again, and that the credentials of that authorization work.
 * Undefined if nothing prevented an authorization before.
 */
export function reauthorizationRequirement(past: EventLog, { user, app }: Holder): RequirementId | undefined {
  if (past.some(toUser(user, 'unsuspended'))) return 'LIF-20';
  const untilInstalled = past.slice(0, Math.max(0, past.findLastIndex(toApp(app, 'installed'))));
  if (hasConsent(untilInstalled, { user, app })) return 'LIF-38';
  return past.some(toApp(app, 'unarchived')) ? 'LIF-46' : undefined;
}

/** Reports whether a key was never served and was created with a date in the past. */
function isDatedBack(past: EventLog, credential: Credential, at: Moment): boolean {
  if (credential.kind !== 'apiKey' || lastPresented(past, credential, 'served') >= 0) return false;
  return leastAge(credential, at) > secondsIn(past) + day;
}

/** Reports whether a token that an app requested after time had passed was served before the app was last archived. */
function hasRenewed(before: EventLog, app: number | undefined): boolean {
  const passed = before.findIndex(passes);
  const isRenewed = (one: Credential): boolean => isAppTokenOf(app)(one) && birthOf(before, one) > passed;
  const untilArchived = before.slice(0, before.findLastIndex(toApp(app, 'archived')) + 1);
  return untilArchived.some(toCredential(before, 'presented', isRenewed, 'served'));
}

/** Reports whether an app was unarchived, and the secret of another app was seen to work since time last passed. */
function isBackUnlikeOthers(past: EventLog, { app }: Credential): boolean {
  const isOther = (one: Credential): boolean => one.kind === 'clientSecret' && one.app !== app;
  const sinceTimePassed = after(past, past.findLastIndex(passes));
  return (
    past.some(toApp(app, 'unarchived')) && sinceTimePassed.some(toCredential(past, 'presented', isOther, 'served'))
  );
}

/** Returns the requirement on a refresh token that is within its 30 days. */
function whileLasting(past: EventLog, credential: Credential, at: Moment): RequirementId {
  const { family, place } = credential;
  const age = leastAge(credential, at);
  if (age < lifetimes.accessToken) return 'DEL-39';
  const isAccessTokenOfSame = (one: Credential): boolean =>
    one.kind === 'accessToken' && one.family === family && one.place === place;
  // no statement excludes that a tenant ends a refresh token because its expired access token was presented (FRE-240)
  if (wasSeenRevoked(past, isAccessTokenOfSame, 'age', birthOf(past, credential))) return 'EXP-34';
  if (age < 2 * lifetimes.accessToken) return 'EXP-10';
  return place === 0 ? 'EXP-11' : 'EXP-13';
}
