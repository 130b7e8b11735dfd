import { day } from '../../core/spans.ts';
import type { Moment } from '../expectations/age.ts';
import type { RequirementId } from '../requirements/index.ts';
import { ageOf, greatestAge, leastAge } from './age.ts';
import { coexistenceOf, wasReusedByUser } from './coexistence.ts';
import {
  after,
  birthOf,
  credentialOf,
  credentialsIn,
  hasConsent,
  lastOf,
  lastPresented,
  secondsIn,
  suspendedSince,
  toApp,
  toUser,
} from './event-log.ts';
import { wasSeenRevoked } from './revocations.ts';
import type { Answer, Credential, LoggedEvent, EventLog } from './vocabulary.ts';
import { lifetimes } from './vocabulary.ts';

/** The requirement that a credential which nothing stops breaks when it is refused, and whether that is open after all. */
export function acceptanceOf(past: EventLog, credential: Credential, at: Moment): Exclude<Answer, { word: 'refused' }> {
  const suspects = after(past, lastTrusted(past, credential));
  if (isToken(credential) && wasReusedByUser(past, suspects, credential)) {
    return { word: 'unspecified', freedom: credential.kind === 'accessToken' ? 'FRE-83' : 'FRE-82' };
  }
  // that nothing but what is stated ends a token is inference (FRE-240)
  if (isToken(credential) && suspects.some((one) => isBeside(past, one, credential))) {
    if (credential.kind === 'code') return { word: 'unspecified', freedom: 'FRE-240' };
    return { word: 'accepted', requirement: credential.kind === 'refreshToken' ? 'EXP-34' : 'EXP-35', open: 'FRE-240' };
  }
  // that a key goes on whatever else happens to its owner is inference as well
  if (credential.kind === 'apiKey' && suspects.some((one) => isBeside(past, one, credential)))
    return { word: 'accepted', requirement: 'KEY-17' };
  // of one authorization no overall limit is excluded in words, however it is renewed
  if (isOfLongChain(past, credential, at)) return { word: 'accepted', requirement: 'EXP-15', open: 'FRE-240' };
  const [crowding, another] = coexistenceOf(past, suspects, credential);
  if (crowding === undefined || !isToken(credential)) {
    return { word: 'accepted', requirement: promiseOfOne(past, suspects, credential, at, crowding) };
  }
  const freedom = credential.kind === 'appToken' ? 'FRE-51' : 'FRE-84';
  // of several that may be to blame none can be named
  return another === undefined
    ? { word: 'accepted', requirement: crowding, open: freedom }
    : { word: 'unspecified', freedom };
}

/** Whether something happened to a credential's user or app beside their states: that nobody consents is no event of a state. */
function isBeside(past: EventLog, one: LoggedEvent, { user, app }: Credential): boolean {
  if (one.kind === 'misused') {
    const misused = credentialOf(past, one.credential);
    return misused.user === user || misused.app === app;
  }
  if (one.kind === 'visited') return one.consent === 'deny' && (one.user === user || one.app === app);
  return toUser(user, 'besideUser')(one) || toApp(app, 'besideApp')(one);
}

/**
 * Whether a delegated token goes on for longer after the user authorized than one refresh on the last day makes it last
 * ("Delegated auth", 7: each refresh token lasts 30 days, and the reasons to end one are examples).
 */
function isOfLongChain(past: EventLog, credential: Credential, at: Moment): boolean {
  const { kind, family, place } = credential;
  if ((kind !== 'refreshToken' && kind !== 'accessToken') || place === 0) return false;
  const first = credentialsIn(past).find((one) => one.family === family && one.kind === kind && one.place === 0);
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
  if (wasLeftBehind(past, credential)) return 'EXP-08';
  const resumption = resumptionOf(past, suspects, credential);
  const states = namesOf(
    past,
    suspects.filter((one) => changesState(one) && !isOwn(one, credential)),
    credential,
    at,
  );
  const [state, another] = new Set(resumption === undefined ? states : [resumption, ...states]);
  const timePassed = suspects.some(passes);
  if (another !== undefined) return timePassed && resumption === undefined ? 'EXP-33' : ofSeries(suspects, credential);
  if (state !== undefined) return timePassed && resumption === undefined ? 'EXP-33' : state;
  const time = timePassed || isDatedBack(past, credential, at) ? unharmedByTime(past, credential, at) : undefined;
  const [rotation] = namesOf(past, suspects.filter(({ kind }) => kind === 'replaced').toReversed(), credential, at);
  // an app token is asked for in nearly every history, so that is suspected last
  return time ?? rotation ?? crowding ?? whenNew(past, credential);
}

