import type { AccessToken } from '../../state/model.ts';

import { creates, filters, isFollowing, sorts } from '../calls.ts';
import { FIFTEEN_MINUTES, HOUR, MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, at, inLowerCase, atResults } from '../operators/kinds.ts';
import { itsUser, usedOnConnection } from '../operators/memories.ts';
import { olderThan } from '../operators/moments.ts';
import { presented, signedIn, since, used, within } from '../operators/remembered.ts';
import { and, faultsOf } from '../operators/rows.ts';
import {
  isActiveAgainFor,
  lastGrant,
  lately,
  secretRotation,
  unarchivedFor,
  unarchivedLiveFor,
  younger,
} from './conditions.ts';
import { early, late, prolonged } from './decisions.ts';
import { alsoInRandomSeries } from './random-series.ts';
import { breaking } from './rows.ts';

/** Faults in which some calls accept an expired access token, or refuse a live one. */
export const formFaults: readonly Fault[] = faultsOf('expiry', {
  'expired-app-tokens-still-list-plates': [
    late.appTokens,
    at('/api/v3/plate/items'),
    'The v3 listing of plates does not check the age of app tokens.',
    { also: ['VER-16'] },
  ],
  'expired-tokens-list-what-they-filter': [
    late.tokens,
    filters,
    'A listing with a filter does not check the age of an access token.',
  ],
  'expired-tokens-list-what-they-sort': [
    late.tokens,
    sorts,
    'A sorted listing does not check the age of an access token.',
  ],
  'expired-tokens-may-write': [
    late.tokens,
    ({ request }) => request.method !== 'GET',
    'A call that creates an entry does not check the age of an access token.',
  ],
  'following-pages-outlive-the-token': [
    late.tokens,
    isFollowing,
    'A following page is shown to an expired access token.',
  ],
  'delegated-tokens-list-results-for-an-hour': [
    late.delegatedTokens,
    all(atResults, younger(HOUR)),
    'The listing of assay results accepts delegated tokens for an hour.',
  ],
  'no-age-under-a-lower-case-scheme': [
    late.tokens,
    inLowerCase,
    'If the scheme is written as bearer, the tenant does not check the age of access tokens.',
  ],
  'no-age-of-delegated-tokens-under-a-lower-case-scheme': [
    late.delegatedTokens,
    inLowerCase,
    'If the scheme is written as bearer, the tenant does not check the age of delegated access tokens.',
  ],
  'late-tokens-create-nothing': [
    early.tokens,
    all(creates, olderThan(10 * MINUTE)),
    'An access token creates no records in its last five minutes.',
  ],
  'late-tokens-follow-no-pages': [
    early.tokens,
    all(isFollowing, olderThan(10 * MINUTE)),
    'In the last five minutes of an access token, the tenant refuses it for following pages.',
  ],
  'late-tokens-filter-nothing': [
    early.tokens,
    all(filters, olderThan(10 * MINUTE)),
    'In the last five minutes of an access token, the tenant refuses it for listings with a filter.',
  ],
});

