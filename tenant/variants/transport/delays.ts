import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../call.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough to be seen missing, and short, since the suite really waits. */
const late = 30;
const profile = { limits: { propagationSeconds: 2 } };

/** People who sign in are not hurried: their browsers would have to try again. */
const isForBrowsers = (call: Call): boolean => call.request.path === '/oauth/authorize';

/** What tenants put off: calls that come too fast, and what was just changed. */
export const delayVariants: readonly Variant[] = [
  {
    id: 'transport/every-eleventh-call-is-too-many',
    freedoms: ['FRE-12'],
    summary: 'Every eleventh call is answered with 429 and may be sent again at once.',
    behaviour: () => {
      let calls = 0;
      return {
        rateLimit: (call) =>
          !isForBrowsers(call) && ++calls % 11 === 0
            ? refusal('too-many-requests', 'Slow down.', [['Retry-After', '0']])
            : undefined,
      };
    },
  },
  {
    id: 'transport/overload-now-and-then',
    freedoms: ['FRE-12'],
    summary: 'Now and then a call is answered with 503 and Retry-After as a date, or with 429 that names no time.',
    behaviour: (normal) => {
      let calls = 0;
      return {
        accept: (call) => {
          if (isForBrowsers(call)) return normal.accept(call);
          calls++;
          if (calls % 13 === 0) {
            const now = call.tenant.clock.now().toUTCString();
            const headers = [
              ['Date', now],
              ['Retry-After', now],
            ] as const;
            return { status: 503, headers, body: 'busy' };
          }
          return calls % 150 === 0 ? { status: 429, headers: [], body: undefined } : normal.accept(call);
        },
      };
    },
  },
  {
    id: 'transport/records-appear-late',
    freedoms: ['FRE-13'],
    summary: 'A record comes into listings a moment after it was created.',
    profile,
    behaviour: () => ({ isListed: (call, record) => call.now.getTime() - record.addedAt.getTime() >= late }),
  },
  {
    id: 'transport/grants-come-late',
    freedoms: ['FRE-14'],
    summary: 'A grant is heeded a moment after it was given, and for a moment after it was taken back.',
    profile,
    behaviour: () => ({
      grantCounts: (call, grant) => {
        const now = call.now.getTime();
        const withdrawn = grant.revokedAt !== undefined && now - grant.revokedAt.getTime() >= late;
        return now - grant.grantedAt.getTime() >= late && !withdrawn;
      },
    }),
  },
];
