import type { Moment } from '../expectations/age.ts';
import type { RequirementId } from '../requirements/index.ts';
import { ageOf, leastAge } from './age.ts';
import { after, birthOf, credentialOf, credentialsIn, lastPresented, toApp, toUser } from './past.ts';
import { wasSeenStopped } from './stops.ts';
import type { Credential, Happening, Past } from './vocabulary.ts';
import { lifetimes } from './vocabulary.ts';

/** The requirement that a credential which nothing stops breaks when it is refused. */
export function promiseOf(past: Past, credential: Credential, at: Moment): RequirementId {
  const since = Math.max(birthOf(past, credential), lastPresented(past, credential, 'served'));
  const suspects = after(past, since);
  const resumption = resumptionOf(past, suspects, credential);
  if (resumption !== undefined) return resumption;
  // what changes a state is suspected first, the latest before the others
  const ordered = suspects.toReversed();
  const states = ordered.filter(changesState);
  for (const suspect of [...states, ...ordered]) {
    const requirement = unharmedBy(past, suspect, credential, at);
    if (requirement === undefined) continue;
    // time has passed and other grants were used: neither alone is to blame
    const isBeside = requirement === 'DEL-46' || requirement === 'DEL-47' || requirement === 'DEL-48';
    return isBeside && suspects.some((one) => one.kind === 'elapsed') ? 'EXP-33' : requirement;
  }
  return whenNew(past, credential);
}

function changesState({ kind }: Happening): boolean {
  return kind !== 'issued' && kind !== 'spent' && kind !== 'elapsed' && kind !== 'replaced';
}

/** What comes back when the state of its own user or app does. */
function resumptionOf(past: Past, suspects: Past, { kind, user, app }: Credential): RequirementId | undefined {
  if (kind === 'apiKey') {
    const back = suspects.findLastIndex(toUser(user, 'unsuspended'));
    if (back < 0) return undefined;
    return cycles(past, toUser(user, 'unsuspended')) > 1 &&
      wasServedAfter(past, toUser(user, 'unsuspended'), kind, user)
      ? 'LIF-06'
      : 'LIF-05';
  }
  if (kind !== 'clientSecret' || !suspects.some(toApp(app, 'unarchived'))) return undefined;
  return cycles(past, toApp(app, 'unarchived')) > 1 ? 'LIF-28' : 'LIF-27';
}

function cycles(past: Past, fits: (one: Happening) => boolean): number {
  return past.filter(fits).length;
}

/** Whether a key of the user has already been served after a change of that kind. */
function wasServedAfter(
  past: Past,
  change: (one: Happening) => boolean,
  kind: Credential['kind'],
  user: number | undefined,
): boolean {
  const first = past.findIndex(change);
  return past.some((one, place) => {
    if (place < first || one.kind !== 'presented' || one.outcome !== 'served') return false;
    const credential = credentialOf(past, one.credential);
    return credential.kind === kind && credential.user === user;
  });
}

/** The requirement that something leaves a credential as it is; undefined where there is none. */
function unharmedBy(past: Past, one: Happening, credential: Credential, at: Moment): RequirementId | undefined {
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
      return kind === 'apiKey' ? 'LIF-06' : 'LIF-42';
    case 'unarchived':
      return kind === 'appToken' || kind === 'clientSecret' ? 'LIF-28' : 'LIF-42';
    case 'installed':
      return 'LIF-42';
    case 'replaced':
      return unharmedByRotation(credentialOf(past, one.credential), credential);
    case 'spent':
      return unharmedByRefresh(credentialOf(past, one.credential), credential);
    case 'issued':
      return unharmedByIssue(one.credential, credential);
    case 'elapsed':
      return unharmedByTime(past, credential, at);
    default:
      return undefined;
  }
}

function unharmedByRotation(rotated: Credential, credential: Credential): RequirementId | undefined {
  if (rotated.kind === credential.kind) return rotated.kind === 'apiKey' ? 'KEY-16' : 'TOK-24';
  return rotated.kind === 'clientSecret' && credential.kind === 'appToken' ? 'TOK-24' : undefined;
}

