import { day } from '../../../core/spans.ts';
import { storyOf } from '../../../generators/history.ts';
import { plainPresentation } from '../../../generators/presentation.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../engines/standing.ts';
import {
  archive,
  askForToken,
  connect,
  deny,
  install,
  presentEnded,
  rotateSecret,
  refresh,
  suspend,
  times,
  unarchive,
  uninstall,
  uninstallAgain,
  unsuspend,
  wait,
} from '../../world/commands.ts';
import { ofAGrant, ofTwoUsers } from '../../world/tellings.ts';
import { reinstallationNeeds } from './stage.ts';

/** Checks that a reinstallation restores no grant, and that a new consent is needed ("States and transitions", App). */
export const rowsOfReinstallationsChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'lifecycle/a-reinstalled-app-is-consented-to-anew',
    title: 'An app that is installed again needs a new consent and then acts for users',
    proves: ['LIF-37', 'LIF-35', 'LIF-36', 'LIF-38', 'LIF-39'],
    needs: reinstallationNeeds,
    keys: false,
    stories: [
      ...[
        [uninstall, install],
        [uninstall, install, askForToken, connect(0), uninstall, install],
        [uninstall, install, uninstall, install],
        [uninstall, rotateSecret, install],
        [uninstall, uninstallAgain, install],
        [archive(), uninstall, unarchive, install],
        [uninstall, install, archive(), unarchive],
      ].map((what) =>
        storyOf([connect(0), connect(1)], [...what, askForToken, deny(0), deny(0), connect(0), deny(1)], ofTwoUsers),
      ),
      storyOf([connect(0), connect(1)], [uninstall, install, deny(1), askForToken, connect(0), deny(1)], ofTwoUsers),
      storyOf([connect(0), connect(1)], [uninstall, install, askForToken, connect(0)], {
        ...ofTwoUsers,
        presentations: [{ ...plainPresentation, tokenPath: 'legacy' }],
      }),
      storyOf([connect(0)], [uninstall, install, askForToken, deny(0)], {
        ...ofTwoUsers,
        population: { apps: ['an app with two redirect URIs'] },
      }),
      // one user consents anew; the ended tokens of the other are presented before that and after it
      ...[0, 1].map((user) =>
        storyOf(
          [connect(0), connect(1)],
          [uninstall, install, presentEnded(user), askForToken, connect(user), presentEnded(user)],
          ofTwoUsers,
        ),
      ),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/a-late-reinstall-is-consented-to-anew',
    title: 'An app that is installed again after hours or months needs a new consent and then acts for users',
    proves: ['LIF-37', 'LIF-35', 'LIF-36', 'LIF-38', 'LIF-39'],
    needs: [...reinstallationNeeds, 'passing-time'],
    keys: false,
    seconds: 400 * day,
    stories: [
      ...[4000, 20 * day, 100 * day, 400 * day].map((seconds) =>
        storyOf(
          [connect(0), connect(1)],
          [uninstall, wait(seconds), install, deny(1), askForToken, connect(0), deny(1)],
          ofTwoUsers,
        ),
      ),
      storyOf(
        [connect()],
        [...times(2, () => [wait(20 * day), refresh()]), uninstall, install, deny(), connect()],
        ofAGrant,
      ),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/unsuspension-restores-nothing-that-was-uninstalled',
    title: 'Un-suspending a user revives nothing that was uninstalled and replaces no consent',
    proves: ['LIF-43', 'LIF-44', 'LIF-37', 'LIF-35', 'LIF-36'],
    needs: [...reinstallationNeeds, 'user.suspend', 'user.unsuspend'],
    keys: false,
    stories: [
      storyOf([connect()], [uninstall, install, presentEnded(), suspend, unsuspend, presentEnded()], ofTwoUsers),
      storyOf([connect()], [uninstall, install, deny(), suspend, unsuspend, deny()], ofTwoUsers),
      storyOf([connect(0), connect(1)], [suspend, uninstall, install, deny(1), unsuspend, deny(0)], ofTwoUsers),
    ],
  }),
];
