import { setTimeout } from 'node:timers/promises';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { LEGACY_PATH, atLegacyPath } from './legacy-path.ts';

/** A grant that a path does not know. */
function unknownGrant(grantType: string) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    grantFor: (call, asked) => (atLegacyPath(call) && asked === grantType ? undefined : normal.grantFor(call, asked)),
  });
}

/** Refresh tokens that are not exchanged where they are presented. */
function notExchanged(where: (call: Call, token: RefreshToken) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    refreshIsBarred: (call, token) =>
      where(call, token)
        ? refusal('unknown-refresh-token', 'The refresh token is not known.')
        : normal.refreshIsBarred(call, token),
  });
}

/** Delegated tokens that calls refuse. */
function refusedOnCalls(where: (call: Call, token: AccessToken) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    tokenFitsCall: (call, token) =>
      !(token.delegation !== undefined && where(call, token)) && normal.tokenFitsCall(call, token),
  });
}

/** Changes what the legacy path answers to the grants of users. */
function answering(
  change: (members: Readonly<Record<string, unknown>>, token: AccessToken) => Record<string, unknown>,
) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    answerToken: (call, token) => {
      const answer = normal.answerToken(call, token);
      if (!atLegacyPath(call) || token.refreshToken === undefined) return answer;
      return withMembers(answer, (members) => change(members, token));
    },
  });
}

