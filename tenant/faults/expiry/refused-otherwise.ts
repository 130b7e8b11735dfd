import { filters, isFollowing, sorts } from '../calls.ts';
import { DAY, FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, isDelegated, isKey, isSuperseded, isToken, onVersion } from '../operators/kinds.ts';
import { answerExpired } from '../operators/lifetimes.ts';
import { olderThan } from '../operators/moments.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';

const tokensWith = (status: number): Wrong => ({ breaks: ['EXP-03'], wrong: answerExpired(isToken, status) });
const keysWith = (status: number): Wrong => ({ breaks: ['EXP-23'], wrong: answerExpired(isKey, status) });

/** Expired access tokens and keys that are refused with another status than 401. */
export const refusedOtherwiseFaults: readonly Fault[] = faultsOf('expiry', {
  'expired-tokens-are-forbidden': [
    tokensWith(403),
    always,
    'An expired access token is answered with 403.',
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
    'An expired access token in a sorted listing is answered with 400.',
  ],
  'expired-tokens-are-forbidden-to-filter': [
    tokensWith(403),
    filters,
    'An expired access token in a listing with a filter is answered with 403.',
  ],
  'following-pages-of-expired-tokens-are-bad-requests': [
    tokensWith(400),
    isFollowing,
    'An expired access token beside a page token is answered with 400.',
  ],
  'expired-tokens-from-before-a-refresh-are-forbidden': [
    tokensWith(403),
    isSuperseded,
    'An expired access token is answered with 403 where its app has refreshed since.',
  ],
  'long-expired-access-tokens-are-gone': [
    tokensWith(410),
    olderThan(FIFTEEN_MINUTES + DAY),
    'An access token that expired more than a day ago is answered with 410.',
  ],
  'expired-keys-are-forbidden': [keysWith(403), always, 'An expired key is answered with 403.'],
  'expired-keys-are-not-found-in-v3': [
    keysWith(404),
    onVersion('v3'),
    'v3 answers an expired key with 404.',
    { also: ['VER-16'] },
  ],
  'expired-keys-are-forbidden-to-sort': [
    keysWith(403),
    sorts,
    'An expired key in a sorted listing is answered with 403.',
  ],
  'expired-keys-are-a-bad-request-for-following-pages': [
    keysWith(400),
    isFollowing,
    'A request for a following page with an expired key is answered with 400.',
  ],
  'long-expired-keys-are-gone': [
    keysWith(410),
    olderThan(60 * DAY),
    'A key that expired more than thirty days ago is answered with 410.',
  ],
});
