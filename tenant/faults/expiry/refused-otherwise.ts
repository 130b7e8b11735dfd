import { filters, isFollowing, sorts } from '../calls.ts';
import { DAY, FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, isDelegated, isKey, isSuperseded, isToken, onVersion } from '../operators/kinds.ts';
import { answerExpired } from '../operators/lifetimes.ts';
import { olderThan } from '../operators/moments.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';

const tokensWith = (status: number): Wrong => ({ breaks: ['EXP-03'], wrong: answerExpired(isToken, status) });
const keysWith = (status: number): Wrong => ({ breaks: ['EXP-23'], wrong: answerExpired(isKey, status) });

/** Faults in which an expired access token or key is refused with another status than 401. */
export const refusedOtherwiseFaults: readonly Fault[] = faultsOf('expiry', {
  'expired-tokens-are-forbidden': [
    tokensWith(403),
    always,
    'The tenant answers an expired access token with 403.',
    { also: ['VER-16'] },
  ],
  'expired-delegated-tokens-are-a-bad-request-in-v2': [
    tokensWith(400),
    all(isDelegated, onVersion('v2')),
    'v2 answers an expired delegated token with 400.',
    { also: ['VER-16'] },
  ],
  'expired-tokens-are-bad-requests-to-sort': [
    tokensWith(400),
    sorts,
    'A sorted listing answers an expired access token with 400.',
  ],
  'expired-tokens-are-forbidden-to-filter': [
    tokensWith(403),
    filters,
    'A listing with a filter answers an expired access token with 403.',
  ],
  'following-pages-of-expired-tokens-are-bad-requests': [
    tokensWith(400),
    isFollowing,
    'The tenant answers a request for a following page with an expired access token with 400.',
  ],
  'expired-tokens-from-before-a-refresh-are-forbidden': [
    tokensWith(403),
    isSuperseded,
    'The tenant answers an expired access token with 403 if its app has refreshed since.',
  ],
  'long-expired-access-tokens-are-gone': [
    tokensWith(410),
    olderThan(FIFTEEN_MINUTES + DAY),
    'The tenant answers an access token that expired more than a day ago with 410.',
  ],
  'expired-keys-are-forbidden': [keysWith(403), always, 'The tenant answers an expired key with 403.'],
  'expired-keys-are-not-found-in-v3': [
    keysWith(404),
    onVersion('v3'),
    'v3 answers an expired key with 404.',
    { also: ['VER-16'] },
  ],
  'expired-keys-are-forbidden-to-sort': [keysWith(403), sorts, 'A sorted listing answers an expired key with 403.'],
  'expired-keys-are-a-bad-request-for-following-pages': [
    keysWith(400),
    isFollowing,
    'The tenant answers a request for a following page with an expired key with 400.',
  ],
  'long-expired-keys-are-gone': [
    keysWith(410),
    olderThan(60 * DAY),
    'The tenant answers a key that expired more than thirty days ago with 410.',
  ],
});
