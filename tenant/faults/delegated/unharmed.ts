import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isLate } from './ages.ts';

function endOthers(call: Call, of: Delegation, where: (other: Delegation) => boolean): void {
  for (const other of call.tenant.state.delegations) {
    if (other !== of && other.appId === of.appId && where(other)) call.tenant.behaviour.endDelegation(call, other);
  }
}

const legacyPath = '/api/v2/token';

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
  {
    id: 'delegated/a-refresh-ends-what-other-apps-hold-for-the-user',
    breaks: ['DEL-46'],
    summary: 'A refresh for a user ends the refresh tokens that other apps hold for that user.',
    behaviour: (normal) => {
      const over = new WeakSet<object>();
      return {
        spendRefreshToken: (call, token) => {
          for (const one of call.tenant.state.refreshTokens.values()) {
            const { userId, appId } = one.delegation;
            if (userId === token.delegation.userId && appId !== token.delegation.appId) over.add(one);
          }
          normal.spendRefreshToken(call, token);
        },
        refreshIsBarred: (call, token) =>
          normal.refreshIsBarred(call, token) ??
          (over.has(token) ? refusal('ended-grant', 'Another app has refreshed.') : undefined),
      };
    },
  },
  {
    id: 'delegated/a-refresh-ends-who-authorized-in-the-same-second',
    breaks: ['DEL-47'],
    also: ['DEL-54', 'DEL-34'],
    summary: 'A refresh ends the refresh tokens of other users of the app that were issued in the same second.',
    behaviour: (normal) => {
      const second = ({ issuedAt }: RefreshToken) => Math.floor(issuedAt.getTime() / 1000);
      return {
        spendRefreshToken: (call, token) => {
          normal.spendRefreshToken(call, token);
          for (const each of call.tenant.state.refreshTokens.values()) {
            const other =
              each.delegation.appId === token.delegation.appId && each.delegation.userId !== token.delegation.userId;
            if (other && second(each) === second(token)) normal.spendRefreshToken(call, each);
          }
        },
      };
    },
  },
  {
    id: 'delegated/a-late-refresh-ends-other-authorizations',
    breaks: ['DEL-46'],
    also: ['DEL-48', 'VER-07', 'EXP-18'],
    summary: 'A refresh after the access token has expired ends the user’s other authorizations of the app.',
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        if (isLate(call, token)) {
          for (const each of call.tenant.state.delegations) {
            const { userId, appId } = token.delegation;
            if (each !== token.delegation && each.userId === userId && each.appId === appId) {
              call.tenant.behaviour.endDelegation(call, each);
            }
          }
        }
        normal.spendRefreshToken(call, token);
      },
    }),
  },
  {
    id: 'delegated/an-authorization-for-another-address-ends-the-first',
    breaks: ['DEL-48'],
    also: ['DEL-46', 'DEL-12'],
    summary: 'A second authorization of a user and app ends the first where it names another redirect URI.',
    behaviour: (normal) => ({
      issueCode: (call, request, user) => {
        const { codes } = call.tenant.state;
        for (const { delegation, redirectUri } of codes.values()) {
          const same = delegation.userId === user.id && delegation.appId === request.app.id;
          if (same && redirectUri !== request.redirectUri) call.tenant.behaviour.endDelegation(call, delegation);
        }
        return normal.issueCode(call, request, user);
      },
    }),
  },
  {
    id: 'delegated/a-refresh-at-the-legacy-path-ends-own-tokens',
    breaks: ['DEL-63'],
    summary: "A refresh at the legacy path ends the app's tokens of its own.",
    behaviour: (normal) => {
      const over = new WeakSet<object>();
      return {
        spendRefreshToken: (call, token) => {
          for (const one of call.request.path === legacyPath ? call.tenant.state.accessTokens.values() : []) {
            if (one.subject.kind === 'app' && one.appId === token.delegation.appId) over.add(one);
          }
          normal.spendRefreshToken(call, token);
        },
        tokenHasEnded: (call, token) => normal.tokenHasEnded(call, token) || over.has(token),
      };
    },
  },
  {
    id: 'delegated/an-exchange-ends-the-apps-own-tokens',
    breaks: ['DEL-63'],
    also: ['CCR-20'],
    summary: 'The exchange of a code ends the tokens that the app has for itself.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) =>
        normal.tokenHasEnded(call, token) ||
        (token.delegation === undefined &&
          call.tenant.state.codes
            .values()
            .some(({ usedAt, delegation }) => delegation.appId === token.appId && (usedAt ?? 0) > token.issuedAt)),
    }),
  },
];
