import type { AccessToken, ApiKey, Delegation, RefreshToken, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;

/** Mistakes about the age of tokens and keys that show after one history only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'expiry/tokens-of-codes-count-from-their-first-use',
    breaks: ['EXP-07'],
    also: ['EXP-04', 'EXP-33'],
    summary: 'The 900 seconds of an access token that a code brought begin with its first call.',
    behaviour: (normal) => {
      const firstUse = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          if (token.refreshToken === undefined || token.refreshToken.predecessor !== undefined) {
            return normal.tokenHasExpired(call, token);
          }
          const from = firstUse.get(token) ?? call.now.getTime();
          firstUse.set(token, from);
          return call.now.getTime() - from >= 900_000;
        },
      };
    },
  },
  {
    id: 'expiry/refreshing-an-older-authorization-prolongs-the-younger',
    breaks: ['EXP-18'],
    also: ['EXP-12', 'EXP-33'],
    summary: 'A refresh gives a fresh 30 days to the authorizations of the same user and app that came after it.',
    behaviour: (normal) => {
      const renewedAt = new WeakMap<Delegation, number>();
      return {
        spendRefreshToken: (call, token) => {
          normal.spendRefreshToken(call, token);
          const { delegations } = call.tenant.state;
          const place = delegations.indexOf(token.delegation);
          for (const each of delegations.slice(place + 1)) {
            if (each.userId === token.delegation.userId && each.appId === token.delegation.appId) {
              renewedAt.set(each, call.now.getTime());
            }
          }
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (renewedAt.get(token.delegation) ?? 0) >= 30 * DAY,
      };
    },
  },
  {
    id: 'expiry/a-refused-refresh-token-comes-back-with-a-new-authorization',
    breaks: ['EXP-17'],
    also: ['EXP-12'],
    summary: 'An expired refresh token that was refused once works after the user has authorized again.',
    behaviour: (normal) => {
      const refusedAt = new WeakMap<RefreshToken, number>();
      return {
        refreshWasRefused: (call, token, refused) => {
          normal.refreshWasRefused(call, token, refused);
          if (refused.refused === 'expired-refresh-token') {
            refusedAt.set(token, call.tenant.state.delegations.length);
          }
        },
        refreshTokenHasExpired: (call, token) => {
          const { userId, appId } = token.delegation;
          const renewed = call.tenant.state.delegations
            .slice(refusedAt.get(token) ?? Infinity)
            .some((each) => each.userId === userId && each.appId === appId);
          return normal.refreshTokenHasExpired(call, token) && !renewed;
        },
      };
    },
  },
  {
    id: 'expiry/calls-for-results-prolong-access-tokens',
    breaks: ['EXP-06'],
    also: ['EXP-02', 'EXP-33'],
    summary: 'A call to the assay-results listing gives an access token another 900 seconds.',
    behaviour: (normal) => {
      const usedAt = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          const ended = normal.tokenHasExpired(call, token) && call.now.getTime() - (usedAt.get(token) ?? 0) >= 900_000;
          if (!ended && call.request.path.endsWith('/assay-results')) usedAt.set(token, call.now.getTime());
          return ended;
        },
      };
    },
  },
  {
    id: 'expiry/calls-with-expired-access-tokens-prolong-refresh-tokens',
    breaks: ['EXP-19'],
    also: ['EXP-12', 'EXP-14', 'EXP-33'],
    summary: 'A call that is refused for an expired access token renews the refresh token that came with it.',
    behaviour: (normal) => {
      const renewedAt = new WeakMap<RefreshToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          const expired = normal.tokenHasExpired(call, token);
          if (expired && token.refreshToken !== undefined) renewedAt.set(token.refreshToken, call.now.getTime());
          return expired;
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) && call.now.getTime() - (renewedAt.get(token) ?? 0) >= 30 * DAY,
      };
    },
  },
  {
    id: 'expiry/calls-on-the-last-day-prolong-keys',
    breaks: ['EXP-26'],
    also: ['EXP-22', 'EXP-33'],
    summary: 'A key that is used on the last of its 30 days works for another week.',
    behaviour: (normal) => {
      const prolonged = new WeakSet<ApiKey>();
      return {
        keyHasExpired: (call, key) => {
          const end = call.tenant.behaviour.keyExpiresAt(key)?.getTime();
          if (end === undefined) return normal.keyHasExpired(call, key);
          const now = call.now.getTime();
          if (now >= end - DAY && now < end) prolonged.add(key);
          return now >= end + (prolonged.has(key) ? 7 * DAY : 0);
        },
      };
    },
  },
  {
    id: 'expiry/a-suspension-revives-keys-that-had-expired-before-it',
    breaks: ['EXP-30'],
    also: ['EXP-33', 'EXP-22'],
    summary: 'An un-suspension gives back keys that had expired before the suspension, for as long as it lasted.',
    behaviour: (normal) => {
      const revived = new WeakMap<User, { since: number; until: number }>();
      return {
        setUserActive: (tenant, user, active) => {
          const now = tenant.clock.now().getTime();
          const since = user.activeChangedAt.getTime();
          if (active && !user.active) revived.set(user, { since, until: now + Math.max(now - since, DAY) });
          normal.setUserActive(tenant, user, active);
        },
        keyHasExpired: (call, key) => {
          const user = call.tenant.state.users.get(key.userId);
          const revival = user === undefined ? undefined : revived.get(user);
          const end = call.tenant.behaviour.keyExpiresAt(key)?.getTime() ?? Infinity;
          return (
            normal.keyHasExpired(call, key) &&
            (revival === undefined || end > revival.since || call.now.getTime() >= revival.until)
          );
        },
      };
    },
  },
  {
    id: 'expiry/days-of-a-second-suspension-do-not-count-for-refresh-tokens',
    breaks: ['EXP-32'],
    also: ['EXP-12', 'EXP-33'],
    summary: 'The time of a user’s second suspension is added to the 30 days of the refresh tokens.',
    behaviour: (normal) => {
      const times = new WeakMap<User, number>();
      const added = new Map<string, number>();
      return {
        setUserActive: (tenant, user, active) => {
          if (active && !user.active) {
            const time = (times.get(user) ?? 0) + 1;
            times.set(user, time);
            if (time === 2) added.set(user.id, tenant.clock.now().getTime() - user.activeChangedAt.getTime());
          }
          normal.setUserActive(tenant, user, active);
        },
        enforcedRefreshLifetime: (call, token) =>
          normal.enforcedRefreshLifetime(call, token) + (added.get(token.delegation.userId) ?? 0) / 1000,
      };
    },
  },
];
