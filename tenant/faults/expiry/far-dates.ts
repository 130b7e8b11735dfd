import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';

const TWO_YEARS = 2 * 365 * DAY;

/** Ends that come after years, where there are none. */
export const farDateFaults: readonly Fault[] = [
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
