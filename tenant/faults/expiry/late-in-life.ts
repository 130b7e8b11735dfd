import type { Call } from '../../call.ts';
import { canExpire } from '../api-key/keys-and-owners.ts';
import { creates, filters, isFollowing } from '../calls.ts';
import { DAY, MINUTE, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';

const ageOf = (call: Call, createdAt: Date): number => call.now.getTime() - createdAt.getTime();

function oldKeysRefused(id: string, summary: string, isRefused: (call: Call) => boolean): Fault {
  return {
    id,
    breaks: ['EXP-24'],
    also: ['EXP-25'],
    summary,
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) &&
        !(isRefused(call) && !canExpire(key) && ageOf(call, key.createdAt) >= THIRTY_DAYS),
    }),
  };
}

function keysRefused(id: string, summary: string, isRefused: (call: Call) => boolean): Fault {
  return {
    id,
    breaks: ['EXP-21'],
    summary,
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) && !(isRefused(call) && canExpire(key) && ageOf(call, key.createdAt) >= 20 * DAY),
    }),
  };
}

function tokensRefused(id: string, summary: string, isRefused: (call: Call) => boolean): Fault {
  return {
    id,
    breaks: ['EXP-01'],
    also: ['EXP-04', 'EXP-05'],
    summary,
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(isRefused(call) && ageOf(call, token.issuedAt) >= 10 * MINUTE),
    }),
  };
}

/** What has not expired and is refused all the same, in calls that are more than a plain listing. */
export const lateInLifeFaults: readonly Fault[] = [
  oldKeysRefused(
    'expiry/old-keys-create-nothing',
    'A key from before 7 August 2026 that is older than 30 days creates no records.',
    creates,
  ),
  oldKeysRefused(
    'expiry/old-keys-filter-nothing',
    'A key from before 7 August 2026 that is older than 30 days is refused where a listing is filtered.',
    filters,
  ),
  oldKeysRefused(
    'expiry/old-keys-follow-no-pages',
    'A key from before 7 August 2026 that is older than 30 days is refused beside a page token.',
    isFollowing,
  ),
  keysRefused(
    'expiry/late-keys-create-nothing',
    'A key in the last ten days of its thirty creates no records.',
    creates,
  ),
  keysRefused(
    'expiry/late-keys-follow-no-pages',
    'A key in the last ten days of its thirty is refused beside a page token.',
    isFollowing,
  ),
  tokensRefused(
    'expiry/late-tokens-create-nothing',
    'An access token in the last five minutes of its life creates no records.',
    creates,
  ),
  tokensRefused(
    'expiry/late-tokens-follow-no-pages',
    'An access token in the last five minutes of its life is refused beside a page token.',
    isFollowing,
  ),
  tokensRefused(
    'expiry/late-tokens-filter-nothing',
    'An access token in the last five minutes of its life is refused where a listing is filtered.',
    filters,
  ),
];
