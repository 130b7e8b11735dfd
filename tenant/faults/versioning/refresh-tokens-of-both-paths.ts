import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import { delegationOf } from '../../state/delegated.ts';
import type { RefreshToken } from '../../state/model.ts';
import { refreshTokenIn } from '../calls.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { LEGACY_PATH, atLegacyPath } from './legacy-path.ts';

/** Refresh tokens that one path issued or spent, and what the other knows of them. */
export const refreshTokensOfBothPathsFaults: readonly Fault[] = [
  {
    id: 'versioning/second-authorizations-stay-at-their-path',
    breaks: ['VER-10'],
    also: ['VER-07', 'DEL-46'],
    summary: 'The refresh tokens of a user’s second authorization are known at the path only that issued them.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        if (token === undefined || token.path === call.request.path) return token;
        const { userId, appId } = token.delegation;
        const first = call.tenant.state.delegations.find((each) => each.userId === userId && each.appId === appId);
        return first === token.delegation ? token : undefined;
      },
    }),
  },
  {
    id: 'versioning/refresh-tokens-of-a-day-stay-at-their-path',
    breaks: ['VER-10'],
    also: ['VER-07'],
    summary: 'A refresh token that is older than a day is known at the path only at which it was issued.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        const old = token !== undefined && call.now.getTime() - token.issuedAt.getTime() > 86_400_000;
        return old && token.path !== call.request.path ? undefined : token;
      },
    }),
  },
  {
    id: 'versioning/a-chain-changes-paths-once',
    breaks: ['VER-10'],
    also: ['VER-07', 'VER-12'],
    summary: 'A chain of refreshes that has gone from one path to the other does not go back.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const changes = (one: RefreshToken, path: string): number =>
          Number(one.path !== path) + (one.predecessor === undefined ? 0 : changes(one.predecessor, one.path));
        return changes(token, call.request.path) > 1
          ? refusal('ended-grant', 'The authorization is kept elsewhere.')
          : normal.refreshIsBarred(call, token);
      },
    }),
  },
  {
    id: 'versioning/the-other-path-knows-only-the-last-spent-token',
    breaks: ['VER-11'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'],
    summary: 'A path to which a refresh token was not issued remembers of a chain only that its last token was spent.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => {
        const spent = normal.refreshTokenIsSpent(call, token);
        const latest = token.delegation.latestRefreshToken;
        return spent && !(token.path !== call.request.path && latest !== undefined && latest.predecessor !== token);
      },
    }),
  },
  {
    id: 'versioning/the-legacy-path-forgets-what-was-spent-long-ago',
    breaks: ['VER-21'],
    also: ['DEL-43', 'DEL-44'],
    summary: 'The legacy path names a refresh token that was spent an hour ago unknown_token.',
    behaviour: (normal) => {
      const forgotten = new WeakSet<Call>();
      return {
        spentRefreshTokenWasPresented: (call, token) => {
          const since = call.now.getTime() - (token.spentAt ?? call.now).getTime();
          if (atLegacyPath(call) && since >= 3_600_000) forgotten.add(call);
        },
        refusalCode: (call, refused) => (forgotten.has(call) ? 'unknown_token' : normal.refusalCode(call, refused)),
      };
    },
  },
  {
    id: 'versioning/the-unversioned-path-does-not-see-what-was-spent',
    breaks: ['VER-11'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'VER-12'],
    summary: '/oauth/token exchanges refresh tokens that were spent at the legacy path.',
    behaviour: (normal) => {
      const spentAt = new WeakMap<RefreshToken, string>();
      return {
        spendRefreshToken: (call, token) => {
          if (!spentAt.has(token)) spentAt.set(token, call.request.path);
          normal.spendRefreshToken(call, token);
        },
        refreshTokenIsSpent: (call, token) =>
          normal.refreshTokenIsSpent(call, token) && !(spentAt.get(token) === LEGACY_PATH && !atLegacyPath(call)),
      };
    },
  },
  {
    id: 'versioning/the-unversioned-path-does-not-know-what-the-legacy-path-spent',
    breaks: ['VER-21'],
    summary: '/oauth/token names a refresh token that was spent at the legacy path unknown_token.',
    behaviour: (normal) => {
      const spentAt = new WeakMap<RefreshToken, string>();
      const presented = new WeakSet<Call>();
      return {
        spendRefreshToken: (call, token) => {
          if (!spentAt.has(token)) spentAt.set(token, call.request.path);
          normal.spendRefreshToken(call, token);
        },
        spentRefreshTokenWasPresented: (call, token) => {
          if (spentAt.get(token) === LEGACY_PATH && !atLegacyPath(call)) presented.add(call);
        },
        refusalCode: (call, refused) => (presented.has(call) ? 'unknown_token' : normal.refusalCode(call, refused)),
      };
    },
  },
  {
    id: 'versioning/a-race-after-the-end-has-two-winners',
    breaks: ['VER-12'],
    also: ['DEL-52', 'DEL-53', 'DEL-42', 'DEL-43', 'VER-11'],
    summary: 'Once the access token has expired, a refresh token is found unspent a moment before it is spent.',
    behaviour: () => ({
      gapBeforeSpending: (call) => {
        const issuedAt = refreshTokenIn(call)?.issuedAt;
        return issuedAt !== undefined && call.now.getTime() - issuedAt.getTime() >= 900_000 ? setTimeout(5) : undefined;
      },
    }),
  },
  {
    id: 'versioning/a-race-for-a-refreshed-token-has-a-winner-on-each-path',
    breaks: ['VER-12'],
    also: ['VER-11', 'DEL-42', 'DEL-43', 'DEL-52', 'DEL-53'],
    summary: 'A token that a refresh brought is found unspent a moment before it is spent, at the legacy path only.',
    behaviour: () => ({
      gapBeforeSpending: (call) =>
        atLegacyPath(call) && refreshTokenIn(call)?.predecessor !== undefined ? setTimeout(5) : undefined,
    }),
  },

  {
    id: 'versioning/the-legacy-path-knows-refresh-tokens-for-ten-days',
    breaks: ['VER-07'],
    also: ['VER-10', 'DEL-40', 'EXP-10', 'EXP-11', 'EXP-13', 'EXP-15'],
    summary: 'The legacy path refuses refresh tokens that are older than ten days.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        call.request.path === '/api/v2/token' && call.now.getTime() - token.issuedAt.getTime() > 10 * DAY
          ? refusal('ended-grant', 'The refresh token is too old for this path.')
          : normal.refreshIsBarred(call, token),
    }),
  },
  {
    id: 'versioning/a-reinstall-revives-refresh-tokens-of-the-legacy-path',
    breaks: ['VER-15'],
    also: ['LIF-35'],
    summary: 'A refresh token of the legacy path is good again when its app is installed again.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => {
        if (!normal.uninstallationStops(call, credential)) return false;
        const app = call.tenant.state.apps.get(delegationOf(credential)?.appId ?? '');
        const isOfTheLegacyPath = credential.kind === 'refreshToken' && credential.token.path === '/api/v2/token';
        return !(app?.installed === true && isOfTheLegacyPath);
      },
    }),
  },
];
