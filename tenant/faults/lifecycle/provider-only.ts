import { HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { always, isDelegated, isKey } from '../operators/kinds.ts';
import { type RememberingCondition } from '../operators/memories.ts';
import { alsoStop, refuseRefreshes } from '../operators/operators.ts';
import { userIn } from '../operators/presented.ts';
import { faultsOf } from '../operators/rows.ts';
import { after, before } from '../operators/rules.ts';

/** Returns the condition that the user's last ID token expired more than `milliseconds` ago. */
const letInBefore = (milliseconds: number): RememberingCondition => ({
  watch: (normal) => {
    const until = new Map<unknown, number>();
    return {
      holds: (call, presented) =>
        call.now.getTime() > (until.get(userIn(call, presented)?.email ?? '') ?? Infinity) + milliseconds,
      remembering: before('userOfIdToken', (_call, { claims }) => {
        if (typeof claims['exp'] === 'number') until.set(claims['email'], claims['exp'] * 1000);
      })(normal),
    };
  },
});

/** Faults in which the tenant draws a wrong conclusion from the external identity provider. */
export const providerOnlyFaults: readonly Fault[] = faultsOf('lifecycle', {
  'keys-end-with-the-last-id-token': [
    { breaks: ['LIF-12'], also: ['LIF-42'], wrong: alsoStop('keyIsRetired', isKey) },
    letInBefore(0),
    "If a user once came with an ID token, the user's API key stops when the last ID token expires.",
  ],
  'access-tokens-end-with-the-last-id-token': [
    { breaks: ['LIF-13'], also: ['LIF-14', 'LIF-42'], wrong: alsoStop('tokenHasEnded', isDelegated) },
    letInBefore(0),
    "The delegated access tokens of a user stop when the user's last ID token expires.",
  ],
  'refreshes-need-the-provider': [
    { breaks: ['LIF-14'], also: ['LIF-42'], wrong: refuseRefreshes(always) },
    letInBefore(HOUR),
    "An hour after a user's last ID token has expired, no app can refresh for that user.",
  ],
  'an-expired-id-token-suspends-its-user': [
    {
      breaks: ['LIF-12'],
      also: ['LIF-42'],
      wrong: () =>
        after('claimsProblem', (problem, { tenant }, token) => {
          const user = tenant.state.users.values().find(({ email }) => email === token.claims['email']);
          if (problem?.refused === 'expired-id-token' && user !== undefined)
            tenant.behaviour.setUserActive(tenant, user, false);
        }),
    },
    always,
    'A call with an expired ID token suspends the user whom the token names.',
    { breaks: ['LIF-12', 'LIF-13', 'LIF-14'] },
  ],
});
