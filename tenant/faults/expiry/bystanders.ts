import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { ownTokensOf } from '../operators/holdings.ts';
import { all, always } from '../operators/kinds.ts';
import { itsUser } from '../operators/memories.ts';
import { ago } from '../operators/moments.ts';
import { delegationIn, tokenIn, type Holds } from '../operators/presented.ts';
import { presented, signedIn, since } from '../operators/remembered.ts';
import { by, faultsOf, wrongWhen } from '../operators/rows.ts';
import { after, before } from '../operators/rules.ts';
import { birthOf } from './conditions.ts';
import { ended } from './decisions.ts';

const fromBeforeASignIn = since(signedIn, itsUser, (_call, one, at) => birthOf(one) < at);
/** The fault that a new sign-in of a user ends the user's earlier delegated access tokens. */
export const aSignInEndsAccessTokens: Deviation = wrongWhen(ended.delegatedTokens.wrong, fromBeforeASignIn);

const beforeFiveOthers: Holds = (call, one) => {
  const later = call.tenant.state.delegations.filter(
    ({ appId, latestAccessToken: latest }) => appId === one.appId && (latest?.issuedAt.getTime() ?? NaN) > birthOf(one),
  );
  return new Set(later.map(({ userId }) => userId)).size >= 5;
};
/** The fault that an app has access tokens only for its five latest users. */
export const tokensForFiveUsers: Deviation = wrongWhen(ended.delegatedTokens.wrong, beforeFiveOthers);

const endAllOf = (tenant: Tenant, { id }: App): void => endDelegations(tenant, ({ appId }) => appId === id);
/** Ends what users authorized an app for, if the app was refused for this reason. */
const endAfter =
  (reason: Refusal['refused']) =>
  (outcome: Refusal | object, { tenant }: Call, app: App): void => {
    if (isRefusal(outcome) && outcome.refused === reason) endAllOf(tenant, app);
  };

/** Faults in which an unrelated event ends an authorization. */
export const bystanderFaults: readonly Fault[] = faultsOf('expiry', {
  'a-sign-in-ends-access-tokens': [
    ended.delegatedTokens,
    fromBeforeASignIn,
    "When a user signs in again, the user's earlier delegated access tokens end.",
  ],
  'the-sixth-user-of-an-app-ends-the-first': [
    ended.delegatedTokens,
    beforeFiveOthers,
    'An app has access tokens only for the five users for whom it obtained one last.',
  ],
  'delegated-tokens-end-with-an-own-one': [
    ended.delegatedTokens,
    (call, one) =>
      ownTokensOf(call, one.appId).some(
        ({ issuedAt }) => issuedAt.getTime() < birthOf(one) && ago(FIFTEEN_MINUTES, () => issuedAt)(call, one),
      ),
    "When an app's own token expires, delegated tokens that the app obtained after it end.",
    { breaks: ['EXP-08'], also: ['EXP-35'] },
  ],
  'trying-an-expired-access-token-ends-the-grant': [
    ended.refreshTokens,
    since(presented('expired', (one) => tokenIn(one)?.refreshToken)),
    'A call with an expired access token ends the refresh token that was issued with it.',
  ],
  'after-another-user-a-late-refresh-is-refused': [
    ended.refreshTokens,
    all(
      ago(FIFTEEN_MINUTES, (_call, one) => delegationIn(one)?.latestAccessToken?.issuedAt),
      (call, one) => call.tenant.state.delegations.findLast(({ appId }) => appId === one.appId)?.userId !== one.userId,
    ),
    "After the access token has expired, the tenant accepts a refresh token only from the app's latest authorization.",
    { also: ['DEL-47'] },
  ],
  'a-denial-ends-what-others-authorized': [
    by(
      ended.refreshTokens,
      before('rememberDenial', ({ tenant }, _user, app) => endAllOf(tenant, app)),
    ),
    always,
    'When a user denies an app, the refresh tokens that the app holds for other users end.',
    { breaks: ['EXP-34', 'EXP-35'] },
  ],
  'a-denial-ends-what-other-apps-hold': [
    by(
      ended.refreshTokens,
      before('rememberDenial', ({ tenant }, { id }) => endDelegations(tenant, ({ userId }) => userId === id)),
    ),
    always,
    'When a user denies an app, the refresh tokens that other apps hold for that user end.',
    { breaks: ['EXP-34', 'EXP-35'] },
  ],
  'a-webhook-ends-refresh-tokens': [
    by(ended.refreshTokens, before('setWebhook', endAllOf)),
    always,
    'When the webhook of an app is set, its refresh tokens end.',
    { also: ['EXP-35'] },
  ],
  'an-unknown-code-ends-authorizations': [
    by(ended.refreshTokens, after('exchangeCode', endAfter('unknown-code'))),
    always,
    'An unknown code ends all authorizations of the app that presents it.',
    { also: ['EXP-35'] },
  ],
  'an-unknown-refresh-token-ends-authorizations': [
    by(ended.refreshTokens, after('refresh', endAfter('unknown-refresh-token'))),
    always,
    'An unknown refresh token ends all authorizations of the app that presents it.',
    { also: ['EXP-35'] },
  ],
});
