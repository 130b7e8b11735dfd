import type { Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

function endOthers(call: Call, of: Delegation, where: (other: Delegation) => boolean): void {
  for (const other of call.tenant.state.delegations) {
    if (other !== of && other.appId === of.appId && where(other)) call.tenant.behaviour.endDelegation(call, other);
  }
}

/** Wrong decisions about what a refresh, an authorization or a refused refresh takes with it. */
export const unharmedFaults: readonly Fault[] = [
  {
    id: 'delegated/a-refresh-ends-the-users-other-authorizations',
    breaks: ['DEL-46'],
    also: ['DEL-27'],
    summary: "A refresh ends what the user's other authorizations of the app had brought.",
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        endOthers(call, token.delegation, ({ userId }) => userId === token.delegation.userId);
        normal.spendRefreshToken(call, token);
      },
    }),
  },
  {
    id: 'delegated/a-refresh-ends-older-authorizations',
    breaks: ['DEL-46'],
    summary: "A refresh ends what the user's older authorizations of the app had brought.",
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        const own = token.delegation;
        endOthers(call, own, (other) => other.userId === own.userId && other.createdAt < own.createdAt);
        normal.spendRefreshToken(call, token);
      },
    }),
  },
  {
    id: 'delegated/one-authorization-at-a-time',
    breaks: ['DEL-48'],
    also: ['DEL-46'],
    summary: 'An authorization ends what the one before by the same user and app had brought.',
    behaviour: (normal) => ({
      issueDelegatedTokens: (call, app, delegation, predecessor) => {
        if (predecessor === undefined) endOthers(call, delegation, ({ userId }) => userId === delegation.userId);
        return normal.issueDelegatedTokens(call, app, delegation, predecessor);
      },
    }),
  },
  {
    id: 'delegated/two-authorizations-at-a-time',
    breaks: ['DEL-48'],
    also: ['DEL-46'],
    summary: 'The third authorization of a user and an app ends the first.',
    behaviour: (normal) => ({
      beginDelegation: (call, app, user) => {
        const own = call.tenant.state.delegations.filter((one) => one.appId === app.id && one.userId === user.id);
        const oldest = own.at(-2);
        if (oldest !== undefined) call.tenant.behaviour.endDelegation(call, oldest);
        return normal.beginDelegation(call, app, user);
      },
    }),
  },
  {
    id: 'delegated/a-refresh-ends-other-users',
    breaks: ['DEL-47'],
    also: ['DEL-34', 'DEL-36', 'DEL-54', 'TOK-33'],
    summary: 'A refresh ends what other users of the app had authorized.',
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        endOthers(call, token.delegation, ({ userId }) => userId !== token.delegation.userId);
        normal.spendRefreshToken(call, token);
      },
    }),
  },
  {
    id: 'delegated/the-third-refresh-ends-the-user-before',
    breaks: ['DEL-47'],
    summary: 'The third refresh for a user ends what the user who authorized the app before had authorized.',
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        if (token.predecessor?.predecessor !== undefined) {
          const { delegations } = call.tenant.state;
          const before = delegations[delegations.indexOf(token.delegation) - 1];
          const [own, other] = [token.delegation, before];
          if (other !== undefined && other.appId === own.appId && other.userId !== own.userId) {
            call.tenant.behaviour.endDelegation(call, other);
          }
        }
        normal.spendRefreshToken(call, token);
      },
    }),
  },
  {
    id: 'delegated/a-wrong-secret-spends-the-token',
    breaks: ['DEL-49'],
    summary: 'A refresh that is refused for a wrong client secret spends the refresh token.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const value = isRefusal(app) ? normal.refreshTokenOf(call, fields) : undefined;
        const token = value === undefined ? undefined : normal.findRefreshToken(call, value);
        if (token !== undefined) call.tenant.behaviour.spendRefreshToken(call, token);
        return app;
      },
    }),
  },
  {
    id: 'delegated/a-second-wrong-secret-spends-the-token',
    breaks: ['DEL-49'],
    summary: 'The second refresh that is refused for a wrong client secret spends the refresh token.',
    behaviour: (normal) => {
      const failed = new WeakSet<RefreshToken>();
      return {
        authenticateClient: (call, fields) => {
          const app = normal.authenticateClient(call, fields);
          const value = isRefusal(app) ? normal.refreshTokenOf(call, fields) : undefined;
          const token = value === undefined ? undefined : normal.findRefreshToken(call, value);
          if (token !== undefined && failed.has(token)) call.tenant.behaviour.spendRefreshToken(call, token);
          if (token !== undefined) failed.add(token);
          return app;
        },
      };
    },
  },
  {
    id: 'delegated/any-app-may-refresh',
    breaks: ['DEL-50'],
    summary: 'A refresh token is exchanged for whichever app presents it.',
    behaviour: () => ({ refreshTokenFitsApp: () => true }),
  },
  {
    id: 'delegated/an-app-that-the-user-knows-may-refresh',
    breaks: ['DEL-50'],
    summary: 'A refresh token is exchanged for any app that the user has authorized.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) =>
        normal.refreshTokenFitsApp(call, token, app) ||
        call.tenant.state.delegations.some((one) => one.appId === app.id && one.userId === token.delegation.userId),
    }),
  },
  {
    id: 'delegated/tokens-of-refreshes-fit-any-app',
    breaks: ['DEL-50'],
    summary: 'Whose a refresh token is, is looked at for those of code exchanges only.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) =>
        token.predecessor !== undefined || normal.refreshTokenFitsApp(call, token, app),
    }),
  },
  {
    id: 'delegated/the-wrong-app-spends-the-token',
    breaks: ['DEL-51'],
    summary: 'A refresh that is refused since the token is of another app spends it.',
    behaviour: () => ({
      refreshWasRefused: (call, token, refused) => {
        if (refused.refused === 'foreign-refresh-token') call.tenant.behaviour.spendRefreshToken(call, token);
      },
    }),
  },
  {
    id: 'delegated/the-wrong-app-ends-the-authorization-at-its-second-try',
    breaks: ['DEL-51'],
    summary: 'When the wrong app presents a refresh token for the second time, the authorization is ended.',
    behaviour: () => {
      const tried = new WeakSet<RefreshToken>();
      return {
        refreshWasRefused: (call, token, refused) => {
          if (refused.refused !== 'foreign-refresh-token') return;
          if (tried.has(token)) call.tenant.behaviour.endDelegation(call, token.delegation);
          tried.add(token);
        },
      };
    },
  },
];
