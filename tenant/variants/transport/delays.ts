import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../call.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough for a check to notice the delay, and short, because the suite waits in real time. */
const late = 30;
const profile = { limits: { propagationSeconds: 2 } };

/** Sign-in pages are exempt from rate limits: the browser of a user would have to try again. */
const isForBrowsers = (call: Call): boolean => call.request.path === '/oauth/authorize';

/** Variants of rate limits, and of the propagation delay of changes. */
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
    summary: 'Some calls are answered with 503 and Retry-After as a date, or with 429 that names no time.',
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
    summary: 'A grant takes effect a moment after it was given, and ends a moment after its withdrawal.',
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
