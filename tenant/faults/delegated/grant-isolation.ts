import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isLate } from './ages.ts';
import { breaking } from './rows.ts';
import { alsoIf } from '../operators/rules.ts';

function endOthers(call: Call, of: Delegation, where: (other: Delegation) => boolean): void {
  for (const other of call.tenant.state.delegations) {
    if (other !== of && other.appId === of.appId && where(other)) call.tenant.behaviour.endDelegation(call, other);
  }
}

const legacyPath = '/api/v2/token';

/** Faults in the isolation of grants: a refresh, an authorization or a refused refresh ends other grants. */
export const grantIsolationFaults: readonly Fault[] = [
  ...breaking('DEL-46', {
    'a-refresh-ends-the-users-other-authorizations': [
      (normal) => ({
        spendRefreshToken: (call, token) => {
          endOthers(call, token.delegation, ({ userId }) => userId === token.delegation.userId);
          normal.spendRefreshToken(call, token);
        },
      }),
      "A refresh ends the tokens of the user's other authorizations of the app.",
      ['DEL-27'],
    ],
    'a-refresh-ends-older-authorizations': [
      (normal) => ({
        spendRefreshToken: (call, token) => {
          const own = token.delegation;
          endOthers(call, own, (other) => other.userId === own.userId && other.createdAt < own.createdAt);
          normal.spendRefreshToken(call, token);
        },
      }),
      "A refresh ends the tokens of the user's older authorizations of the app.",
    ],
    'a-refresh-ends-what-other-apps-hold-for-the-user': [
      (normal) => {
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
      'A refresh for a user ends the refresh tokens that other apps hold for that user.',
    ],
    'a-late-refresh-ends-other-authorizations': [
      (normal) => ({
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
      'A refresh after the access token has expired ends the user’s other authorizations of the app.',
      ['DEL-48', 'VER-07', 'EXP-18'],
    ],
  }),
  ...breaking(
    'DEL-48',
    {
      'one-authorization-at-a-time': [
        (normal) => ({
          issueDelegatedTokens: (call, app, delegation, predecessor) => {
            if (predecessor === undefined) endOthers(call, delegation, ({ userId }) => userId === delegation.userId);
            return normal.issueDelegatedTokens(call, app, delegation, predecessor);
          },
        }),
        'An authorization ends the tokens of earlier authorizations by the same user and app.',
      ],
      'two-authorizations-at-a-time': [
        (normal) => ({
          beginDelegation: (call, app, user) => {
            const own = call.tenant.state.delegations.filter((one) => one.appId === app.id && one.userId === user.id);
            const oldest = own.at(-2);
            if (oldest !== undefined) call.tenant.behaviour.endDelegation(call, oldest);
            return normal.beginDelegation(call, app, user);
          },
        }),
        'The third authorization of a user and an app ends the first.',
      ],
      'an-authorization-for-another-address-ends-the-first': [
        (normal) => ({
          issueCode: (call, request, user) => {
            const { codes } = call.tenant.state;
            for (const { delegation, redirectUri } of codes.values()) {
              const same = delegation.userId === user.id && delegation.appId === request.app.id;
              if (same && redirectUri !== request.redirectUri) call.tenant.behaviour.endDelegation(call, delegation);
            }
            return normal.issueCode(call, request, user);
          },
        }),
        'A second authorization of a user and app ends the first if it names another redirect URI.',
        ['DEL-12'],
      ],
    },
    ['DEL-46'],
  ),
  ...breaking('DEL-47', {
    'a-refresh-ends-other-users': [
      (normal) => ({
        spendRefreshToken: (call, token) => {
          endOthers(call, token.delegation, ({ userId }) => userId !== token.delegation.userId);
          normal.spendRefreshToken(call, token);
        },
      }),
      'A refresh ends the authorizations of other users of the app.',
      ['DEL-34', 'DEL-36', 'DEL-54', 'TOK-33'],
    ],
    'the-third-refresh-ends-the-user-before': [
      (normal) => ({
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
      'The third refresh for a user ends the authorization of the user who authorized the app just before.',
    ],
    'a-refresh-ends-who-authorized-in-the-same-second': [
      (normal) => {
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
      'A refresh ends the refresh tokens of other users of the app that were issued in the same second.',
      ['DEL-54', 'DEL-34'],
    ],
  }),
  ...breaking('DEL-49', {
    'a-wrong-secret-spends-the-token': [
      (normal) => ({
        authenticateClient: (call, fields) => {
          const app = normal.authenticateClient(call, fields);
          const value = isRefusal(app) ? normal.refreshTokenOf(call, fields) : undefined;
          const token = value === undefined ? undefined : normal.findRefreshToken(call, value);
          if (token !== undefined) call.tenant.behaviour.spendRefreshToken(call, token);
          return app;
        },
      }),
      'A refresh that is refused for a wrong client secret spends the refresh token.',
    ],
    'a-second-wrong-secret-spends-the-token': [
      (normal) => {
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
      'The second refresh that is refused for a wrong client secret spends the refresh token.',
    ],
  }),
  ...breaking('DEL-50', {
    'any-app-may-refresh': [
      () => ({ refreshTokenFitsApp: () => true }),
      'A refresh token is exchanged for any app that presents it.',
    ],
    'an-app-that-the-user-knows-may-refresh': [
      alsoIf('refreshTokenFitsApp', (call, token, app) =>
        call.tenant.state.delegations.some((one) => one.appId === app.id && one.userId === token.delegation.userId),
      ),
      'A refresh token is exchanged for any app that the user has authorized.',
    ],
    'tokens-of-refreshes-fit-any-app': [
      alsoIf('refreshTokenFitsApp', (_call, token) => token.predecessor !== undefined),
      'The tenant checks which app a refresh token belongs to only if the token came from a code exchange.',
    ],
  }),
  ...breaking('DEL-51', {
    'the-wrong-app-spends-the-token': [
      () => ({
        refreshWasRefused: (call, token, refused) => {
          if (refused.refused === 'foreign-refresh-token') call.tenant.behaviour.spendRefreshToken(call, token);
        },
      }),
      'A refresh that is refused because the token belongs to another app spends the token.',
    ],
    'the-wrong-app-ends-the-authorization-at-its-second-try': [
      () => {
        const tried = new WeakSet<RefreshToken>();
        return {
          refreshWasRefused: (call, token, refused) => {
            if (refused.refused !== 'foreign-refresh-token') return;
            if (tried.has(token)) call.tenant.behaviour.endDelegation(call, token.delegation);
            tried.add(token);
          },
        };
      },
      'When the wrong app presents a refresh token for the second time, the authorization is ended.',
    ],
  }),
  ...breaking('DEL-63', {
    'a-refresh-at-the-legacy-path-ends-own-tokens': [
      (normal) => {
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
      'A refresh at the legacy path ends the app tokens of the app.',
    ],
    'an-exchange-ends-the-apps-own-tokens': [
      alsoIf(
        'tokenHasEnded',
        (call, token) =>
          token.delegation === undefined &&
          call.tenant.state.codes
            .values()
            .some(({ usedAt, delegation }) => delegation.appId === token.appId && (usedAt ?? 0) > token.issuedAt),
      ),
      'The exchange of a code ends the app tokens of the app.',
      ['CCR-20'],
    ],
  }),
];
