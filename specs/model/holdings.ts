import type { Moment } from '../../drivers/world/clock-readings.ts';
import { credentialsIn, lastPresented, ofKind, spentSince } from './event-log.ts';
import { revocationsOf } from './revocations.ts';
import type { Credential, EventLog, Holder } from './vocabulary.ts';
import { isOfSame, isReusable } from './vocabulary.ts';

// What there is to present after some events.

/** The key of a user, or the client secret of an app, that was issued last. */
export function currentOf(past: EventLog, kind: 'apiKey' | 'clientSecret', holder: Holder): Credential | undefined {
  return ofKind(past, kind).findLast((one) => isOfSame(one, holder));
}

/** Whether the owner of a key was given another one beside it. */
export function holdsSeveralKeys(past: EventLog, { kind, user }: Credential): boolean {
  return kind === 'apiKey' && ofKind(past, kind).filter((one) => one.user === user && one.place === 0).length > 1;
}

export function secretOf(past: EventLog, app: number | undefined): Credential | undefined {
  return currentOf(past, 'clientSecret', { app });
}

/** Keys and access tokens, the newest first: presenting them changes nothing. */
export function reusableIn(past: EventLog): Credential[] {
  return credentialsIn(past).filter(isReusable).toReversed();
}

/** The newest code that was not presented yet. */
export function newCodeIn(past: EventLog): Credential | undefined {
  return ofKind(past, 'code').findLast((one) => spentSince(past, one) < 0 && lastPresented(past, one) < 0);
}

export function refusedCodeIn(past: EventLog): Credential | undefined {
  return ofKind(past, 'code').findLast((one) => lastPresented(past, one, 'refused') >= 0);
}

/** Those that were not exchanged, the newest first. */
export function newestRefreshTokensIn(past: EventLog): Credential[] {
  return ofKind(past, 'refreshToken')
    .filter((one) => spentSince(past, one) < 0)
    .toReversed();
}

/** Refresh tokens that were spent, or whose app was uninstalled: they yield nothing ever more. */
export function endedRefreshTokensIn(past: EventLog, now: Moment): Credential[] {
  return ofKind(past, 'refreshToken')
    .filter((one) => revocationsOf(past, one, now).some(({ cause }) => cause === 'use' || cause === 'uninstallation'))
    .toReversed();
}
