import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { RequirementId } from '../requirements/index.ts';
import { isLongOver, leastAge } from './age.ts';
import { isChange, isOwn } from './changes.ts';
import {
  after,
  birthOf,
  credentialsIn,
  lastPresented,
  lifeOf,
  ofKind,
  passes,
  same,
  secondsIn,
  toApp,
  toUser,
  uninstalledSince,
} from './event-log.ts';
import type { Revocation } from './revocations.ts';
import { wasSeenRevoked } from './revocations.ts';
import type { ByKind, Credential, EventLog } from './vocabulary.ts';
import { isOfSame, isReusable, lifetimes } from './vocabulary.ts';

/** Returns the requirement that is broken when the tenant serves a stopped credential. */
export function requirementBroken(
  past: EventLog,
  credential: Credential,
  at: Moment,
  stops: readonly Revocation[],
  atLegacyPath: boolean,
): RequirementId {
  const broken = brokenAnywhere(past, credential, at, stops);
  // that a state also stops the legacy path is inferred
  if (atLegacyPath && broken.startsWith('LIF-')) return 'VER-15';
  const wasSpentElsewhere = past.some(
    (one) => one.kind === 'spent' && one.credential === credential.id && (one.atLegacyPath === true) !== atLegacyPath,
  );
  if (wasSpentElsewhere && (broken === 'DEL-42' || broken === 'DEL-45')) return 'VER-11';
  if (credential.legacy !== true) return broken;
  if (broken.startsWith('EXP-') && isReusable(credential)) return 'VER-14';
  return broken.startsWith('LIF-') && othersAreStopped(past, credential, stops) ? 'VER-15' : broken;
}

/**
 * Reports whether a credential of the usual token path was seen to be stopped by one of the causes that stop this
 * credential.
 */
function othersAreStopped(past: EventLog, { kind, user, app }: Credential, stops: readonly Revocation[]): boolean {
  return stops.some(({ cause, since }) => {
    if (cause === 'age') return false;
    const isPeer = (one: Credential): boolean =>
      one.kind === kind && one.legacy !== true && (cause === 'suspension' ? one.user === user : one.app === app);
    return wasSeenRevoked(past, isPeer, cause, since);
  });
}

/** The requirements on the lifetime of access tokens. */
const ofLifetime: ReadonlySet<RequirementId> = new Set(['EXP-01', 'EXP-04', 'EXP-05']);

/**
 * Returns the requirement that both token paths behave alike. Undefined if only the usual path takes part in a
 * presentation.
 *
 * @param otherwise the requirement that is broken if both paths behave wrongly
 */
export function ofTokenPaths(
  { kind, legacy }: Credential,
  atLegacyPath: boolean,
  otherwise: RequirementId,
): RequirementId | undefined {
  if (isReusable({ kind })) {
    if (legacy !== true) return undefined;
    // a token that is refused before its end, although only time has passed
    return ofLifetime.has(otherwise) ? 'VER-14' : 'VER-09';
  }
  if (kind === 'refreshToken' && (legacy === true) !== atLegacyPath) return 'VER-10';
  if (!atLegacyPath) return undefined;
  return kind === 'clientSecret' ? 'VER-05' : kind === 'code' ? 'VER-06' : 'VER-07';
}

/**
 * Returns the requirement that both versions of the API behave alike. Undefined if there is none for this kind of
 * credential.
 */
export function ofVersions(
  { kind }: Pick<Credential, 'kind'>,
  expected: 'served' | 'refused',
): RequirementId | undefined {
  if (!isReusable({ kind })) return undefined;
  if (expected === 'refused') return 'VER-16';
  return kind === 'appToken' ? 'VER-02' : kind === 'accessToken' ? 'VER-03' : undefined;
}

/**
 * Returns the requirement that a key reaches everything that it reached before. That the key works again is stated; how
 * far it reaches is inferred. Undefined if the two are one requirement.
 */
export function ofForms({ kind }: Pick<Credential, 'kind'>, otherwise: RequirementId): RequirementId | undefined {
  return kind === 'apiKey' && (otherwise === 'LIF-05' || otherwise === 'LIF-06') ? 'LIF-07' : undefined;
}

