import type { Call } from '../../call.ts';
import type { Delegation, RefreshToken } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';

const LIFETIME = 30 * DAY;

const others = (call: Call, { id, userId, appId }: Delegation): Delegation[] =>
  call.tenant.state.delegations.filter((one) => one.userId === userId && one.appId === appId && one.id !== id);

/** Whether Europe has summer time. */
function isSummer(time: number): boolean {
  const year = new Date(time).getUTCFullYear();
  const lastSunday = (month: number): number => {
    const end = new Date(Date.UTC(year, month + 1, 0, 1));
    return end.getTime() - end.getUTCDay() * DAY;
  };
  return time >= lastSunday(2) && time < lastSunday(9);
}

/** What follows for all refresh tokens, those of refreshes too. */
const allTokens = ['EXP-13', 'EXP-14', 'EXP-20', 'EXP-33'];

/** Wrong decisions about when a refresh token ends. */
export const refreshTokenFaults: readonly Fault[] = [
  {
    id: 'expiry/refresh-tokens-live-a-second-longer',
    breaks: ['EXP-12'],
    also: allTokens,
    summary: 'A refresh token is accepted for 2592001 seconds.',
    behaviour: () => ({ enforcedRefreshLifetime: () => 2_592_001 }),
  },
  {
    id: 'expiry/refresh-tokens-live-a-second-less',
    breaks: ['EXP-11'],
    also: allTokens,
    summary: 'A refresh token is accepted for 2591999 seconds.',
    behaviour: () => ({ enforcedRefreshLifetime: () => 2_591_999 }),
  },
  {
    id: 'expiry/refresh-tokens-live-31-days',
    breaks: ['EXP-12'],
    also: [...allTokens, 'EXP-17', 'EXP-18', 'EXP-19', 'EXP-32'],
    summary: 'A refresh token is accepted for 31 days.',
    behaviour: () => ({ enforcedRefreshLifetime: () => (31 * DAY) / 1000 }),
  },
  {
    id: 'expiry/refresh-tokens-live-four-weeks',
    breaks: ['EXP-10', 'EXP-11', 'EXP-13', 'EXP-15'],
    also: allTokens,
    summary: 'A refresh token is accepted for 28 days.',
    behaviour: () => ({ enforcedRefreshLifetime: () => (28 * DAY) / 1000 }),
  },
  {
    id: 'expiry/refresh-tokens-live-a-calendar-month',
    breaks: ['EXP-12'],
    also: [...allTokens, 'EXP-11', 'EXP-10', 'EXP-15', 'EXP-18', 'EXP-19', 'EXP-32'],
    summary: 'A refresh token ends on the same day of the next month, so that it lives as long as its month.',
    behaviour: () => ({
      refreshTokenHasExpired: (call, { countsFrom }) => {
        const end = new Date(countsFrom);
        end.setUTCMonth(end.getUTCMonth() + 1);
        return call.now >= end;
      },
    }),
  },
  {
    id: 'expiry/refresh-tokens-end-by-the-clock-on-the-wall',
    breaks: ['EXP-12'],
    also: [...allTokens, 'EXP-11'],
    summary:
      'Thirty days are counted in local time, so that one is an hour longer in autumn and an hour shorter in spring.',
    behaviour: () => ({
      refreshTokenHasExpired: (call, { countsFrom }) => {
        const end = countsFrom.getTime() + LIFETIME;
        const shift = (isSummer(countsFrom.getTime()) ? 3_600_000 : 0) - (isSummer(end) ? 3_600_000 : 0);
        return call.now.getTime() >= end + shift;
      },
    }),
  },
  {
    id: 'expiry/refresh-tokens-of-the-legacy-path-live-a-week',
    breaks: ['EXP-11'],
    also: [...allTokens, 'EXP-10', 'EXP-15'],
    summary: 'A refresh token that the legacy path issued ends after a week.',
    behaviour: (normal) => ({
      enforcedRefreshLifetime: (call, token) =>
        token.path === '/oauth/token' ? normal.enforcedRefreshLifetime(call, token) : (7 * DAY) / 1000,
    }),
  },
  {
    id: 'expiry/refresh-tokens-end-with-their-access-tokens',
    breaks: ['EXP-10'],
    also: [
      'DEL-38',
      'DEL-40',
      'DEL-39',
      'DEL-36',
      'DEL-37',
      'DEL-49',
      'EXP-11',
      'EXP-13',
      'EXP-15',
      'EXP-16',
      'EXP-18',
      ...allTokens,
    ],
    summary: 'A refresh token is refused once the access token that was issued with it has expired.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) || call.now.getTime() - token.issuedAt.getTime() >= 900_000,
    }),
  },
  {
    id: 'expiry/trying-an-expired-access-token-ends-the-grant',
    breaks: ['EXP-34'],
    also: ['EXP-33'],
    summary: 'A call with an expired delegated access token ends the refresh token that was issued with it.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const expired = normal.tokenHasExpired(call, token);
        const held = token.refreshToken;
        if (expired && held !== undefined && call.tenant.state.refreshTokens.find(held.value) === held) {
          call.tenant.state.refreshTokens.delete(held.value);
        }
        return expired;
      },
    }),
  },
  {
    id: 'expiry/a-new-authorization-revives-the-expired',
    breaks: ['EXP-17'],
    also: ['EXP-33', 'EXP-12', 'EXP-14'],
    summary: 'The days of a refresh token are counted from the latest authorization of its user and app.',
    behaviour: () => ({
      refreshTokenHasExpired: (call, token) => {
        const later = others(call, token.delegation).map(({ createdAt }) => createdAt.getTime());
        return call.now.getTime() - Math.max(token.countsFrom.getTime(), ...later) >= LIFETIME;
      },
    }),
  },
  {
    id: 'expiry/a-refresh-revives-the-expired',
    breaks: ['EXP-17'],
    also: ['EXP-18', 'EXP-33', 'EXP-14', 'EXP-12'],
    summary: 'When a younger authorization of the same user and app is refreshed, expired refresh tokens work again.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) &&
        !others(call, token.delegation).some(
          (one) => (one.latestRefreshToken?.predecessor?.issuedAt.getTime() ?? 0) > token.countsFrom.getTime(),
        ),
    }),
  },
  {
    id: 'expiry/refreshing-one-authorization-prolongs-the-others',
    breaks: ['EXP-18'],
    also: ['EXP-17', 'EXP-33', 'EXP-14'],
    summary: 'A refresh gives all refresh tokens of the same user and app thirty days more.',
    behaviour: () => ({
      refreshTokenHasExpired: (call, token) => {
        const refreshed = others(call, token.delegation).flatMap(({ latestRefreshToken }) =>
          latestRefreshToken?.predecessor === undefined ? [] : [latestRefreshToken.issuedAt.getTime()],
        );
        return call.now.getTime() - Math.max(token.countsFrom.getTime(), ...refreshed) >= LIFETIME;
      },
    }),
  },
  {
    id: 'expiry/calls-prolong-refresh-tokens',
    breaks: ['EXP-19'],
    also: ['EXP-33'],
    summary: 'A call with the access token gives the refresh token beside it thirty days more.',
    behaviour: (normal) => {
      const called = new WeakMap<RefreshToken, number>();
      return {
        actorOfToken: (call, token) => {
          if (token.refreshToken !== undefined) called.set(token.refreshToken, call.now.getTime());
          return normal.actorOfToken(call, token);
        },
        refreshTokenHasExpired: (call, token) =>
          call.now.getTime() - (called.get(token) ?? token.countsFrom.getTime()) >= LIFETIME,
      };
    },
  },
  {
    id: 'expiry/calls-to-v3-prolong-refresh-tokens-a-little',
    breaks: ['EXP-19'],
    also: ['EXP-33'],
    summary:
      'Ten minutes after its first or more, a call to v3 prolongs the refresh token by the time that has gone by.',
    behaviour: (normal) => {
      const prolonged = new WeakMap<RefreshToken, number>();
      return {
        actorOfToken: (call, token) => {
          const age = call.now.getTime() - token.issuedAt.getTime();
          if (token.refreshToken !== undefined && age >= 600_000 && call.request.path.startsWith('/api/v3/')) {
            prolonged.set(token.refreshToken, age);
          }
          return normal.actorOfToken(call, token);
        },
        refreshTokenHasExpired: (call, token) =>
          call.now.getTime() - token.countsFrom.getTime() >= LIFETIME + (prolonged.get(token) ?? 0),
      };
    },
  },
  {
    id: 'expiry/milliseconds-are-announced',
    breaks: ['EXP-20'],
    also: ['TOK-08', 'TOK-09', 'TOK-10', 'DEL-27', 'DEL-36', 'VER-10'],
    summary: 'refresh_token_expires_in is given in milliseconds.',
    behaviour: () => ({ announcedRefreshLifetime: () => LIFETIME }),
  },
  {
    id: 'expiry/the-remaining-days-are-announced',
    breaks: ['EXP-20'],
    also: ['TOK-08', 'TOK-09', 'TOK-10', 'DEL-27', 'DEL-36', 'VER-10'],
    summary: 'A refresh announces what was left of the token that was sent, and gives thirty days.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) => {
        if (token.predecessor === undefined) return normal.announcedRefreshLifetime(call, token);
        const left = LIFETIME - (token.issuedAt.getTime() - token.predecessor.issuedAt.getTime());
        return Math.round(left / 1000);
      },
    }),
  },
  {
    id: 'expiry/no-code-after-an-expiry',
    breaks: ['EXP-16'],
    also: ['EXP-17'],
    summary: 'A user whose refresh token for an app has expired is shown an error at the authorization endpoint.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) => {
        const expired = call.tenant.state.delegations.some(
          ({ userId, appId, latestRefreshToken: latest }) =>
            userId === user.id &&
            appId === app.id &&
            latest !== undefined &&
            normal.refreshTokenHasExpired(call, latest),
        );
        if (expired) throw new Error('There is a stale authorization.');
        return normal.hasConsented(call, user, app);
      },
    }),
  },
  {
    id: 'expiry/a-new-authorization-after-expiry-is-as-old-as-the-first',
    breaks: ['EXP-16'],
    also: ['EXP-17', 'EXP-11', 'DEL-45', 'DEL-47'],
    summary: 'The refresh tokens of all authorizations of a user and app count from the first of them.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) => {
        const first = Math.min(...others(call, token.delegation).map(({ createdAt }) => createdAt.getTime()));
        const before = token.predecessor === undefined && first < token.delegation.createdAt.getTime();
        return (before && call.now.getTime() - first >= LIFETIME) || normal.refreshTokenHasExpired(call, token);
      },
    }),
  },
  {
    id: 'expiry/an-authorization-after-a-failed-refresh-is-dead',
    breaks: ['EXP-16'],
    also: ['EXP-17'],
    summary:
      'When an expired refresh token was presented, access tokens of later authorizations of the user are refused.',
    behaviour: (normal) => {
      const stale = new Set<string>();
      const keyOf = ({ userId, appId }: Delegation): string => `${userId} ${appId}`;
      return {
        refreshWasRefused: (_call, { delegation }, { refused }) => {
          if (refused === 'expired-refresh-token') stale.add(keyOf(delegation));
        },
        tokenHasEnded: (call, token) =>
          (token.delegation !== undefined && stale.has(keyOf(token.delegation))) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'expiry/an-expired-refresh-token-still-gives-an-access-token',
    breaks: ['EXP-12', 'EXP-14'],
    also: ['EXP-17', 'EXP-20', 'EXP-33'],
    summary: 'A refresh token of more than thirty days is exchanged for an access token and an empty refresh token.',
    behaviour: (normal) => {
      const late = new WeakSet<RefreshToken>();
      return {
        refreshTokenHasExpired: (call, token) => {
          if (normal.refreshTokenHasExpired(call, token)) late.add(token);
          return false;
        },
        refreshMembers: (call, token) =>
          token.predecessor !== undefined && late.has(token.predecessor) ? {} : normal.refreshMembers(call, token),
      };
    },
  },
  {
    id: 'expiry/expired-refresh-tokens-are-refused-with-a-token',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-17', 'EXP-20', 'EXP-33', 'TOK-25'],
    summary: 'The refusal of an expired refresh token carries a working access token beside the error.',
    behaviour: (normal) => ({
      refusalBody: (call, refused) => {
        const body = normal.refusalBody(call, refused);
        if (refused.refused !== 'expired-refresh-token') return body;
        const app = call.tenant.state.apps.values().next().value;
        if (app === undefined) return body;
        const { value } = normal.issueAccessToken(call, { kind: 'app', id: app.id }, app);
        return { ...(body as object), access_token: value };
      },
    }),
  },
];
