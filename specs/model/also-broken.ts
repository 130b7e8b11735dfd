import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { RequirementId } from '../requirements/index.ts';
import { leastAge } from './age.ts';
import { lastPresented, lifeOf, ofKind, passes, same, toCredential } from './event-log.ts';
import { comesAfterExpiry, didOlderExpire, wasSeenRevoked } from './revocations.ts';
import type { Credential, EventLog, Fits } from './vocabulary.ts';
import { isOfSame, isReusable, lifetimes } from './vocabulary.ts';

// These functions return a further requirement that is broken, in addition to the one that a disagreement names. Checks
// that judge nothing else use it: in their stories nothing else happens that could be the cause.

/** Returns the further requirement that is broken when a credential is refused although nothing stops it. */
export function alsoBroken(
  past: EventLog,
  credential: Credential,
  at: Moment,
  requirement: RequirementId,
): RequirementId | undefined {
  const { kind, expires, user, app, family } = credential;
  if (kind === 'apiKey') {
    const isOver = (one: Credential): boolean => one.expires === 'yes' && wasOver(past, one);
    return expires === 'no' && ofKind(past, kind).some(isOver) ? 'EXP-25' : undefined;
  }
  if (kind === 'accessToken') {
    const isOther = (one: Credential): boolean =>
      (one.kind === 'appToken' || one.kind === kind) && (one.app === app || one.user === user);
    if (didOlderExpire(past, credential, isOther)) return 'EXP-08';
    return requirement === 'DEL-47' ? 'EXP-35' : undefined;
  }
  if (kind === 'refreshToken') {
    const first = ofKind(past, kind).find((one) => one.family === family);
    if (first !== undefined && comesAfterExpiry(past, first)) return 'EXP-16';
    if (requirement === 'DEL-47') return 'EXP-34';
    const isLasting = requirement === 'EXP-11' || requirement === 'EXP-13';
    return isLasting && leastAge(credential, at) >= lifetimes.accessToken ? 'EXP-10' : undefined;
  }
  const isNew = requirement === 'CCR-04' || requirement === 'CCR-05' || requirement === 'EXP-09';
  return kind === 'appToken' && isNew ? 'EXP-01' : undefined;
}

/**
 * Returns the further requirement that is broken when a credential is served beyond its lifetime, unlike others of its
 * kind.
 */
export function brokenUnlikePeers(past: EventLog, credential: Credential): RequirementId | undefined {
  const { kind } = credential;
  const peers = ofKind(past, kind).filter((one) => isPeer(one, credential) && wasOver(past, one));
  const isUnlike = (trait: (past: EventLog, one: Credential) => boolean): boolean =>
    trait(past, credential) && peers.some((one) => !trait(past, one));
  if (kind === 'refreshToken') {
    return isUnlike(othersWereRefreshed) ? 'EXP-18' : isUnlike(wasCalledLater) ? 'EXP-19' : undefined;
  }
  if (kind === 'apiKey') return isUnlike(wasUsedLater) ? 'EXP-26' : undefined;
  if (!isReusable({ kind }) || kind === 'idToken') return undefined;
  if (isUnlike(isOneOfSeveral)) return 'EXP-08';
  return isUnlike(wasUsedLater) ? 'EXP-06' : isUnlike(wasNeverUsed) ? 'EXP-07' : undefined;
}

function isPeer(one: Credential, { id, place, legacy }: Credential): boolean {
  return one.id !== id && one.place === place && one.legacy === legacy;
}

function wasOver(past: EventLog, credential: Credential): boolean {
  return wasSeenRevoked(past, same(credential), 'age');
}

/** Reports whether a credential was served in calls after time had passed. */
function wasUsedLater(past: EventLog, credential: Credential): boolean {
  return wasPresentedLater(past, credential, same(credential), 'served');
}

function wasNeverUsed(past: EventLog, credential: Credential): boolean {
  return lastPresented(past, credential) < 0;
}

/** Reports whether calls were made with the access tokens of a refresh token's authorization after time had passed. */
function wasCalledLater(past: EventLog, refresh: Credential): boolean {
  return wasPresentedLater(past, refresh, (one) => isReusable(one) && one.family === refresh.family);
}

function wasPresentedLater(past: EventLog, whose: Credential, fits: Fits<Credential>, outcome?: 'served'): boolean {
  const life = lifeOf(past, whose);
  const older = life.findIndex(passes);
  return older >= 0 && life.slice(older).some(toCredential(past, 'presented', fits, outcome));
}

/** Reports whether another authorization of the same user and app was refreshed in the life of a refresh token. */
function othersWereRefreshed(past: EventLog, refresh: Credential): boolean {
  const isOther = (one: Credential): boolean =>
    one.kind === 'refreshToken' && isOfSame(one, refresh) && one.family !== refresh.family;
  return lifeOf(past, refresh).some(toCredential(past, 'spent', isOther));
}

/** Reports whether the app requested another app token, before or after. */
function isOneOfSeveral(past: EventLog, { kind, app, id }: Credential): boolean {
  return kind === 'appToken' && ofKind(past, kind).some((one) => one.app === app && one.id !== id);
}
