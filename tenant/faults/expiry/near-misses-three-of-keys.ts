import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;
const LIFETIME = 30 * DAY;
const SINCE = Date.UTC(2026, 7, 8);

const inAmericanNotation = (instant: number): string => {
  const date = new Date(instant);
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
};

/** Personal keys whose days are counted or compared otherwise, or after something else. */
export const nearMissesOfKeys: readonly Fault[] = [
  {
    id: 'expiry/dates-of-keys-are-compared-as-text',
    breaks: ['EXP-22'],
    also: ['EXP-24', 'EXP-27', 'EXP-28', 'EXP-33', 'EXP-23', 'EXP-25'],
    summary: 'Whether a key was created after 7 August 2026 is asked of the text of its date, as 9/15/2026.',
    behaviour: () => ({
      keyExpiresAt: ({ createdAt }) =>
        inAmericanNotation(createdAt.getTime()) > '8/7/2026' ? new Date(createdAt.getTime() + LIFETIME) : undefined,
    }),
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
          const silence = call.now.getTime() - (usedAt.get(key) ?? Math.max(key.createdAt.getTime(), SINCE));
          if (normal.keyHasExpired(call, key)) return true;
          if (key.createdAt.getTime() < SINCE && silence > 365 * DAY) return true;
          usedAt.set(key, call.now.getTime());
          return false;
        },
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
          (isBack && key.createdAt.getTime() < SINCE && call.now.getTime() - since.getTime() >= LIFETIME)
        );
      },
    }),
  },
];
