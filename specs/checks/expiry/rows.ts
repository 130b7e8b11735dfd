import { day } from '../../../core/spans.ts';
import { besideApps, besideUsers } from '../../../generators/beside-event.ts';
import type { Command, Instant } from '../../../generators/history.ts';
import { storyOf } from '../../../generators/history.ts';
import { plainPresentation } from '../../../generators/presentation.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../engines/standing.ts';
import {
  archive,
  askForAnothersToken,
  askForToken,
  askForTokenOf,
  authorize,
  connect,
  deny,
  exchange,
  giveKey,
  install,
  refresh,
  rotateSecret,
  suspend,
  times,
  unarchive,
  unarchiveAnother,
  uninstall,
  unsuspend,
  use,
  wait,
  waitExactly,
  waitUntil,
} from '../../world/commands.ts';
import { inEveryForm, ofAGrant, ofAnApp, ofOthersToo, ofTwoUsers, one } from '../../world/tellings.ts';
import { delegatedNeeds } from '../lifecycle/stage.ts';

const oldestFirst = { atTheEnd: 'oldest first' } as const;
/** A presentation that requests tokens at the legacy path, and at both paths if a refusal is due. */
const atLegacyPath = [{ ...plainPresentation, tokenPath: 'legacy' } as const];

/** Both sides of 900 seconds, with time to spare for the requests in between. */
const bothSides = [wait(897), use(), wait(5)];

const besideAnApp = besideApps.map((what): readonly Command[] => [{ do: 'besideApp', app: 0, what }]);
const besideAUser = besideUsers.map((what): readonly Command[] => [{ do: 'besideUser', user: 0, what }]);

/** Events of an app, or of other actors, that make the app's token neither younger nor older. */
const toAnApp: readonly (readonly Command[])[] = [
  ...besideAnApp,
  [rotateSecret],
  [askForToken],
  [archive(), unarchive],
  [archive(1), unarchiveAnother],
];
/** Events of a user and an app that make no token that the app holds for the user younger or older. */
export const eventsOfAGrant: readonly (readonly Command[])[] = [
  ...besideAUser,
  ...besideAnApp,
  [rotateSecret],
  [askForToken],
  [connect()],
  [authorize()],
  [connect(0, 1)],
  [connect(0, 1), refresh()],
  [connect(1, 0)],
  [connect(1, 0), refresh()],
  [deny()],
  [deny(1)],
  [archive(1)],
  [giveKey()],
];

/** Events of a user and an app before the user authorizes the app. */
export const befores: readonly (readonly Command[])[] = [
  [connect()],
  [connect(1, 0)],
  [connect(0, 1)],
  [uninstall, install],
  [suspend, unsuspend],
  [archive(), unarchive],
];

/**
 * Instants at which local clocks show a time twice, or a new day, month or year begins. The number before each instant
 * says how many seconds earlier a token is issued.
 */
const turns: readonly (readonly [number, Instant])[] = [
  [630.5, 'midnight'],
  [890, 'midnight'],
  [20_000.3, 'midnight'],
  [600, 'the end of summer time in Europe'],
  [600, 'the end of summer time in New York'],
  [600, 'the end of February'],
  [600, 'the end of December'],
  [1200, 'the end of December'],
];

/** Returns calls in the life of a token that was issued `before` seconds before an instant, and one after both. */
function usesUntilBeyond(before: number): readonly Command[] {
  return [660, 237, Math.max(5, before + 5 - 897)].flatMap((seconds) => [wait(seconds), use()]);
}

