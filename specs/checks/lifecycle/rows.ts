import { storyOf } from '../../../generators/history.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../model/history-check.ts';
import {
  archive,
  askForToken,
  connect,
  inEveryForm,
  install,
  refresh,
  suspend,
  suspendAgain,
  uninstall,
  unsuspend,
} from '../../world/commands.ts';

const sixTimes = Array.from({ length: 6 }, () => [suspend, unsuspend]).flat();
const one = { users: 1, apps: 1, presentations: [inEveryForm] };

/** What a state stops is refused in every form of call that has served it ("States and transitions"). */
export const rowsChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'lifecycle/a-key-is-refused-in-every-form-of-call',
    title: "A suspended user's key gets no listing, and no following, filtered or sorted page",
    proves: ['LIF-01', 'LIF-05', 'LIF-06'],
    needs: ['user.create', 'apiKey.create', 'user.suspend'],
    keys: true,
    stories: [[suspend], [suspend, unsuspend, suspend, suspendAgain, unsuspend], sixTimes].map((what) =>
      storyOf([], what, { ...one, apps: 0 }),
    ),
  }),

  storiesCheck({
    id: 'lifecycle/a-token-is-refused-in-every-form-of-call',
    title: 'A token that a state has stopped gets no listing, and no following, filtered or sorted page',
    proves: ['LIF-21', 'LIF-02', 'LIF-03', 'LIF-23', 'LIF-24', 'LIF-31', 'LIF-32', 'LIF-35', 'LIF-36'],
    needs: ['app.create', 'app.archive'],
    keys: false,
    stories: [
      storyOf([askForToken], [archive()], { ...one, users: 0 }),
      ...[[suspend], [archive()], [uninstall], [uninstall, install]].flatMap((what) => [
        storyOf([connect()], what, one),
        storyOf([connect(), refresh()], what, one),
      ]),
    ],
  }),
];
