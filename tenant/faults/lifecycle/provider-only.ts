import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';

/** Whom the provider has let in, and until when: by e-mail address, in seconds. */
function remembering(): {
  readonly see: (call: Call, claims: Readonly<Record<string, unknown>>) => void;
  readonly isOut: (call: Call, userId: string | undefined) => boolean;
} {
  const until = new Map<string, number>();
  return {
    see: (_call, claims) => {
      if (typeof claims['email'] === 'string' && typeof claims['exp'] === 'number')
        until.set(claims['email'], claims['exp']);
    },
    isOut: (call, userId) => {
      const email = userId === undefined ? undefined : call.tenant.state.users.get(userId)?.email;
      const end = email === undefined ? undefined : until.get(email);
      return end !== undefined && call.now.getTime() / 1000 > end;
    },
  };
}

/** Wrong conclusions from what the external identity provider does. */
export const providerOnlyFaults: readonly Fault[] = [
  {
    id: 'lifecycle/keys-end-with-the-last-id-token',
    breaks: ['LIF-12'],
    summary: 'The API key of a user who came by an ID token once stops when the last ID token has expired.',
    behaviour: (normal) => {
      const memory = remembering();
      return {
        userOfIdToken: (call, token) => {
          memory.see(call, token.claims);
          return normal.userOfIdToken(call, token);
        },
        keyFitsCall: (call, key) => !memory.isOut(call, key.userId) && normal.keyFitsCall(call, key),
      };
    },
  },
  {
    id: 'lifecycle/access-tokens-end-with-the-last-id-token',
    breaks: ['LIF-13'],
    also: ['LIF-14'],
    summary: 'Delegated access tokens of a user stop when the last ID token of the provider has expired.',
    behaviour: (normal) => {
      const memory = remembering();
      return {
        userOfIdToken: (call, token) => {
          memory.see(call, token.claims);
          return normal.userOfIdToken(call, token);
        },
        tokenHasEnded: (call, token) =>
          memory.isOut(call, token.delegation?.userId) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'lifecycle/an-expired-id-token-suspends-its-user',
    breaks: ['LIF-12', 'LIF-13', 'LIF-14'],
    summary: 'Presenting an expired ID token suspends the user whom it names.',
    behaviour: (normal) => ({
      claimsProblem: (call, token, provider) => {
        const problem = normal.claimsProblem(call, token, provider);
        if (problem?.refused === 'expired-id-token') {
          const user = call.tenant.state.users.values().find(({ email }) => email === token.claims['email']);
          if (user !== undefined) call.tenant.behaviour.setUserActive(call.tenant, user, false);
        }
        return problem;
      },
    }),
  },
  {
    id: 'lifecycle/refreshes-need-the-provider',
    breaks: ['LIF-14'],
    summary: 'A user whose ID tokens have all expired for an hour is refreshed for no more.',
    behaviour: (normal) => {
      const memory = remembering();
      return {
        userOfIdToken: (call, token) => {
          memory.see(call, { ...token.claims, exp: Number(token.claims['exp']) + 3600 });
          return normal.userOfIdToken(call, token);
        },
        delegationHasEnded: (call, delegation) =>
          (call.found.grantType === 'refresh_token' && memory.isOut(call, delegation.userId)) ||
          normal.delegationHasEnded(call, delegation),
      };
    },
  },
];
