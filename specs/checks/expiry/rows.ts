import { day } from '../../../core/spans.ts';
import { besideApps, besideUsers } from '../../../generators/beside-event.ts';
import type { Command, Telling } from '../../../generators/history.ts';
import { endings, storyOf } from '../../../generators/history.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../model/history-check.ts';
import {
  archive,
  askForToken,
  authorize,
  connect,
  deny,
  refresh,
  rotateKey,
  rotateSecret,
  suspend,
  times,
  unarchive,
  unsuspend,
  wait,
} from '../../world/commands.ts';
import { ofAGrant, ofAnApp, ofAUser, ofOthersToo, one } from '../../world/tellings.ts';
import { delegatedNeeds } from '../lifecycle/stage.ts';

const month = 30 * day;
/** From before keys began to expire ("Basic authentication", 3). */
const old = 2000 * day;

/** Refresh tokens are judged before access tokens, which nobody has tried when they had expired. */
const unseen = { ...ofAGrant, atTheEnd: 'refresh tokens first' } as const satisfies Telling;

const besideAUser = besideUsers.map((what): Command => ({ do: 'besideUser', user: 0, what }));
const besideAnApp = besideApps.map((what): Command => ({ do: 'besideApp', app: 0, what }));

/** What happens to an app, or to others, and makes its token neither younger nor older. */
const toAnApp: readonly (readonly Command[])[] = [
  ...besideAnApp.map((what) => [what]),
  [rotateSecret],
  [askForToken],
  [archive(), unarchive],
  [archive(1)],
];
/** What happens to a user and an app, and makes nothing that the app holds for the user younger or older. */
const toAGrant: readonly (readonly Command[])[] = [
  ...[...besideAUser, ...besideAnApp].map((what) => [what]),
  [rotateSecret],
  [askForToken],
  [connect()],
  [authorize()],
  [connect(0, 1)],
  [connect(1, 0)],
  [deny()],
  [archive(1)],
];

