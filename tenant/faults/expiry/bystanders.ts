import type { Deviation } from '../../behaviour/behaviour.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import type { Fault } from '../fault.ts';

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

/** Authorizations that end with what has nothing to do with them. */
export const bystanderFaults: readonly Fault[] = [
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
];
