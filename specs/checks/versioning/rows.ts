import { day } from '../../../core/spans.ts';
import { storyOf } from '../../../generators/history.ts';
import type { Presentation } from '../../../generators/presentation.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../engines/standing.ts';
import {
  archive,
  askForToken,
  authorize,
  connect,
  install,
  presentEnded,
  refresh,
  rotateKey,
  rotateSecret,
  suspend,
  times,
  unarchive,
  uninstall,
  wait,
} from '../../world/commands.ts';
import { inEveryForm, one } from '../../world/tellings.ts';

const atLegacyPath = { ...inEveryForm, tokenPath: 'legacy' } as const;
/** Returns the presentation with one form of call only, for stories that test the token request. */
const once = (presentation: Presentation): Presentation => ({ ...presentation, call: 'listing' });
const onceAtLegacyPath = once(atLegacyPath);
const atCrossedPaths = { ...inEveryForm, tokenPath: 'crossed' } as const;
/**
 * The code, the second credential, is exchanged at the legacy path, and the refresh token, the fourth, at the other.
 */
const fromLegacyPath = [atCrossedPaths, atLegacyPath, atLegacyPath];
const atEitherPath = [[atLegacyPath], [atCrossedPaths], fromLegacyPath];

const ofLegacyPath = { ...one, presentations: [atLegacyPath] };
/** The two token paths issue credentials in turn. */
const ofEitherPath = { presentations: [inEveryForm, atLegacyPath] };
/** The first of two codes is exchanged at the legacy path. The credential that was issued last is presented first. */
const ofLegacyPathFirst = { presentations: [atLegacyPath, inEveryForm] };
const onceOfLegacyPathFirst = { presentations: ofLegacyPathFirst.presentations.map(once) };

const users = ['app.create', 'user.create', 'browser.authorize'] as const;