/** Faults in which a call or an event gives an access token more than its 900 seconds. */
export const accessTokenProlongingFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'calls-prolong-access-tokens': [
      prolonged.tokens,
      always,
      'Each call gives the access token another 900 seconds.',
      { also: ['EXP-08', 'EXP-20', 'CCR-06', 'VER-16'] },
    ],
    'calls-that-create-prolong-access-tokens': [
      prolonged.tokens,
      creates,
      'A call that creates an entry gives the access token another 900 seconds.',
    ],
    'following-pages-prolong-access-tokens': [
      prolonged.tokens,
      isFollowing,
      'A request for a following page gives its access token another 900 seconds.',
    ],
    'calls-for-results-prolong-access-tokens': [
      prolonged.tokens,
      atResults,
      'A call to the assay-results listing gives an access token another 900 seconds.',
    ],
    'calls-in-the-last-minute-prolong-access-tokens': [
      late.tokens,
      since(used(olderThan(14 * MINUTE)), undefined, younger(16 * MINUTE)),
      'A call in the last minute of an access token gives it another minute.',
      { breaks: ['EXP-06'], also: ['EXP-02', 'VER-16'] },
    ],
    'accepted-tokens-are-remembered-for-a-minute': [
      late.tokens,
      within(MINUTE, presented('live')),
      "For a minute after it accepted a token, the tenant does not check the token's age.",
      { also: ['EXP-03', 'VER-16'] },
    ],
    'known-connections-outlive-the-token': [
      late.tokens,
      and(usedOnConnection('tokenHasExpired'), younger(75 * MINUTE)),
      "A connection still accepts a token for an hour after the token's end.",
      { also: ['EXP-03', 'VER-16'] },
    ],
    'a-sign-in-prolongs-delegated-tokens': [
      late.delegatedTokens,
      within(FIFTEEN_MINUTES, signedIn, itsUser),
      'A delegated access token lasts until 900 seconds after the last sign-in of its user.',
    ],
    'a-grant-of-the-app-prolongs-its-tokens': [
      late.appTokens,
      lately(
        FIFTEEN_MINUTES,
        lastGrant(({ appId }) => appId),
      ),
      "An app's own token lasts until 900 seconds after the app was last added to a project.",
      { also: ['EXP-03'] },
    ],
    'a-grant-renews-app-tokens': [
      late.appTokens,
      lately(
        FIFTEEN_MINUTES,
        lastGrant(({ appId }) => appId),
      ),
      "An app's own token has 900 seconds from the time at which the app was last added to a project.",
      { also: alsoInRandomSeries },
    ],
    'a-project-prolongs-delegated-tokens': [
      late.delegatedTokens,
      lately(
        FIFTEEN_MINUTES,
        lastGrant(({ userId }) => userId),
      ),
      'A delegated token lasts until 900 seconds after its user was last added to a project.',
    ],
    'an-exchange-for-another-app-prolongs-access-tokens': [
      late.delegatedTokens,
      lately(
        FIFTEEN_MINUTES,
        (call, one) =>
          [...call.tenant.state.refreshTokens.values()].findLast(
            ({ predecessor, delegation: { userId, appId } }) =>
              predecessor === undefined && userId === one.userId && appId !== one.appId,
          )?.issuedAt,
      ),
      "When a user authorizes another app, the user's delegated tokens get another 900 seconds.",
    ],
    'a-rotation-of-the-secret-renews-app-tokens': [
      late.tokens,
      lately(FIFTEEN_MINUTES, secretRotation),
      'The tokens of an app have 900 seconds from the last rotation of the client secret.',
      { also: alsoInRandomSeries },
    ],
    'an-un-suspension-renews-access-tokens': [
      late.delegatedTokens,
      isActiveAgainFor(FIFTEEN_MINUTES),
      'A delegated access token has 900 seconds from the last un-suspension of its user.',
      { also: alsoInRandomSeries },
    ],
    'archiving-renews-tokens': [
      late.tokens,
      unarchivedFor(FIFTEEN_MINUTES),
      "The 900 seconds of an app's tokens begin with the last unarchiving of the app.",
      { breaks: ['EXP-31'] },
    ],
    'unarchiving-renews-delegated-tokens': [
      late.delegatedTokens,
      unarchivedFor(FIFTEEN_MINUTES),
      'A delegated access token has 900 seconds from the last unarchiving of its app.',
      { breaks: ['EXP-31'], also: ['EXP-04'] },
    ],
    'unarchiving-renews-app-tokens-that-are-live': [
      late.appTokens,
      unarchivedLiveFor(FIFTEEN_MINUTES),
      'An app token that is live when its app is unarchived has 900 seconds from then.',
      { breaks: ['EXP-31'], also: ['EXP-02'] },
    ],
  }),
  ...breaking(
    'EXP-02',
    {
      'the-last-accepted-token-is-not-looked-at-again': [
        (normal) => {
          let last: AccessToken | undefined;
          return {
            tokenHasExpired: (call, token) => {
              if (token === last) return false;
              const expired = normal.tokenHasExpired(call, token);
              last = expired ? undefined : token;
              return expired;
            },
          };
        },
        'The tenant does not check the age of a token that also made the previous call.',
        ['EXP-06', 'EXP-20', 'EXP-31', 'VER-15'],
      ],
      'one-token-expires-at-a-time': [
        (normal) => {
          const cleared = new Set<AccessToken>();
          return {
            tokenHasExpired: (call, token) => {
              const over = [...call.tenant.state.accessTokens.values()].find(
                (one) => !cleared.has(one) && normal.tokenHasExpired(call, one),
              );
              if (over !== undefined) cleared.add(over);
              return cleared.has(token);
            },
          };
        },
        'Only one token expires with each call: the oldest one that is over time.',
        ['VER-14'],
      ],
    },
    ['EXP-04', 'EXP-05', 'EXP-33', 'EXP-08'],
  ),
];
