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
import { acceptanceOf, reauthorizationRequirement } from './acceptance.ts';
import { alsoBroken, brokenUnlikePeers } from './also-broken.ts';
import { freedomOf, hasUnknownSecret, isRefusalUnspecified } from './unspecified.ts';
import type { Revocation } from './revocations.ts';
import { revocationsOf, wasSeenRevoked } from './revocations.ts';
import type { Answer, ByKind, Credential, EventLog } from './vocabulary.ts';
import { accepted, lifetimes, refused, unspecified } from './vocabulary.ts';

/** The requirements that are being judged. */
export type Judged = ReadonlySet<RequirementId>;

/**
 * Returns the specification's answer for a credential that is presented at a moment, after all past events ("States and
 * transitions"; "Limits"). This is the credential model. It is written from the specification alone.
 *
 * @param at the tenant's time of the presentation
 * @param atLegacyPath whether tokens are requested at the legacy path
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
    also: isOnly('age') ? brokenUnlikePeers(past, credential) : undefined,
    // the specification says "immediately" of archiving only (FRE-15); the effect of a use or an age needs no
    // propagation
    atOnce: causes.has('archival') || causes.has('use') || causes.has('age'),
    // An archived app may get tokens that are refused on calls (FRE-122). For codes, the requirements forbid only
    // usable tokens.
    unusableIsEnough: kind === 'code' || (causes.has('archival') && !causes.has('use')),
    invalidGrant: isNamed ? (wasSeenRevoked(past, same(credential), 'use') ? 'DEL-44' : 'DEL-43') : undefined,
    // the form of a refusal for a state is free; an expired credential must not authenticate
    unauthorized: isOnly('age') ? ofExpired[kind] : undefined,
  };
}

/**
 * Returns the answer for a check that judges certain requirements. If it does not judge the answer's requirement, the
 * answer is left open, unless a further broken requirement is judged.
 */
export function answerAmong(judged: Judged, answer: Answer): Answer {
  if (answer.word === 'unspecified' || judged.has(answer.requirement)) return answer;
  // if anything may happen in the history (EXP-33), another cause is possible
  const { also } = answer;
  if (also !== undefined && judged.has(also) && !judged.has('EXP-33')) return { ...answer, requirement: also };
  return answer.word === 'accepted' && answer.open !== undefined ? unspecified(answer.open) : answer;
}

/**
 * Returns the specification's answer for a user's visit to the authorization endpoint; `accepted` means that the app
 * gets a code. These are free: whether consent is remembered, what a suspended user or the user of an archived app
 * sees, and what follows a denial (FRE-72 to 76, FRE-116, FRE-230).
 */
export function answerForVisit(past: EventLog, user: number, app: number, consent: 'grant' | 'deny'): Answer {
  if (uninstalledSince(past, app) >= 0) return refused('LIF-34');
  if (consent === 'deny') return answerForDenial(past, user, app);
  if (suspendedSince(past, user) >= 0) return unspecified('FRE-116');
  if (archivedSince(past, app) >= 0) return unspecified('FRE-122');
  if (hasUnknownSecret(past, app)) return unspecified('FRE-49');
  // the user was asked and denied, and the app has got no code since
  const own = visitsTo(past, app).filter((one) => one.user === user);
  const last = own.findLast((one) => one.consent === 'deny' || one.outcome === 'served');
  if (last?.outcome === 'refused') return unspecified('FRE-230');
  const goesOn = reauthorizationRequirement(past, { user, app });
  if (goesOn !== undefined) return accepted(goesOn);
  if (secondsIn(past) >= lifetimes.refreshToken) return accepted('EXP-16');
  const toAnother = (kind: 'archived' | 'uninstalled'): boolean =>
    past.some((one) => one.kind === kind && one.app !== app);
  if (toAnother('archived')) return accepted('LIF-29');
  return accepted(toAnother('uninstalled') ? 'LIF-41' : 'DEL-01');
}

/** Returns the visits of users to the authorization endpoint for an app, each with its place in the log. */
function visitsTo(past: EventLog, app: number) {
  return past.flatMap((one, place) => (one.kind === 'visited' && one.app === app ? [{ ...one, place }] : []));
}

/**
 * Returns the answer for a denial: the app gets no code if the user was asked. Earlier consents decide whether the user
 * is asked.
 */
function answerForDenial(past: EventLog, user: number, app: number): Answer {
  const installed = past.findLastIndex(toApp(app, 'installed'));
  const visits = visitsTo(past, app);
  const own = visits.filter((one) => one.user === user);
  const others = visits.filter((one) => one.user !== user && one.place > installed);
  const consents = own.filter((one) => one.consent === 'grant');
  if (consents.some(({ place }) => place > installed)) return unspecified('FRE-72');
  if (consents.length === 0) {
    if (own.some((one) => one.outcome === 'refused')) return refused('DEL-19');
    if (hasConsent(past, { app })) return refused('DEL-20');
    return refused(hasConsent(past, { user }) ? 'DEL-21' : 'DEL-18');
  }
  // a consent may or may not count if the app was not installed, or the user was suspended, at that time
  if (consents.some(({ place }) => uninstalledSince(past.slice(0, place), app) >= 0)) return unspecified('FRE-124');
  const asked = own.findLast(({ place, outcome }) => place > installed && outcome === 'refused');
  if (asked !== undefined) {
    if (others.some((one) => one.consent === 'grant' && one.place > asked.place)) return refused('LIF-39');
    if (past.findLastIndex(toUser(user, 'unsuspended')) > asked.place) return refused('LIF-43');
  }
  const spared = suspendedSince(past.slice(0, installed), user) >= 0;
  return refused(spared ? 'LIF-44' : 'LIF-37');
}
