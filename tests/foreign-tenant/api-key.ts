import type { ApiKey, Registry } from './registry.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Keys created after 7 August 2026 expire. The specification does not say whether a key of that day expires: this
 * tenant does not let it expire, and counts days in UTC.
 */
const EXPIRING_FROM = Date.UTC(2026, 7, 8);

/**
 * The characters of a key: no colon, which HTTP Basic cannot carry in a user name, but characters that naive encoders
 * break.
 */
const KEY_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789+/=%&';

/** Makes the user's key. A user has one key: a creation and a rotation both end the key before. */
export function createApiKey(registry: Registry, userId: string, createdAt: number): ApiKey {
  for (const key of registry.keys.values()) if (key.userId === userId) registry.keys.delete(key.value);
  const key: ApiKey = { value: `key.${registry.chance.text(KEY_ALPHABET, 40)}`, userId, createdAt };
  registry.keys.set(key.value, key);
  return key;
}

/**
 * Returns the live key of this value: a key that is known and not older than 30 days (Basic authentication, rule 3).
 */
export function findApiKey(registry: Registry, value: string): ApiKey | undefined {
  const key = registry.keys.get(value);
  if (key === undefined) return undefined;
  const expires = key.createdAt >= EXPIRING_FROM;
  return expires && registry.clock.now() >= key.createdAt + 30 * DAY ? undefined : key;
}
