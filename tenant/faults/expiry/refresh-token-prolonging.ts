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
import { alsoInRandomSeries } from './random-series.ts';

const refreshTokenBeside = (one: Presented) => tokenIn(one)?.refreshToken;

/** Reports the refresh token of a request that is refused for a wrong client secret. */
const refusedForItsClient: Act = (report) =>
  after('decideTokenRequest', (outcome, call) => {
    if (isRefusal(outcome) && outcome.refused === 'wrong-client') report(refreshTokenIn(call), call);
  });

/** Faults in which a call or an event gives a refresh token more than its thirty days. */
export const refreshTokenProlongingFaults: readonly Fault[] = faultsOf('expiry', {
  'calls-prolong-refresh-tokens': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, used(always, refreshTokenBeside)),
    'A call with an access token gives the refresh token that was issued with it another thirty days.',
  ],
  'calls-to-v3-prolong-refresh-tokens-a-little': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, used(all(onVersion('v3'), olderThan(10 * MINUTE)), refreshTokenBeside)),
    'A call to v3 with an access token over ten minutes old renews the refresh token that was issued with it.',
  ],
  'a-call-with-a-younger-token-renews-the-refresh-token': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, used(isFollowing, refreshTokenBeside)),
    'The days of a refresh token count from the last following page that its access token requested.',
    { also: ['EXP-12'] },
  ],
  'writing-renews-the-refresh-token': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, used(creates, refreshTokenBeside)),
    'The days of a refresh token count from the last record that its access token created.',
    { also: ['EXP-12'] },
  ],
  'calls-with-expired-access-tokens-prolong-refresh-tokens': [
    prolonged.refreshTokens,
    within(THIRTY_DAYS, presented('expired', refreshTokenBeside)),
    'A call with an expired access token renews the refresh token that was issued with it.',
    { also: ['EXP-12', 'EXP-14'] },
  ],
  'thirty-days-from-the-last-refresh-of-the-app': [
    late.refreshTokens,
    within(
      THIRTY_DAYS,
      refreshed((token) => [token.delegation.appId]),
      itsApp,
    ),
    'A refresh token lasts until thirty days after the last refresh of its app for any user.',
  ],
  'thirty-days-from-the-last-id-token': [
    late.refreshTokens,
    within(THIRTY_DAYS, letInByIdToken, itsUser),
    "A refresh token lasts until thirty days after its user's last call with an ID token.",
  ],
  'keys-in-use-keep-refresh-tokens-alive': [
    late.refreshTokens,
    within(THIRTY_DAYS, used(isKey, itsUser), itsUser),
    "A refresh token lasts until thirty days after its user's last call with a key.",
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
    { also: alsoInRandomSeries },
  ],
  'unarchiving-renews-refresh-tokens': [
    late.refreshTokens,
    unarchivedLiveFor(THIRTY_DAYS),
    'A refresh token that is live when its app is unarchived has thirty days from then.',
  ],

  // Faults about other authorizations of the user.
  'authorizing-another-app-keeps-refresh-tokens-alive': [
    late.refreshTokens,
    lately(THIRTY_DAYS, lastOf(ofSameUser)),
    "A refresh token lasts until thirty days after its user's last authorization of any app.",
  ],
  'a-new-authorization-renews-the-old-tokens': [
    late.refreshTokens,
    lately(THIRTY_DAYS, lastOf(ofSamePair)),
    'A new authorization gives earlier refresh tokens of the same user and app another thirty days.',
  ],
  'a-new-authorization-revives-the-expired': [
    late.refreshTokens,
    lately(THIRTY_DAYS, lastOf(ofSamePair)),
    'The days of a refresh token count from the last authorization of its user and app.',
    { breaks: ['EXP-17'], also: ['EXP-12'] },
  ],
  'a-refresh-revives-the-expired': [
    late.refreshTokens,
    (call, one) =>
      ofSamePair(call, one).some(
        ({ latestRefreshToken: latest }) => (latest?.predecessor?.issuedAt.getTime() ?? 0) > birthOf(one),
      ),
    'Expired refresh tokens work after a younger authorization of the same user and app was refreshed.',
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
    'A refresh renews other authorizations of the same user and app that were refreshed before.',
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