/** Wrong decisions about codes and delegated tokens that one path or one version makes. */
export const userGrantFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-refuses-delegated-tokens',
    breaks: ['VER-03'],
    also: ['DEL-31', 'DEL-35', 'DEL-36', 'DEL-54', 'DEL-62'],
    summary: 'v3 refuses delegated access tokens.',
    behaviour: refusedOnCalls((call) => call.request.path.startsWith('/api/v3/')),
  },
  {
    id: 'versioning/v2-refuses-the-tokens-of-refreshes',
    breaks: ['VER-03'],
    also: ['DEL-31', 'DEL-35', 'DEL-36', 'DEL-37', 'DEL-54', 'DEL-62'],
    summary: 'v2 refuses the access tokens of refreshes.',
    behaviour: refusedOnCalls(
      (call, token) => call.request.path.startsWith('/api/v2/') && token.refreshToken?.predecessor !== undefined,
    ),
  },
  {
    id: 'versioning/a-delegated-token-keeps-to-its-first-version',
    breaks: ['VER-03'],
    also: ['DEL-31', 'DEL-35', 'DEL-36', 'DEL-62'],
    summary: 'A delegated token works on the version alone on which it was used first.',
    behaviour: (normal) => {
      const first = new WeakMap<AccessToken, string>();
      return {
        tokenFitsCall: (call, token) => {
          const version = /^\/api\/(v\d)\//.exec(call.request.path)?.[1];
          if (token.delegation === undefined || version === undefined) return normal.tokenFitsCall(call, token);
          if (!first.has(token)) first.set(token, version);
          return first.get(token) === version && normal.tokenFitsCall(call, token);
        },
      };
    },
  },
  {
    id: 'versioning/legacy-path-knows-no-codes',
    breaks: ['VER-06'],
    also: ['TOK-01'],
    summary: 'The legacy path does not know the grant authorization_code.',
    behaviour: unknownGrant('authorization_code'),
  },
  {
    id: 'versioning/legacy-path-exchanges-codes-of-known-apps-only',
    breaks: ['VER-06'],
    summary: 'The legacy path exchanges no code for an app that has exchanged one at /oauth/token.',
    behaviour: (normal) => {
      const moved = new Set<string>();
      return {
        codeIsBarred: (call, code) => {
          const { appId } = code.delegation;
          if (!atLegacyPath(call)) moved.add(appId);
          return atLegacyPath(call) && moved.has(appId)
            ? refusal('unknown-code', 'Use /oauth/token.')
            : normal.codeIsBarred(call, code);
        },
      };
    },
  },
  {
    id: 'versioning/legacy-path-does-not-refresh',
    breaks: ['VER-07'],
    also: ['VER-10'],
    summary: 'The legacy path does not know the grant refresh_token.',
    behaviour: unknownGrant('refresh_token'),
  },
  {
    id: 'versioning/legacy-path-refreshes-twice',
    breaks: ['VER-07'],
    also: ['VER-10'],
    summary: 'The legacy path exchanges a refresh token only while there are not two refreshes before it.',
    behaviour: notExchanged((call, token) => atLegacyPath(call) && token.predecessor?.predecessor !== undefined),
  },
  {
    id: 'versioning/legacy-path-announces-sixty-days',
    breaks: ['VER-08'],
    also: ['TOK-09'],
    summary: 'The legacy path answers refresh_token_expires_in 5184000.',
    behaviour: answering((members) => ({ ...members, refresh_token_expires_in: 5_184_000 })),
  },
  {
    id: 'versioning/legacy-refreshes-announce-an-hour',
    breaks: ['VER-08'],
    also: ['TOK-05'],
    summary: 'The legacy path answers refreshes with expires_in 3600.',
    behaviour: answering((members, token) =>
      token.refreshToken?.predecessor === undefined ? { ...members } : { ...members, expires_in: 3600 },
    ),
  },
  {
    id: 'versioning/legacy-path-leaves-out-the-end-of-refresh-tokens',
    breaks: ['VER-08'],
    also: ['TOK-08'],
    summary: 'The legacy path answers code exchanges without refresh_token_expires_in.',
    behaviour: answering(({ refresh_token_expires_in: end, ...members }, token) =>
      token.refreshToken?.predecessor === undefined ? members : { ...members, refresh_token_expires_in: end },
    ),
  },
  {
    id: 'versioning/each-path-knows-its-own-refresh-tokens',
    breaks: ['VER-10'],
    also: ['VER-07'],
    summary: 'A refresh token is known at the path at which it was issued and unknown at the other.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        return token?.path === call.request.path ? token : undefined;
      },
      refusalCode: (call, refused) =>
        refused.refused === 'unknown-refresh-token' ? 'unknown_token' : normal.refusalCode(call, refused),
    }),
  },
  {
    id: 'versioning/tokens-of-the-legacy-path-stay-there',
    breaks: ['VER-10'],
    summary: 'A refresh token of the legacy path is not exchanged at /oauth/token.',
    behaviour: notExchanged((call, token) => !atLegacyPath(call) && token.path === LEGACY_PATH),
  },
  {
    id: 'versioning/spent-at-one-path-is-unspent-at-the-other',
    breaks: ['VER-11', 'VER-12'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'],
    summary: 'Each path remembers by itself which refresh tokens are spent.',
    behaviour: (normal) => {
      const spentAt = new WeakMap<RefreshToken, Set<string>>();
      return {
        refreshTokenIsSpent: (call, token) => spentAt.get(token)?.has(call.request.path) === true,
        spendRefreshToken: (call, token) => {
          spentAt.set(token, (spentAt.get(token) ?? new Set<string>()).add(call.request.path));
          normal.spendRefreshToken(call, token);
        },
      };
    },
  },
  {
    id: 'versioning/the-legacy-path-does-not-see-what-was-spent',
    breaks: ['VER-11'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-12'],
    summary: 'The legacy path exchanges refresh tokens whether they are spent or not.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => !atLegacyPath(call) && normal.refreshTokenIsSpent(call, token),
    }),
  },
  {
    id: 'versioning/the-legacy-path-names-spent-tokens-otherwise',
    breaks: ['VER-21'],
    also: ['DEL-43', 'DEL-44', 'DEL-53'],
    summary: 'The legacy path refuses spent refresh tokens with the error token_used.',
    behaviour: (normal) => ({
      refusalCode: (call, refused) =>
        atLegacyPath(call) && refused.refused === 'spent-refresh-token'
          ? 'token_used'
          : normal.refusalCode(call, refused),
    }),
  },
  {
    id: 'versioning/a-race-over-both-paths-has-two-winners',
    breaks: ['VER-12'],
    also: ['DEL-42', 'DEL-43', 'DEL-52', 'DEL-53'],
    summary: 'The legacy path finds a refresh token unspent some time before it spends it.',
    behaviour: () => ({ gapBeforeSpending: (call) => (atLegacyPath(call) ? setTimeout(5) : undefined) }),
  },
  {
    id: 'versioning/each-path-has-a-lock-of-its-own',
    breaks: ['VER-12'],
    summary: 'Refreshes of one path wait for each other, and not for those of the other path.',
    behaviour: (normal) => {
      const judged = new WeakMap<RefreshToken, Map<string, Call>>();
      return {
        prepareTokenRequest: (call) => {
          const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
          const token = value === null ? undefined : normal.findRefreshToken(call, value);
          if (token === undefined || token.spentAt !== undefined) return undefined;
          const first = judged.get(token) ?? new Map<string, Call>();
          judged.set(token, first);
          if (!first.has(call.request.path)) {
            first.set(call.request.path, call);
            call.found.unspentWhenJudged = token;
          }
          return setTimeout(5);
        },
      };
    },
  },
];
