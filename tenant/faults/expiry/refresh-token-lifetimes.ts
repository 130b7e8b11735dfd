import { refusal } from '../../http/refusal.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import type { Delegation } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { withinYear } from './calendar.ts';
import { inAnySeries } from './random-series.ts';

/** Refresh tokens whose thirty days are counted wrongly, or end for another reason. */
export const refreshTokenLifetimeFaults: readonly Fault[] = [
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
    id: 'expiry/refresh-tokens-go-on-beyond-new-year',
    breaks: ['EXP-12'],
    also: ['EXP-33', 'EXP-14', 'EXP-20'],
    summary: 'Ends are compared by the day of the year, so a refresh token of December does not expire in January.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) &&
        withinYear(call.now.getTime()) >= withinYear(token.countsFrom.getTime()),
    }),
  },
  {
    id: 'expiry/refresh-tokens-count-from-the-code',
    breaks: ['EXP-11'],
    summary: 'The 30 days of the refresh token of a code are counted from when the user authorized.',
    behaviour: (normal) => ({
      issueRefreshToken: (call, delegation, predecessor) => {
        const token = normal.issueRefreshToken(call, delegation, predecessor);
        return predecessor === undefined ? Object.assign(token, { countsFrom: delegation.createdAt }) : token;
      },
    }),
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
    id: 'expiry/the-second-refresh-of-a-day-renews-nothing',
    breaks: ['EXP-13'],
    also: ['EXP-15', ...inAnySeries],
    summary: 'A refresh token is renewed once a day: further refreshes give one with the days that were left.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) =>
        predecessor?.predecessor !== undefined && call.now.getTime() - predecessor.issuedAt.getTime() < DAY
          ? predecessor.countsFrom
          : normal.refreshTokenCountsFrom(call, predecessor),
    }),
  },
  {
    id: 'expiry/two-hundred-refreshes',
    breaks: ['EXP-15'],
    summary: 'After two hundred refreshes the user must authorize again.',
    behaviour: (normal) => {
      const times = new WeakMap<Delegation, number>();
      return {
        spendRefreshToken: (call, token) => {
          times.set(token.delegation, (times.get(token.delegation) ?? 0) + 1);
          normal.spendRefreshToken(call, token);
        },
        refreshIsBarred: (call, token) => {
          const over = (times.get(token.delegation) ?? 0) >= 200;
          return normal.refreshIsBarred(call, token) ?? (over ? refusal('ended-grant', 'Too often.') : undefined);
        },
      };
    },
  },
  {
    id: 'expiry/authorizations-that-are-not-used-end-after-a-fortnight',
    breaks: ['EXP-11'],
    also: ['EXP-13', 'EXP-10', 'EXP-15', 'EXP-33', 'EXP-20'],
    summary: 'A refresh token whose access token was never used in a call ends after fourteen days.',
    behaviour: (normal) => {
      const used = new WeakSet<Delegation>();
      return {
        actorOfToken: (call, token) => {
          if (token.delegation !== undefined) used.add(token.delegation);
          return normal.actorOfToken(call, token);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) ||
          (!used.has(token.delegation) && call.now.getTime() - token.issuedAt.getTime() >= 14 * DAY),
      };
    },
  },
  {
    id: 'expiry/a-webhook-ends-refresh-tokens',
    breaks: ['EXP-34'],
    summary: 'When the webhook of an app is set, its refresh tokens end.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        endDelegations(tenant, ({ appId }) => appId === app.id);
        normal.setWebhook(tenant, app, webhook);
      },
    }),
  },

  {
    id: 'expiry/refresh-tokens-of-july-last-a-day-longer',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-20'],
    summary: 'A refresh token that is issued in July lasts 31 days.',
    behaviour: (normal) => ({
      enforcedRefreshLifetime: (call, token) =>
        normal.enforcedRefreshLifetime(call, token) + (token.countsFrom.getUTCMonth() === 6 ? 86_400 : 0),
    }),
  },
  {
    id: 'expiry/leap-days-are-no-days',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-20'],
    summary: 'The 29th of February is not counted among the thirty days of a refresh token.',
    behaviour: (normal) => ({
      enforcedRefreshLifetime: (call, token) => {
        const seconds = normal.enforcedRefreshLifetime(call, token);
        const from = token.countsFrom.getTime();
        const leapDay = new Date(Date.UTC(token.countsFrom.getUTCFullYear(), 1, 29));
        const isWithin = leapDay.getTime() > from && leapDay.getTime() < from + seconds * 1000;
        return leapDay.getUTCDate() === 29 && isWithin ? seconds + 86_400 : seconds;
      },
    }),
  },
];
