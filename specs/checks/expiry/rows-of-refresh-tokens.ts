import { day } from '../../../core/spans.ts';
import type { Command, Telling } from '../../../generators/history.ts';
import { endings, months, storyOf } from '../../../generators/history.ts';
import { plainPresentation } from '../../../generators/presentation.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../engines/standing.ts';
import {
  archive,
  authorize,
  connect,
  exchange,
  giveKey,
  misuse,
  refresh,
  rotateKey,
  suspend,
  times,
  unarchive,
  unsuspend,
  use,
  wait,
  waitExactly,
  waitUntil,
} from '../../world/commands.ts';
import { inEveryForm, ofAGrant, ofOthersToo, one } from '../../world/tellings.ts';
import { delegatedNeeds } from '../lifecycle/stage.ts';
import { befores, eventsOfAGrant } from './rows.ts';

const month = 30 * day;

/** Refresh tokens are tried before access tokens: no expired access token has been used by then. */
const unseen = { ...ofAGrant, atTheEnd: 'refresh tokens first' } as const satisfies Telling;
const besideOthers = { ...ofOthersToo, atTheEnd: 'refresh tokens first' } as const satisfies Telling;
const atEitherPath = [{ ...plainPresentation, tokenPath: 'legacy for refusals' }] as const;

/**
 * Waits until dates from which thirty days go beyond the end of each month, the end of summer time, and a leap day. A
 * wait may end some days late: on the day on which the tokens of the month before expire.
 */
const dates: readonly (readonly Command[])[] = [
  ...months.map((name) => [waitUntil(18 * day, `the end of ${name}`)]),
  // thirty days from the last days of January go beyond February, which has none
  [waitUntil(1.5 * day, 'the end of January')],
  [waitUntil(10 * day, 'the end of summer time in Europe')],
  [waitUntil(10 * day, 'the end of summer time in New York')],
  [waitUntil(0, 'the end of February'), waitUntil(15 * day, 'the end of February')],
];

/** Seconds before each refresh of a series. */
const series: readonly (readonly number[])[] = [
  [10 * day],
  [10 * day, 3600, 7200],
  [0, 60],
  [29 * day, 29 * day],
  [1000, day, 15 * day],
];

/** Events that must not move the end of a refresh token, with misuse of the token and changes of the user's keys. */
const besideAGrant: readonly (readonly Command[])[] = [
  ...eventsOfAGrant,
  [misuse('with a wrong client secret')],
  [misuse('by another app')],
  [giveKey(), use()],
  [giveKey(), rotateKey],
];

/** Days on which, in turn, a state (a suspension or an archiving) begins and ends. */
const plans: readonly (readonly number[])[] = [
  [5, 25],
  [1, 1.1],
  [2, 4, 6, 9, 20, 22],
  [28, 29.9],
  [29, 31],
  [10, 40],
];

function onDays(plan: readonly number[], begin: Command, end: Command): readonly Command[] {
  const changes = plan.flatMap((date, index) => [
    wait((date - (plan[index - 1] ?? 0)) * day),
    index % 2 === 0 ? begin : end,
  ]);
  const left = month + 5 - (plan.at(-1) ?? 0) * day;
  return left > 0 ? [...changes, wait(left)] : changes;
}

