import { day } from '../../../core/spans.ts';
import { longPauses, shortPauses } from '../../../generators/history.ts';
import type { SuiteCheck } from '../../check.ts';
import { historyCheck } from '../../engines/standing.ts';

/** Random histories with tokens of both token paths, compared with the credential model ("Versioning", 3). */
export const tokensInHistoriesChecks: readonly SuiteCheck[] = [
  historyCheck({
    id: 'versioning/tokens-of-the-legacy-path-in-histories-of-transitions',
    title: 'Tokens of the legacy path follow the transitions as those of /oauth/token do, in any series of them',
    proves: ['VER-02', 'VER-03', 'VER-05', 'VER-06', 'VER-07', 'VER-09', 'VER-15', 'VER-16'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'user.suspend', 'app.archive', 'app.uninstall'],
    keys: false,
    histories: {
      users: 2,
      apps: 2,
      commands: {
        askForToken: 3,
        connect: 3,
        refresh: 4,
        suspend: 2,
        unsuspend: 2,
        archive: 2,
        unarchive: 2,
        uninstall: 1,
        install: 1,
        rotateSecret: 1,
        besideUser: 1,
        besideApp: 1,
      },
      tokenPaths: ['usual', 'legacy', 'legacy'],
      maxLength: 16,
    },
    maxCases: 24,
  }),

  historyCheck({
    id: 'versioning/tokens-of-the-legacy-path-in-histories-of-time',
    title: 'Tokens of the legacy path each last their own time, in any series of calls, refreshes and rotations',
    proves: ['VER-05', 'VER-06', 'VER-07', 'VER-09', 'VER-14', 'VER-16'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'passing-time'],
    keys: false,
    seconds: 60 * day,
    histories: {
      users: 2,
      apps: 2,
      commands: {
        elapse: 6,
        askForToken: 4,
        connect: 2,
        refresh: 4,
        rotateSecret: 1,
        archive: 1,
        unarchive: 1,
        uninstall: 1,
        install: 1,
        besideUser: 1,
        besideApp: 1,
      },
      pauses: [...shortPauses, ...shortPauses, ...longPauses],
      tokenPaths: ['usual', 'legacy', 'legacy'],
      maxLength: 14,
    },
    maxCases: 24,
  }),

  historyCheck({
    id: 'versioning/refreshes-at-either-path-in-histories',
    title: 'Refresh tokens of each token path are exchanged at the other, once only, in any series',
    proves: ['VER-07', 'VER-10', 'VER-11'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    keys: false,
    histories: {
      users: 2,
      apps: 2,
      commands: {
        connect: 2,
        refresh: 6,
        presentEnded: 4,
        suspend: 1,
        unsuspend: 1,
        archive: 1,
        unarchive: 1,
        rotateSecret: 1,
        besideUser: 1,
        besideApp: 1,
      },
      tokenPaths: ['usual', 'legacy', 'crossed', 'crossed'],
      maxLength: 16,
    },
    maxCases: 24,
  }),
];