function brokenAnywhere(
  past: EventLog,
  credential: Credential,
  at: Moment,
  stops: readonly Revocation[],
): RequirementId {
  // age is the cause only if no other cause exists
  const [first, second] = stops.filter(({ cause }) => cause !== 'age');
  if (first === undefined) return blameForAge(past, credential, at);
  const { cause, since } = first;
  if (cause === 'use') return blameForUse(past, credential, since);
  if (cause === 'rotation') return credential.kind === 'apiKey' ? 'KEY-15' : 'TOK-23';
  // served although two states stop it, or although one state was seen to stop it: the sequence of states matters
  if (second !== undefined) return 'LIF-42';
  if (cause === 'uninstallation') return blameForUninstallation(past, credential, since);
  if (wasSeenRevoked(past, same(credential), cause, since) && hasStateChanged(past, credential, since)) return 'LIF-42';
  return (cause === 'suspension' ? blameForSuspension : blameForArchival)(past, credential, since);
}

/** Reports whether a state of the credential's user or app has changed after an index of the past. */
function hasStateChanged(past: EventLog, credential: Credential, since: number): boolean {
  return after(past, since).some(
    (one) => isChange(one) && one.kind !== 'suspendedAtProvider' && isOwn(one, credential),
  );
}

function blameForUse(past: EventLog, credential: Credential, since: number): RequirementId {
  const { user, family, place } = credential;
  const unsuspended = past.findLastIndex(toUser(user, 'unsuspended'));
  if (wasSeenRevoked(past, same(credential), 'use', since, unsuspended)) return 'LIF-45';
  return credentialsIn(past).some((one) => one.family === family && one.place > place + 1) ? 'DEL-45' : 'DEL-42';
}

const ofSuspension: ByKind = {
  apiKey: 'LIF-01',
  accessToken: 'LIF-02',
  refreshToken: 'LIF-03',
  idToken: 'LIF-15',
};

function blameForSuspension(past: EventLog, credential: Credential, since: number): RequirementId {
  const { kind, user, app } = credential;
  const elsewhere = (one: Credential): boolean => one.kind === kind && one.user === user && one.app !== app;
  if (kind === 'apiKey' && past.slice(0, since).some(toUser(user, 'unsuspended'))) return 'LIF-06';
  if (kind === 'code') return since < birthOf(past, credential) ? 'LIF-17' : 'LIF-18';
  return wasSeenRevoked(past, elsewhere, 'suspension', since) ? 'LIF-04' : (ofSuspension[kind] ?? 'LIF-42');
}

const ofArchival: ByKind = {
  appToken: 'LIF-21',
  clientSecret: 'LIF-22',
  accessToken: 'LIF-23',
  refreshToken: 'LIF-24',
  code: 'LIF-47',
};

function blameForArchival(past: EventLog, credential: Credential, since: number): RequirementId {
  const { kind, app } = credential;
  if (kind === 'code' && since < birthOf(past, credential)) return 'LIF-25';
  const repeated = past.slice(0, since).some(toApp(app, 'archived'));
  return repeated && (kind === 'appToken' || kind === 'clientSecret') ? 'LIF-28' : (ofArchival[kind] ?? 'LIF-42');
}

function blameForUninstallation(past: EventLog, credential: Credential, since: number): RequirementId {
  const { kind, user, app } = credential;
  if (kind === 'code') return since < birthOf(past, credential) ? 'LIF-34' : 'LIF-40';
  const reinstalled = uninstalledSince(past, app) >= 0 ? -1 : past.findLastIndex(toApp(app, 'installed'));
  const wasRevokedUntil = (place: number): boolean =>
    wasSeenRevoked(past, same(credential), 'uninstallation', Math.max(since, reinstalled), place);
  if (wasRevokedUntil(past.findLastIndex(toUser(user, 'unsuspended')))) return 'LIF-43';
  if (wasRevokedUntil(past.findLastIndex(toApp(app, 'archived', 'unarchived')))) return 'LIF-42';
  const renewed = past.findLastIndex(
    (one) => one.kind === 'visited' && one.consent === 'grant' && one.app === app && one.user !== user,
  );
  if (reinstalled >= 0 && wasRevokedUntil(renewed)) return 'LIF-39';
  if (reinstalled >= 0) return kind === 'refreshToken' ? 'LIF-35' : 'LIF-36';
  const others = (one: Credential): boolean => one.kind === kind && one.app === app && one.user !== user;
  if (wasSeenRevoked(past, others, 'uninstallation', since)) return 'LIF-33';
  return kind === 'refreshToken' ? 'LIF-32' : 'LIF-31';
}

