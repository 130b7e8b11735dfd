import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Delegation, RefreshToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { onlyIf } from '../operators/rules.ts';

/** Returns how many refreshes lie between a refresh token and the newest one of its authorization. */
function generationsAgo(token: RefreshToken): number {
  let ago = 0;
  let each = token.delegation.latestRefreshToken;
  while (each !== undefined && each !== token) {
    each = each.predecessor;
    ago += 1;
  }
  return ago;
}

/** Faults that accept refresh tokens again after they were spent. */
export const unspentAgainFaults: readonly Fault[] = [
  ...breaking(
    'DEL-42',
    {
      'tokens-are-spent-as-they-were-written': [
        (normal) => {
          const spent = new WeakMap<RefreshToken, Set<string>>();
          const sent = (call: Call): string => formOf(call).get('refresh_token') ?? '';
          return {
            findRefreshToken: (call, value) => normal.findRefreshToken(call, value.trim()),
            spendRefreshToken: (call, token) => {
              spent.set(token, new Set([...(spent.get(token) ?? []), sent(call)]));
              normal.spendRefreshToken(call, token);
            },
            refreshTokenIsSpent: (call, token) => spent.get(token)?.has(sent(call)) === true,
          };
        },
        'A spent refresh token is accepted with other blanks around it: the look-up ignores them, the test for use does not.',
        ['DEL-55'],
      ],
      'spent-tokens-work-until-the-new-access-token-is-used': [
        (normal) => {
          const used = new WeakSet<Delegation>();
          return {
            tokenHasEnded: (call, token) => {
              if (token.delegation !== undefined && token.refreshToken?.predecessor !== undefined)
                used.add(token.delegation);
              return normal.tokenHasEnded(call, token);
            },
            refreshTokenIsSpent: (call, token) => normal.refreshTokenIsSpent(call, token) && used.has(token.delegation),
          };
        },
        'A spent refresh token is accepted until the access token that it yielded has been used.',
        ['DEL-43', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12', 'LIF-45'],
      ],
    },
    ['DEL-44'],
  ),
  ...breaking(
    'DEL-44',
    {
      'two-refresh-tokens-in-turn': [
        (normal) => ({
          makeRefreshToken: (call, delegation) =>
            delegation.latestRefreshToken?.predecessor?.value ?? normal.makeRefreshToken(call, delegation),
        }),
        'An authorization has two refresh tokens in turn: a refresh with one returns the other.',
        ['EXP-14', 'EXP-12', 'LIF-45'],
      ],
      'three-spent-tokens-are-remembered': [
        (normal) => {
          const remembered = new Map<string, RefreshToken[]>();
          return {
            spendRefreshToken: (call, token) => {
              const { appId } = token.delegation;
              remembered.set(appId, [...(remembered.get(appId) ?? []), token].slice(-3));
              normal.spendRefreshToken(call, token);
            },
            refreshTokenIsSpent: (call, token) =>
              normal.refreshTokenIsSpent(call, token) &&
              remembered.get(token.delegation.appId)?.includes(token) === true,
          };
        },
        'For each app, only the last three spent refresh tokens are remembered; earlier ones are accepted again.',
        ['LIF-45'],
      ],
      'ten-spent-tokens-are-remembered': [
        onlyIf('refreshTokenIsSpent', (_call, token) => generationsAgo(token) <= 10),
        'For each authorization, only the last ten spent refresh tokens are remembered; earlier ones are accepted again.',
      ],
      'an-app-remembers-thirty-spent-tokens': [
        (normal) => {
          const spent = new Map<string, readonly RefreshToken[]>();
          return {
            spendRefreshToken: (call, token) => {
              const { appId } = token.delegation;
              spent.set(appId, [...(spent.get(appId) ?? []), token].slice(-30));
              normal.spendRefreshToken(call, token);
            },
            refreshTokenIsSpent: (call, token) =>
              normal.refreshTokenIsSpent(call, token) && spent.get(token.delegation.appId)?.includes(token) === true,
          };
        },
        'For each app, only the last thirty spent refresh tokens are remembered; earlier ones are accepted again.',
      ],
      'an-app-token-unspends': [
        (normal) => ({
          issueAccessToken: (call, subject, app) => {
            for (const { appId, latestRefreshToken } of subject.kind === 'app' ? call.tenant.state.delegations : []) {
              const spent = appId === app.id ? latestRefreshToken?.predecessor : undefined;
              if (spent !== undefined) spent.spentAt = undefined;
            }
            return normal.issueAccessToken(call, subject, app);
          },
        }),
        'When an app obtains an app token, the refresh token that it spent last for each user is accepted again.',
      ],
      'a-new-authorization-unspends': [
        (normal) => ({
          refreshTokenIsSpent: (call, token) => {
            const { userId, appId } = token.delegation;
            const newer = call.tenant.state.delegations.some(
              (each) => each.userId === userId && each.appId === appId && each.createdAt > (token.spentAt ?? call.now),
            );
            return normal.refreshTokenIsSpent(call, token) && !newer;
          },
        }),
        'When a user authorizes an app again, refresh tokens that were spent before are accepted again.',
        ['LIF-45'],
      ],
      'a-wrong-secret-unspends': [
        (normal) => ({
          authenticateClient: (call, fields) => {
            const client = normal.authenticateClient(call, fields);
            const token = normal.findRefreshToken(call, fields.get('refresh_token') ?? '');
            if (isRefusal(client) && token !== undefined) token.spentAt = undefined;
            return client;
          },
        }),
        'When a client is refused, the spent refresh token that it sent is accepted again.',
      ],
      'rotating-the-secret-unspends': [
        (normal) => ({
          refreshTokenIsSpent: (call, token) => {
            const rotated = call.tenant.state.apps.get(token.delegation.appId)?.formerSecrets.at(-1)?.retiredAt;
            return (
              normal.refreshTokenIsSpent(call, token) &&
              !(rotated !== undefined && token.spentAt !== undefined && rotated > token.spentAt)
            );
          },
        }),
        'After a rotation of the client secret, the spent refresh tokens of the app are accepted again.',
      ],
      'rotating-the-users-key-unspends': [
        (normal) => ({
          rotateApiKey: (tenant, user) => {
            for (const token of tenant.state.refreshTokens.values()) {
              if (token.delegation.userId === user.id) token.spentAt = undefined;
            }
            return normal.rotateApiKey(tenant, user);
          },
        }),
        "When a user's API key is rotated, the spent refresh tokens of the user are accepted again.",
      ],
    },
    ['DEL-42', 'DEL-43', 'DEL-45'],
  ),
  ...breaking(['DEL-42', 'DEL-43'], {
    'spent-tokens-work-until-the-new-one-is-used': [
      onlyIf('refreshTokenIsSpent', (call, token) =>
        call.tenant.state.refreshTokens
          .values()
          .some((next) => next.predecessor === token && next.spentAt !== undefined),
      ),
      'A spent refresh token is accepted until the refresh token that replaced it has been used.',
      ['DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12', 'LIF-45'],
    ],
  }),
];