/** Checks of the lifetime of access tokens, in every form of call, at any time and after any event ("Limits"). */
export const rowsChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'expiry/tokens-last-900-seconds-in-every-form-of-call',
    title: 'An access token gets pages of every kind and writes for 900 seconds, and then is answered with 401',
    proves: ['EXP-01', 'EXP-02', 'EXP-03', 'EXP-04', 'EXP-05', 'EXP-34'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 60 * day,
    stories: [
      [wait(450), wait(447), wait(5)],
      [wait(897), waitExactly(3), wait(3600), wait(20 * day)],
      [wait(30 * day)],
    ]
      .flatMap((what) => [
        storyOf([askForToken], what, { ...one, users: 0 }),
        storyOf([connect()], what, one),
        storyOf([connect(), wait(800), refresh()], what, one),
      ])
      .concat(
        // the access token before is not tried any more
        storyOf([connect()], [wait(1000), refresh(), wait(897), use(), wait(5)], { ...ofAGrant, ...oldestFirst }),
      ),
  }),

  storiesCheck({
    id: 'expiry/app-tokens-last-900-seconds-when-a-day-ends',
    title: 'An app token lasts 900 seconds when a day, a month or a year ends and when clocks are put back',
    proves: ['EXP-01', 'EXP-02'],
    needs: ['app.create', 'passing-time', 'clock.now'],
    keys: false,
    seconds: 400 * day,
    stories: turns.map(([before, instant]) =>
      storyOf([askForAnothersToken], [waitUntil(before, instant), askForToken, ...usesUntilBeyond(before)], {
        ...ofAnApp,
        ...oldestFirst,
        apps: 2,
      }),
    ),
  }),

  storiesCheck({
    id: 'expiry/tokens-of-code-exchanges-last-900-seconds-at-any-hour',
    title: 'A delegated access token lasts 900 seconds when a day or a year ends and when clocks are put back',
    proves: ['EXP-03', 'EXP-04', 'EXP-05'],
    needs: [...delegatedNeeds, 'passing-time', 'clock.now'],
    keys: false,
    seconds: 400 * day,
    stories: turns.map(([before, instant], index) =>
      storyOf(
        [],
        [waitUntil(before, instant), connect(), ...times(index % 2, () => [refresh()]), ...usesUntilBeyond(before)],
        {
          ...ofAGrant,
          ...oldestFirst,
        },
      ),
    ),
  }),

  storiesCheck({
    id: 'expiry/tokens-last-900-seconds-after-events',
    title: 'An access token lasts 900 seconds from its issue after any event of its user and its app',
    proves: ['EXP-01', 'EXP-02', 'EXP-04', 'EXP-05'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 930,
    stories: [
      ...[[rotateSecret], [archive(), unarchive], times(12, () => [askForToken])].map((what) =>
        storyOf(what, [askForToken, ...bothSides], { ...ofAnApp, ...oldestFirst }),
      ),
      ...befores.map((what) => storyOf(what, [connect(), ...bothSides], { ...ofOthersToo, ...oldestFirst })),
      ...[{}, { presentations: atLegacyPath }]
        .map((how) => ({ ...ofAGrant, ...oldestFirst, ...how }))
        .flatMap((who) => [
          // the time between a code and its exchange makes no difference
          storyOf([authorize()], [wait(15), exchange, ...bothSides], who),
          storyOf([connect()], [wait(4), refresh(), wait(4), refresh(), ...bothSides], who),
        ]),
    ],
  }),

  storiesCheck({
    id: 'expiry/no-form-of-use-prolongs-a-token',
    title: 'No form of use prolongs an access token, and neither does a lack of use',
    proves: ['EXP-06', 'EXP-07'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 930,
    stories: [
      { opening: times(3, (app) => [askForTokenOf(app)]), users: 0, presentations: [inEveryForm] },
      { opening: times(3, (each) => [connect(each, each)]), users: 3 },
      { opening: [...times(3, (each) => [connect(each, each)]), ...times(3, () => [refresh(2)])], users: 3 },
    ].flatMap(({ opening, ...who }) =>
      // the first one is called when it is new, the second one again and again, and the third one never
      [times(3, () => [wait(290), use(1)]), [wait(890), use(1)]].map((calls) =>
        storyOf(opening, [use(2), use(1), ...calls, wait(35)], {
          ...ofAnApp,
          ...oldestFirst,
          ...who,
          apps: 3,
          leavesUnused: true,
        }),
      ),
    ),
  }),

  storiesCheck({
    id: 'expiry/a-token-is-good-for-any-number-of-calls',
    title: 'An access token is accepted in each of many calls within its 900 seconds',
    proves: ['EXP-01', 'EXP-04'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 900,
    stories: [[askForToken], [connect()]].map((opening) =>
      storyOf(
        opening,
        times(4, () => [wait(200), ...times(15, () => [use()])]),
        { ...ofAGrant, ...oldestFirst },
      ),
    ),
  }),

  storiesCheck({
    id: 'expiry/app-tokens-end-one-by-one',
    title: 'Each of several tokens of an app lasts its own 900 seconds, and the app can get new ones at any time',
    proves: ['EXP-08', 'EXP-01', 'EXP-02', 'EXP-09'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 400 * day,
    stories: [
      ...[30, 300, 450, 880].map((apart) =>
        storyOf([askForToken], [wait(apart), askForToken, wait(902 - apart), wait(apart)], ofAnApp),
      ),
      ...[902, 3700, 8 * day].map((apart) =>
        storyOf(
          [askForToken],
          times(4, () => [wait(apart), askForToken]),
          ofAnApp,
        ),
      ),
      storyOf(
        [askForToken],
        times(2, () => [wait(902), askForToken]),
        { ...ofAnApp, presentations: atLegacyPath },
      ),
      storyOf([askForToken], [wait(400 * day), askForToken], ofAnApp),
    ],
  }),

  storiesCheck({
    id: 'expiry/tokens-of-many-users-last',
    title: "The access tokens of an app's first users are accepted after many more have authorized it",
    proves: ['EXP-35'],
    needs: delegatedNeeds,
    keys: false,
    stories: [
      storyOf(
        times(8, (user) => [connect(user)]),
        [],
        { ...ofAGrant, ...oldestFirst, users: 8 },
      ),
    ],
  }),

  storiesCheck({
    id: 'expiry/tokens-of-one-app-expire-one-by-one-at-any-distance',
    title: 'Two tokens of an app each expire after their own 900 seconds, however far apart they were issued',
    proves: ['EXP-08'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 1800,
    // the only token of another app shows that tokens do expire
    stories: [30, 300, 450, 600, 870].flatMap((apart) =>
      [
        [0, 2, 1],
        [2, 1, 0],
      ].map((order) =>
        storyOf(
          [askForAnothersToken, askForToken],
          [wait(apart), askForToken, wait(902 - apart), ...order.map((which) => use(which))],
          { ...ofAnApp, ...oldestFirst, apps: 2 },
        ),
      ),
    ),
  }),

  storiesCheck({
    id: 'expiry/tokens-do-not-end-with-one-another',
    title: 'A delegated access token lasts its own 900 seconds although others of its app or user end before',
    proves: ['EXP-08'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 1000,
    stories: [[askForToken], [connect(1, 0)], [connect(0, 1)], [askForToken, connect(1, 0), connect(0, 1)]].map(
      (others) => storyOf(others, [wait(600), connect(), wait(320)], { ...ofOthersToo, ...oldestFirst }),
    ),
  }),

  storiesCheck({
    id: 'expiry/nothing-moves-the-end-of-an-app-token',
    title: 'An app access token lasts 900 seconds through any event of its app and of others',
    proves: ['EXP-02', 'EXP-01', 'EXP-31'],
    needs: ['app.create', 'passing-time'],
    keys: false,
    seconds: 910,
    stories: toAnApp.flatMap((what) =>
      [
        [wait(300), ...what, wait(590)],
        [wait(300), ...what, wait(605)],
        [...what, wait(905), ...what],
      ].map((then) => storyOf([askForToken], then, { ...ofAnApp, ...oldestFirst, apps: 2 })),
    ),
  }),

  storiesCheck({
    id: 'expiry/nothing-moves-the-end-of-a-delegated-token',
    title: 'A delegated access token lasts 900 seconds through any event of its user and its app',
    proves: ['EXP-04', 'EXP-35', 'DEL-63'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 910,
    stories: eventsOfAGrant.flatMap((what) =>
      [590, 605].map((then) =>
        storyOf([connect()], [wait(300), ...what, wait(then)], { ...ofOthersToo, ...oldestFirst }),
      ),
    ),
  }),

  storiesCheck({
    id: 'expiry/inactive-periods-count',
    title: 'An access token ages while its user is suspended or its app archived',
    proves: ['EXP-31', 'EXP-04', 'EXP-33'],
    needs: ['passing-time'],
    keys: false,
    seconds: 910,
    stories: [
      storyOf([askForToken], [wait(300), archive(), wait(300), unarchive, wait(305)], ofAnApp),
      storyOf([askForToken], [wait(905), archive(), unarchive], ofAnApp),
      storyOf([connect()], [wait(300), archive(), wait(300), unarchive, wait(305)], ofAGrant),
      storyOf([connect()], [wait(300), suspend, wait(300), unsuspend, wait(305)], ofTwoUsers),
    ],
  }),
];