function unharmedByRefresh(spent: Credential, { kind, user, app, family }: Credential): RequirementId | undefined {
  if (spent.kind !== 'refreshToken') return undefined;
  if (kind === 'appToken') return 'DEL-63';
  if (kind !== 'refreshToken' || spent.family === family || spent.app !== app) return undefined;
  return spent.user === user ? 'DEL-46' : 'DEL-47';
}

function unharmedByIssue(issued: Credential, { kind, user, app }: Credential): RequirementId | undefined {
  if (issued.kind === 'appToken' && issued.app === app) {
    return kind === 'appToken' ? 'CCR-07' : user === undefined ? 'CCR-06' : 'DEL-63';
  }
  if (issued.kind !== 'accessToken' || issued.app !== app) return undefined;
  if (kind === 'appToken') return 'CCR-20';
  return kind === 'refreshToken' && issued.user === user && issued.place === 0 ? 'DEL-48' : undefined;
}

function unharmedByTime(past: Past, credential: Credential, at: Moment): RequirementId | undefined {
  const { kind, place } = credential;
  const peer = (one: Credential): boolean => one.kind === kind && one.id !== credential.id;
  // others of its kind have expired rightly: what matters is what was presented before
  if (wasSeenStopped(past, peer, 'age', lastPresented(past, credential, 'served'))) {
    return kind === 'appToken' ? 'EXP-08' : 'EXP-33';
  }
  switch (kind) {
    case 'apiKey':
      return credential.expires === 'no' ? 'EXP-24' : 'EXP-21';
    case 'appToken':
      return hasOlderExpired(past, credential, at) ? 'EXP-08' : 'EXP-01';
    case 'clientSecret':
      return 'EXP-09';
    case 'accessToken':
      return place === 0 ? 'EXP-04' : 'EXP-05';
    case 'refreshToken':
      if (place === 0 && leastAge(credential, at) < 2 * lifetimes.accessToken) return 'EXP-10';
      return place === 0 ? 'EXP-11' : 'EXP-13';
    default:
      return undefined;
  }
}

function hasOlderExpired(past: Past, credential: Credential, at: Moment): boolean {
  return credentialsIn(past).some(
    (one) => one.kind === 'appToken' && one.app === credential.app && ageOf(one, at) === 'beyond',
  );
}

/** What is said of one that has only just been issued, or was served a moment ago. */
function whenNew(past: Past, credential: Credential): RequirementId {
  const { kind, user, app, place } = credential;
  const before = past.slice(0, birthOf(past, credential));
  switch (kind) {
    case 'apiKey':
      if (lastPresented(past, credential, 'served') >= 0) return 'KEY-17';
      return place === 0 ? 'KEY-01' : 'KEY-14';
    case 'clientSecret':
      return place === 0 ? 'CCR-01' : 'TOK-22';
    case 'appToken':
      if (lastPresented(past, credential, 'served') >= 0) return 'CCR-05';
      if (suspendedSinceServed(past, app)) return 'LIF-10';
      if (!before.some(toApp(app, 'unarchived'))) return 'CCR-04';
      return cycles(before, toApp(app, 'unarchived')) > 1 ? 'LIF-28' : 'LIF-26';
    default:
      if (before.some(toUser(user, 'unsuspended'))) return 'LIF-20';
      if (before.some(toApp(app, 'installed'))) return 'LIF-38';
      if (before.some(toApp(app, 'unarchived'))) return 'LIF-26';
      if (kind === 'code') return 'DEL-27';
      if (kind === 'refreshToken') return place === 0 ? 'DEL-37' : 'DEL-45';
      return place === 0 ? 'DEL-27' : 'DEL-37';
  }
}

/** Whether some user was suspended since a token of the app was last served. */
function suspendedSinceServed(past: Past, app: number | undefined): boolean {
  const served = past.findLastIndex((one) => {
    if (one.kind !== 'presented' || one.outcome !== 'served') return false;
    const credential = credentialOf(past, one.credential);
    return credential.kind === 'appToken' && credential.app === app;
  });
  return served >= 0 && after(past, served).some((one) => one.kind === 'suspended');
}
