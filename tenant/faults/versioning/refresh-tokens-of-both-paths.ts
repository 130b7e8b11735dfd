import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import type { RefreshToken } from '../../state/model.ts';
import { refreshTokenIn } from '../calls.ts';
import { DAY, FIFTEEN_MINUTES, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, atLegacyPath, isFromLegacyPath, isLater, isRefreshToken, not, LEGACY_PATH } from '../operators/kinds.ts';
import { ago, itsSpending, olderThan } from '../operators/moments.ts';
import { exempt, forgetElsewhere, type Operator } from '../operators/operators.ts';
import { ofRefreshToken, type Presented } from '../operators/presented.ts';
import { forgottenWhere } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { isAuthorizedAgain } from '../operators/standing.ts';
import { isElsewhere, refreshTokenIs } from './conditions.ts';
import { refusesRefreshTokens } from './decisions.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/**
 * Counts how often a refresh token and its predecessors were presented at another path than the one that issued them.
 */
const changes = (token: RefreshToken, path: string): number =>
  Number(token.path !== path) + (token.predecessor === undefined ? 0 : changes(token.predecessor, token.path));

/** Makes the tenant exchange a spent refresh token again. */
const isExchangedAgain = (wrong: Operator): Wrong => ({
  breaks: ['VER-11'],
  also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'],
  wrong,
});

/** Returns the refresh token that a token request presents. */
const presentedIn = (call: Call): Presented => {
  const token = refreshTokenIn(call);
  return token === undefined ? {} : ofRefreshToken(token);
};

/** The wrong decision that other requests are served between the check and the spending of a refresh token. */
const hasGap: Wrong = {
  breaks: ['VER-12'],
  also: ['DEL-42', 'DEL-43', 'DEL-52', 'DEL-53'],
  wrong: (when) => () => ({
    gapBeforeSpending: (call) => (when(call, presentedIn(call)) ? setTimeout(5) : undefined),
  }),
};

/** Refuses a spent refresh token with another error code. */
const isNamed = (code: string): Wrong => ({
  breaks: ['VER-21'],
  wrong: (when) =>
    replaceIf(
      'refusalCode',
      (call, refused) => refused.refused === 'spent-refresh-token' && when(call, presentedIn(call)),
      () => code,
    ),
});