function blameForAge(past: EventLog, credential: Credential, at: Moment): RequirementId {
  const { id, kind, place } = credential;
  if (kind === 'idToken') return 'OIC-21';
  if (wasSeenRevoked(past, same(credential), 'age')) {
    const since = after(past, lastPresented(past, credential, 'refused'));
    const renewed = since.some((one) => one.kind === 'issued' && isRenewal(one.credential, credential));
    return renewed ? 'EXP-17' : byCircumstance(credential, since);
  }
  const peers = (one: Credential): boolean => one.kind === kind && one.id !== id;
  // The tenant counts ages, since a peer was refused for its age: an event or an earlier presentation is to blame.
  if (isLongOver(credential, at) && wasSeenRevoked(past, peers, 'age')) return 'EXP-33';
  const inactive = blameForInactivity(past, credential);
  if (inactive !== undefined) return inactive;
  // that a rotated key counts as created at the rotation is inferred
  if (kind === 'apiKey') return place === 0 ? 'EXP-22' : replacedLasted(past, credential, at) ? 'EXP-28' : 'EXP-27';
  if (kind === 'appToken') return 'EXP-02';
  if (kind === 'accessToken') return place === 0 ? 'EXP-04' : 'EXP-05';
  return place === 0 ? 'EXP-12' : 'EXP-14';
}

/**
 * Returns the requirement that a credential ages while its user or app is inactive, if one was inactive. That is
 * inferred.
 */
function blameForInactivity(past: EventLog, credential: Credential): RequirementId | undefined {
  const { kind, user, app } = credential;
  const life = lifeOf(past, credential);
  if (kind !== 'apiKey' && kind !== 'refreshToken') return life.some(toApp(app, 'archived')) ? 'EXP-31' : undefined;
  if (!life.some(toUser(user, 'suspended'))) return undefined;
  if (kind === 'refreshToken') return 'EXP-32';
  const back = life.findLastIndex(toUser(user, 'unsuspended'));
  return secondsIn(life.slice(0, back + 1)) >= lifetimes.apiKey ? 'EXP-30' : 'EXP-29';
}

/**
 * Reports whether a key replaced, directly or by several rotations, a key that does not expire, and that replacement is
 * older than the lifetimes that the later rotations can add.
 */
function replacedLasted(past: EventLog, { kind, user, place }: Credential, at: Moment): boolean {
  const keys = ofKind(past, kind).filter((one) => one.user === user);
  return keys.some((one) => {
    const heir = keys.find((other) => other.place === one.place + 1);
    if (one.expires !== 'no' || one.place >= place || heir === undefined) return false;
    return leastAge(heir, at) >= (place - one.place) * lifetimes.apiKey;
  });
}

/** Reports whether a credential is a refresh token of a later authorization of the same user and app. */
function isRenewal(later: Credential, { kind, ...holder }: Credential): boolean {
  return kind === 'refreshToken' && later.kind === kind && later.place === 0 && isOfSame(later, holder);
}

/** Returns the requirement for the event that may have revived a credential after it was refused for its age. */
function byCircumstance({ kind, user, app }: Credential, life: EventLog): RequirementId {
  if (kind === 'apiKey') {
    const back = life.findLastIndex(toUser(user, 'unsuspended'));
    if (back < 0) return 'EXP-33';
    return life.slice(back).some(passes) ? 'EXP-29' : 'EXP-30';
  }
  if (kind !== 'refreshToken') return life.some(toApp(app, 'unarchived')) ? 'EXP-31' : 'EXP-33';
  return life.some(toUser(user, 'suspended')) ? 'EXP-32' : 'EXP-33';
}
