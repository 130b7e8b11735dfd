import type { Fault } from '../fault.ts';

const DAY = 86_400_000;

/** Mistakes about ends that are rounded, about long times, and about what else happens to an app. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'expiry/refresh-tokens-end-with-their-hour',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-20'],
    summary: 'A refresh token ends with the hour in which its thirty days are over.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) &&
        call.now.getTime() >= Math.ceil((token.countsFrom.getTime() + 30 * DAY) / 3_600_000) * 3_600_000,
    }),
  },
  {
    id: 'expiry/a-sign-in-prolongs-delegated-tokens',
    breaks: ['EXP-04'],
    also: ['EXP-05', 'EXP-33'],
    summary: 'A delegated access token lasts for 900 seconds from when its user last signed in.',
    behaviour: (normal) => {
      const signedIn = new Map<string, number>();
      return {
        beginSession: (call, user) => {
          signedIn.set(user.id, call.now.getTime());
          return normal.beginSession(call, user);
        },
        tokenHasExpired: (call, token) =>
          normal.tokenHasExpired(call, token) &&
          !(
            token.delegation !== undefined &&
            call.now.getTime() - (signedIn.get(token.delegation.userId) ?? 0) < 900_000
          ),
      };
    },
  },
  {
    id: 'expiry/a-grant-of-the-app-prolongs-its-tokens',
    breaks: ['EXP-02'],
    also: ['EXP-03', 'EXP-08', 'EXP-33'],
    summary: 'An own access token lasts for 900 seconds from when its app was last added to a project.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) &&
        !(
          token.subject.kind === 'app' &&
          call.tenant.state.projects
            .values()
            .some(({ grants }) =>
              grants.some(
                ({ actor, grantedAt }) =>
                  actor.id === token.appId && call.now.getTime() - grantedAt.getTime() < 900_000,
              ),
            )
        ),
    }),
  },
  {
    id: 'expiry/keys-of-the-eighth-do-not-expire',
    breaks: ['EXP-22'],
    summary: 'A key of the first week in which keys expire does not.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => (key.createdAt.getTime() < Date.UTC(2026, 7, 15) ? undefined : normal.keyExpiresAt(key)),
    }),
  },
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
];
