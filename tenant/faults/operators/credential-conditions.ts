import { KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { DAY, HOUR, MINUTE, WEEK } from '../durations.ts';
import { condition, type Condition } from './condition.ts';
import { all, isFromLegacyPath, isLongHeld, isRefreshToken } from './kinds.ts';
import { isFirstKey, isRotatedKey } from './memories.ts';
import { olderThan } from './moments.ts';
import { issuedAtOf, refreshTokenOf, tokenIn, type Presented } from './presented.ts';
import { isAuthorizedAgain } from './standing.ts';

const refreshes = (presented: Presented): number => {
  let count = 0;
  const held = refreshTokenOf(presented) ?? tokenIn(presented)?.refreshToken;
  for (let token = held?.predecessor; token !== undefined; token = token.predecessor) count += 1;
  return count;
};

/** Conditions on the properties of a credential. */
export const credentialConditions: readonly Condition[] = [
  condition(
    'issue',
    'from-the-legacy-path',
    'if the legacy token path issued the credential',
    isFromLegacyPath,
    'the legacy path',
  ),
  condition(
    'chain',
    'from-a-second-refresh',
    'if the credential came from a second refresh or a later one',
    (_call, presented) => refreshes(presented) >= 2,
  ),
  condition(
    'chain',
    'from-a-third-refresh',
    'if the credential came from a third refresh or a later one',
    (_call, presented) => refreshes(presented) >= 3,
  ),
  condition('chain', 'from-a-second-authorization', 'if the user has authorized the app before', isAuthorizedAgain),
  condition('chain', 'from-long-ago', 'if the authorization is more than thirty days old', isLongHeld),
  condition(
    'chain',
    'without-its-access-token',
    'if the access token that came with the refresh token has expired',
    all(isRefreshToken, olderThan(15 * MINUTE)),
  ),
  condition('age', 'after-a-minute', 'if the credential is more than a minute old', olderThan(MINUTE), 'age'),
  condition(
    'age',
    'after-ten-minutes',
    'if the credential is more than ten minutes old',
    olderThan(10 * MINUTE),
    'age',
  ),
  condition('age', 'after-an-hour', 'if the credential is more than an hour old', olderThan(HOUR), 'age'),
  condition('age', 'after-a-day', 'if the credential is more than a day old', olderThan(DAY), 'age'),
  condition('age', 'after-a-week', 'if the credential is more than a week old', olderThan(WEEK), 'age'),
  condition(
    'key',
    'of-keys-without-an-end',
    'if the key does not expire',
    (_call, presented) => (issuedAtOf(presented)?.getTime() ?? 0) < KEYS_EXPIRE_SINCE,
  ),
  condition(
    'key',
    'of-keys-with-an-end',
    'if the key expires',
    (_call, presented) => (issuedAtOf(presented)?.getTime() ?? 0) >= KEYS_EXPIRE_SINCE,
  ),
  condition('key', 'of-rotated-keys', 'if the key came from a rotation', isRotatedKey, 'a rotation'),
  condition('key', 'of-first-keys', 'if the key did not come from a rotation', isFirstKey),
];
