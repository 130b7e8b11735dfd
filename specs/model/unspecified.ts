import type { Moment } from '../expectations/age.ts';
import type { FreedomId } from '../requirements/index.ts';
import { ageOf, greatestAge } from './age.ts';
import { after, birthOf, lastOf, lifeOf, replaces, spentSince, toApp, toUser, uninstalledSince } from './event-log.ts';
import type { Credential, LoggedEvent, EventLog } from './vocabulary.ts';

/** A code is exchanged at once: how long it lasts is free, from about a minute (FRE-62). */
const codeIsFresh = 20;

/** The freedom that leaves it open whether a credential that nothing stops is accepted; undefined where it must be. */
export function freedomOf(past: EventLog, credential: Credential, at: Moment): FreedomId | undefined {
  const age = ageOf(credential, at);
  if (age !== 'within') return ofAge(credential);
  switch (credential.kind) {
    case 'apiKey':
      return hasFurtherKey(past, credential) ? 'FRE-93' : undefined;
    case 'clientSecret':
      return ofInstallation(past, credential);
    case 'appToken':
      return ofAppToken(past, credential);
    case 'accessToken':
    case 'refreshToken':
    case 'code':
      return ofDelegation(past, credential, at);
    case 'idToken':
      return lifeOf(past, credential).some(toUser(credential.user, 'unsuspended')) ? 'FRE-114' : undefined;
  }
}

function hasFurtherKey(past: EventLog, credential: Credential): boolean {
  const isFurther = ({ kind, user }: Credential): boolean => kind === 'apiKey' && user === credential.user;
  return lifeOf(past, credential).some((one) => one.kind === 'issued' && isFurther(one.credential));
}

function ofAge({ kind, expires }: Credential): FreedomId {
  if (kind === 'idToken') return 'FRE-101';
  if (kind !== 'apiKey') return 'FRE-128';
  return expires === 'unspecified' ? 'FRE-94' : 'FRE-96';
}

/** What an uninstallation means for what an app holds for itself. */
function ofInstallation(past: EventLog, credential: Credential): FreedomId | undefined {
  if (uninstalledSince(past, credential.app) >= 0) return 'FRE-47';
  return lifeOf(past, credential).some(toApp(credential.app, 'uninstalled', 'installed')) ? 'FRE-49' : undefined;
}

function ofAppToken(past: EventLog, credential: Credential): FreedomId | undefined {
  const life = lifeOf(past, credential);
  if (life.some(toApp(credential.app, 'unarchived'))) return 'FRE-120';
  if (life.some(rotationOfSecret(past, credential))) return 'FRE-42';
  // whether the app keeps its access to projects across a reinstall is free too
  if (past.some(toApp(credential.app, 'installed'))) return 'FRE-50';
  return ofInstallation(past, credential);
}

function ofDelegation(past: EventLog, credential: Credential, at: Moment): FreedomId | undefined {
  const { kind, user, app, family } = credential;
  const life = lifeOf(past, credential);
  if (life.some(toUser(user, 'unsuspended'))) return 'FRE-114';
  if (life.some(toApp(app, 'unarchived'))) return 'FRE-121';
  if (life.some(rotationOfSecret(past, credential))) return kind === 'accessToken' ? 'FRE-42' : 'FRE-43';
  if (life.some(replaces(past, (one) => one.kind === 'apiKey' && one.user === user))) return 'FRE-98';
  if (life.some((one) => one.kind === 'misused' && isOfFamily(past, one.credential, family))) return 'FRE-86';
  if (family !== undefined && wasReused(past, family)) return kind === 'accessToken' ? 'FRE-83' : 'FRE-82';
  if (kind === 'accessToken') {
    if (life.some((one) => one.kind === 'spent' && isOfFamily(past, one.credential, family))) return 'FRE-81';
    // of separate authorizations only the refresh tokens are said, by inference, to live side by side
    if (life.some(isVisit(user, app))) return 'FRE-84';
  }
  if (kind === 'code') {
    if (spentSince(past, credential) >= 0) return 'FRE-61';
    if (life.some(isVisit(user, app))) return 'FRE-63';
    if (greatestAge(credential, at) > codeIsFresh) return 'FRE-62';
    // the client id and secret may be new ones after a reinstall
    const reinstalled = lastOf(past, toApp(app, 'installed'));
    if (reinstalled >= 0 && !secretWorksSince(past, app, reinstalled)) return 'FRE-49';
  }
  return undefined;
}

/** Whether the secret that the suite has is known to be that of the present installation. */
export function secretWorksSince(past: EventLog, app: number | undefined, reinstalled: number): boolean {
  return after(past, reinstalled).some(
    (one) => one.kind === 'issued' && one.credential.app === app && one.credential.kind !== 'code',
  );
}

/** Whether a spent refresh token of an authorization was presented again. */
export function wasReused(past: EventLog, family: number): boolean {
  return past.some(
    (one, place) =>
      one.kind === 'presented' &&
      isOfFamily(past, one.credential, family) &&
      past.slice(0, place).some((spent) => spent.kind === 'spent' && spent.credential === one.credential),
  );
}

function isOfFamily(past: EventLog, id: number, family: number | undefined): boolean {
  return past.some(
    (one) =>
      one.kind === 'issued' &&
      one.credential.id === id &&
      one.credential.kind === 'refreshToken' &&
      one.credential.family === family,
  );
}

function isVisit(user: number | undefined, app: number | undefined): (one: LoggedEvent) => boolean {
  return (one) => one.kind === 'visited' && one.user === user && one.app === app;
}

function rotationOfSecret(past: EventLog, { app }: Credential): (one: LoggedEvent) => boolean {
  return replaces(past, (one) => one.kind === 'clientSecret' && one.app === app);
}

/** Whether anything but a reuse leaves it open what a refresh token is worth, and so how its refusal is called. */
export function isRefusalUnspecified(past: EventLog, credential: Credential): boolean {
  const life = after(past, birthOf(past, credential));
  return (
    life.some(toUser(credential.user, 'suspended')) ||
    life.some(toApp(credential.app, 'archived', 'uninstalled')) ||
    life.some(rotationOfSecret(past, credential))
  );
}
