import type { SuiteCheck } from '../../check.ts';
import { historyCheck } from '../../engines/standing.ts';
import { delegatedNeeds } from './working-grant.ts';

/**
 * Random histories of authorizations, refreshes and reuse, compared with the credential model ("Delegated auth", 5
 * and 6).
 */
export const historiesChecks: readonly SuiteCheck[] = [
  historyCheck({
    id: 'delegated/chains-in-histories-of-refreshes',
    title: 'Only the newest refresh token of each chain works in any series of authorizations and refreshes',
    proves: [
      'DEL-45',
      'DEL-01',
      'DEL-18',
      'DEL-19',
      'DEL-20',
      'DEL-21',
      'DEL-27',
      'DEL-37',
      'DEL-42',
      'DEL-43',
      'DEL-44',
      'DEL-46',
      'DEL-47',
      'DEL-48',
      'DEL-63',
      'CCR-01',
      'CCR-04',
      'CCR-05',
      'CCR-06',
      'CCR-07',
      'CCR-20',
    ],
    needs: delegatedNeeds,
    keys: false,
    histories: {
      users: 2,
      apps: 2,
      commands: { connect: 2, refresh: 8, presentEnded: 3, deny: 2, askForToken: 1, authorize: 1, exchange: 1 },
      maxLength: 14,
    },
    maxCases: 60,
  }),
];
