import { day } from '../../../core/spans.ts';
import type { Command, Telling } from '../../../generators/history.ts';
import { endings, storyOf } from '../../../generators/history.ts';
import type { Presentation } from '../../../generators/presentation.ts';
import { plainPresentation } from '../../../generators/presentation.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../engines/standing.ts';
import {
  archive,
  archiveAgain,
  askForAnothersToken,
  askForToken,
  authorize,
  connect,
  exchange,
  exchangeAgain,
  install,
  presentEnded,
  refresh,
  rotateSecret,
  suspend,
  suspendAgain,
  suspendAnother,
  times,
  unarchive,
  uninstall,
  uninstallAgain,
  uninstallAnother,
  unsuspend,
  unsuspendAnother,
  wait,
} from '../../world/commands.ts';
import { inEveryForm, ofAGrant, ofAnApp, ofAUser, ofOthersToo, ofTwoUsers, one } from '../../world/tellings.ts';
import { delegatedNeeds } from './stage.ts';

const overOneConnection = { ...one, presentations: [{ ...inEveryForm, connection: 'own' }] } as const satisfies Telling;

/** Two apps of the same name. */
const namesakes = { apps: 2, population: { apps: ['an app of the name of the first'] } } as const satisfies Telling;

const atLegacyPath = { ...plainPresentation, tokenPath: 'legacy' } as const satisfies Presentation;
const atCrossedPaths = { ...plainPresentation, tokenPath: 'crossed' } as const satisfies Presentation;

/** Seconds: half of the life of an access token, nearly all of it, and a little more. */
const [halfALife, almostALife, overALife] = [450, 890, 901] as const;

/** Seconds: more than half of the life of a refresh token. Two such waits are longer than one life. */
const overFifteenDays = 1_400_000;
/** Refreshes of an authorization until it is older than any refresh token can be. */
const longChain = times(2, () => [wait(overFifteenDays), refresh()]);

/** Series of events after which the tokens that an app holds for a user are stopped. */
const waysToStop: readonly (readonly Command[])[] = [
  [suspend],
  [archive()],
  [uninstall],
  [uninstall, install],
  [uninstall, install, uninstall, install],
];

/**
 * Checks of credentials that a state stops and restores. In every form of call, they are refused while the state lasts
 * and served after it.
 */
