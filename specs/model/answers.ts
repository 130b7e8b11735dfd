import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { RequirementId } from '../requirements/index.ts';
import { requirementBroken } from './attribution.ts';
import {
  archivedSince,
  hasConsent,
  same,
  secondsIn,
  suspendedSince,
  toApp,
  toUser,
  uninstalledSince,
} from './event-log.ts';
import { acceptanceOf, ofGoingOn } from './acceptance.ts';
import { alsoBroken, unlikeOthers } from './also-broken.ts';
import { freedomOf, hasUnknownSecret, isRefusalUnspecified } from './unspecified.ts';
import type { Revocation } from './revocations.ts';
import { revocationsOf, wasSeenRevoked } from './revocations.ts';
import type { Answer, ByKind, Credential, EventLog } from './vocabulary.ts';
import { accepted, isOfSame, lifetimes, refused, unspecified } from './vocabulary.ts';

/** The requirements that are being judged. */
export type Judged = ReadonlySet<RequirementId>;

/**
 * The credential model: what the specification says of a credential that is presented at a moment, after all that has
 * happened ("States and transitions"; "Limits"). Written from the specification alone.
 *
 * @param at the tenant's time of the presentation
 * @param atLegacyPath whether tokens are asked for at the legacy path
 */
export function answerFor(past: EventLog, credential: Credential, at: Moment, atLegacyPath = false): Answer {
  const stops = revocationsOf(past, credential, at);
  if (stops.length > 0) return refusedFor(past, credential, at, stops, atLegacyPath);
  const freedom = freedomOf(past, credential, at);
  if (freedom !== undefined) return unspecified(freedom);
  const answer = acceptanceOf(past, credential, at);
  return answer.word === 'unspecified'
    ? answer
    : { ...answer, also: alsoBroken(past, credential, at, answer.requirement) };
}

const ofExpired: ByKind = {
  apiKey: 'EXP-23',
  appToken: 'EXP-03',
  accessToken: 'EXP-03',
  idToken: 'OIC-21',
};

function refusedFor(
  past: EventLog,
  credential: Credential,
  at: Moment,
  stops: readonly Revocation[],
  atLegacyPath: boolean,
): Answer {
  const { kind } = credential;
  const causes = new Set(stops.map(({ cause }) => cause));
  const isOnly = (cause: Revocation['cause']): boolean => causes.size === 1 && causes.has(cause);
  const isNamed = isOnly('use') && !isRefusalUnspecified(past, credential);
  return {
    ...refused(requirementBroken(past, credential, at, stops, atLegacyPath)),
    also: isOnly('age') ? unlikeOthers(past, credential) : undefined,
    // "immediately" is said of archiving only (FRE-15); a use and an age need nothing to spread
    atOnce: causes.has('archival') || causes.has('use') || causes.has('age'),
    // an archived app may be given tokens that are refused on calls (FRE-122); of codes only usable tokens are spoken
    unusableIsEnough: kind === 'code' || (causes.has('archival') && !causes.has('use')),
    invalidGrant: isNamed ? (wasSeenRevoked(past, same(credential), 'use') ? 'DEL-44' : 'DEL-43') : undefined,
    // how a state is told is free; that what has expired no longer authenticates is not
    unauthorized: isOnly('age') ? ofExpired[kind] : undefined,
  };
}

/**
 * The answer as it counts for who judges some requirements: what they leave to others they leave open, unless something
 * else is broken as well that they judge.
 */
export function answerAmong(judged: Judged, answer: Answer): Answer {
  if (answer.word === 'unspecified' || judged.has(answer.requirement)) return answer;
  // where anything may happen it may be for another reason
  const { also } = answer;
  if (also !== undefined && judged.has(also) && !judged.has('EXP-33')) return { ...answer, requirement: also };
  return answer.word === 'accepted' && answer.open !== undefined ? unspecified(answer.open) : answer;
}

/**
 * What the specification says of a user's visit to the authorization endpoint: `accepted` is a code. Consent that may
 * be remembered, what a suspended user or an archived app gets to see, and what follows a denial are free (FRE-72 to 76,
 * FRE-116, FRE-230).
 */
export function answerForVisit(past: EventLog, user: number, app: number, consent: 'grant' | 'deny'): Answer {
  if (uninstalledSince(past, app) >= 0) return refused('LIF-34');
  if (consent === 'deny') return answerForDenial(past, user, app);
  if (suspendedSince(past, user) >= 0) return unspecified('FRE-116');
  if (archivedSince(past, app) >= 0) return unspecified('FRE-122');
  if (hasUnknownSecret(past, app)) return unspecified('FRE-49');
  // the user was asked and denied, and has not got the app a code since
  const last = past.findLast((one) => one.kind === 'visited' && isOfSame(one, { user, app }));
  if (last?.kind === 'visited' && last.consent === 'deny' && last.outcome === 'refused') return unspecified('FRE-230');
  const goesOn = ofGoingOn(past, { user, app });
  if (goesOn !== undefined) return accepted(goesOn);
  if (secondsIn(past) >= lifetimes.refreshToken) return accepted('EXP-16');
  const toAnother = (kind: 'archived' | 'uninstalled'): boolean =>
    past.some((one) => one.kind === kind && one.app !== app);
  if (toAnother('archived')) return accepted('LIF-29');
  return accepted(toAnother('uninstalled') ? 'LIF-41' : 'DEL-01');
}

/** A user who is asked and denies gives the app no code; whether one is asked depends on the consents before. */
function answerForDenial(past: EventLog, user: number, app: number): Answer {
  const installed = past.findLastIndex(toApp(app, 'installed'));
  const visits = past.flatMap((one, place) => (one.kind === 'visited' && one.app === app ? [{ ...one, place }] : []));
  const own = visits.filter((one) => one.user === user);
  const others = visits.filter((one) => one.user !== user && one.place > installed);
  const consents = own.filter((one) => one.consent === 'grant');
  if (consents.some(({ place }) => place > installed)) return unspecified('FRE-72');
  if (consents.length === 0) {
    if (own.some((one) => one.outcome === 'refused')) return refused('DEL-19');
    if (hasConsent(past, { app })) return refused('DEL-20');
    return refused(hasConsent(past, { user }) ? 'DEL-21' : 'DEL-18');
  }
  // consent that was tried while the app was not installed, or the user suspended, may count or not
  if (consents.some(({ place }) => uninstalledSince(past.slice(0, place), app) >= 0)) return unspecified('FRE-124');
  const asked = own.findLast(({ place, outcome }) => place > installed && outcome === 'refused');
  if (asked !== undefined) {
    if (others.some((one) => one.consent === 'grant' && one.place > asked.place)) return refused('LIF-39');
    if (past.findLastIndex(toUser(user, 'unsuspended')) > asked.place) return refused('LIF-43');
  }
  const spared = suspendedSince(past.slice(0, installed), user) >= 0;
  return refused(spared ? 'LIF-44' : 'LIF-37');
}
