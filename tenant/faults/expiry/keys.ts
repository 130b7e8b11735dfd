import type { Call } from '../../call.ts';
import type { ApiKey } from '../../state/model.ts';
import { canExpire, KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';

const ageOf = (call: Call, { createdAt }: ApiKey): number => call.now.getTime() - createdAt.getTime();

/** Wrong decisions about when personal keys end. */
export const keyFaults: readonly Fault[] = [
  {
    id: 'expiry/keys-live-four-weeks',
    breaks: ['EXP-21'],
    also: ['EXP-27', 'EXP-33'],
    summary: 'A personal key is accepted for 28 days.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => {
        const end = normal.keyExpiresAt(key);
        return end && new Date(end.getTime() - 2 * DAY);
      },
    }),
  },
  {
    id: 'expiry/keys-live-a-calendar-month',
    breaks: ['EXP-21'],
    also: ['EXP-27', 'EXP-33'],
    summary: 'A personal key ends on the same day of the next month, which is early in February.',
    behaviour: () => ({
      keyExpiresAt: (key) => {
        if (!canExpire(key)) return undefined;
        const end = new Date(key.createdAt);
        end.setUTCMonth(end.getUTCMonth() + 1);
        return end;
      },
    }),
  },
  {
    id: 'expiry/keys-do-not-expire',
    breaks: ['EXP-22'],
    also: ['EXP-26', 'EXP-27', 'EXP-28', 'EXP-29', 'EXP-30', 'EXP-33'],
    summary: 'Personal keys do not expire.',
    behaviour: () => ({ keyHasExpired: () => false }),
  },
  {
    id: 'expiry/keys-live-a-day-too-long-and-an-hour',
    breaks: ['EXP-22'],
    also: ['EXP-26', 'EXP-27', 'EXP-28', 'EXP-29', 'EXP-33'],
    summary: 'A personal key is accepted for 31 days and an hour.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => {
        const end = normal.keyExpiresAt(key);
        return end && new Date(end.getTime() + DAY + 3_600_000);
      },
    }),
  },
  {
    id: 'expiry/expired-keys-still-list-plates-in-v2',
    breaks: ['EXP-22'],
    also: ['VER-16', 'EXP-33'],
    summary: 'The v2 listing of plates does not look at the age of keys.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => call.request.path !== '/api/v2/plates' && normal.keyHasExpired(call, key),
    }),
  },
  {
    id: 'expiry/keys-expire-from-september-on',
    breaks: ['EXP-22'],
    also: ['EXP-33'],
    summary: 'Months are counted from one where they count from nought: keys expire if created after 7 September 2026.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => (key.createdAt.getTime() >= Date.UTC(2026, 8, 8) ? normal.keyExpiresAt(key) : undefined),
    }),
  },
  {
    id: 'expiry/long-expired-keys-work-again',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-30', 'EXP-25'],
    summary: 'What is known of an expired key is cleared away after 60 days, and with it that the key has expired.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => normal.keyHasExpired(call, key) && ageOf(call, key) < 60 * DAY,
    }),
  },
  {
    id: 'expiry/expired-keys-are-forbidden',
    breaks: ['EXP-23'],
    summary: 'An expired key is answered with 403.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'expired-credential' && refused.detail.includes('key')
          ? 403
          : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'expiry/expired-keys-are-not-found-in-v3',
    breaks: ['EXP-23'],
    also: ['VER-16'],
    summary: 'v3 answers an expired key with 404.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) => {
        const expired = refused.refused === 'expired-credential' && refused.detail.includes('key');
        return expired && call.request.path.startsWith('/api/v3/') ? 404 : normal.refusalStatus(call, refused);
      },
    }),
  },
  {
    id: 'expiry/keys-expire-from-july-on',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-33'],
    summary: 'Keys expire if created after 7 July 2026.',
    behaviour: () => ({
      keyExpiresAt: ({ createdAt }) =>
        createdAt.getTime() >= Date.UTC(2026, 6, 8) ? new Date(createdAt.getTime() + 30 * DAY) : undefined,
    }),
  },
  {
    id: 'expiry/all-keys-expire-after-thirty-days',
    breaks: ['EXP-24', 'EXP-25'],
    also: ['EXP-33'],
    summary: 'Since 7 August 2026 all keys of more than thirty days are refused, whenever they were created.',
    behaviour: () => ({ keyExpiresAt: ({ createdAt }) => new Date(createdAt.getTime() + 30 * DAY) }),
  },
  {
    id: 'expiry/old-keys-end-when-august-2026-is-a-month-ago',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-33'],
    summary: 'Keys from before 7 August 2026 are given thirty days from the end of 2026.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => normal.keyExpiresAt(key) ?? new Date(Date.UTC(2027, 0, 31)),
    }),
  },
  {
    id: 'expiry/old-keys-end-after-five-years',
    breaks: ['EXP-24'],
    also: ['EXP-33'],
    summary: 'A key from before 7 August 2026 ends when it is five years old.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => normal.keyExpiresAt(key) ?? new Date(key.createdAt.getTime() + 5 * 365 * DAY),
    }),
  },
  {
    id: 'expiry/keys-that-are-old-at-the-call-expire',
    breaks: ['EXP-25', 'EXP-24'],
    also: ['EXP-33'],
    summary: 'Whether a key expires is asked of the date of the call: after 7 August 2026 every key of 30 days does.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => {
        const after = call.now.getTime() >= KEYS_EXPIRE_SINCE;
        return after ? ageOf(call, key) >= 30 * DAY : normal.keyHasExpired(call, key);
      },
    }),
  },
  {
    id: 'expiry/calls-prolong-keys',
    breaks: ['EXP-26'],
    also: ['EXP-22', 'EXP-27', 'EXP-28', 'EXP-29', 'EXP-33'],
    summary: 'Each call gives a key another thirty days.',
    behaviour: (normal) => {
      const used = new WeakMap<ApiKey, number>();
      return {
        keyHasExpired: (call, key) => {
          if (!canExpire(key)) return normal.keyHasExpired(call, key);
          const since = used.get(key) ?? key.createdAt.getTime();
          if (call.now.getTime() - since >= 30 * DAY) return true;
          used.set(key, call.now.getTime());
          return false;
        },
      };
    },
  },
  {
    id: 'expiry/keys-that-are-used-a-lot-live-on',
    breaks: ['EXP-26'],
    also: ['EXP-33'],
    summary: 'A key with which more than twenty calls were made is taken for one in service and does not expire.',
    behaviour: (normal) => {
      const calls = new WeakMap<ApiKey, number>();
      return {
        keyHasExpired: (call, key) => {
          const count = (calls.get(key) ?? 0) + 1;
          calls.set(key, count);
          return count <= 20 && normal.keyHasExpired(call, key);
        },
      };
    },
  },
];

