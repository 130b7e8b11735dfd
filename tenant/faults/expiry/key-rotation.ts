import type { ApiKey, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { canExpire, KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { DAY, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { always } from '../operators/kinds.ts';
import { keyMade, since } from '../operators/remembered.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { late } from './decisions.ts';
import { isRotatedKey } from '../operators/memories.ts';
import { breaking } from './rows.ts';

const NEVER = Infinity;
const NOW = 0;

/**
 * The facts at a rotation: the replaced key, all keys that the user has had, and the number of the user's rotations.
 */
interface Rotation {
  readonly user: User;
  readonly replaced: ApiKey;
  readonly keys: readonly ApiKey[];
  readonly times: number;
  readonly now: number;
  /** Returns the end of a key, in milliseconds. */
  readonly endOf: (key: ApiKey) => number;
}

/** Gives the key from a rotation another end, if `end` returns one. */
const rotatedKeyEnds = (end: (rotation: Rotation) => number | undefined): Wrong => ({
  breaks: ['EXP-27'],
  also: ['EXP-28', 'EXP-33', 'KEY-14'],
  wrong: () => (normal) => {
    const ends = new WeakMap<ApiKey, number>();
    const rotations = new Map<User, number>();
    const endOf = (tenant: Tenant, key: ApiKey): number => tenant.behaviour.keyExpiresAt(key)?.getTime() ?? NEVER;
    return {
      rotateApiKey: (tenant, user) => {
        const keys = [...tenant.state.apiKeys.values()].filter(({ userId }) => userId === user.id);
        const replaced = keys.find(({ retiredAt }) => retiredAt === undefined);
        const times = (rotations.get(user) ?? 0) + 1;
        rotations.set(user, times);
        const now = tenant.clock.now().getTime();
        const its = replaced && end({ user, replaced, keys, times, now, endOf: (one) => endOf(tenant, one) });
        const key = normal.rotateApiKey(tenant, user);
        if (its !== undefined) ends.set(key, its);
        return key;
      },
      keyExpiresAt: (key) => {
        const its = ends.get(key);
        if (its === undefined) return normal.keyExpiresAt(key);
        return its === NEVER ? undefined : new Date(its);
      },
    };
  },
});

/** Faults in which the end of a key from a rotation is wrong. */
export const keyRotationFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'rotated-keys-keep-their-days': [
      rotatedKeyEnds(({ replaced, endOf }) => (canExpire(replaced) ? endOf(replaced) : undefined)),
      always,
      'If a key that expires is rotated, the new key ends when the replaced one would have ended.',
    ],
    'the-second-rotation-keeps-the-days-of-the-first': [
      rotatedKeyEnds(({ replaced, times, endOf }) => (times === 2 ? endOf(replaced) : undefined)),
      always,
      "The key from a user's second rotation ends when the replaced key would have ended.",
    ],
    'second-keys-do-not-expire': [
      late.keys,
      since(keyMade('createApiKey', (_times, hadOne) => hadOne)),
      'A key that is created for a user who has had one before does not expire.',
    ],
    'rotated-keys-do-not-expire': [
      late.keys,
      isRotatedKey,
      'A key obtained by rotation does not expire.',
      { breaks: ['EXP-27', 'EXP-28'] },
    ],
    'rotation-adds-to-the-days-that-were-left': [
      rotatedKeyEnds(({ replaced, endOf }) => (endOf(replaced) === NEVER ? undefined : endOf(replaced) + THIRTY_DAYS)),
      always,
      'A key from a rotation ends thirty days after the replaced key would have ended.',
    ],
    'the-heir-of-an-expired-key-has-expired': [
      rotatedKeyEnds(({ replaced, now }) =>
        canExpire(replaced) && now - replaced.createdAt.getTime() >= THIRTY_DAYS ? NOW : undefined,
      ),
      always,
      'A key from the rotation of an expired key is refused as expired.',
    ],
    'who-had-a-key-for-good-keeps-one': [
      rotatedKeyEnds(({ replaced, endOf }) => (endOf(replaced) === NEVER ? NEVER : undefined)),
      always,
      'The rotation of a key without an end gives a key without an end.',
      { breaks: ['EXP-28'] },
    ],
    'keys-rotated-in-a-suspension-do-not-expire': [
      rotatedKeyEnds(({ user, replaced }) => (user.active || canExpire(replaced) ? undefined : NEVER)),
      always,
      'The rotation of a key without an end, while its owner is suspended, gives a key without an end.',
      { breaks: ['EXP-28'], also: ['EXP-22', 'EXP-27'] },
    ],
    'a-second-rotation-brings-the-first-date-back': [
      rotatedKeyEnds(({ keys: [first, second], endOf }) => first && second && endOf(first)),
      always,
      "From the second rotation on, the new key ends when the user's first key would have ended, if that key has an end.",
      { breaks: ['EXP-28'], also: ['EXP-27'] },
    ],
  }),
  ...breaking('EXP-24', {
    'unused-old-keys-end-after-a-year': [
      (normal) => {
        const usedAt = new WeakMap<ApiKey, number>();
        return {
          keyHasExpired: (call, key) => {
            const silence =
              call.now.getTime() - (usedAt.get(key) ?? Math.max(key.createdAt.getTime(), KEYS_EXPIRE_SINCE));
            if (normal.keyHasExpired(call, key)) return true;
            if (key.createdAt.getTime() < KEYS_EXPIRE_SINCE && silence > 365 * DAY) return true;
            usedAt.set(key, call.now.getTime());
            return false;
          },
        };
      },
      'A key from before 7 August 2026 ends if it is not used for a year.',
      ['EXP-25'],
    ],
  }),
  ...breaking('EXP-33', {
    'an-expired-key-works-at-the-second-try': [
      (normal) => {
        const refused = new Set<ApiKey>();
        return {
          keyHasExpired: (call, key) => {
            if (!normal.keyHasExpired(call, key) || refused.has(key)) return false;
            refused.add(key);
            return true;
          },
        };
      },
      'The tenant refuses an expired key once and then accepts it.',
      ['EXP-22', 'EXP-23', 'EXP-29', 'EXP-30', 'EXP-27', 'EXP-28'],
    ],
  }),
];