/** Where it was last seen that a credential works, or for a key the one before it: what came later is suspected. */
function lastTrusted(past: EventLog, credential: Credential): number {
  const served = lastPresented(past, credential, 'served');
  if (served >= 0) return served;
  const born = birthOf(past, credential);
  if (credential.kind !== 'apiKey') return born;
  const before = past.findLastIndex((one) => {
    if (one.kind !== 'presented' || one.outcome !== 'served') return false;
    const { kind, user } = credentialOf(past, one.credential);
    return kind === 'apiKey' && user === credential.user;
  });
  return before >= 0 ? before : born;
}

/** What happens to its own user and app either stops a credential or leaves it open: a promise it is at the provider only. */
function isOwn(one: LoggedEvent, { user, app }: Credential): boolean {
  if (one.kind === 'suspendedAtProvider') return false;
  return toUser(user, one.kind)(one) || toApp(app, one.kind)(one);
}

function namesOf(past: EventLog, suspects: EventLog, credential: Credential, at: Moment): RequirementId[] {
  return suspects.flatMap((one) => unharmedBy(past, one, credential, at) ?? []);
}

/** Several changes of state of which none alone is to blame. */
function ofSeries(suspects: EventLog, { kind }: Credential): RequirementId {
  const changes = suspects.filter(changesState);
  if (kind === 'apiKey' && changes.every((one) => 'user' in one)) return 'LIF-06';
  const isApps = kind === 'appToken' || kind === 'clientSecret';
  return isApps && changes.every(({ kind: change }) => change === 'archived' || change === 'unarchived')
    ? 'LIF-28'
    : 'LIF-42';
}

/** Whether an older token of the app was refused for its age since this one was last served. */
function wasLeftBehind(past: EventLog, { id, kind, app, born }: Credential): boolean {
  const itself = credentialOf(past, id);
  const since = Math.max(birthOf(past, itself), lastPresented(past, itself, 'served'));
  const isOlder = (one: Credential): boolean => one.kind === kind && one.app === app && one.born.after < born.after;
  return kind === 'appToken' && wasSeenRevoked(past, isOlder, 'age', since);
}

/** What a tenant may keep only so many of, for all that is stated. */
function isToken({ kind }: Credential): boolean {
  return kind !== 'apiKey' && kind !== 'clientSecret' && kind !== 'idToken';
}

const changing: ReadonlySet<LoggedEvent['kind']> = new Set([
  'suspended',
  'unsuspended',
  'suspendedAtProvider',
  'archived',
  'unarchived',
  'uninstalled',
  'installed',
]);

function changesState({ kind }: LoggedEvent): boolean {
  return changing.has(kind);
}

/** What comes back when the state of its own user or app does. */
function resumptionOf(past: EventLog, suspects: EventLog, credential: Credential): RequirementId | undefined {
  const { kind, user, app } = credential;
  if (kind === 'apiKey') {
    const back = suspects.findLastIndex(toUser(user, 'unsuspended'));
    if (back < 0) return undefined;
    return cycles(past, toUser(user, 'unsuspended')) > 1 ? 'LIF-06' : 'LIF-05';
  }
  if (kind !== 'clientSecret' || !suspects.some(toApp(app, 'unarchived'))) return undefined;
  // one of the time while it was archived was not there before
  if (birthOf(past, credential) > lastOf(past, toApp(app, 'archived'))) return undefined;
  return cycles(past, toApp(app, 'unarchived')) > 1 ? 'LIF-28' : 'LIF-27';
}

