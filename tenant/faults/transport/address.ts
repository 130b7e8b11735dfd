import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Faults with the base address of the tenant, and with its paths. */
export const addressFaults: readonly Fault[] = [
  ...breaking('TRN-01', {
    'base-address-with-a-path': [
      (normal) => ({
        baseUrl: (origin) => `${normal.baseUrl(origin)}/lab`,
        pathOf: (call) => normal.pathOf(call).replace(/^\/lab\//, '/'),
      }),
      'The base address ends in /lab, and all paths are below it.',
      ['DEL-37'],
    ],
    'base-address-with-a-path-that-leads-back': [
      () => ({ baseUrl: (origin) => `${origin}/lab/..` }),
      'The base address ends in /lab/.. and so has a path, although clients end up at the root.',
    ],
    'base-address-with-a-user-name': [
      () => ({ baseUrl: (origin) => origin.replace('https://', 'https://lab@') }),
      'The base address names a user before its host.',
    ],
  }),
  ...breaking(['TRN-01', 'TRN-03', 'TRN-04'], {
    'base-address-in-clear-text': [
      (normal) => ({
        baseUrl: (origin) => normal.baseUrl(origin).replace('https:', 'http:'),
        readsClearText: () => true,
        answerClearText: () => 'as-if-secure',
      }),
      'The base address has the scheme http, and the tenant serves unencrypted requests.',
    ],
  }),
  ...breaking('TRN-02', {
    'plates-not-routed-under-v2': [
      becomes('routes', (right) => right.filter(({ path }) => path !== '/api/v2/plates')),
      'The tenant does not know the path /api/v2/plates.',
      ['CCR-04', 'CCR-08', 'CCR-11', 'KEY-02', 'KEY-03', 'LST-04', 'LST-31', 'LST-32', 'VER-20'],
    ],
    'legacy-token-path-hangs-up': [
      () => ({ accept: (call) => (call.request.path === '/api/v2/token' ? 'disconnect' : undefined) }),
      'A connection on which the legacy token path is called is closed without an answer.',
      ['VER-05'],
    ],
    'assay-results-sent-to-clear-text': [
      () => ({
        accept: (call) => {
          if (!call.request.path.endsWith('/assay-results')) return undefined;
          const location = `${call.tenant.baseUrl().replace('https:', 'http:')}${call.request.target}`;
          return { status: 301, headers: [['Location', location]], body: undefined };
        },
      }),
      'The listing of assay results is redirected to an address without TLS.',
      ['TRN-06', 'CCR-04', 'CCR-08', 'CCR-11', 'KEY-02', 'KEY-03', 'LST-05', 'LST-31'],
    ],
    'v3-plates-crash': [
      replaceIf(
        'answerListing',
        (call) => call.request.path === '/api/v3/plate/items',
        () => refusal('internal-error', 'Not yet.'),
      ),
      'An authenticated call of /api/v3/plate/items is answered with 500.',
      ['CCR-04', 'CCR-08', 'CCR-11', 'KEY-02', 'KEY-03', 'LST-03', 'LST-31', 'LST-32', 'VER-20'],
    ],
  }),
];
