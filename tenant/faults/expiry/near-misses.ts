import { refusal } from '../../http/refusal.ts';
import type { Call, Connection } from '../../http/message.ts';
import type { AccessToken, ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;
const MONTH = 30 * DAY;

const isFollowing = (call: Call): boolean => call.request.query.has('nextToken');

/** Lifetimes that are wrong only in one place, for one season or after one event. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'expiry/following-pages-outlive-the-token',
    breaks: ['EXP-02'],
    summary: 'A following page is shown to an expired access token.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => !isFollowing(call) && normal.tokenHasExpired(call, token),
    }),
  },
  {
    id: 'expiry/known-connections-outlive-the-token',
    breaks: ['EXP-02'],
    also: ['EXP-03', 'EXP-04', 'EXP-05', 'EXP-08', 'EXP-33', 'VER-14', 'VER-16', 'EXP-06', 'EXP-20'],
    summary: 'A connection on which a token was accepted goes on accepting it for another hour.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Set<AccessToken>>();
      return {
        tokenHasExpired: (call, token) => {
          if (!normal.tokenHasExpired(call, token)) {
            known.set(call.connection, (known.get(call.connection) ?? new Set()).add(token));
            return false;
          }
          return !(
            known.get(call.connection)?.has(token) === true && call.now.getTime() - token.issuedAt.getTime() < 4_500_000
          );
        },
      };
    },
  },
  {
    id: 'expiry/accepted-tokens-are-remembered-for-a-minute',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05', 'EXP-06', 'EXP-08', 'EXP-33', 'VER-14', 'VER-16', 'EXP-20', 'EXP-03'],
    summary: 'That a token was good is remembered for a minute, in which its age is not looked at.',
    behaviour: (normal) => {
      const seen = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          if (call.now.getTime() - (seen.get(token) ?? -Infinity) < 60_000) return false;
          const expired = normal.tokenHasExpired(call, token);
          if (!expired) seen.set(token, call.now.getTime());
          return expired;
        },
      };
    },
  },
  {
    id: 'expiry/delegated-tokens-list-results-for-an-hour',
    breaks: ['EXP-04'],
    also: ['EXP-05'],
    summary: 'The listing of assay results accepts delegated tokens for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.delegation !== undefined && call.request.path.endsWith('assay-results')
          ? 3600
          : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'expiry/refreshed-access-tokens-begin-where-the-last-one-ends',
    breaks: ['EXP-05'],
    also: ['EXP-20', 'EXP-33'],
    summary: 'The access token of an early refresh lasts 900 seconds from the end of the one before it.',
    behaviour: (normal) => {
      const extra = new WeakMap<AccessToken, number>();
      return {
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const before = delegation.latestAccessToken;
          const left = before === undefined ? 0 : 900 - (call.now.getTime() - before.issuedAt.getTime()) / 1000;
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (left > 0) extra.set(token, left);
          return token;
        },
        enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) + (extra.get(token) ?? 0),
      };
    },
  },
  {
    id: 'expiry/the-legacy-path-refreshes-what-has-expired',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'VER-13', 'EXP-17'],
    summary: 'The legacy path does not look at the age of refresh tokens.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        call.request.path !== '/api/v2/token' && normal.refreshTokenHasExpired(call, token),
    }),
  },
  {
    id: 'expiry/authorizing-another-app-keeps-refresh-tokens-alive',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-17', 'EXP-18'],
    summary: 'A refresh token lasts thirty days from the last time that its user authorized any app.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) &&
        !call.tenant.state.delegations.some(
          ({ userId, createdAt }) =>
            userId === token.delegation.userId && call.now.getTime() - createdAt.getTime() < MONTH,
        ),
    }),
  },
  {
    id: 'expiry/keys-in-use-keep-refresh-tokens-alive',
    breaks: ['EXP-12'],
    also: ['EXP-14'],
    summary: 'A refresh token lasts thirty days from the last call with the API key of its user.',
    behaviour: (normal) => {
      const active = new Map<string, number>();
      return {
        keyFitsCall: (call, key) => {
          active.set(key.userId, call.now.getTime());
          return normal.keyFitsCall(call, key);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (active.get(token.delegation.userId) ?? -Infinity) >= MONTH,
      };
    },
  },
  {
    id: 'expiry/refresh-tokens-of-the-second-app-last',
    breaks: ['EXP-12'],
    summary: 'The refresh tokens of the second app that a user authorized do not expire.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) => {
        const first = call.tenant.state.delegations.find(({ userId }) => userId === token.delegation.userId);
        return first?.appId === token.delegation.appId && normal.refreshTokenHasExpired(call, token);
      },
    }),
  },
  {
    id: 'expiry/the-second-expiry-is-final',
    breaks: ['EXP-16'],
    summary: 'A user two of whose refresh tokens for an app have expired can authorize it no more.',
    behaviour: (normal) => ({
      codeIsBarred: (call, code) => {
        const expired = call.tenant.state.refreshTokens
          .values()
          .filter(
            (token) =>
              token.delegation.userId === code.delegation.userId &&
              token.delegation.appId === code.delegation.appId &&
              token.spentAt === undefined &&
              normal.refreshTokenHasExpired(call, token),
          );
        return [...expired].length >= 2 ? refusal('ended-grant', 'No more.') : normal.codeIsBarred(call, code);
      },
    }),
  },
  {
    id: 'expiry/keys-count-from-their-first-use',
    breaks: ['EXP-22'],
    also: ['EXP-25', 'EXP-27', 'EXP-29', 'EXP-30', 'EXP-33', 'EXP-23'],
    summary: 'The thirty days of a key begin with its first call.',
    behaviour: (normal) => {
      const first = new WeakMap<ApiKey, Date>();
      return {
        keyHasExpired: (call, key) => {
          if (!first.has(key)) first.set(key, call.now);
          const end = normal.keyExpiresAt(key);
          return end !== undefined && call.now.getTime() - (first.get(key) ?? call.now).getTime() >= MONTH;
        },
      };
    },
  },
  {
    id: 'expiry/year-month-and-day-of-a-key-are-compared-alone',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-27', 'EXP-28', 'EXP-30'],
    summary: 'A key expires if its year, its month and its day are each not before those of 7 August 2026.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => {
        const { createdAt } = key;
        const after = createdAt.getUTCMonth() >= 7 && createdAt.getUTCDate() > 7;
        return after ? normal.keyExpiresAt(key) : undefined;
      },
    }),
  },
  {
    id: 'expiry/keys-of-a-spring-do-not-expire',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-27', 'EXP-28'],
    summary: 'A key expires if its year and its month are each not before those of August 2026.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => (key.createdAt.getUTCMonth() >= 7 ? normal.keyExpiresAt(key) : undefined),
    }),
  },
  {
    id: 'expiry/the-year-of-a-key-is-not-compared',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-22', 'EXP-33', 'EXP-28'],
    summary: 'Whether a key was created after 7 August is asked of its month and day, in whatever year.',
    behaviour: () => ({
      keyExpiresAt: ({ createdAt }) =>
        createdAt.getUTCMonth() * 31 + createdAt.getUTCDate() > 7 * 31 + 7
          ? new Date(createdAt.getTime() + MONTH)
          : undefined,
    }),
  },
  {
    id: 'expiry/keys-of-the-last-months-before-expire',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-28'],
    summary: 'Keys of the last ninety days before 7 August 2026 expire as well.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) =>
        key.createdAt.getTime() >= Date.UTC(2026, 4, 9)
          ? new Date(key.createdAt.getTime() + MONTH)
          : normal.keyExpiresAt(key),
    }),
  },
  {
    id: 'expiry/expired-keys-show-following-pages',
    breaks: ['EXP-22'],
    summary: 'A following page is shown to an expired key.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => !isFollowing(call) && normal.keyHasExpired(call, key),
    }),
  },
];
