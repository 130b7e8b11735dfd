import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Where the tenant is, and what answers there. */
export const addressFaults: readonly Fault[] = [
  {
    id: 'transport/base-address-with-a-path',
    breaks: ['TRN-01'],
    also: ['DEL-37'],
    summary: 'The base address ends in /lab, and everything answers below it.',
    behaviour: (normal) => ({
      baseUrl: (origin) => `${normal.baseUrl(origin)}/lab`,
      pathOf: (call) => normal.pathOf(call).replace(/^\/lab\//, '/'),
    }),
  },
  {
    id: 'transport/base-address-in-clear-text',
    breaks: ['TRN-01', 'TRN-03', 'TRN-04'],
    summary: 'The base address has the scheme http, and clear text is served.',
    behaviour: (normal) => ({
      baseUrl: (origin) => normal.baseUrl(origin).replace('https:', 'http:'),
      readsClearText: () => true,
      answerClearText: () => 'as-if-secure',
    }),
  },
  {
    id: 'transport/plates-not-routed-under-v2',
    breaks: ['TRN-02'],
    also: ['CCR-04', 'CCR-08', 'CCR-11', 'KEY-02', 'KEY-03', 'LST-04', 'LST-31', 'LST-32', 'VER-20'],
    summary: 'There is nothing at /api/v2/plates.',
    behaviour: (normal) => ({
      routes: (paths) => normal.routes(paths).filter(({ path }) => path !== '/api/v2/plates'),
    }),
  },
  {
    id: 'transport/legacy-token-path-hangs-up',
    breaks: ['TRN-02'],
    also: ['VER-05'],
    summary: 'A connection on which the legacy token path is called is closed without an answer.',
    behaviour: () => ({ accept: (call) => (call.request.path === '/api/v2/token' ? 'disconnect' : undefined) }),
  },
  {
    id: 'transport/assay-results-sent-to-clear-text',
    breaks: ['TRN-02'],
    also: ['TRN-06', 'CCR-04', 'CCR-08', 'CCR-11', 'KEY-02', 'KEY-03', 'LST-05', 'LST-31'],
    summary: 'The listing of assay results is redirected to an address in clear text.',
    behaviour: () => ({
      accept: (call) => {
        if (!call.request.path.endsWith('/assay-results')) return undefined;
        const location = `${call.tenant.baseUrl().replace('https:', 'http:')}${call.request.target}`;
        return { status: 301, headers: [['Location', location]], body: undefined };
      },
    }),
  },
  {
    id: 'transport/v3-plates-crash',
    breaks: ['TRN-02'],
    also: ['CCR-04', 'CCR-08', 'CCR-11', 'KEY-02', 'KEY-03', 'LST-03', 'LST-31', 'LST-32', 'VER-20'],
    summary: 'An authenticated call of /api/v3/plate/items is answered with 500.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) =>
        call.request.path === '/api/v3/plate/items'
          ? refusal('internal-error', 'Not yet.')
          : normal.answerListing(call, actor, listing),
    }),
  },
  {
    id: 'transport/base-address-with-a-path-that-leads-back',
    breaks: ['TRN-01'],
    summary: 'The base address ends in /lab/.. and so has a path, although clients end up at the root.',
    behaviour: () => ({ baseUrl: (origin) => `${origin}/lab/..` }),
  },
  {
    id: 'transport/base-address-with-a-user-name',
    breaks: ['TRN-01'],
    summary: 'The base address names a user before its host.',
    behaviour: () => ({ baseUrl: (origin) => origin.replace('https://', 'https://lab@') }),
  },
];
