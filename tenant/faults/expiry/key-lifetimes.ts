import type { ApiKey, User } from '../../state/model.ts';
import { KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { DAY, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** Keys that live longer or shorter for their use, their rotation or what happens to their owner. */
export const keyLifetimeFaults: readonly Fault[] = [
  {
    id: 'expiry/keys-count-from-their-first-use',
    breaks: ['EXP-22'],
    also: ['EXP-25', 'EXP-27', 'EXP-29', 'EXP-30', 'EXP-33', 'EXP-23'],
    summary: 'The thirty days of a key begin with its first call.',
    behaviour: (normal) => {
      const first = new WeakMap<ApiKey, Date>();
      return {
        keyHasExpired: (call, key) => {
          if (!first.has(key)) first.set(key, call.now);
          const end = normal.keyExpiresAt(key);
          return end !== undefined && call.now.getTime() - (first.get(key) ?? call.now).getTime() >= THIRTY_DAYS;
        },
      };
    },
  },
  {
    id: 'expiry/calls-on-the-last-day-prolong-keys',
    breaks: ['EXP-26'],
    also: ['EXP-22', 'EXP-33'],
    summary: 'A key that is used on the last of its 30 days works for another week.',
    behaviour: (normal) => {
      const prolonged = new WeakSet<ApiKey>();
      return {
        keyHasExpired: (call, key) => {
          const end = call.tenant.behaviour.keyExpiresAt(key)?.getTime();
          if (end === undefined) return normal.keyHasExpired(call, key);
          const now = call.now.getTime();
          if (now >= end - DAY && now < end) prolonged.add(key);
          return now >= end + (prolonged.has(key) ? 7 * DAY : 0);
        },
      };
    },
  },
  {
    id: 'expiry/unused-old-keys-end-after-a-year',
    breaks: ['EXP-24'],
    also: ['EXP-25'],
    summary: 'A key from before 7 August 2026 that was not used for a year ends.',
    behaviour: (normal) => {
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
  },
  {
    id: 'expiry/second-keys-do-not-expire',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-25', 'EXP-26'],
    summary: 'A key that is created for a user who has had one before does not expire.',
    behaviour: (normal) => {
      const lasting = new WeakSet<ApiKey>();
      return {
        createApiKey: (tenant, user, createdAt) => {
          const isSecond = tenant.state.apiKeys.values().some(({ userId }) => userId === user.id);
          const key = normal.createApiKey(tenant, user, createdAt);
          if (isSecond) lasting.add(key);
          return key;
        },
        keyExpiresAt: (key) => (lasting.has(key) ? undefined : normal.keyExpiresAt(key)),
      };
    },
  },
  {
    id: 'expiry/old-keys-end-a-month-after-their-user-comes-by-an-app',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-33'],
    summary: 'A key that does not expire ends thirty days after its user authorized an app.',
    behaviour: (normal) => {
      const since = new Map<string, Date>();
      return {
        beginDelegation: (call, app, user) => {
          if (!since.has(user.id)) since.set(user.id, call.now);
          return normal.beginDelegation(call, app, user);
        },
        keyExpiresAt: (key) => {
          const from = since.get(key.userId);
          return normal.keyExpiresAt(key) ?? (from === undefined ? undefined : new Date(from.getTime() + 30 * DAY));
        },
      };
    },
  },
  {
    id: 'expiry/keys-rotated-in-a-suspension-do-not-expire',
    breaks: ['EXP-28'],
    also: ['EXP-22', 'EXP-27', 'EXP-33'],
    summary: 'Rotating a key that does not expire while its owner is suspended gives a key that does not expire.',
    behaviour: (normal) => {
      const lasting = new WeakSet<ApiKey>();
      const hasLasting = (keys: Iterable<ApiKey>, user: User) =>
        [...keys].some(
          (key) => key.userId === user.id && key.retiredAt === undefined && normal.keyExpiresAt(key) === undefined,
        );
      return {
        rotateApiKey: (tenant, user) => {
          const lasts = !user.active && hasLasting(tenant.state.apiKeys.values(), user);
          const key = normal.rotateApiKey(tenant, user);
          if (lasts) lasting.add(key);
          return key;
        },
        keyExpiresAt: (key) => (lasting.has(key) ? undefined : normal.keyExpiresAt(key)),
      };
    },
  },
  {
    id: 'expiry/an-un-suspension-leaves-keys-three-days-at-least',
    breaks: ['EXP-29'],
    also: ['EXP-30', 'EXP-22', 'EXP-33'],
    summary: 'A key that is live when its owner is un-suspended goes on for three days at least.',
    behaviour: (normal) => {
      const until = new WeakMap<ApiKey, number>();
      return {
        setUserActive: (tenant, user, active) => {
          const now = tenant.clock.now().getTime();
          if (active && !user.active) {
            for (const key of tenant.state.apiKeys.values()) {
              const end = tenant.behaviour.keyExpiresAt(key)?.getTime() ?? 0;
              if (key.userId === user.id && end > now) until.set(key, now + 3 * DAY);
            }
          }
          normal.setUserActive(tenant, user, active);
        },
        keyHasExpired: (call, key) => normal.keyHasExpired(call, key) && call.now.getTime() >= (until.get(key) ?? 0),
      };
    },
  },
  {
    id: 'expiry/an-un-suspension-makes-old-keys-new',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'LIF-05'],
    summary: 'A key that does not expire has thirty days from the un-suspension of its owner.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => {
        const user = call.tenant.state.users.get(key.userId);
        const since = user !== undefined && user.active ? user.activeChangedAt : undefined;
        const isBack = since !== undefined && user !== undefined && since > user.createdAt && since > key.createdAt;
        return (
          normal.keyHasExpired(call, key) ||
          (isBack && key.createdAt.getTime() < KEYS_EXPIRE_SINCE && call.now.getTime() - since.getTime() >= THIRTY_DAYS)
        );
      },
    }),
  },

  {
    id: 'expiry/a-second-rotation-brings-the-first-date-back',
    breaks: ['EXP-28'],
    summary: 'A key that is obtained by a second rotation has the date of the first key, and with it its end, if any.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const before = [...tenant.state.apiKeys.values()].filter(({ userId }) => userId === user.id);
        const key = normal.rotateApiKey(tenant, user);
        const [first] = before;
        if (first === undefined || before.length < 2) return key;
        tenant.state.apiKeys.delete(key.value);
        const dated = { ...key, createdAt: first.createdAt };
        tenant.state.apiKeys.add(dated);
        return dated;
      },
    }),
  },
];
