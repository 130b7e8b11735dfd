import type { ApiKey } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the expiry of keys that were created since a date; `end` calculates it from the time of the creation. */
function endOf(since: number, end: (createdAt: number) => number): (key: ApiKey) => Date | undefined {
  return ({ createdAt }) => (createdAt.getTime() >= since ? new Date(end(createdAt.getTime())) : undefined);
}

const exactly = (createdAt: number): number => createdAt + 30 * DAY;

/** Variants of the lifetime of personal keys. */
export const keyVariants: readonly Variant[] = [
  {
    id: 'expiry/keys-end-at-the-end-of-the-day',
    freedoms: ['FRE-96'],
    summary: 'A key is valid until the end of its thirtieth day.',
    behaviour: () => ({
      keyExpiresAt: endOf(Date.UTC(2026, 7, 8), (createdAt) => Math.ceil(exactly(createdAt) / DAY) * DAY),
    }),
  },
  {
    id: 'expiry/keys-end-at-the-beginning-of-the-day',
    freedoms: ['FRE-96'],
    summary: 'A key is valid until the beginning of the day on which its thirty days end.',
    behaviour: () => ({
      keyExpiresAt: endOf(Date.UTC(2026, 7, 8), (createdAt) => Math.floor(exactly(createdAt) / DAY) * DAY),
    }),
  },
  {
    id: 'expiry/keys-of-the-day-itself-expire',
    freedoms: ['FRE-94'],
    summary: 'Keys that were created on 7 August 2026 expire.',
    behaviour: () => ({ keyExpiresAt: endOf(Date.UTC(2026, 7, 7), exactly) }),
  },
  {
    id: 'expiry/the-day-begins-early-in-the-east',
    freedoms: ['FRE-95'],
    summary: '7 August 2026 is a day in the time zone that is 14 hours ahead of UTC.',
    behaviour: () => ({ keyExpiresAt: endOf(Date.UTC(2026, 7, 7) - 14 * HOUR, exactly) }),
  },
  {
    id: 'expiry/the-day-ends-late-in-the-west',
    freedoms: ['FRE-94', 'FRE-95'],
    summary: '7 August 2026 is a day in the time zone that is 12 hours behind UTC, and keys of that day do not expire.',
    behaviour: () => ({ keyExpiresAt: endOf(Date.UTC(2026, 7, 8) + 12 * HOUR, exactly) }),
  },
  {
    id: 'expiry/users-have-several-keys',
    freedoms: ['FRE-93'],
    summary: 'A further key does not end the existing keys of the user; only a rotation ends them.',
    behaviour: (normal) => ({
      createApiKey: (tenant, user, createdAt) => {
        const live = tenant.state.apiKeys
          .values()
          .filter(({ userId, retiredAt }) => userId === user.id && retiredAt === undefined)
          .toArray();
        const key = normal.createApiKey(tenant, user, createdAt);
        for (const other of live) other.retiredAt = undefined;
        return key;
      },
    }),
  },
  {
    id: 'expiry/expired-keys-are-purged',
    freedoms: ['FRE-01', 'FRE-97'],
    summary: 'Expired keys are deleted and answered like keys that never existed; a rotation creates a new one.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const key = normal.findApiKey(call, credentials);
        if (key === undefined || !call.tenant.behaviour.keyHasExpired(call, key)) return key;
        call.tenant.state.apiKeys.delete(key.value);
        return undefined;
      },
    }),
  },
];