/** Checks that both versions and both token paths treat a credential alike ("Versioning", 2 and 3). */
export const rowsChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'versioning/a-stopped-token-is-refused-on-both',
    title: 'Tokens that a suspension, an archiving or an uninstallation stops are refused on v2 and v3 alike',
    proves: ['VER-16', 'VER-02', 'VER-03'],
    needs: ['app.create', 'app.archive'],
    keys: false,
    stories: [
      storyOf([askForToken], [archive()], { ...one, users: 0 }),
      ...[suspend, archive(), uninstall].flatMap((what) => [
        storyOf([connect()], [what], one),
        storyOf([connect(), refresh()], [what], one),
      ]),
    ],
  }),

  storiesCheck({
    id: 'versioning/a-stopped-key-is-refused-on-both',
    title: 'A key whose owner is suspended, or that was replaced, is refused on v2 and v3 alike',
    proves: ['VER-16'],
    needs: ['user.create', 'apiKey.create', 'user.suspend'],
    keys: true,
    stories: [suspend, rotateKey].map((what) => storyOf([], [what], { ...one, apps: 0 })),
  }),

  storiesCheck({
    id: 'versioning/a-token-is-of-one-age-on-both',
    title: 'Tokens of either token path are served on v2 and v3 until they expire, and then on neither',
    proves: ['VER-02', 'VER-03', 'VER-14', 'VER-16'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 2710,
    stories: [
      ...[one, ofLegacyPath].flatMap((what) =>
        [[askForToken], [connect()], [connect(), refresh()]].map((opening) =>
          storyOf(opening, [wait(890), wait(15), wait(1800)], what),
        ),
      ),
      storyOf([askForToken], [wait(890), wait(15)], { ...ofLegacyPath, users: 0, projects: 'none' }),
      ...[[askForToken], [connect(), refresh()]].map((opening) =>
        storyOf(opening, [wait(890), wait(15)], {
          ...one,
          presentations: [{ ...onceAtLegacyPath, connection: 'new' }],
        }),
      ),
    ],
  }),

  storiesCheck({
    id: 'versioning/tokens-of-either-path-work-on-both',
    title: 'Tokens of each of several users and apps, of either token path, work on v2 and v3',
    proves: ['VER-02', 'VER-03', 'VER-09'],
    needs: ['app.create'],
    keys: false,
    stories: [
      storyOf([askForToken, askForToken], [], { ...ofEitherPath, users: 0 }),
      storyOf([], [...times(2, () => [archive(), unarchive]), askForToken], { ...ofLegacyPath, users: 0 }),
      storyOf([connect(0, 0), connect(1, 1)], [], ofEitherPath),
      storyOf([connect(0, 0), connect(1, 0)], [], { apps: 1, presentations: [inEveryForm] }),
      storyOf([connect(0, 0), connect(1, 1)], [refresh(1), refresh(1)], ofEitherPath),
    ],
  }),

  storiesCheck({
    id: 'versioning/changes-of-state-hold-at-the-legacy-path',
    title: 'A suspension, archiving or uninstallation stops tokens and requests of the legacy path too',
    proves: ['VER-15'],
    needs: ['app.create', 'app.archive'],
    keys: false,
    stories: [
      storyOf([askForToken, askForToken], [archive()], { ...ofLegacyPathFirst, users: 0 }),
      ...[[archive()], [archive(), unarchive, archive()]].map((what) =>
        storyOf([askForToken], what, { ...ofLegacyPath, users: 0 }),
      ),
      storyOf([connect(0, 0), connect(0, 1)], [suspend], ofLegacyPathFirst),
      storyOf([connect(0, 0), connect(0, 1), refresh(1), refresh(1)], [suspend], onceOfLegacyPathFirst),
      ...[[suspend], [archive()], [uninstall], [uninstall, install]].flatMap((what) => [
        storyOf([connect()], what, ofLegacyPath),
        storyOf([connect(), refresh()], what, ofLegacyPath),
        storyOf([authorize()], what, ofLegacyPath),
      ]),
      ...[[archive()], [uninstall], [uninstall, install]].flatMap((what) => [
        storyOf([connect(0, 0), connect(1, 0)], what, onceOfLegacyPathFirst),
        storyOf([connect(0, 0), connect(1, 0), refresh(1), refresh(1)], what, onceOfLegacyPathFirst),
      ]),
    ],
  }),

  storiesCheck({
    id: 'versioning/refreshes-go-at-either-path',
    title: 'Each of a series of refresh tokens works at either path, and only once',
    proves: ['VER-07', 'VER-10', 'VER-11'],
    needs: users,
    keys: false,
    stories: atEitherPath.map((presentations) =>
      storyOf([connect(), connect(1)], [...times(4, () => [refresh()]), presentEnded(), presentEnded(2)], {
        apps: 1,
        presentations: presentations.map(once),
      }),
    ),
  }),

  storiesCheck({
    id: 'versioning/refreshes-after-some-time-go-at-either-path',
    title: 'Hours and days later a refresh token works at either path, and yields a token for v2 and v3',
    proves: ['VER-03', 'VER-07', 'VER-10', 'VER-11'],
    needs: [...users, 'passing-time'],
    keys: false,
    seconds: 33 * day,
    stories: atEitherPath.flatMap((presentations) => [
      storyOf([connect()], [wait(905), refresh()], { ...one, presentations }),
      // the authorization is older than any refresh token can be
      storyOf(
        [connect()],
        times(2, () => [wait(16 * day), refresh()]),
        { ...one, presentations },
      ),
      ...[
        [wait(12 * day), refresh()],
        [wait(27 * day), refresh()],
        [refresh(), wait(3700), presentEnded()],
      ].map((what) => storyOf([connect()], what, { ...one, presentations: presentations.map(once) })),
    ]),
  }),

  storiesCheck({
    id: 'versioning/the-legacy-path-goes-on-after-changes',
    title: 'The legacy path still issues tokens for an app after rotations, archivals and other events',
    proves: ['VER-05'],
    needs: ['app.create'],
    keys: false,
    stories: [
      [rotateSecret],
      [rotateSecret, rotateSecret],
      [archive(), unarchive],
      [archive(), unarchive, archive(), unarchive],
      [archive(1)],
      [{ do: 'besideApp', app: 0, what: 'was taken out of a project' } as const],
      [{ do: 'besideApp', app: 0, what: 'was given a webhook' } as const],
    ].map((what) =>
      storyOf([askForToken], [...what, askForToken], {
        users: 0,
        presentations: [onceAtLegacyPath, { ...onceAtLegacyPath, connection: 'new' }],
      }),
    ),
  }),
];