/** Checks of the lifetime of refresh tokens ("Delegated auth", 7; "Limits"). */
export const rowsOfRefreshTokensChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'expiry/refresh-tokens-age-renewed-or-not',
    title: 'A refresh token works for 2592000 seconds from its issue, renewed or not, and not afterwards',
    proves: ['EXP-11', 'EXP-12', 'EXP-13', 'EXP-14'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 430 * day,
    stories: [
      ...[3700, 10 * day, month - 10, month + 2, 31 * day, 400 * day].map((seconds) =>
        storyOf([connect()], [wait(seconds), refresh()], unseen),
      ),
      ...[1, 450, 10 * day, 29 * day].flatMap((before) =>
        [month - 10, month + 2].map((seconds) =>
          storyOf([connect()], [wait(before), refresh(), wait(seconds), refresh()], unseen),
        ),
      ),
      storyOf([connect()], [wait(20 * day), refresh(), wait(20 * day), refresh(), wait(month + 2)], unseen),
      // records are created with the access tokens
      ...[[], [refresh()]].map((before) => storyOf([connect()], [...before, wait(month + 2)], one)),
      // to the second, and at either token path
      storyOf([connect()], [waitExactly(month)], unseen),
      storyOf([connect()], [wait(10 * day), refresh(), waitExactly(month)], unseen),
      storyOf([connect(), connect(0, 1)], [wait(month + 2)], { ...besideOthers, presentations: atEitherPath }),
      // another refresh token was exchanged at that path when it was new
      storyOf([connect(), connect(1, 1)], [refresh(), wait(10 * day), refresh(1), wait(month + 2)], {
        ...besideOthers,
        leavesUnused: true,
        presentations: [{ ...plainPresentation, tokenPath: 'legacy' }],
      }),
      // the code was not exchanged at once, and the access token never used
      storyOf([authorize()], [wait(15), exchange, wait(month - 12)], { ...unseen, leavesUnused: true }),
    ],
  }),

  storiesCheck({
    id: 'expiry/refresh-tokens-last-30-days-in-every-month',
    title: 'A refresh token lasts 2592000 seconds in every month and at either token path',
    proves: ['EXP-11', 'EXP-12'],
    needs: [...delegatedNeeds, 'passing-time', 'clock.now'],
    keys: false,
    seconds: 900 * day,
    stories: dates.map((until, index) =>
      storyOf([], [...until, connect(0, 0), connect(1, 0), wait(month - 60), refresh(), wait(62)], {
        ...besideOthers,
        leavesUnused: true,
        presentations: [{ ...plainPresentation, tokenPath: index % 2 === 0 ? 'usual' : 'legacy' }],
      }),
    ),
  }),

  storiesCheck({
    id: 'expiry/the-refresh-token-of-each-refresh-lasts-30-days',
    title: 'The refresh token of each refresh lasts 2592000 seconds from its own issue',
    proves: ['EXP-13', 'EXP-14', 'EXP-15'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 150 * day,
    stories: [[], ...befores].flatMap((before, index) =>
      (['usual', 'legacy'] as const).map((tokenPath, at) => {
        const pauses = series[(index + at) % series.length] ?? [];
        const renewals = pauses.flatMap((seconds) => [wait(seconds), refresh()]);
        return storyOf(before, [connect(), ...renewals, wait(month - 60), refresh(), wait(month + 2)], {
          ...besideOthers,
          leavesUnused: true,
          presentations: [{ ...plainPresentation, tokenPath }],
        });
      }),
    ),
  }),

  storiesCheck({
    id: 'expiry/a-suspension-prolongs-no-refresh-token',
    title: 'A refresh token yields nothing after 30 days, even if its user was suspended for a while',
    proves: ['EXP-32'],
    needs: [...delegatedNeeds, 'user.suspend', 'user.unsuspend', 'passing-time'],
    keys: false,
    seconds: 41 * day,
    stories: plans.map((plan) => storyOf([connect()], onDays(plan, suspend, unsuspend), unseen)),
  }),

  storiesCheck({
    id: 'expiry/expired-access-tokens-leave-the-refresh-token-usable-for-days',
    title: 'A refresh token is still exchanged hours and days after its access token has expired',
    proves: ['EXP-10', 'EXP-34'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 29 * day,
    stories: [
      ...[905, 3700, 29 * day].map((seconds) => storyOf([connect()], [wait(seconds), refresh()], unseen)),
      ...befores.map((before) => storyOf(before, [connect(), wait(905), refresh()], besideOthers)),
      // with another refresh token, which shows that time alone ends none
      ...[905, 7 * day].flatMap((seconds) => [
        storyOf([connect(), connect(1, 1)], [wait(seconds), use(1), refresh(), refresh(1)], besideOthers),
        storyOf([connect(2, 1), connect(), connect(1, 0)], [wait(seconds), refresh(2), refresh(2)], {
          ...besideOthers,
          users: 3,
        }),
      ]),
    ],
  }),

  storiesCheck({
    id: 'expiry/refreshing-one-authorization-prolongs-no-other',
    title: 'A refresh token expires although another authorization of the same user and app is refreshed',
    proves: ['EXP-18'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 40 * day,
    // the third authorization belongs to another user, and shows that refresh tokens do expire
    stories: [[], times(3, () => [refresh(2)])].flatMap((renewed) =>
      [1, 2].flatMap((which) =>
        [
          [wait(10 * day), refresh(which), wait(20 * day + 5)],
          [wait(2 * day), refresh(which), wait(20 * day), refresh(), wait(8 * day + 5)],
        ].map((what) =>
          storyOf([connect(), connect(), connect(1, 0), ...renewed], what, { ...besideOthers, leavesUnused: true }),
        ),
      ),
    ),
  }),

  storiesCheck({
    id: 'expiry/calls-prolong-no-refresh-token',
    title: 'A refresh token expires after 30 days although its access token is used for calls',
    proves: ['EXP-19'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 31 * day,
    stories: [[60, 390, 440], [905], [10 * day]].map((pauses) =>
      storyOf(
        [connect(), connect(1, 1)],
        [
          ...pauses.flatMap((seconds) => [wait(seconds), use(1)]),
          wait(month + 5 - pauses.reduce((sum, one) => sum + one)),
        ],
        { ...besideOthers, presentations: [inEveryForm] },
      ),
    ),
  }),

  storiesCheck({
    id: 'expiry/nothing-moves-the-end-of-a-refresh-token',
    title: 'A refresh token lasts 30 days through any event of its user and its app',
    proves: ['EXP-12', 'EXP-11', 'EXP-34', 'DEL-46', 'DEL-47', 'DEL-63'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 40 * day,
    stories: [
      ...besideAGrant.flatMap((what) =>
        [18 * day, 20 * day + 5].map((then) =>
          storyOf([connect()], [wait(10 * day), ...what, wait(then)], besideOthers),
        ),
      ),
      ...[
        [5, 15],
        [0, 30.1],
      ].map((plan) => storyOf([connect()], onDays(plan, archive(), unarchive), unseen)),
    ],
  }),

  storiesCheck({
    id: 'expiry/users-authorize-again-after-every-expiry',
    title: 'After refresh tokens have expired, the user can authorize again, which revives none of them',
    proves: ['EXP-16', 'EXP-12', 'EXP-17'],
    needs: [...delegatedNeeds, 'passing-time'],
    keys: false,
    seconds: 100 * day,
    stories: endings.flatMap((atTheEnd) => [
      storyOf([connect()], [wait(month + 5), refresh(), connect(), refresh(), refresh()], { ...ofAGrant, atTheEnd }),
      storyOf(
        [connect()],
        times(3, () => [wait(month + 5), connect(), refresh()]),
        { ...ofAGrant, atTheEnd },
      ),
    ]),
  }),
];