export const rowsChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'lifecycle/a-key-is-refused-in-every-form-of-call',
    title: "A suspended user's key gets no page of any kind and writes nothing, and is served again afterwards",
    proves: ['LIF-01', 'LIF-05', 'LIF-06', 'LIF-07'],
    needs: ['user.create', 'apiKey.create', 'user.suspend'],
    keys: true,
    stories: [
      storyOf([], [suspend], { ...overOneConnection, apps: 0 }),
      storyOf([], [suspend, suspendAgain], { ...ofAUser, projects: 'none' }),
      storyOf([], [suspend, unsuspend], { ...ofAUser, users: 2, leavesUnused: true }),
      ...[
        [suspend, unsuspend],
        [suspend, suspendAgain, unsuspend],
        [suspend, unsuspend, suspend, suspendAgain, unsuspend],
        times(6, () => [suspend, unsuspend]),
      ].map((what) => storyOf([], what, { ...one, apps: 0 })),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/a-token-is-refused-in-every-form-of-call',
    title: 'A token that a state has stopped gets no page of any kind and writes nothing',
    proves: ['LIF-21', 'LIF-02', 'LIF-03', 'LIF-23', 'LIF-24', 'LIF-31', 'LIF-32', 'LIF-35', 'LIF-36'],
    needs: ['app.create', 'app.archive'],
    keys: false,
    stories: [
      storyOf([askForToken], [archive()], { ...overOneConnection, users: 0 }),
      storyOf([askForToken], [archive()], { ...one, users: 0, projects: 'none' }),
      ...waysToStop.flatMap((what) => [
        storyOf([connect()], what, overOneConnection),
        storyOf([connect(), refresh()], what, one),
      ]),
      ...[suspend, archive(), uninstall].map((what) =>
        storyOf([connect(), refresh()], [what], { ...one, presentations: [atCrossedPaths] }),
      ),
      storyOf([connect()], [archive(), unarchive, archive()], overOneConnection),
      storyOf([connect()], [...times(3, () => [archive(), unarchive]), archive()], ofAGrant),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/who-goes-on-is-served-in-every-form-of-call',
    title: 'Tokens of a user or an app that is active again get pages of every kind, and write',
    proves: ['LIF-26', 'LIF-20', 'LIF-27', 'LIF-38', 'LIF-46', 'DEL-27'],
    needs: ['app.create', 'app.archive', 'app.unarchive'],
    keys: false,
    stories: [
      storyOf([askForToken], [archive(), unarchive, askForToken], { ...one, users: 0 }),
      ...[
        [suspend, unsuspend],
        [archive(), unarchive],
        [uninstall, install, askForToken],
      ].map((what) => storyOf([connect()], [...what, connect(), refresh()], one)),
      ...[
        [suspend, unsuspend],
        [archive(), unarchive],
      ].map((what) => storyOf([connect(0), connect(1)], [...what, connect(), refresh()], ofTwoUsers)),
      storyOf([connect()], [archive(), unarchive, connect(1), refresh()], ofTwoUsers),
      storyOf([connect(0), connect(1)], [uninstall, install, askForToken, connect(0), connect(1)], ofTwoUsers),
      ...[
        [uninstall, install, askForToken],
        [uninstall, authorize(), install, askForToken],
        [uninstall, uninstallAgain, install, askForToken],
      ].flatMap((what) =>
        [0, 1].map((user) => storyOf([connect()], [...what, connect(user), refresh(), refresh()], ofTwoUsers)),
      ),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/a-suspension-stops-each-app',
    title: 'A suspension stops the tokens that each of several apps holds for the user',
    proves: ['LIF-04', 'LIF-02', 'LIF-03'],
    needs: [...delegatedNeeds, 'user.suspend'],
    keys: false,
    stories: [
      ...endings.map((atTheEnd) => ({ apps: 2, atTheEnd })),
      namesakes,
      { apps: 3, atTheEnd: 'newest first' as const },
      { apps: 6, atTheEnd: 'oldest first' as const },
    ].map((how) =>
      storyOf(
        times(how.apps, (app) => [connect(0, app)]),
        [suspend],
        { ...ofAGrant, ...how },
      ),
    ),
  }),

  storiesCheck({
    id: 'lifecycle/a-state-stops-each-of-several',
    title: 'A state stops every token of an app or a user, with any number of users, apps and authorizations',
    proves: ['LIF-02', 'LIF-03', 'LIF-04', 'LIF-23', 'LIF-24', 'LIF-31', 'LIF-32', 'LIF-33', 'LIF-35', 'LIF-36'],
    needs: delegatedNeeds,
    keys: false,
    stories: endings.flatMap((atTheEnd) => {
      const how = { ...ofAGrant, atTheEnd } as const;
      return [
        // if there are many users, the holders of the first tokens are tried first
        ...(atTheEnd === 'oldest first' ? [2, 6] : [3]).flatMap((users) => {
          const opening = times(users, (user) => [connect(user)]);
          return [archive(), uninstall].map((what) => storyOf(opening, [what], { ...how, users }));
        }),
        ...[suspend, archive(), uninstall].flatMap((what) => [
          storyOf([...times(2, () => [connect(), refresh(), refresh()]), connect()], [what], how),
          storyOf(
            times(2, () => [connect()]),
            [what],
            { ...how, leavesUnused: true },
          ),
        ]),
        storyOf([connect(0, 0), connect(0, 1)], [archive(), suspend, unarchive], { ...how, apps: 2 }),
        storyOf([connect(1)], [suspend, unsuspend, connect(0), uninstall], { ...how, users: 2 }),
        storyOf([connect()], [uninstall, install, askForToken, connect(), uninstall], how),
        storyOf([connect()], [uninstall, install, askForToken, connect(), refresh()], how),
        storyOf([connect()], [uninstall, install, rotateSecret], how),
        storyOf([connect()], [uninstall, rotateSecret, install], how),
        ...[2, 3].map((count) =>
          storyOf(
            [connect()],
            times(count, () => [uninstall, install]),
            how,
          ),
        ),
        storyOf([connect()], [uninstall], {
          ...how,
          population: { apps: ['an app that was installed after it was made'] },
        }),
      ];
    }),
  }),

  storiesCheck({
    id: 'lifecycle/a-state-stops-codes-from-before',
    title: 'A code from before a suspension, an archiving or an uninstallation gives no token that works',
    proves: ['LIF-18', 'LIF-40', 'LIF-47'],
    needs: delegatedNeeds,
    keys: false,
    stories: waysToStop.map((what) => storyOf([connect(), authorize()], [...what, exchange, exchangeAgain], ofAGrant)),
  }),

  storiesCheck({
    id: 'lifecycle/nothing-is-authorized-while-stopped',
    title: 'A suspended user authorizes nothing, and no user authorizes an archived or uninstalled app',
    proves: ['LIF-17', 'LIF-25', 'LIF-34'],
    needs: delegatedNeeds,
    keys: false,
    stories: [
      [suspend],
      [suspend, unsuspend, suspend],
      [archive()],
      [archive(), unarchive, archive()],
      [uninstall],
      [uninstall, install, uninstall],
    ].flatMap((what) =>
      [[], [connect()], [connect(0, 1), connect(1, 0)]].map((opening) =>
        storyOf(opening, [...what, authorize(), exchange, authorize(), exchange], ofOthersToo),
      ),
    ),
  }),

  storiesCheck({
    id: 'lifecycle/a-state-stops-older-tokens',
    title: 'A state stops tokens that an app has held for some time as it stops new ones, and for good',
    proves: ['LIF-02', 'LIF-03', 'LIF-23', 'LIF-24', 'LIF-31', 'LIF-32'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 40 * day,
    stories: [suspend, archive(), uninstall].flatMap((what) => [
      ...[
        [wait(1), what, wait(5)],
        [wait(halfALife), what],
        [wait(almostALife), what, wait(5)],
        [wait(overALife), refresh(), wait(60), what, wait(overALife)],
        [wait(3700), what, wait(4000)],
        [what, wait(3700)],
        [refresh(), what, wait(8 * day)],
        [wait(90_000), what],
        [wait(overFifteenDays), what],
        [wait(90_000), refresh(), wait(halfALife), what, wait(90_000)],
        [wait(overFifteenDays), refresh(), what, wait(4000)],
        // with the last access token, and without it
        ...[60, overALife].map((then) => [...longChain, wait(then), what]),
      ].map((then) => storyOf([connect()], then, ofAGrant)),
      storyOf([connect()], [...longChain, what], { ...ofAGrant, presentations: [atLegacyPath] }),
    ]),
  }),

  storiesCheck({
    id: 'lifecycle/others-go-on-in-every-form-of-call',
    title: 'While a user or an app is stopped, tokens of others get pages of every kind, and write',
    proves: ['LIF-08', 'LIF-09', 'LIF-10', 'LIF-29', 'LIF-41', 'LIF-42'],
    needs: delegatedNeeds,
    keys: false,
    stories: [
      storyOf([askForToken, connect()], [suspend], one),
      storyOf([connect(), askForToken], [suspend], one),
      storyOf([askForToken], [suspend], { ...ofAGrant, projects: 'own' }),
      storyOf([connect(0), connect(1), askForToken], [suspend], ofTwoUsers),
      storyOf([connect(), askForToken], [suspend, unsuspend, suspend], one),
      storyOf([rotateSecret, askForToken, connect()], [suspend, askForToken, rotateSecret, askForToken], ofAGrant),
      storyOf([askForToken, connect()], [suspend, askForToken], { ...ofAGrant, presentations: [atLegacyPath] }),
      storyOf([askForToken, connect()], [suspend, askForToken], { ...ofAGrant, atTheEnd: 'oldest first' }),
      ...[[suspend], [suspend, unsuspend]].flatMap((what) => [
        storyOf([connect(0, 0), connect(1, 0)], what, { ...one, users: 2 }),
        storyOf([connect(0, 0), connect(1, 0)], what, { ...ofAGrant, users: 2, presentations: [atLegacyPath] }),
      ]),
      storyOf([connect(0, 0), connect(1, 0), connect(2, 0)], [suspend, suspendAnother], { ...ofAGrant, users: 3 }),
      ...[archive(), uninstall].flatMap((what) =>
        [
          { ...one, next: [] },
          { ...ofAGrant, next: [refresh()] },
          { ...ofAGrant, next: [connect(0, 1)] },
        ].map(({ next, ...how }) => storyOf([connect(0, 0), connect(0, 1)], [what, ...next], { ...how, apps: 2 })),
      ),
      storyOf([connect(0, 1), connect(0, 0)], [uninstallAnother], {
        ...ofAGrant,
        apps: 2,
        atTheEnd: 'refresh tokens first',
      }),
      storyOf([connect(0, 0), connect(0, 1)], [uninstall], { ...ofAGrant, ...namesakes }),
      storyOf([askForToken, askForAnothersToken], [archive()], {
        ...ofAnApp,
        ...namesakes,
        presentations: [inEveryForm],
      }),
      storyOf([askForToken, askForAnothersToken], [archive(), unarchive, archive()], { ...ofAnApp, apps: 2 }),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/keys-of-others-go-on-in-every-form-of-call',
    title: "While another user or an app is stopped, a user's key gets pages of every kind, and writes",
    proves: ['LIF-08', 'LIF-29', 'LIF-41'],
    needs: ['user.create', 'apiKey.create'],
    keys: true,
    stories: [
      storyOf([], [suspend], { ...one, users: 2, apps: 0 }),
      storyOf([], [...times(2, () => [suspendAnother, unsuspendAnother]), suspend], { ...one, users: 2, apps: 0 }),
      ...[archive(), uninstall].map((what) => storyOf([connect()], [what], one)),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/unsuspension-revives-no-spent-token',
    title: 'A refresh token that was spent before a suspension yields no token after it',
    proves: ['LIF-45', 'DEL-42', 'DEL-45'],
    needs: [...delegatedNeeds, 'user.suspend', 'user.unsuspend'],
    keys: false,
    stories: [1, 2, 3].flatMap((refreshes) =>
      [
        [presentEnded(), suspend, unsuspend, presentEnded()],
        [presentEnded(), suspend, presentEnded(), unsuspend, presentEnded()],
        [presentEnded(), suspend, unsuspend, suspend, unsuspend, presentEnded()],
      ].map((what) => storyOf([connect(), ...times(refreshes, () => [refresh()])], what, { users: 1, apps: 1 })),
    ),
  }),

  storiesCheck({
    id: 'lifecycle/access-follows-the-state-of-an-app',
    title: 'An app that is archived and unarchived repeatedly has access whenever it is active, and only then',
    proves: ['LIF-28', 'LIF-21', 'LIF-22', 'LIF-26', 'LIF-27'],
    needs: ['app.create', 'app.archive', 'app.unarchive'],
    keys: false,
    stories: [
      storyOf(
        [askForToken],
        times(6, () => [archive(), unarchive, askForToken]),
        ofAnApp,
      ),
      storyOf([askForToken], [archive(), unarchive, archive(), archiveAgain, unarchive, askForToken], ofAnApp),
      storyOf([rotateSecret, askForToken], [archive(), unarchive, archive(), unarchive, askForToken], ofAnApp),
      storyOf(
        [askForToken],
        times(12, () => [archive(), askForToken, unarchive, askForToken]),
        ofAnApp,
      ),
      ...endings.flatMap((atTheEnd) =>
        [{}, { leavesUnused: true } as const].map((how) =>
          storyOf(
            times(8, () => [askForToken]),
            [archive(), askForToken, askForToken],
            { ...ofAnApp, ...how, atTheEnd },
          ),
        ),
      ),
      storyOf([askForToken], [archive()], { ...ofAnApp, population: { apps: ['an app without redirect URIs'] } }),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/an-archived-app-stays-stopped',
    title: 'As time passes, an archived app gets no token that works, and its tokens stay refused',
    proves: ['LIF-21', 'LIF-22', 'LIF-26', 'LIF-27'],
    needs: ['app.create', 'app.archive', 'app.unarchive', 'passing-time'],
    keys: false,
    seconds: 20 * day,
    stories: [
      storyOf([askForToken], [archive(), unarchive, askForToken, wait(3700), askForAnothersToken, askForToken], {
        ...ofAnApp,
        apps: 2,
      }),
      ...[[wait(halfALife)], [wait(overALife), askForToken], []].flatMap((before) =>
        [[300, 901], [1, 3700], [90_000], [900_000, 5]].map((pauses) =>
          storyOf(
            [askForToken],
            [
              ...before,
              archive(),
              ...pauses.flatMap((seconds) => [wait(seconds), askForToken]),
              unarchive,
              askForToken,
              wait(3700),
              askForToken,
            ],
            ofAnApp,
          ),
        ),
      ),
    ],
  }),
];
