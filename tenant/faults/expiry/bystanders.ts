import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import type { App } from '../../state/model.ts';
import { FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { ownTokensOf } from '../operators/lifetimes.ts';
import { delegationIn, tokenIn } from '../operators/presented.ts';
import { presented, since } from '../operators/remembered.ts';
import { faultsOf } from '../operators/rows.ts';
import { birthOf } from './conditions.ts';
import { ended } from './decisions.ts';

/** A new sign-in of a user ends the delegated access tokens of before. */
export const aSignInEndsAccessTokens: Deviation = (normal) => {
  const signedIn = new Map<string, number>();
  return {
    beginSession: (call, user) => {
      signedIn.set(user.id, call.now.getTime());
      return normal.beginSession(call, user);
    },
    tokenHasEnded: (call, token) =>
      normal.tokenHasEnded(call, token) ||
      token.issuedAt.getTime() < (signedIn.get(token.delegation?.userId ?? '') ?? -Infinity),
  };
};

/** Ends what users authorized an app for, where it was refused for this reason. */
function endAfter(reason: Refusal['refused'], outcome: Refusal | object, call: Call, app: App): void {
  if (isRefusal(outcome) && outcome.refused === reason) endDelegations(call.tenant, ({ appId }) => appId === app.id);
}

/** Authorizations that end with what has nothing to do with them. */
export const bystanderFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'trying-an-expired-access-token-ends-the-grant': [
      ended.refreshTokens,
      since(presented('expired', (one) => tokenIn(one)?.refreshToken)),
      'A call with an expired access token ends the refresh token beside it.',
    ],
    'after-another-user-a-late-refresh-is-refused': [
      ended.refreshTokens,
      (call, one) => {
        const last = call.tenant.state.delegations.findLast(({ appId }) => appId === one.appId);
        const access = delegationIn(one)?.latestAccessToken;
        const isLate = access !== undefined && call.now.getTime() - access.issuedAt.getTime() >= FIFTEEN_MINUTES;
        return isLate && last?.userId !== one.userId;
      },
      'Once its access token has expired, only the last user’s refresh token is accepted.',
      { also: ['DEL-47'] },
    ],
    'delegated-tokens-end-with-an-own-one': [
      ended.delegatedTokens,
      (call, one) =>
        ownTokensOf(call, one.appId).some(
          ({ issuedAt }) =>
            issuedAt.getTime() < birthOf(one) && call.now.getTime() - issuedAt.getTime() >= FIFTEEN_MINUTES,
        ),
      'When an own token expires, delegated tokens that the app obtained after it end.',
      { breaks: ['EXP-08'], also: ['EXP-35'] },
    ],
  }),
  {
    id: 'expiry/a-denial-ends-what-others-authorized',
    breaks: ['EXP-34', 'EXP-35'],
    summary: 'When a user denies an app, what the app holds for other users ends.',
    behaviour: () => ({
      rememberDenial: (call, _user, app) => endDelegations(call.tenant, ({ appId }) => appId === app.id),
    }),
  },
  {
    id: 'expiry/a-denial-ends-what-other-apps-hold',
    breaks: ['EXP-34', 'EXP-35'],
    summary: 'When a user denies an app, what other apps hold for the user ends.',
    behaviour: () => ({
      rememberDenial: (call, user) => endDelegations(call.tenant, ({ userId }) => userId === user.id),
    }),
  },
  {
    id: 'expiry/a-sign-in-ends-access-tokens',
    breaks: ['EXP-35'],
    summary: 'When a user signs in anew, the delegated access tokens of before end.',
    behaviour: aSignInEndsAccessTokens,
  },
  {
    id: 'expiry/a-webhook-ends-refresh-tokens',
    breaks: ['EXP-34'],
    summary: 'When the webhook of an app is set, its refresh tokens end.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        endDelegations(tenant, ({ appId }) => appId === app.id);
        normal.setWebhook(tenant, app, webhook);
      },
    }),
  },
  {
    id: 'expiry/an-unknown-code-ends-authorizations',
    breaks: ['EXP-34'],
    also: ['EXP-35'],
    summary: 'An unknown code ends all authorizations of the app that presents it.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const outcome = normal.exchangeCode(call, app, fields);
        endAfter('unknown-code', outcome, call, app);
        return outcome;
      },
    }),
  },
  {
    id: 'expiry/an-unknown-refresh-token-ends-authorizations',
    breaks: ['EXP-34'],
    also: ['EXP-35'],
    summary: 'An unknown refresh token ends all authorizations of the app that presents it.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const outcome = normal.refresh(call, app, fields);
        endAfter('unknown-refresh-token', outcome, call, app);
        return outcome;
      },
    }),
  },
];