/** Wrong decisions about the days of a key that took another's place. */
export const keyRotationFaults: readonly Fault[] = [
  {
    id: 'expiry/rotated-keys-keep-their-days',
    breaks: ['EXP-27'],
    also: ['EXP-28', 'EXP-33', 'KEY-14'],
    summary: 'A key obtained by rotation ends when the first key of the user would have.',
    behaviour: (normal) => {
      const counted = new Map<string, Date>();
      return {
        rotateApiKey: (tenant, user) => {
          const before = tenant.state.apiKeys
            .values()
            .find((key) => key.userId === user.id && key.retiredAt === undefined);
          const key = normal.rotateApiKey(tenant, user);
          if (before !== undefined && canExpire(before)) {
            counted.set(key.value, counted.get(before.value) ?? before.createdAt);
          }
          return key;
        },
        keyExpiresAt: (key) => normal.keyExpiresAt({ ...key, createdAt: counted.get(key.value) ?? key.createdAt }),
      };
    },
  },
  {
    id: 'expiry/the-second-rotation-keeps-the-days-of-the-first',
    breaks: ['EXP-27'],
    also: ['EXP-33', 'KEY-14'],
    summary: 'A key that is rotated a second time gives one with the days of the first rotation.',
    behaviour: (normal) => {
      const rotations = new Map<string, Date[]>();
      const counted = new Map<string, Date>();
      return {
        rotateApiKey: (tenant, user) => {
          const key = normal.rotateApiKey(tenant, user);
          const before = rotations.get(user.id) ?? [];
          rotations.set(user.id, [...before, key.createdAt]);
          if (before.length === 1 && before[0] !== undefined) counted.set(key.value, before[0]);
          return key;
        },
        keyExpiresAt: (key) => normal.keyExpiresAt({ ...key, createdAt: counted.get(key.value) ?? key.createdAt }),
      };
    },
  },
  {
    id: 'expiry/rotated-keys-do-not-expire',
    breaks: ['EXP-27', 'EXP-28'],
    also: ['EXP-33'],
    summary: 'A key obtained by rotation does not expire.',
    behaviour: (normal) => {
      const rotated = new Set<string>();
      return {
        rotateApiKey: (tenant, user) => {
          const key = normal.rotateApiKey(tenant, user);
          rotated.add(key.value);
          return key;
        },
        keyExpiresAt: (key) => (rotated.has(key.value) ? undefined : normal.keyExpiresAt(key)),
      };
    },
  },
  {
    id: 'expiry/rotation-adds-to-the-days-that-were-left',
    breaks: ['EXP-27'],
    also: ['EXP-33'],
    summary: 'A key obtained by rotation has thirty days beyond those of the key before it.',
    behaviour: (normal) => {
      const ends = new Map<string, Date>();
      return {
        rotateApiKey: (tenant, user) => {
          const before = tenant.state.apiKeys
            .values()
            .find((key) => key.userId === user.id && key.retiredAt === undefined);
          const end = before && tenant.behaviour.keyExpiresAt(before);
          const key = normal.rotateApiKey(tenant, user);
          if (end !== undefined) ends.set(key.value, new Date(end.getTime() + 30 * DAY));
          return key;
        },
        keyExpiresAt: (key) => ends.get(key.value) ?? normal.keyExpiresAt(key),
      };
    },
  },
  {
    id: 'expiry/who-had-a-key-for-good-keeps-one',
    breaks: ['EXP-28'],
    also: ['EXP-33'],
    summary: 'A key obtained by rotating one that does not expire does not expire either.',
    behaviour: (normal) => {
      const forGood = new Set<string>();
      return {
        rotateApiKey: (tenant, user) => {
          const before = tenant.state.apiKeys
            .values()
            .find((key) => key.userId === user.id && key.retiredAt === undefined);
          const key = normal.rotateApiKey(tenant, user);
          if (before !== undefined && tenant.behaviour.keyExpiresAt(before) === undefined) forGood.add(key.value);
          return key;
        },
        keyExpiresAt: (key) => (forGood.has(key.value) ? undefined : normal.keyExpiresAt(key)),
      };
    },
  },
  {
    id: 'expiry/users-of-old-are-spared',
    breaks: ['EXP-28'],
    also: ['EXP-33'],
    summary: 'No key of a user who has had one from before 7 August 2026 expires.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) =>
        normal.keyHasExpired(call, key) &&
        !call.tenant.state.apiKeys.values().some((other) => other.userId === key.userId && !canExpire(other)),
    }),
  },
];
