import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { RequirementId } from '../requirements/index.ts';
import { leastAge } from './age.ts';
import { lastPresented, lifeOf, ofKind, passes, same, toCredential } from './event-log.ts';
import { comesAfterExpiry, wasLeftBehind, wasSeenRevoked } from './revocations.ts';
import type { Credential, EventLog, Fits } from './vocabulary.ts';
import { isOfSame, isReusable, lifetimes } from './vocabulary.ts';

// What is broken beside the requirement that a disagreement names, for checks that judge nothing but this: their stories
// let nothing else happen that could be to blame.

/** What is broken beside a requirement where a credential is refused that nothing stops. */
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
    if (wasLeftBehind(past, credential, isOther)) return 'EXP-08';
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

/** What is broken beside a lifetime where something goes on when its age is over, unlike others of its kind. */
export function unlikeOthers(past: EventLog, credential: Credential): RequirementId | undefined {
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

/** Whether calls were made with a credential when it was not new any more. */
function wasUsedLater(past: EventLog, credential: Credential): boolean {
  return wasPresentedLater(past, credential, same(credential), 'served');
}

function wasNeverUsed(past: EventLog, credential: Credential): boolean {
  return lastPresented(past, credential) < 0;
}

/** Whether calls were made with the access tokens beside a refresh token when they were older, or over. */
function wasCalledLater(past: EventLog, refresh: Credential): boolean {
  return wasPresentedLater(past, refresh, (one) => isReusable(one) && one.family === refresh.family);
}

function wasPresentedLater(past: EventLog, whose: Credential, fits: Fits<Credential>, outcome?: 'served'): boolean {
  const life = lifeOf(past, whose);
  const older = life.findIndex(passes);
  return older >= 0 && life.slice(older).some(toCredential(past, 'presented', fits, outcome));
}

/** Whether another authorization of the same user and app was refreshed in the life of a refresh token. */
function othersWereRefreshed(past: EventLog, refresh: Credential): boolean {
  const isOther = (one: Credential): boolean =>
    one.kind === 'refreshToken' && isOfSame(one, refresh) && one.family !== refresh.family;
  return lifeOf(past, refresh).some(toCredential(past, 'spent', isOther));
}

/** Whether the app asked for another token of its own, before or after. */
function isOneOfSeveral(past: EventLog, { kind, app, id }: Credential): boolean {
  return kind === 'appToken' && ofKind(past, kind).some((one) => one.app === app && one.id !== id);
}
