import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { FreedomId } from '../requirements/index.ts';
import { ageOf, greatestAge } from './age.ts';
import {
  after,
  lifeOf,
  reinstalledSince,
  reusedBy,
  rotatesSecret,
  spentSince,
  toApp,
  toCredential,
  toUser,
  uninstalledSince,
} from './event-log.ts';
import type { Credential, EventLog } from './vocabulary.ts';
import { isOfSame } from './vocabulary.ts';

/**
 * Age in seconds up to which a code must be accepted. The lifetime of a code is free, from about one minute (FRE-62).
 */
const codeIsFresh = 20;

/**
 * Returns the freedom that leaves open whether a credential that nothing stops is accepted. Undefined if it must be
 * accepted.
 */
export function freedomOf(past: EventLog, credential: Credential, at: Moment): FreedomId | undefined {
  const { kind, user, app } = credential;
  if (ageOf(credential, at) !== 'within') return ofAge(credential);
  const life = lifeOf(past, credential);
  switch (kind) {
    case 'apiKey': {
      const isFurther = (one: Credential): boolean => one.kind === kind && one.user === user;
      return life.some((one) => one.kind === 'issued' && isFurther(one.credential)) ? 'FRE-93' : undefined;
    }
    case 'clientSecret':
      return ofInstallation(past, life, app);
    case 'appToken':
      if (life.some(toApp(app, 'unarchived'))) return 'FRE-120';
      if (life.some(rotatesSecret(past, app))) return 'FRE-42';
      // it is also free whether the app keeps its access to projects when it is reinstalled
      return reinstalledSince(past, app) >= 0 ? 'FRE-50' : ofInstallation(past, life, app);
    case 'accessToken':
    case 'refreshToken':
    case 'code':
      return ofDelegation(past, life, credential, at);
    case 'idToken':
      return life.some(toUser(user, 'unsuspended')) ? 'FRE-114' : undefined;
  }
}

function ofAge({ kind, expires }: Credential): FreedomId {
  if (kind === 'idToken') return 'FRE-101';
  if (kind !== 'apiKey') return 'FRE-128';
  return expires === 'unspecified' ? 'FRE-94' : 'FRE-96';
}

/** Returns the freedom on an app's own credentials after an uninstallation. */
function ofInstallation(past: EventLog, life: EventLog, app: number | undefined): FreedomId | undefined {
  if (uninstalledSince(past, app) >= 0) return 'FRE-47';
  return life.some(toApp(app, 'uninstalled', 'installed')) ? 'FRE-49' : undefined;
}

function ofDelegation(past: EventLog, life: EventLog, credential: Credential, at: Moment): FreedomId | undefined {
  const { kind, user, app, family } = credential;
  const ofFamily = (one: Credential): boolean => one.kind === 'refreshToken' && one.family === family;
  const isAnew = life.some((one) => one.kind === 'visited' && isOfSame(one, credential));
  if (life.some(toUser(user, 'unsuspended'))) return 'FRE-114';
  if (life.some(toApp(app, 'unarchived'))) return 'FRE-121';
  if (life.some(rotatesSecret(past, app))) return kind === 'accessToken' ? 'FRE-42' : 'FRE-43';
  if (life.some(toCredential(past, 'replaced', (one) => one.kind === 'apiKey' && one.user === user))) return 'FRE-98';
  if (life.some(toCredential(past, 'misused', ofFamily))) return 'FRE-86';
  // a spent refresh token of the authorization was presented again
  if (family !== undefined && past.some((one) => reusedBy(past, one)?.family === family))
    return kind === 'accessToken' ? 'FRE-83' : 'FRE-82';
  if (kind === 'accessToken') {
    if (life.some(toCredential(past, 'spent', ofFamily))) return 'FRE-81';
    // the coexistence of separate authorizations is inferred for refresh tokens only
    if (isAnew) return 'FRE-84';
  }
  if (kind === 'code') {
    if (spentSince(past, credential) >= 0) return 'FRE-61';
    if (isAnew) return 'FRE-63';
    if (greatestAge(credential, at) > codeIsFresh) return 'FRE-62';
    if (hasUnknownSecret(past, app)) return 'FRE-49';
  }
  return undefined;
}

/**
 * Reports whether an app was reinstalled, and nothing has shown since then that its client secret is still the same.
 */
export function hasUnknownSecret(past: EventLog, app: number | undefined): boolean {
  const reinstalled = past.findLastIndex(toApp(app, 'installed'));
  return (
    reinstalled >= 0 &&
    !after(past, reinstalled).some(
      (one) => one.kind === 'issued' && one.credential.app === app && one.credential.kind !== 'code',
    )
  );
}

/**
 * Reports whether an event other than the reuse leaves open what becomes of a refresh token, and so the name of the
 * error.
 */
export function isRefusalUnspecified(past: EventLog, credential: Credential): boolean {
  const { user, app } = credential;
  return [toUser(user, 'suspended'), toApp(app, 'archived', 'uninstalled'), rotatesSecret(past, app)].some((fits) =>
    lifeOf(past, credential).some(fits),
  );
}
