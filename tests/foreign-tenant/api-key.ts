import type { ApiKey, Registry } from './registry.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Keys created after this day expire. The day itself is nobody's: here it counts as before, in UTC. */
const EXPIRING_FROM = Date.UTC(2026, 7, 8);

/** No colon, which HTTP Basic could not carry in a user name; but characters that naive encoders stumble over. */
const KEY_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789+/=%&';

/** Makes the user's key. A user has one: the key before it ends, whether this is a creation or a rotation. */
export function createApiKey(registry: Registry, userId: string, createdAt: number): ApiKey {
  for (const key of registry.keys.values()) if (key.userId === userId) registry.keys.delete(key.value);
  const key: ApiKey = { value: `key.${registry.chance.text(KEY_ALPHABET, 40)}`, userId, createdAt };
  registry.keys.set(key.value, key);
  return key;
}

/** The live key of this value: known, and not older than its 30 days (Basic authentication, rule 3). */
export function findApiKey(registry: Registry, value: string): ApiKey | undefined {
  const key = registry.keys.get(value);
  if (key === undefined) return undefined;
  const expires = key.createdAt >= EXPIRING_FROM;
  return expires && registry.clock.now() >= key.createdAt + 30 * DAY ? undefined : key;
}
