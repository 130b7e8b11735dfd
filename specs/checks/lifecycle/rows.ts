import { day } from '../../../core/spans.ts';
import type { SuiteCheck } from '../../check.ts';
import type { StandingRow } from '../../engines/standing.ts';
import { standing } from '../../engines/standing.ts';
import {
  archive,
  authorize,
  connect,
  deny,
  exchange,
  install,
  presentEnded,
  refresh,
  suspend,
  unarchive,
  uninstall,
  unsuspend,
} from '../../world/commands.ts';

/** How long a state may last: from before an access token expires to more than a year, after which something might be swept. */
const spans = [60, 901, 3700, day, 9 * day, 100 * day, 400 * day] as const;
/** As long as refresh tokens last, and a little less. */
const spansOfGrants = [60, 450, 890, 901, 3700, day, 16 * day] as const;

/** What the states of users and apps do to the credentials that they have ("States and transitions"). */
export const lifecycleRows: readonly StandingRow[] = [
  {
    id: 'lifecycle/keys-through-suspensions',
    title: 'API keys are refused while their owner is suspended, and then only',
    proves: ['LIF-01', 'LIF-05', 'LIF-06', 'LIF-08'],
    holds: ['key'],
    scripts: [[suspend(), unsuspend()]],
    times: 5,
  },
  {
    id: 'lifecycle/keys-through-long-suspensions',
    title: 'API keys are refused for as long as their owner is suspended, and work long afterwards',
    proves: ['LIF-01', 'LIF-05', 'LIF-06', 'LIF-08'],
    holds: ['key'],
    scripts: [[suspend(), unsuspend()]],
    times: 2,
    waits: spans,
    keyAges: ['from before keys expire'],
  },
  {
    id: 'lifecycle/grants-through-suspensions',
    title: "What apps hold for a user is refused during the user's suspension",
    proves: ['LIF-02', 'LIF-03', 'LIF-04', 'LIF-08', 'LIF-18', 'LIF-20', 'LIF-45'],
    holds: ['grant'],
    scripts: [
      [suspend(), unsuspend(), connect(), suspend()],
      [refresh(), refresh(), suspend(), unsuspend(), connect()],
      [authorize(), suspend(), exchange, unsuspend(), connect(0, 1)],
      [refresh(), presentEnded(), suspend(), unsuspend(), presentEnded()],
    ],
    apps: 6,
  },
  {
    id: 'lifecycle/grants-through-long-suspensions',
    title: 'What apps have held for a user for some time is refused for as long as the user is suspended',
    proves: ['LIF-02', 'LIF-03', 'LIF-04', 'LIF-08', 'LIF-20'],
    holds: ['grant'],
    scripts: [
      [refresh(), suspend(), unsuspend(), connect()],
      [refresh(), refresh(), suspend(), unsuspend(), connect()],
    ],
    waits: spansOfGrants,
  },
  {
    id: 'lifecycle/apps-through-archivings',
    title: 'An app has access with its secret and its tokens while it is not archived, and then only',
    proves: ['LIF-21', 'LIF-22', 'LIF-26', 'LIF-27', 'LIF-28', 'LIF-29'],
    holds: ['app token', 'key'],
    scripts: [[archive(), unarchive()]],
    times: 5,
  },
  {
    id: 'lifecycle/apps-through-long-archivings',
    title: 'An archived app gets nothing for as long as it is archived, and has access long afterwards',
    proves: ['LIF-21', 'LIF-22', 'LIF-26', 'LIF-27', 'LIF-28', 'LIF-29'],
    holds: ['app token'],
    scripts: [[archive(), unarchive()]],
    times: 2,
    waits: spans,
  },
  {
    id: 'lifecycle/grants-through-archivings',
    title: 'An archived app can neither use nor renew what it holds for users',
    proves: ['LIF-23', 'LIF-24', 'LIF-25', 'LIF-29', 'LIF-46', 'LIF-47'],
    holds: ['grant', 'key'],
    scripts: [
      [archive(), unarchive(), connect()],
      [refresh(), archive(), unarchive(), connect(1)],
      [authorize(), archive(), exchange, unarchive(), connect()],
      [archive(), authorize(), exchange, unarchive(), connect()],
    ],
  },
  {
    id: 'lifecycle/grants-through-installations',
    title: 'An uninstallation ends what the app holds for users for good, and each user consents anew',
    proves: [
      'LIF-31',
      'LIF-32',
      'LIF-33',
      'LIF-34',
      'LIF-35',
      'LIF-36',
      'LIF-37',
      'LIF-39',
      'LIF-40',
      'LIF-41',
      'DEL-18',
    ],
    holds: ['grant', 'key'],
    scripts: [
      [refresh(), uninstall(), install(), deny(), connect()],
      [uninstall(), install(), deny(), connect(1), deny()],
      [uninstall(), authorize(), exchange, install(), deny(1), connect(1)],
      [authorize(), uninstall(), install(), exchange, connect(), uninstall(), install()],
    ],
    users: 5,
  },
  {
    id: 'lifecycle/grants-through-long-uninstallations',
    title: 'What an app held for users some time before its uninstallation stays refused, also long after it',
    proves: ['LIF-31', 'LIF-32', 'LIF-33', 'LIF-35', 'LIF-36', 'LIF-37', 'LIF-39'],
    holds: ['grant'],
    scripts: [
      [refresh(), uninstall(), install(), deny(), connect()],
      [refresh(), refresh(), uninstall(), install(), deny(), connect(1), deny()],
    ],
    waits: spansOfGrants,
  },
  {
    id: 'lifecycle/suspensions-across-installations',
    title: 'The end of a suspension revives nothing that an uninstallation ended',
    proves: ['LIF-31', 'LIF-35', 'LIF-36', 'LIF-37', 'LIF-42', 'LIF-43', 'LIF-44'],
    holds: ['grant', 'key'],
    scripts: [
      [suspend(), uninstall(), install(), unsuspend(), deny(1), deny(), connect()],
      [uninstall(), suspend(), unsuspend(), install(), deny(), connect()],
      [suspend(), uninstall(), unsuspend(), install(), deny()],
    ],
  },
  {
    id: 'lifecycle/suspensions-across-archivings',
    title: 'The end of one of two states revives nothing that the other one stops',
    proves: ['LIF-02', 'LIF-04', 'LIF-23', 'LIF-42'],
    holds: ['grant', 'app token', 'key'],
    scripts: [
      [archive(), suspend(), unarchive(), unsuspend()],
      [suspend(), archive(), unsuspend(), unarchive(), connect()],
    ],
  },
];

export const rowsChecks: readonly SuiteCheck[] = lifecycleRows.map(standing);
