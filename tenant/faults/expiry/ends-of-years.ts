import { DAY, FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** The same instant with the year to which its week belongs (ISO 8601): that of its Thursday. */
function withYearOfWeek(instant: Date): Date {
  const thursday = new Date(instant.getTime() + (3 - ((instant.getUTCDay() + 6) % 7)) * DAY);
  const written = new Date(instant);
  written.setUTCFullYear(thursday.getUTCFullYear());
  return written;
}

const endOf = ({ issuedAt }: { readonly issuedAt: Date }): Date => new Date(issuedAt.getTime() + FIFTEEN_MINUTES);

/** Lives that are counted wrongly where a year ends. */
export const endOfYearFaults: readonly Fault[] = [
  {
    id: 'expiry/ends-are-compared-without-the-year',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'Ends of access tokens are compared by month, day and time, so one that ends with the year lasts.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) && call.now.toISOString().slice(5) >= endOf(token).toISOString().slice(5),
    }),
  },
  {
    id: 'expiry/ends-are-written-with-the-year-of-their-week',
    breaks: ['EXP-01'],
    also: ['EXP-02', 'EXP-04', 'EXP-05'],
    summary: 'The end of an access token is written with the year of its week, which is another one around New Year.',
    behaviour: () => ({ tokenHasExpired: (call, token) => call.now >= withYearOfWeek(endOf(token)) }),
  },
];
