import type { RefreshToken } from '../../state/model.ts';
import { DAY, FIFTEEN_MINUTES, HOUR, MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { ownTokensOf } from '../operators/holdings.ts';
import { all, isFromLegacyPath } from '../operators/kinds.ts';
import { counted, itsApp } from '../operators/memories.ts';
import { ago, issuedSince, itsAuthorization, lastSuspension, olderThan } from '../operators/moments.ts';
import { ageOf, delegationIn, tokenIn, type Holds, type Presented } from '../operators/presented.ts';
import { first, presented, since, within } from '../operators/remembered.ts';
import { faultsOf } from '../operators/rows.ts';
import { afterApps, appIs, isBack, isOfReinstalled, isSinceUnarchiving } from '../operators/standing.ts';
import { afterRefreshes, birthOf, lately, younger } from './conditions.ts';
import { early, late, reckoned } from './decisions.ts';
import { alsoInRandomSeries } from './random-series.ts';
import { onTheWall } from './summer-time.ts';

const endOf = (one: Presented): Date => new Date(birthOf(one) + FIFTEEN_MINUTES);

/**
 * Returns the same instant in the year to which its week belongs (ISO 8601), which is the year of the week's Thursday.
 */
function withYearOfWeek(instant: Date): Date {
  const thursday = new Date(instant.getTime() + (3 - ((instant.getUTCDay() + 6) % 7)) * DAY);
  const written = new Date(instant);
  written.setUTCFullYear(thursday.getUTCFullYear());
  return written;
}

/** Returns the number of own tokens that the app obtained before this one. */
const ownBefore = (...[call, one]: Parameters<Holds>): number => {
  const token = tokenIn(one);
  return token === undefined ? -1 : ownTokensOf(call, token.appId).indexOf(token);
};

/** Returns the start of a series of refreshes, all of which happened within a minute of it. */
const seriesBegan = (token: RefreshToken): number => {
  const before = token.predecessor === undefined ? -Infinity : seriesBegan(token.predecessor);
  return token.issuedAt.getTime() - before < MINUTE ? before : token.issuedAt.getTime();
};

/** Faults in which the 900 seconds of an access token are counted wrongly. */
export const accessTokenLifetimeFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'app-tokens-live-a-second-longer': [
      late.appTokens,
      younger(901_000),
      'An app access token is accepted for 901 seconds.',
    ],
    'app-tokens-live-a-second-less': [
      early.appTokens,
      olderThan(899_000),
      'An app access token is accepted for 899 seconds.',
    ],
    'access-tokens-end-at-the-last-second-inclusive': [
      late.tokens,
      younger(901_000),
      'The tenant cuts ages to whole seconds and still accepts a token in the 900th second.',
      { breaks: ['EXP-02', 'EXP-04', 'EXP-05'], also: ['VER-14'] },
    ],
    'access-tokens-count-from-the-minute': [
      early.tokens,
      (call, one) => ageOf(call, one) + (birthOf(one) % MINUTE) >= FIFTEEN_MINUTES,
      'The tenant remembers the time of issue to the minute, so most tokens end early.',
      { breaks: ['EXP-01', 'EXP-04'], also: ['EXP-08'] },
    ],
    'tokens-of-codes-live-an-hour': [
      late.tokensOfCodes,
      younger(HOUR),
      'The access token of a code exchange is accepted for an hour.',
    ],
    'tokens-of-codes-from-the-legacy-path-live-a-second-less': [
      early.tokensOfCodes,
      all(isFromLegacyPath, olderThan(899_000)),
      'The access token of a code from the legacy path is accepted for 899 seconds.',
    ],
    'access-tokens-of-second-refreshes-live-ten-minutes': [
      early.tokensOfRefreshes,
      all(afterRefreshes(2), olderThan(10 * MINUTE)),
      'From the second refresh on, access tokens are accepted for 600 seconds.',
    ],
    'refreshed-access-tokens-live-a-second-longer': [
      late.tokensOfRefreshes,
      younger(901_000),
      'The access token of a refresh is accepted for 901 seconds.',
    ],
    'access-tokens-count-from-the-code': [
      early.tokensOfCodes,
      ago(FIFTEEN_MINUTES, itsAuthorization),
      "The 900 seconds of a code's access token begin with the authorization.",
      { also: ['EXP-07'] },
    ],
    'refreshed-access-tokens-count-from-the-grant': [
      early.tokensOfRefreshes,
      (call, one) => {
        const begun = delegationIn(one)?.createdAt.getTime() ?? NaN;
        return birthOf(one) - begun < FIFTEEN_MINUTES && call.now.getTime() - begun >= FIFTEEN_MINUTES;
      },
      'The access token of an early refresh ends 900 seconds after the authorization.',
      { also: ['DEL-36', 'DEL-37', 'DEL-39', 'DEL-40', 'DEL-41'] },
    ],
    'access-tokens-count-from-their-first-use': [
      late.tokens,
      within(FIFTEEN_MINUTES, first(presented())),
      'The 900 seconds of an access token begin with its first call.',
      { breaks: ['EXP-07'], also: ['EXP-02', 'VER-16'] },
    ],
    'tokens-of-refreshes-count-from-their-first-use': [
      late.tokensOfRefreshes,
      within(FIFTEEN_MINUTES, first(presented())),
      'The 900 seconds of an access token from a refresh begin with its first call.',
      { breaks: ['EXP-07'], also: ['EXP-05'] },
    ],
    'tokens-of-codes-count-from-their-first-use': [
      late.tokensOfCodes,
      within(FIFTEEN_MINUTES, first(presented())),
      'The 900 seconds of an access token from a code begin with its first call.',
      { breaks: ['EXP-07'], also: ['EXP-04'] },
    ],
    'refreshed-access-tokens-begin-where-the-last-one-ends': [
      late.tokensOfRefreshes,
      lately(2 * FIFTEEN_MINUTES, (_call, one) => tokenIn(one)?.refreshToken?.predecessor?.issuedAt),
      'The access token of an early refresh lasts until 900 seconds after the end of the previous token.',
    ],
    'refreshes-in-the-first-minute-keep-the-end': [
      early.tokensOfRefreshes,
      (call, one) => {
        const held = tokenIn(one)?.refreshToken;
        return held !== undefined && call.now.getTime() - seriesBegan(held) >= FIFTEEN_MINUTES;
      },
      "If a refresh comes within a minute of the previous token's issue, its access token ends with the previous one.",
    ],
    'tokens-are-good-for-twenty-five-calls': [
      early.appTokens,
      counted(presented(), (times) => times > 25),
      'An app access token works for 25 calls only.',
    ],
  }),

  // Faults about the calendar.
  ...faultsOf('expiry', {
    'access-tokens-end-by-the-clock-on-the-wall': [
      reckoned.tokens,
      (call, one) => onTheWall(call.now.getTime()) - onTheWall(birthOf(one)) >= FIFTEEN_MINUTES,
      'The tenant keeps ends in local time, so tokens live an hour longer when the clock is put back.',
    ],
    'expired-tokens-go-on-beyond-midnight': [
      late.tokens,
      (_call, one) => endOf(one).getUTCDate() !== new Date(birthOf(one)).getUTCDate(),
      'The tenant compares ends by the time of day, so tokens from just before midnight do not end.',
    ],
    'app-tokens-end-with-the-day': [
      early.appTokens,
      (call, one) => Math.floor(birthOf(one) / DAY) !== Math.floor(call.now.getTime() / DAY),
      'An app token ends at the end of the UTC day on which it was issued.',
      { also: ['EXP-08', 'EXP-09', 'EXP-31'] },
    ],
    'app-tokens-go-on-beyond-the-end-of-a-month': [
      late.tokens,
      all(younger(DAY), (_call, one) => endOf(one).getUTCMonth() !== new Date(birthOf(one)).getUTCMonth()),
      'The tenant compares ends by the day of the month, so tokens from the last day of a month last a day.',
      { also: alsoInRandomSeries },
    ],
    'ends-are-compared-without-the-year': [
      late.tokens,
      (call, one) => call.now.toISOString().slice(5) < endOf(one).toISOString().slice(5),
      'The tenant compares ends without the year, so access tokens that end in the next year last much longer.',
    ],
    'ends-are-written-with-the-year-of-their-week': [
      reckoned.tokens,
      (call, one) => call.now >= withYearOfWeek(endOf(one)),
      'The tenant writes the end of an access token with the year to which its week belongs.',
      { breaks: ['EXP-01'], also: ['EXP-02'] },
    ],
    'ages-begin-again-after-thirty-days': [
      late.tokens,
      (call, one) => ageOf(call, one) % (30 * DAY) < FIFTEEN_MINUTES,
      'The tenant keeps ages of access tokens in a field that overflows after thirty days.',
    ],
  }),

  // Faults about other events and properties of the app and the user.
  ...faultsOf('expiry', {
    'tokens-of-an-app-end-with-the-oldest': [
      early.appTokens,
      (call, one) =>
        ownTokensOf(call, one.appId).some(
          ({ issuedAt }) =>
            issuedAt.getTime() < birthOf(one) &&
            birthOf(one) - issuedAt.getTime() < FIFTEEN_MINUTES &&
            call.now.getTime() - issuedAt.getTime() >= FIFTEEN_MINUTES,
        ),
      'When a token of an app expires, all tokens that the app obtained during its life end too.',
      { breaks: ['EXP-08'], also: ['EXP-01', 'CCR-06', 'CCR-07', 'TOK-33'] },
    ],
    'an-expired-token-takes-younger-ones-with-it': [
      early.appTokens,
      since(
        presented('expired', (one) => (tokenIn(one)?.subject.kind === 'app' ? one.appId : undefined)),
        itsApp,
        (_call, one, at) => birthOf(one) <= at,
      ),
      'When an expired app token is presented, every token that the app has at that time ends.',
      { breaks: ['EXP-08'], also: ['EXP-01', 'CCR-05', 'CCR-07'] },
    ],
    'tokens-of-a-minute-end-together': [
      early.appTokens,
      (call, one) =>
        ownTokensOf(call, one.appId).some(
          ({ issuedAt }) =>
            Math.abs(birthOf(one) - issuedAt.getTime()) < MINUTE &&
            call.now.getTime() - issuedAt.getTime() >= FIFTEEN_MINUTES,
        ),
      'An app token that is obtained within a minute of another ends with that other token.',
      { breaks: ['EXP-08'], also: [...alsoInRandomSeries, 'EXP-07', 'EXP-01', 'TOK-22'] },
    ],
    'a-younger-token-prolongs-the-older-ones': [
      late.tokens,
      lately(FIFTEEN_MINUTES, (call, { appId }) => ownTokensOf(call, appId).at(-1)?.issuedAt),
      'All tokens of an app end when its youngest token ends.',
      { breaks: ['EXP-08'], also: ['EXP-02', 'CCR-06'] },
    ],
    'every-third-app-token-stays': [
      late.appTokens,
      (call, one) => ownBefore(call, one) % 3 === 2,
      'Every third token that an app obtains for itself does not expire.',
    ],
    'from-the-tenth-on-tokens-last-an-hour': [
      late.appTokens,
      all(younger(HOUR), (call, one) => ownBefore(call, one) >= 9),
      "From the tenth on, an app's own tokens are accepted for an hour.",
    ],
    'tokens-of-rotated-apps-last-an-hour': [
      late.appTokens,
      all(
        younger(HOUR),
        appIs(({ formerSecrets }) => formerSecrets.length > 0),
      ),
      'The own tokens of an app whose secret was rotated are accepted for an hour.',
    ],
    'tokens-of-unarchived-apps-last-an-hour': [
      late.appTokens,
      all(younger(HOUR), isSinceUnarchiving),
      'The own tokens that an app obtains after it was unarchived are accepted for an hour.',
    ],
    'tokens-of-apps-with-a-webhook-last-an-hour': [
      late.appTokens,
      all(
        younger(HOUR),
        appIs(({ webhook }) => webhook !== undefined),
      ),
      'The own tokens of an app with a webhook are accepted for an hour.',
    ],
    'tokens-of-unsuspended-users-last-an-hour': [
      late.delegatedTokens,
      all(younger(HOUR), isBack, issuedSince(lastSuspension)),
      'The access tokens that a user authorizes after an un-suspension are accepted for an hour.',
    ],
    'tokens-of-a-reinstalled-app-last-an-hour': [
      late.delegatedTokens,
      all(younger(HOUR), isOfReinstalled),
      'The delegated access tokens of a reinstalled app are accepted for an hour.',
    ],
    'tokens-for-the-second-app-of-a-user-last-an-hour': [
      late.delegatedTokens,
      all(younger(HOUR), afterApps(1)),
      'The access tokens of every app that a user authorized after the first one are accepted for an hour.',
    ],
  }),
];
