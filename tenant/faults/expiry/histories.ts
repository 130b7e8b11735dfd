import type { AccessToken, ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const thirtyDays = 2_592_000;

/** Mistakes about time that show only when one thing has happened after another. */
export const historyFaults: readonly Fault[] = [
  {
    id: 'expiry/one-token-expires-at-a-time',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05', 'EXP-08', 'EXP-33', 'VER-14'],
    summary: 'With every call the oldest token that is over time is cleared away, and only that one.',
    behaviour: (normal) => {
      const cleared = new Set<AccessToken>();
      return {
        tokenHasExpired: (call, token) => {
          const over = [...call.tenant.state.accessTokens.values()].find(
            (one) => !cleared.has(one) && normal.tokenHasExpired(call, one),
          );
          if (over !== undefined) cleared.add(over);
          return cleared.has(token);
        },
      };
    },
  },
  {
    id: 'expiry/an-expired-token-takes-younger-ones-with-it',
    breaks: ['EXP-08'],
    also: ['CCR-05', 'CCR-07', 'EXP-01', 'EXP-33'],
    summary: 'When an expired app token is presented, every token that the app has by then ends.',
    behaviour: (normal) => {
      const ended = new Set<AccessToken>();
      return {
        tokenHasExpired: (call, token) => {
          const expired = normal.tokenHasExpired(call, token);
          if (expired && token.subject.kind === 'app') {
            for (const one of call.tenant.state.accessTokens.values()) {
              if (one.subject.kind === 'app' && one.appId === token.appId) ended.add(one);
            }
          }
          return expired;
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'expiry/every-third-app-token-stays',
    breaks: ['EXP-02'],
    also: ['EXP-33'],
    summary: 'Of the tokens that an app asks for, each third one does not expire.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      const lasting = new Set<AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          const count = (counts.get(app.id) ?? 0) + 1;
          if (subject.kind === 'app') counts.set(app.id, count);
          if (subject.kind === 'app' && count % 3 === 0) lasting.add(token);
          return token;
        },
        tokenHasExpired: (call, token) => !lasting.has(token) && normal.tokenHasExpired(call, token),
      };
    },
  },
  {
    id: 'expiry/an-expired-key-works-at-the-second-try',
    breaks: ['EXP-33'],
    also: ['EXP-22', 'EXP-23', 'EXP-29', 'EXP-30', 'EXP-27', 'EXP-28'],
    summary: 'An expired key is refused once and then works.',
    behaviour: (normal) => {
      const refused = new Set<ApiKey>();
      return {
        keyHasExpired: (call, key) => {
          if (!normal.keyHasExpired(call, key) || refused.has(key)) return false;
          refused.add(key);
          return true;
        },
      };
    },
  },
  {
    id: 'expiry/late-renewals-are-not-counted-anew',
    breaks: ['EXP-13'],
    also: ['EXP-14', 'EXP-15', 'EXP-20', 'EXP-33'],
    summary: 'A refresh token that was obtained in the last half of its predecessor’s days ends with it.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) => {
        const age = predecessor === undefined ? 0 : (call.now.getTime() - predecessor.countsFrom.getTime()) / 1000;
        return predecessor !== undefined && age >= thirtyDays / 2
          ? predecessor.countsFrom
          : normal.refreshTokenCountsFrom(call, predecessor);
      },
    }),
  },
  {
    id: 'expiry/a-new-authorization-renews-the-old-tokens',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-17', 'EXP-18', 'EXP-33'],
    summary: 'When a user authorizes an app again, their earlier refresh tokens for it have thirty more days.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) => {
        const { userId, appId } = token.delegation;
        const latest = call.tenant.state.delegations.findLast((one) => one.userId === userId && one.appId === appId);
        const from = Math.max(token.countsFrom.getTime(), latest?.createdAt.getTime() ?? 0);
        return normal.refreshTokenHasExpired(call, { ...token, countsFrom: new Date(from) });
      },
    }),
  },
  {
    id: 'expiry/ages-begin-again-after-thirty-days',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05', 'EXP-33'],
    summary: 'Ages of access tokens are kept in a field that overflows after thirty days.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const age = (call.now.getTime() - token.issuedAt.getTime()) / 1000;
        return age % thirtyDays >= normal.enforcedLifetime(call, token);
      },
    }),
  },
  {
    id: 'expiry/archiving-renews-tokens',
    breaks: ['EXP-31'],
    also: ['EXP-31', 'EXP-04', 'EXP-05', 'EXP-33'],
    summary: 'The tokens of an app that was archived and is active again are counted from when it became so.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const app = call.tenant.state.apps.get(token.appId);
        const renewed = app?.archived === false && app.archivedChangedAt > token.issuedAt;
        return normal.tokenHasExpired(call, renewed ? { ...token, issuedAt: app.archivedChangedAt } : token);
      },
    }),
  },
  {
    id: 'expiry/suspensions-are-over-after-a-day',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-04', 'LIF-06', 'LIF-17', 'LIF-18', 'LIF-42', 'EXP-30'],
    summary: 'A user who has been suspended for a day counts as active.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => {
        const user = call.tenant.state.users.get(userId);
        const since = user === undefined ? 0 : call.now.getTime() - user.activeChangedAt.getTime();
        return normal.userIsSuspended(call, userId) && since < 86_400_000;
      },
    }),
  },
];