/** How long credentials last, in every form of call, and whatever happens meanwhile ("Limits"). */
export const rowsChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'expiry/tokens-last-900-seconds-in-every-form-of-call',
    title: 'An access token gets pages of every kind, and writes, for 900 seconds, and is answered with 401 then',
    proves: ['EXP-01', 'EXP-02', 'EXP-03', 'EXP-04', 'EXP-05', 'EXP-34'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 60 * day,
    stories: [
      [wait(450), wait(447), wait(5)],
      [wait(897), wait(5), wait(3600), wait(20 * day)],
      [wait(1800), wait(month)],
    ].flatMap((what) => [
      storyOf([askForToken], what, { ...one, users: 0 }),
      storyOf([connect()], what, one),
      storyOf([connect(), wait(800), refresh()], what, one),
    ]),
  }),

  storiesCheck({
    id: 'expiry/keys-last-30-days-in-every-form-of-call',
    title: 'A key gets pages of every kind, and writes, for 30 days, and is answered with 401 then',
    proves: ['EXP-21', 'EXP-22', 'EXP-23', 'EXP-24', 'EXP-27', 'EXP-28'],
    needs: ['user.create', 'apiKey.create', 'passing-time'],
    keys: true,
    seconds: 800 * day,
    stories: [
      storyOf([], [wait(15 * day), wait(14 * day), wait(2 * day), wait(400 * day)], { ...one, apps: 0 }),
      storyOf([], [wait(29 * day), wait(2 * day)], { ...one, apps: 0 }),
      storyOf([], [wait(31 * day), wait(400 * day)], { ...one, apps: 0, keyAges: [old] }),
      storyOf([], [], { ...ofAUser, users: 2, keyAges: [29 * day, 31 * day + 3600] }),
      ...[0, old].map((age) =>
        storyOf([], [rotateKey, wait(29 * day), wait(2 * day), rotateKey, wait(29 * day), wait(2 * day)], {
          ...ofAUser,
          keyAges: [age],
        }),
      ),
    ],
  }),

  storiesCheck({
    id: 'expiry/app-tokens-end-one-by-one',
    title: 'Of several tokens of an app each lasts its own 900 seconds, and new ones can be had at any time',
    proves: ['EXP-08', 'EXP-01', 'EXP-02', 'EXP-09'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: day,
    stories: [
      ...[1, 60, 300, 450, 880].flatMap((apart) => [
        storyOf([askForToken], [wait(apart), askForToken, wait(902 - apart), wait(apart)], ofAnApp),
        storyOf([askForToken], [wait(apart), askForToken, wait(902 - apart)], { ...ofAnApp, atTheEnd: 'oldest first' }),
      ]),
      storyOf(
        [askForToken],
        times(4, () => [wait(902), askForToken]),
        ofAnApp,
      ),
      storyOf(
        [askForToken],
        times(3, () => [wait(3700), askForToken]),
        ofAnApp,
      ),
    ],
  }),

  storiesCheck({
    id: 'expiry/nothing-moves-the-end-of-an-app-token',
    title: 'An app access token lasts 900 seconds through any event of its app and of others',
    proves: ['EXP-02', 'EXP-01', 'EXP-31'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: day,
    stories: toAnApp.flatMap((what) =>
      [
        [wait(300), ...what, wait(590)],
        [wait(300), ...what, wait(605)],
        [...what, wait(905), ...what],
      ].map((then) => storyOf([askForToken], then, { ...ofAnApp, apps: 2, atTheEnd: 'oldest first' })),
    ),
  }),

  storiesCheck({
    id: 'expiry/nothing-moves-the-end-of-a-delegated-token',
    title: 'A delegated access token lasts 900 seconds through any event of its user and its app',
    proves: ['EXP-04', 'EXP-35'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: day,
    stories: toAGrant.flatMap((what) =>
      [590, 605].map((then) =>
        storyOf([connect()], [wait(300), ...what, wait(then)], { ...ofOthersToo, atTheEnd: 'oldest first' }),
      ),
    ),
  }),

  storiesCheck({
    id: 'expiry/refresh-tokens-age-renewed-or-not',
    title: 'A refresh token is exchanged for 2592000 seconds from its issue, renewed or not, and not afterwards',
    proves: ['EXP-11', 'EXP-12', 'EXP-13', 'EXP-14'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 130 * day,
    stories: [
      ...[3700, 10 * day, month - 10, month + 2, 31 * day, 120 * day].map((seconds) =>
        storyOf([connect()], [wait(seconds), refresh()], unseen),
      ),
      ...[1, 450, 10 * day, 29 * day].flatMap((before) =>
        [month - 10, month + 2].map((seconds) =>
          storyOf([connect()], [wait(before), refresh(), wait(seconds), refresh()], unseen),
        ),
      ),
      storyOf([connect()], [wait(20 * day), refresh(), wait(20 * day), refresh(), wait(month + 2)], unseen),
    ],
  }),

  storiesCheck({
    id: 'expiry/nothing-moves-the-end-of-a-refresh-token',
    title: 'A refresh token lasts 30 days through any event of its user and its app',
    proves: ['EXP-12', 'EXP-11', 'EXP-32', 'EXP-34'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 40 * day,
    stories: [
      ...toAGrant.flatMap((what) =>
        [19 * day, 20 * day + 5].map((then) =>
          storyOf([connect()], [wait(10 * day), ...what, wait(then)], {
            ...ofOthersToo,
            atTheEnd: 'refresh tokens first',
          }),
        ),
      ),
      ...(
        [
          [suspend, unsuspend],
          [archive(), unarchive],
        ] as const
      ).flatMap(([begin, end]) => [
        storyOf([connect()], [wait(5 * day), begin, wait(10 * day), end, wait(15 * day + 5)], unseen),
        storyOf([connect()], [begin, wait(month + 5), end], unseen),
      ]),
    ],
  }),

  storiesCheck({
    id: 'expiry/inactive-periods-count',
    title: 'A key or an access token ages while its user is suspended or its app archived',
    proves: ['EXP-29', 'EXP-30', 'EXP-31', 'EXP-04', 'EXP-22', 'EXP-24', 'EXP-33'],
    needs: ['passing-time'],
    keys: true,
    seconds: 130 * day,
    stories: [
      ...[0, old].flatMap((age) => [
        storyOf([], [wait(5 * day), suspend, wait(10 * day), unsuspend, wait(16 * day)], {
          ...ofAUser,
          keyAges: [age],
        }),
        storyOf([], [suspend, wait(31 * day), unsuspend], { ...ofAUser, keyAges: [age] }),
        storyOf([], [wait(31 * day), suspend, unsuspend, wait(day)], { ...ofAUser, keyAges: [age] }),
      ]),
      storyOf([askForToken], [wait(300), archive(), wait(300), unarchive, wait(305)], ofAnApp),
      storyOf([askForToken], [wait(905), archive(), unarchive], ofAnApp),
      storyOf([connect()], [wait(300), suspend, wait(300), unsuspend, wait(305)], ofAGrant),
    ],
  }),

  storiesCheck({
    id: 'expiry/what-a-user-does-moves-no-end-of-a-key',
    title: 'No event of a user has an old key expire, or a newer one last longer',
    proves: ['EXP-22', 'EXP-24', 'EXP-21'],
    needs: ['user.create', 'apiKey.create', 'passing-time'],
    keys: true,
    seconds: 40 * day,
    stories: [...besideAUser, connect()].flatMap((what) =>
      [0, old].map((age) => storyOf([], [wait(20 * day), what, wait(11 * day)], { ...ofAGrant, keyAges: [age] })),
    ),
  }),

  storiesCheck({
    id: 'expiry/users-authorize-again-after-every-expiry',
    title: 'After refresh tokens have expired the user authorizes again, which revives none of them',
    proves: ['EXP-16', 'EXP-12', 'EXP-17'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 100 * day,
    stories: endings.flatMap((atTheEnd) => [
      storyOf([connect()], [wait(month + 5), refresh(), connect(), refresh()], { ...ofAGrant, atTheEnd }),
      storyOf(
        [connect()],
        times(3, () => [wait(month + 5), connect(), refresh()]),
        { ...ofAGrant, atTheEnd },
      ),
    ]),
  }),
];
