import type { Fault } from '../fault.ts';

/** The last second that a signed number of 32 bits counts from 1970 on: in January 2038. */
const LAST_SECOND = 0x7fffffff * 1000;
const TWO_YEARS = 2 * 365 * 86_400_000;

/** Ends that come after years, where there are none. */
export const farDateFaults: readonly Fault[] = [
  {
    id: 'expiry/never-is-2038',
    breaks: ['EXP-24'],
    summary: 'That a key does not expire is kept as the last second of 32 bits, which is one in January 2038.',
    behaviour: (normal) => ({ keyExpiresAt: (key) => normal.keyExpiresAt(key) ?? new Date(LAST_SECOND) }),
  },
  {
    id: 'expiry/no-refresh-after-two-years',
    breaks: ['EXP-15'],
    summary: 'Two years after the user authorized the app no refresh is granted.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) ||
        call.now.getTime() - token.delegation.createdAt.getTime() > TWO_YEARS,
    }),
  },
];
