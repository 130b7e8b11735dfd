import type { Call } from '../../call.ts';
import { THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { withinYear } from './calendar.ts';

const inAmericanNotation = (instant: number): string => {
  const date = new Date(instant);
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
};

/** Wrong readings of the date that decides whether and when a key expires. */
export const keyDateFaults: readonly Fault[] = [
  {
    id: 'expiry/keys-of-the-eighth-do-not-expire',
    breaks: ['EXP-22'],
    summary: 'A key of the first week in which keys expire does not.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => (key.createdAt.getTime() < Date.UTC(2026, 7, 15) ? undefined : normal.keyExpiresAt(key)),
    }),
  },
  {
    id: 'expiry/one-key-that-expires-makes-all-of-the-user-expire',
    breaks: ['EXP-25'],
    also: ['KEY-02'],
    summary: 'Who has made a key after 7 August 2026 has none that does not expire.',
    behaviour: (normal) => {
      const expiring = (call: Call, userId: string) =>
        call.tenant.state.apiKeys
          .values()
          .some((key) => key.userId === userId && normal.keyExpiresAt(key) !== undefined);
      return {
        keyHasExpired: (call, key) =>
          normal.keyHasExpired(call, key) ||
          (expiring(call, key.userId) && call.now.getTime() >= key.createdAt.getTime() + THIRTY_DAYS),
      };
    },
  },
  {
    id: 'expiry/keys-go-on-beyond-new-year',
    breaks: ['EXP-22'],
    also: ['EXP-27', 'EXP-28', 'EXP-25', 'EXP-26', 'EXP-33'],
    summary: 'Ends are compared by the day of the year, so a key of December does not expire in January.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) =>
        normal.keyHasExpired(call, key) && withinYear(call.now.getTime()) >= withinYear(key.createdAt.getTime()),
    }),
  },
  {
    id: 'expiry/dates-of-keys-are-compared-as-text',
    breaks: ['EXP-22'],
    also: ['EXP-24', 'EXP-27', 'EXP-28', 'EXP-33', 'EXP-23', 'EXP-25'],
    summary: 'Whether a key was created after 7 August 2026 is asked of the text of its date, as 9/15/2026.',
    behaviour: () => ({
      keyExpiresAt: ({ createdAt }) =>
        inAmericanNotation(createdAt.getTime()) > '8/7/2026' ? new Date(createdAt.getTime() + THIRTY_DAYS) : undefined,
    }),
  },
  {
    id: 'expiry/year-month-and-day-of-a-key-are-compared-alone',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-27', 'EXP-28', 'EXP-30'],
    summary: 'A key expires if its year, its month and its day are each not before those of 7 August 2026.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => {
        const { createdAt } = key;
        const after = createdAt.getUTCMonth() >= 7 && createdAt.getUTCDate() > 7;
        return after ? normal.keyExpiresAt(key) : undefined;
      },
    }),
  },
  {
    id: 'expiry/keys-of-a-spring-do-not-expire',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-27', 'EXP-28'],
    summary: 'A key expires if its year and its month are each not before those of August 2026.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) => (key.createdAt.getUTCMonth() >= 7 ? normal.keyExpiresAt(key) : undefined),
    }),
  },
  {
    id: 'expiry/the-year-of-a-key-is-not-compared',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-22', 'EXP-33', 'EXP-28'],
    summary: 'Whether a key was created after 7 August is asked of its month and day, in whatever year.',
    behaviour: () => ({
      keyExpiresAt: ({ createdAt }) =>
        createdAt.getUTCMonth() * 31 + createdAt.getUTCDate() > 7 * 31 + 7
          ? new Date(createdAt.getTime() + THIRTY_DAYS)
          : undefined,
    }),
  },
  {
    id: 'expiry/keys-of-the-last-months-before-expire',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-28'],
    summary: 'Keys of the last ninety days before 7 August 2026 expire as well.',
    behaviour: (normal) => ({
      keyExpiresAt: (key) =>
        key.createdAt.getTime() >= Date.UTC(2026, 4, 9)
          ? new Date(key.createdAt.getTime() + THIRTY_DAYS)
          : normal.keyExpiresAt(key),
    }),
  },
];