function cycles(past: EventLog, fits: (one: LoggedEvent) => boolean): number {
  return past.filter(fits).length;
}

/** The requirement that something leaves a credential as it is; undefined where there is none. */
function unharmedBy(past: EventLog, one: LoggedEvent, credential: Credential, at: Moment): RequirementId | undefined {
  const { kind, user } = credential;
  const isApps = user === undefined;
  switch (one.kind) {
    case 'suspended':
      if (!isApps) return 'LIF-08';
      return kind === 'appToken' ? 'LIF-09' : 'LIF-10';
    case 'suspendedAtProvider':
      if (one.user !== user) return undefined;
      if (kind === 'apiKey') return 'LIF-12';
      return kind === 'accessToken' ? 'LIF-13' : kind === 'refreshToken' ? 'LIF-14' : undefined;
    case 'archived':
      return 'LIF-29';
    case 'uninstalled':
      return isApps ? 'LIF-42' : 'LIF-41';
    case 'unsuspended':
      if (isApps) return kind === 'appToken' ? 'LIF-09' : 'LIF-10';
      return kind === 'apiKey' ? 'LIF-06' : 'LIF-42';
    case 'unarchived':
      return kind === 'appToken' || kind === 'clientSecret' ? 'LIF-28' : 'LIF-42';
    case 'installed':
      return 'LIF-42';
    case 'replaced':
      return unharmedByRotation(credentialOf(past, one.credential), credential);
    case 'elapsed':
      return unharmedByTime(past, credential, at);
    case 'issued':
    case 'spent':
    case 'presented':
    case 'visited':
    case 'besideUser':
    case 'besideApp':
    case 'misused':
      return undefined;
  }
}

function unharmedByRotation(rotated: Credential, credential: Credential): RequirementId | undefined {
  // a key takes the place of its owner's key before it
  if (rotated.kind === 'apiKey' && rotated.user === credential.user) return 'KEY-14';
  if (rotated.kind === credential.kind) return rotated.kind === 'apiKey' ? 'KEY-16' : 'TOK-24';
  return rotated.kind === 'clientSecret' && credential.kind === 'appToken' ? 'TOK-24' : undefined;
}

function unharmedByTime(past: EventLog, credential: Credential, at: Moment): RequirementId | undefined {
  const { kind, place } = credential;
  const peer = (one: Credential): boolean => one.kind === kind && one.id !== credential.id;
  // others of its kind have expired rightly: what matters is what was presented before
  if (wasSeenRevoked(past, peer, 'age', lastPresented(past, credential, 'served'))) {
    return 'EXP-33';
  }
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
  switch (kind) {
    case 'apiKey':
      if (lastPresented(past, credential, 'served') >= 0) return 'KEY-17';
      return place === 0 ? 'KEY-01' : 'KEY-14';
    case 'clientSecret':
      if (place === 0) return 'CCR-01';
      return someoneIsSuspended(before) ? 'LIF-10' : 'TOK-22';
    case 'appToken': {
      if (lastPresented(past, credential, 'served') >= 0) return 'CCR-05';
      if (suspendedSinceServed(past, app)) return 'LIF-10';
      const isBack = before.some(toApp(app, 'unarchived'));
      if (before.some(passes) && !(isBack && hasRenewed(before, app))) return 'EXP-09';
      if (!isBack) return 'CCR-04';
      return cycles(before, toApp(app, 'unarchived')) > 1 ? 'LIF-28' : 'LIF-26';
    }
    case 'accessToken':
    case 'refreshToken':
    case 'code':
      if (before.some(toUser(user, 'unsuspended'))) return 'LIF-20';
      if (hasConsentedBefore(before, user, app)) return 'LIF-38';
      if (before.some(toApp(app, 'unarchived'))) return 'LIF-46';
      if (place === 0 && authorizedAfterExpiry(before, credential)) return 'EXP-16';
      if (kind === 'code') return 'DEL-27';
      return kind === 'accessToken' && place === 0 ? 'DEL-27' : 'DEL-37';
    case 'idToken':
      return before.some(toUser(user, 'unsuspended')) ? 'LIF-16' : 'OIC-01';
  }
}