/** Faults in which one path treats refresh tokens that the other path issued or spent wrongly. */
export const refreshTokensOfBothPathsFaults: readonly Fault[] = [
  ...faultsOf('versioning', {
    'tokens-of-the-legacy-path-stay-there': [
      refusesRefreshTokens,
      all(isFromLegacyPath, not(atLegacyPath)),
      '/oauth/token does not exchange refresh tokens of the legacy path.',
    ],
    'second-authorizations-stay-at-their-path': [
      refusesRefreshTokens,
      all(isElsewhere, isAuthorizedAgain),
      "The refresh tokens of a user's second authorization are exchanged only at the path that issued them.",
      { also: ['DEL-46'] },
    ],
    'refresh-tokens-of-a-day-stay-at-their-path': [
      refusesRefreshTokens,
      all(isElsewhere, olderThan(DAY)),
      'A refresh token that is older than a day is exchanged only at the path that issued it.',
    ],
    'a-chain-changes-paths-once': [
      refusesRefreshTokens,
      refreshTokenIs((token, { request }) => changes(token, request.path) > 1),
      'A chain of refreshes can change the path only once.',
      { also: ['VER-12'] },
    ],
    'the-other-path-knows-only-the-last-spent-token': [
      isExchangedAgain(exempt('refreshTokenIsSpent', isElsewhere)),
      refreshTokenIs((token) => ![undefined, token].includes(token.delegation.latestRefreshToken?.predecessor)),
      'Of the spent tokens of a chain, the path that did not issue them refuses only the last.',
    ],
    'the-unversioned-path-does-not-see-what-was-spent': [
      isExchangedAgain(forgetElsewhere()),
      not(atLegacyPath),
      '/oauth/token exchanges refresh tokens that were spent at the legacy path.',
      { also: ['VER-12'] },
    ],
    'the-legacy-path-does-not-see-what-was-spent': [
      isExchangedAgain(exempt('refreshTokenIsSpent', isRefreshToken)),
      atLegacyPath,
      'The legacy path exchanges refresh tokens whether they are spent or not.',
      { also: ['DEL-52', 'DEL-53', 'VER-12'] },
    ],
    'a-race-over-both-paths-has-two-winners': [
      hasGap,
      atLegacyPath,
      'The legacy path checks a refresh token a moment before it spends it, so two requests can exchange it.',
    ],
    'a-race-after-the-end-has-two-winners': [
      hasGap,
      olderThan(FIFTEEN_MINUTES),
      'After the access token has expired, the tenant checks a refresh token a moment before it spends it.',
      { also: ['VER-11'] },
    ],
    'a-race-for-a-refreshed-token-has-a-winner-on-each-path': [
      hasGap,
      all(atLegacyPath, isLater),
      'The legacy path checks a refresh token from a refresh a moment before it spends it.',
      { also: ['VER-11'] },
    ],
    'the-legacy-path-names-spent-tokens-otherwise': [
      isNamed('token_used'),
      atLegacyPath,
      'The legacy path refuses spent refresh tokens with the error token_used.',
      { also: ['DEL-43', 'DEL-44', 'DEL-53'] },
    ],
    'the-legacy-path-forgets-what-was-spent-long-ago': [
      isNamed('unknown_token'),
      all(atLegacyPath, ago(HOUR, itsSpending)),
      'The legacy path refuses a refresh token that was spent an hour ago with the error unknown_token.',
      { also: ['DEL-43', 'DEL-44'] },
    ],
    'the-unversioned-path-does-not-know-what-the-legacy-path-spent': [
      isNamed('unknown_token'),
      all(
        not(atLegacyPath),
        refreshTokenIs((token, { tenant }) =>
          tenant.state.refreshTokens.values().some((one) => one.predecessor === token && one.path === LEGACY_PATH),
        ),
      ),
      '/oauth/token refuses a refresh token that was spent at the legacy path with the error unknown_token.',
    ],
  }),
  ...breaking('VER-12', {
    'each-path-has-a-lock-of-its-own': [
      () => {
        const judged = new WeakMap<RefreshToken, Map<string, Call>>();
        return {
          prepareTokenRequest: (call) => {
            const token = refreshTokenIn(call);
            if (token === undefined || token.spentAt !== undefined) return undefined;
            const first = judged.get(token) ?? new Map<string, Call>();
            judged.set(token, first);
            if (!first.has(call.request.path)) {
              first.set(call.request.path, call);
              call.found.unspentWhenJudged = token;
            }
            return setTimeout(5);
          },
        };
      },
      'Refreshes at one path wait for each other, but not for those at the other path.',
    ],
  }),
  ...breaking(['VER-11', 'VER-12'], {
    'spent-at-one-path-is-unspent-at-the-other': [
      (normal) => {
        const spentAt = new WeakMap<RefreshToken, Set<string>>();
        return {
          refreshTokenIsSpent: (call, token) => spentAt.get(token)?.has(call.request.path) === true,
          spendRefreshToken: (call, token) => {
            spentAt.set(token, (spentAt.get(token) ?? new Set<string>()).add(call.request.path));
            normal.spendRefreshToken(call, token);
          },
        };
      },
      'Each path has its own record of spent refresh tokens.',
      ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'],
    ],
  }),
  ...breaking('VER-10', {
    'each-path-knows-its-own-refresh-tokens': [
      forgottenWhere(({ path }, call) => path !== call.request.path),
      'A refresh token is known only at the path that issued it.',
      ['VER-07'],
    ],
  }),
];
