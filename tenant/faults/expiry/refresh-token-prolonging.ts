import { isRefusal } from '../../http/refusal.ts';
import type { Delegation, RefreshToken, User } from '../../state/model.ts';
import { DAY, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { inAnySeries } from './random-series.ts';

/** Calls and events that give a refresh token more than its thirty days. */
export const refreshTokenProlongingFaults: readonly Fault[] = [
  {
    id: 'expiry/a-call-with-a-younger-token-renews-the-refresh-token',
    breaks: ['EXP-19'],
    also: ['EXP-12'],
    summary: 'The days of a refresh token count from the latest page that was followed with its access token.',
    behaviour: (normal) => {
      const used = new WeakMap<object, number>();
      return {
        actorOfToken: (call, token) => {
          if (token.refreshToken !== undefined && call.request.query.has('nextToken')) {
            used.set(token.refreshToken, call.now.getTime());
          }
          return normal.actorOfToken(call, token);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (used.get(token) ?? token.countsFrom.getTime()) >= 30 * DAY,
      };
    },
  },
  {
    id: 'expiry/writing-renews-the-refresh-token',
    breaks: ['EXP-19'],
    also: ['EXP-12'],
    summary: 'The days of a refresh token count from the latest record that was created with its access token.',
    behaviour: (normal) => {
      const used = new WeakMap<object, number>();
      return {
        actorOfToken: (call, token) => {
          if (token.refreshToken !== undefined && call.request.method === 'POST') {
            used.set(token.refreshToken, call.now.getTime());
          }
          return normal.actorOfToken(call, token);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (used.get(token) ?? token.countsFrom.getTime()) >= 30 * DAY,
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
    id: 'expiry/thirty-days-from-the-last-refresh-of-the-app',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-18', 'EXP-33'],
    summary: 'A refresh token lasts thirty days from the last refresh of its app, for whichever user.',
    behaviour: (normal) => {
      const last = new Map<string, number>();
      return {
        spendRefreshToken: (call, token) => {
          last.set(token.delegation.appId, call.now.getTime());
          normal.spendRefreshToken(call, token);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (last.get(token.delegation.appId) ?? 0) >= THIRTY_DAYS,
      };
    },
  },
  {
    id: 'expiry/thirty-days-from-the-last-id-token',
    breaks: ['EXP-12'],
    also: ['EXP-14'],
    summary: 'A refresh token lasts thirty days from the last call with an ID token of its user.',
    behaviour: (normal) => {
      const last = new Map<string, number>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (!isRefusal(actor)) last.set(actor.id, call.now.getTime());
          return actor;
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (last.get(token.delegation.userId) ?? 0) >= THIRTY_DAYS,
      };
    },
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
            userId === token.delegation.userId && call.now.getTime() - createdAt.getTime() < THIRTY_DAYS,
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
          call.now.getTime() - (active.get(token.delegation.userId) ?? -Infinity) >= THIRTY_DAYS,
      };
    },
  },
  {
    id: 'expiry/a-refused-refresh-renews-the-token',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-33'],
    summary: 'A refresh that is refused for a wrong client secret gives the refresh token another thirty days.',
    behaviour: (normal) => {
      const renewed = new WeakMap<RefreshToken, number>();
      return {
        decideTokenRequest: (call) => {
          const outcome = normal.decideTokenRequest(call);
          const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
          const token = value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
          const isTried = isRefusal(outcome) && outcome.refused === 'wrong-client';
          if (isTried && token !== undefined) renewed.set(token, call.now.getTime());
          return outcome;
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) && call.now.getTime() - (renewed.get(token) ?? 0) >= 30 * DAY,
      };
    },
  },
  {
    id: 'expiry/a-refresh-prolongs-authorizations-that-were-refreshed-before',
    breaks: ['EXP-18'],
    also: ['EXP-12', 'EXP-14', 'EXP-33', 'EXP-17'],
    summary: 'A refresh renews the refresh tokens of other authorizations of the user and app that came of a refresh.',
    behaviour: (normal) => {
      const renewedAt = new WeakMap<Delegation, number>();
      return {
        spendRefreshToken: (call, token) => {
          normal.spendRefreshToken(call, token);
          for (const each of call.tenant.state.delegations) {
            const { userId, appId } = token.delegation;
            const isOther = each !== token.delegation && each.userId === userId && each.appId === appId;
            if (isOther && each.latestRefreshToken?.predecessor !== undefined) renewedAt.set(each, call.now.getTime());
          }
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (renewedAt.get(token.delegation) ?? 0) >= 30 * DAY,
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
    id: 'expiry/a-rotation-of-the-secret-renews-refresh-tokens',
    breaks: ['EXP-12'],
    also: [...inAnySeries],
    summary: 'A refresh token has thirty days from the last rotation of the client secret.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) => {
        const rotatedAt = call.tenant.state.apps.get(token.delegation.appId)?.formerSecrets.at(-1)?.retiredAt;
        const renewed = rotatedAt !== undefined && call.now.getTime() - rotatedAt.getTime() < 30 * DAY;
        return normal.refreshTokenHasExpired(call, token) && !renewed;
      },
    }),
  },
  {
    id: 'expiry/unarchiving-renews-refresh-tokens',
    breaks: ['EXP-12'],
    also: ['EXP-33', 'EXP-14'],
    summary: 'A refresh token that is live when its app is unarchived has thirty days from then.',
    behaviour: (normal) => {
      const renewed = new WeakMap<RefreshToken, number>();
      return {
        setArchived: (tenant, app, archived) => {
          const now = tenant.clock.now().getTime();
          for (const token of app.archived && !archived ? tenant.state.refreshTokens.values() : []) {
            const isLive = now - token.countsFrom.getTime() < 30 * DAY;
            if (token.delegation.appId === app.id && isLive) renewed.set(token, now);
          }
          normal.setArchived(tenant, app, archived);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) && call.now.getTime() - (renewed.get(token) ?? 0) >= 30 * DAY,
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
