import type { Moment } from '../expectations/age.ts';
import type { RequirementId } from '../requirements/index.ts';
import { requirementBroken } from './attribution.ts';
import {
  archivedSince,
  hasConsent,
  hasConsentedBefore,
  same,
  secondsIn,
  suspendedSince,
  toApp,
  toUser,
  uninstalledSince,
} from './event-log.ts';
import { acceptanceOf } from './acceptance.ts';
import { alsoBroken, unlikeOthers } from './also-broken.ts';
import { freedomOf, hasUnknownSecret, isRefusalUnspecified } from './unspecified.ts';
import type { Revocation } from './revocations.ts';
import { revocationsOf, wasSeenRevoked } from './revocations.ts';
import type { Answer, Bearer, Credential, EventLog } from './vocabulary.ts';
import { accepted, isOfSame, isReusable, lifetimes, refused, unspecified } from './vocabulary.ts';

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
  if (answer.word === 'unspecified') return answer;
  const also = alsoBroken(past, credential, at, answer.requirement);
  return { ...answer, ...(also.length === 0 ? {} : { also }) };
}

const ofExpired: Readonly<Record<Bearer, RequirementId>> = {
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
  const requirement = requirementBroken(past, credential, at, stops, atLegacyPath);
  const causes = stops.map(({ cause }) => cause);
  // an archived app may be given tokens that are refused on calls (FRE-122); of codes only usable tokens are spoken
  const unusableIsEnough = credential.kind === 'code' || (causes.includes('archival') && !causes.includes('use'));
  // "immediately" is said of archiving only (FRE-15); a use and an age need nothing to spread
  const atOnce = causes.some((cause) => cause === 'archival' || cause === 'use' || cause === 'age');
  const also = causes.every((cause) => cause === 'age') ? unlikeOthers(past, credential) : [];
  const named = causes.length === 1 && causes[0] === 'use' && !isRefusalUnspecified(past, credential);
  return {
    word: 'refused',
    requirement,
    ...(also.length === 0 ? {} : { also }),
    atOnce,
    ...(unusableIsEnough ? { unusableIsEnough } : {}),
    ...(named ? { invalidGrant: wasSeenRevoked(past, same(credential), 'use') ? 'DEL-44' : 'DEL-43' } : {}),
    // how a state is told is free; that what has expired no longer authenticates is not
    ...(isReusable(credential) && causes.every((cause) => cause === 'age')
      ? { unauthorized: ofExpired[credential.kind] }
      : {}),
  };
}

/**
 * The answer as it counts for who judges some requirements: what they leave to others they leave open, unless something
 * else is broken as well that they judge.
 */
export function answerAmong(judged: Judged, answer: Answer): Answer {
  if (answer.word === 'unspecified' || judged.has(answer.requirement)) return answer;
  // where anything may happen it may be for another reason
  const requirement = judged.has('EXP-33') ? undefined : answer.also?.find((one) => judged.has(one));
  if (requirement !== undefined) return { ...answer, requirement };
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
  if (past.some(toUser(user, 'unsuspended'))) return accepted('LIF-20');
  if (hasConsentedBefore(past, { user, app })) return accepted('LIF-38');
  if (past.some(toApp(app, 'unarchived'))) return accepted('LIF-46');
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
    if (hasConsent(past, (one) => one.app === app)) return refused('DEL-20');
    return refused(hasConsent(past, (one) => one.user === user) ? 'DEL-21' : 'DEL-18');
  }
  // consent that was tried while the app was not installed, or the user suspended, may count or not
  if (consents.some(({ place }) => uninstalledSince(past.slice(0, place), app) >= 0)) return unspecified('FRE-124');
  const asked = own.findLast(({ place, outcome }) => place > installed && outcome === 'refused');
  if (asked !== undefined) {
    if (others.some((one) => one.consent === 'grant' && one.place > asked.place)) return refused('LIF-39');
    if (past.findLastIndex(toUser(user, 'unsuspended')) > asked.place) return refused('LIF-43');
  }
  const spared = suspendedSince(past.slice(0, installed), user) >= 0;
  return refused(spared && others.some((one) => one.outcome === 'refused') ? 'LIF-44' : 'LIF-37');
}
