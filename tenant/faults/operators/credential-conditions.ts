import type { ApiKey } from '../../state/model.ts';
import { KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { DAY, HOUR, MINUTE, WEEK } from '../durations.ts';
import { rotatedKeys } from '../rotated-keys.ts';
import { plain, type Condition } from './condition.ts';
import { all, isFromLegacyPath, isLongHeld, isRefreshToken } from './kinds.ts';
import { olderThan } from './moments.ts';
import { bornAt, keyIn, refreshTokenOf, tokenIn, type Presented } from './presented.ts';
import { isAuthorizedAgain } from './standing.ts';

const refreshes = (presented: Presented): number => {
  let count = 0;
  const held = refreshTokenOf(presented) ?? tokenIn(presented)?.refreshToken;
  for (let token = held?.predecessor; token !== undefined; token = token.predecessor) count += 1;
  return count;
};

const isRotated = (id: string, when: string, isMeant: (rotated: boolean, key: ApiKey) => boolean): Condition => ({
  id,
  of: 'key',
  when,
  ...(id === 'of-rotated-keys' ? { touches: 'a rotation' } : {}),
  watch: (normal) => {
    const { rotated, remembering } = rotatedKeys(normal);
    return {
      holds: (_call, presented) => {
        const key = keyIn(presented);
        return key !== undefined && isMeant(rotated.has(key), key);
      },
      remembering,
    };
  },
});

/** What a credential is like. */
export const credentialConditions: readonly Condition[] = [
  plain('issue', 'from-the-legacy-path', 'where the legacy token path issued it', isFromLegacyPath, 'the legacy path'),
  plain(
    'chain',
    'from-a-second-refresh',
    'where it came of a second refresh or a later one',
    (_call, presented) => refreshes(presented) >= 2,
  ),
  plain(
    'chain',
    'from-a-third-refresh',
    'where it came of a third refresh or a later one',
    (_call, presented) => refreshes(presented) >= 3,
  ),
  plain('chain', 'from-a-second-authorization', 'where the user has authorized the app before', isAuthorizedAgain),
  plain('chain', 'from-long-ago', 'where the authorization is more than thirty days old', isLongHeld),
  plain(
    'chain',
    'without-its-access-token',
    'where the access token beside it has expired',
    all(isRefreshToken, olderThan(15 * MINUTE)),
  ),
  plain('age', 'after-a-minute', 'where it is more than a minute old', olderThan(MINUTE), 'age'),
  plain('age', 'after-ten-minutes', 'where it is more than ten minutes old', olderThan(10 * MINUTE), 'age'),
  plain('age', 'after-an-hour', 'where it is more than an hour old', olderThan(HOUR), 'age'),
  plain('age', 'after-a-day', 'where it is more than a day old', olderThan(DAY), 'age'),
  plain('age', 'after-a-week', 'where it is more than a week old', olderThan(WEEK), 'age'),
  plain(
    'key',
    'of-keys-without-an-end',
    'where the key does not expire',
    (_call, presented) => (bornAt(presented)?.getTime() ?? 0) < KEYS_EXPIRE_SINCE,
  ),
  plain(
    'key',
    'of-keys-with-an-end',
    'where the key expires',
    (_call, presented) => (bornAt(presented)?.getTime() ?? 0) >= KEYS_EXPIRE_SINCE,
  ),
  isRotated('of-rotated-keys', 'where the key came of a rotation', (rotated) => rotated),
  isRotated('of-first-keys', 'where the key did not come of a rotation', (rotated) => !rotated),
];
