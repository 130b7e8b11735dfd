import type { RefreshToken } from '../../state/model.ts';
import { DAY, FIFTEEN_MINUTES, HOUR, THIRTY_DAYS, WEEK } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, atLegacyPath, isFromLegacyPath } from '../operators/kinds.ts';
import { ago, itsAuthorization, olderThan } from '../operators/moments.ts';
import { delegationIn } from '../operators/presented.ts';
import { refusedAsExpired, since, used } from '../operators/remembered.ts';
import { faultsOf } from '../operators/rows.ts';
import { afterApps } from '../operators/standing.ts';
import { afterACalendarMonth, afterRefreshes, birthOf, born, isEarlierInTheYear, younger } from './conditions.ts';
import { early, late, reckoned } from './decisions.ts';
import { alsoInRandomSeries } from './random-series.ts';
import { isSummer } from './summer-time.ts';
import { counted } from '../operators/memories.ts';
import { breaking } from './rows.ts';

/** Faults in which the thirty days of a refresh token are counted wrongly. */
export const refreshTokenLifetimeFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'refresh-tokens-live-a-second-longer': [
      late.refreshTokens,
      younger(THIRTY_DAYS + 1000),
      'A refresh token is accepted for 2592001 seconds.',
      { also: ['EXP-13'] },
    ],
    'refresh-tokens-live-a-second-less': [
      early.refreshTokens,
      olderThan(THIRTY_DAYS - 1000),
      'A refresh token is accepted for 2591999 seconds.',
      { also: ['EXP-14'] },
    ],
    'refresh-tokens-live-31-days': [
      late.refreshTokens,
      younger(31 * DAY),
      'A refresh token is accepted for 31 days.',
      { also: ['EXP-13'] },
    ],
    'refresh-tokens-live-four-weeks': [
      early.refreshTokens,
      olderThan(28 * DAY),
      'A refresh token is accepted for 28 days.',
      { breaks: ['EXP-10', 'EXP-11', 'EXP-13', 'EXP-15'], also: ['EXP-14'] },
    ],
    'renewed-refresh-tokens-live-a-second-longer': [
      late.laterRefreshTokens,
      younger(THIRTY_DAYS + 1000),
      'The refresh token of a refresh is accepted for 2592001 seconds.',
    ],
    'renewed-refresh-tokens-do-not-expire': [
      late.laterRefreshTokens,
      afterRefreshes(2),
      'After two refreshes, the refresh tokens of an authorization do not expire.',
    ],
    'refresh-tokens-of-the-legacy-path-live-a-week': [
      early.refreshTokens,
      all(isFromLegacyPath, olderThan(WEEK)),
      'A refresh token that the legacy path issued ends after a week.',
      { also: ['EXP-14'] },
    ],
    'refresh-tokens-end-with-their-access-tokens': [
      early.refreshTokens,
      olderThan(FIFTEEN_MINUTES),
      'A refresh token ends with the access token that was issued with it.',
      {
        breaks: ['EXP-10'],
        also: ['DEL-36', 'DEL-37', 'DEL-38', 'DEL-39', 'DEL-40', 'DEL-49', 'EXP-11', 'EXP-14', 'EXP-16', 'EXP-18'],
      },
    ],
    'refresh-tokens-count-from-the-code': [
      early.firstRefreshTokens,
      ago(THIRTY_DAYS, itsAuthorization),
      "The thirty days of a code's refresh token begin with the authorization.",
    ],
    'authorizations-that-are-not-used-end-after-a-fortnight': [
      early.refreshTokens,
      counted(
        used(always, delegationIn),
        (times, call, one) => times === 0 && olderThan(14 * DAY)(call, one),
        delegationIn,
      ),
      'A refresh token whose access token was never used in a call ends after fourteen days.',
    ],
    'refresh-tokens-of-the-second-app-last': [
      late.refreshTokens,
      afterApps(1),
      'The refresh tokens of every app that a user authorized after the first one do not expire.',
    ],
    'the-legacy-path-refreshes-what-has-expired': [
      late.refreshTokens,
      atLegacyPath,
      'The legacy path does not check the age of refresh tokens.',
      { also: ['VER-13'] },
    ],
    'an-expired-refresh-token-works-at-the-second-try': [
      late.refreshTokens,
      since(refusedAsExpired()),
      'The tenant refuses an expired refresh token once and exchanges it when it is sent again.',
      { also: alsoInRandomSeries },
    ],
    'long-expired-refresh-tokens-work-again': [
      late.refreshTokens,
      olderThan(60 * DAY),
      'After 60 days the tenant forgets that a refresh token has expired.',
      { also: alsoInRandomSeries },
    ],
    'refresh-tokens-are-good-again-after-a-year': [
      late.refreshTokens,
      olderThan(365 * DAY),
      'A year after its issue, the tenant forgets that a refresh token has expired.',
    ],
  }),
  // Faults about the calendar.
  ...faultsOf('expiry', {
    'refresh-tokens-live-a-calendar-month': [
      reckoned.refreshTokens,
      afterACalendarMonth,
      'A refresh token ends on the same day of the next month.',
    ],
    'refresh-tokens-end-by-the-clock-on-the-wall': [
      reckoned.refreshTokens,
      (call, one) => {
        const end = birthOf(one) + THIRTY_DAYS;
        const shift = (isSummer(birthOf(one)) ? HOUR : 0) - (isSummer(end) ? HOUR : 0);
        return call.now.getTime() >= end + shift;
      },
      'The tenant counts the thirty days in local time, so some last an hour longer or shorter.',
    ],
    'refresh-tokens-end-with-their-hour': [
      late.refreshTokens,
      (call, one) => call.now.getTime() < Math.ceil((birthOf(one) + THIRTY_DAYS) / HOUR) * HOUR,
      'A refresh token ends at the end of the hour in which its thirty days are over.',
    ],
    'refresh-tokens-go-on-beyond-new-year': [
      late.refreshTokens,
      isEarlierInTheYear,
      'The tenant compares ends by the day of the year, so refresh tokens of December last beyond their end.',
    ],
    'refresh-tokens-of-july-last-a-day-longer': [
      late.refreshTokens,
      all(
        younger(31 * DAY),
        born((date) => date.getUTCMonth() === 6),
      ),
      'A refresh token that is issued in July lasts 31 days.',
    ],
    'leap-days-are-no-days': [
      late.refreshTokens,
      all(
        younger(31 * DAY),
        born((date) => {
          const leapDay = new Date(Date.UTC(date.getUTCFullYear(), 1, 29));
          const isWithin = leapDay > date && leapDay.getTime() < date.getTime() + THIRTY_DAYS;
          return leapDay.getUTCDate() === 29 && isWithin;
        }),
      ),
      'The tenant does not count the 29th of February among the thirty days of a refresh token.',
    ],
  }),
  ...breaking(['EXP-12', 'EXP-14'], {
    'an-expired-refresh-token-still-gives-an-access-token': [
      (normal) => {
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
      'An expired refresh token obtains an access token, but no new refresh token.',
      ['EXP-17', 'EXP-20', 'EXP-33'],
    ],
  }),
  ...breaking('EXP-12', {
    'expired-refresh-tokens-are-refused-with-a-token': [
      (normal) => ({
        refusalBody: (call, refused) => {
          const body = normal.refusalBody(call, refused);
          if (refused.refused !== 'expired-refresh-token') return body;
          const app = call.tenant.state.apps.values().next().value;
          if (app === undefined) return body;
          const { value } = normal.issueAccessToken(call, { kind: 'app', id: app.id }, app);
          return { ...(body as object), access_token: value };
        },
      }),
      'The refusal of an expired refresh token carries a working access token.',
      ['EXP-14', 'EXP-17', 'EXP-20', 'EXP-33', 'TOK-25'],
    ],
  }),
];
