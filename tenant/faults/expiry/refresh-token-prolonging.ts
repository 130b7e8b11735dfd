import { isRefusal } from '../../http/refusal.ts';
import { creates, isFollowing, refreshTokenIn } from '../calls.ts';
import { MINUTE, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, isKey, onVersion } from '../operators/kinds.ts';
import { itsApp, itsUser } from '../operators/memories.ts';
import { olderThan } from '../operators/moments.ts';
import { delegationIn, ofRefreshToken, tokenIn, type Presented } from '../operators/presented.ts';
import {
  letInByIdToken,
  presented,
  refreshed,
  refusedAsExpired,
  since,
  used,
  within,
  type Act,
} from '../operators/remembered.ts';
import { faultsOf } from '../operators/rows.ts';
import { after } from '../operators/rules.ts';
import { birthOf, lastOf, lately, ofSamePair, ofSameUser, secretRotation, unarchivedLiveFor } from './conditions.ts';
import { late, prolonged } from './decisions.ts';
import { inAnySeries } from './random-series.ts';

const theOneBeside = (one: Presented) => tokenIn(one)?.refreshToken;

/** A refresh is refused for a wrong client secret. */
const refusedForItsClient: Act = (report) =>
  after('decideTokenRequest', (outcome, call) => {
    if (isRefusal(outcome) && outcome.refused === 'wrong-client') report(refreshTokenIn(call), call);
  });

/** Calls and events that give a refresh token more than its thirty days. */
export const refreshTokenProlongingFaults: readonly Fault[] = faultsOf('expiry', {
  'calls-prolong-refresh-tokens': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, used(always, theOneBeside)),
    'A call with the access token gives the refresh token beside it thirty days more.',
  ],
  'calls-to-v3-prolong-refresh-tokens-a-little': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, used(all(onVersion('v3'), olderThan(10 * MINUTE)), theOneBeside)),
    'A call to v3 prolongs the refresh token by the age of its access token, if over ten minutes.',
  ],
  'a-call-with-a-younger-token-renews-the-refresh-token': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, used(isFollowing, theOneBeside)),
    'The days of a refresh token count from the latest page that its access token followed.',
    { also: ['EXP-12'] },
  ],
  'writing-renews-the-refresh-token': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, used(creates, theOneBeside)),
    'The days of a refresh token count from the latest record that its access token created.',
    { also: ['EXP-12'] },
  ],
  'calls-with-expired-access-tokens-prolong-refresh-tokens': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, presented('expired', theOneBeside)),
    'A call with an expired access token renews the refresh token beside it.',
    { also: ['EXP-12', 'EXP-14'] },
  ],
  'thirty-days-from-the-last-refresh-of-the-app': [
    late.refreshTokens,
    within(
      THIRTY_DAYS,
      refreshed((token) => [token.delegation.appId]),
      itsApp,
    ),
    'A refresh token lasts thirty days from the last refresh of its app, for whichever user.',
  ],
  'thirty-days-from-the-last-id-token': [
    late.refreshTokens,
    within(THIRTY_DAYS, letInByIdToken, itsUser),
    'A refresh token lasts thirty days from its user’s last call with an ID token.',
  ],
  'keys-in-use-keep-refresh-tokens-alive': [
    late.refreshTokens,
    within(THIRTY_DAYS, used(isKey, itsUser), itsUser),
    'A refresh token lasts thirty days from its user’s last call with a key.',
  ],
  'a-refused-refresh-renews-the-token': [
    late.refreshTokens,
    within(THIRTY_DAYS, refusedForItsClient),
    'A refresh with a wrong client secret gives the refresh token another thirty days.',
  ],
  'a-rotation-of-the-secret-renews-refresh-tokens': [
    late.refreshTokens,
    lately(THIRTY_DAYS, secretRotation),
    'A refresh token has thirty days from the last rotation of the client secret.',
    { also: inAnySeries },
  ],
  'unarchiving-renews-refresh-tokens': [
    late.refreshTokens,
    unarchivedLiveFor(THIRTY_DAYS),
    'A refresh token that is live when its app is unarchived has thirty days from then.',
  ],

  // other authorizations of the user
  'authorizing-another-app-keeps-refresh-tokens-alive': [
    late.refreshTokens,
    lately(THIRTY_DAYS, lastOf(ofSameUser)),
    'A refresh token lasts thirty days from the last time that its user authorized any app.',
  ],
  'a-new-authorization-renews-the-old-tokens': [
    late.refreshTokens,
    lately(THIRTY_DAYS, lastOf(ofSamePair)),
    'A new authorization gives earlier refresh tokens of the user and app thirty more days.',
  ],
  'a-new-authorization-revives-the-expired': [
    late.refreshTokens,
    lately(THIRTY_DAYS, lastOf(ofSamePair)),
    'The days of a refresh token count from the latest authorization of its user and app.',
    { breaks: ['EXP-17'], also: ['EXP-12'] },
  ],
  'a-refresh-revives-the-expired': [
    late.refreshTokens,
    (call, one) =>
      ofSamePair(call, one).some(
        ({ latestRefreshToken: latest }) => (latest?.predecessor?.issuedAt.getTime() ?? 0) > birthOf(one),
      ),
    'Expired refresh tokens work once a younger authorization of the user and app was refreshed.',
    { breaks: ['EXP-17'], also: ['EXP-12'] },
  ],
  'a-refused-refresh-token-comes-back-with-a-new-authorization': [
    late.refreshTokens,
    since(refusedAsExpired(), undefined, (call, one, at) =>
      ofSamePair(call, one).some(({ createdAt }) => createdAt.getTime() > at),
    ),
    'An expired refresh token that was refused once works after the user has authorized again.',
    { breaks: ['EXP-17'], also: ['EXP-12'] },
  ],
  'refreshing-one-authorization-prolongs-the-others': [
    late.refreshTokens,
    (call, one) =>
      ofSamePair(call, one).some(
        ({ latestRefreshToken: latest }) =>
          latest?.predecessor !== undefined && lately(THIRTY_DAYS, () => latest.issuedAt)(call, one),
      ),
    'A refresh renews other authorizations of the same user and app.',
    { breaks: ['EXP-18'] },
  ],
  'a-refresh-prolongs-authorizations-that-were-refreshed-before': [
    late.refreshTokens,
    within(
      THIRTY_DAYS,
      refreshed((token, call) =>
        ofSamePair(call, ofRefreshToken(token)).filter((one) => one.latestRefreshToken?.predecessor !== undefined),
      ),
      delegationIn,
    ),
    'A refresh renews other authorizations of the user and app that were refreshed before.',
    { breaks: ['EXP-18'], also: ['EXP-12'] },
  ],
  'refreshing-an-older-authorization-prolongs-the-younger': [
    late.refreshTokens,
    within(
      THIRTY_DAYS,
      refreshed((token, call) =>
        ofSamePair(call, ofRefreshToken(token)).filter(({ createdAt }) => createdAt > token.delegation.createdAt),
      ),
      delegationIn,
    ),
    'A refresh renews later authorizations of the same user and app.',
    { breaks: ['EXP-18'], also: ['EXP-12'] },
  ],
});
