import type { Moment } from '../../drivers/world/clock-readings.ts';
import { credentialsIn, lastPresented, ofKind, spentSince } from './event-log.ts';
import { revocationsOf } from './revocations.ts';
import type { Credential, EventLog, Holder } from './vocabulary.ts';
import { isOfSame, isReusable } from './vocabulary.ts';

// These functions find the credentials that can be presented after some events.

/** Returns the key of a user, or the client secret of an app, that was issued last. */
export function currentOf(past: EventLog, kind: 'apiKey' | 'clientSecret', holder: Holder): Credential | undefined {
  return ofKind(past, kind).findLast((one) => isOfSame(one, holder));
}

/** Reports whether the owner of a key was given a further key. */
export function holdsSeveralKeys(past: EventLog, { kind, user }: Credential): boolean {
  return kind === 'apiKey' && ofKind(past, kind).filter((one) => one.user === user && one.place === 0).length > 1;
}

export function secretOf(past: EventLog, app: number | undefined): Credential | undefined {
  return currentOf(past, 'clientSecret', { app });
}

/** Returns keys and access tokens, newest first. Presenting them changes nothing. */
export function reusableIn(past: EventLog): Credential[] {
  return credentialsIn(past).filter(isReusable).toReversed();
}

/** Returns the newest code that was not presented yet. */
export function newCodeIn(past: EventLog): Credential | undefined {
  return ofKind(past, 'code').findLast((one) => spentSince(past, one) < 0 && lastPresented(past, one) < 0);
}

export function refusedCodeIn(past: EventLog): Credential | undefined {
  return ofKind(past, 'code').findLast((one) => lastPresented(past, one, 'refused') >= 0);
}

/** Returns the refresh tokens that were not exchanged, newest first. */
export function newestRefreshTokensIn(past: EventLog): Credential[] {
  return ofKind(past, 'refreshToken')
    .filter((one) => spentSince(past, one) < 0)
    .toReversed();
}

/**
 * Returns refresh tokens that were spent, or whose app was uninstalled, newest first. They never yield tokens again.
 */
export function endedRefreshTokensIn(past: EventLog, now: Moment): Credential[] {
  return ofKind(past, 'refreshToken')
    .filter((one) => revocationsOf(past, one, now).some(({ cause }) => cause === 'use' || cause === 'uninstallation'))
    .toReversed();
}