/** Whether a key that was never served had grown old before it was made. */
function isDatedBack(past: EventLog, credential: Credential, at: Moment): boolean {
  if (credential.kind !== 'apiKey' || lastPresented(past, credential, 'served') >= 0) return false;
  return leastAge(credential, at) > secondsIn(past) + day;
}

function passes({ kind }: LoggedEvent): boolean {
  return kind === 'elapsed';
}

function someoneIsSuspended(before: EventLog): boolean {
  return before.some((one) => one.kind === 'suspended' && suspendedSince(before, one.user) >= 0);
}

/** Whether an app was seen to be given tokens that work after some time had passed, before it was last archived. */
function hasRenewed(before: EventLog, app: number | undefined): boolean {
  const archived = lastOf(before, toApp(app, 'archived'));
  const passed = before.findIndex(passes);
  return before.some((one, place) => {
    if (one.kind !== 'presented' || one.outcome !== 'served' || place > archived) return false;
    const credential = credentialOf(before, one.credential);
    return (
      credential.kind === 'appToken' && credential.app === app && birthOf(before, credential) > passed && passed >= 0
    );
  });
}

/** Whether a user had consented to an app before it was last installed again. */
export function hasConsentedBefore(before: EventLog, user: number | undefined, app: number | undefined): boolean {
  const installed = lastOf(before, toApp(app, 'installed'));
  return hasConsent(before.slice(0, Math.max(0, installed)), (visit) => visit.user === user && visit.app === app);
}

/** Whether an app was archived once, and the secret of another was seen to work since time last passed. */
function isBackUnlikeOthers(past: EventLog, { app }: Credential): boolean {
  const passed = past.findLastIndex(passes);
  const isOther = (one: LoggedEvent): boolean => {
    if (one.kind !== 'presented' || one.outcome !== 'served') return false;
    const { kind, app: holder } = credentialOf(past, one.credential);
    return kind === 'clientSecret' && holder !== app;
  };
  return past.some(toApp(app, 'unarchived')) && after(past, passed).some(isOther);
}

/** Whether some user was suspended since a token of the app was last served. */
function suspendedSinceServed(past: EventLog, app: number | undefined): boolean {
  const served = past.findLastIndex((one) => {
    if (one.kind !== 'presented' || one.outcome !== 'served') return false;
    const credential = credentialOf(past, one.credential);
    return credential.kind === 'appToken' && credential.app === app;
  });
  return after(past, served).some((one) => one.kind === 'suspended');
}

/** What is said of a refresh token that is still in its thirty days. */
function whileLasting(past: EventLog, credential: Credential, at: Moment): RequirementId {
  const age = leastAge(credential, at);
  if (age < lifetimes.accessToken) return 'DEL-39';
  // that its access token was tried when it had expired may be a reason to end it, for all that is stated (FRE-240)
  if (accessWasOver(past, credential)) return 'EXP-34';
  if (age < 2 * lifetimes.accessToken) return 'EXP-10';
  return credential.place === 0 ? 'EXP-11' : 'EXP-13';
}

/** Whether the access token that came with a refresh token was refused for its age. */
function accessWasOver(past: EventLog, refresh: Credential): boolean {
  const isBeside = ({ kind, family, place }: Credential): boolean =>
    kind === 'accessToken' && family === refresh.family && place === refresh.place;
  return wasSeenRevoked(past, isBeside, 'age', birthOf(past, refresh));
}

/** Whether an earlier refresh token of the same user and app was over when this one was issued. */
function authorizedAfterExpiry(before: EventLog, { user, app, family, born }: Credential): boolean {
  return credentialsIn(before).some(
    (one) =>
      one.kind === 'refreshToken' &&
      one.user === user &&
      one.app === app &&
      one.family !== family &&
      ageOf(one, born) === 'beyond',
  );
}
