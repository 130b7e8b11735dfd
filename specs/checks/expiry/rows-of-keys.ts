import { day } from '../../../core/spans.ts';
import { besideUsers } from '../../../generators/beside-event.ts';
import type { Command, Instant, Telling } from '../../../generators/history.ts';
import { storyOf } from '../../../generators/history.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../engines/standing.ts';
import {
  connect,
  giveKey,
  refresh,
  rotateKey,
  suspend,
  times,
  unsuspend,
  use,
  wait,
  waitUntil,
} from '../../world/commands.ts';
import { inEveryForm, ofAGrant, ofAUser, one } from '../../world/tellings.ts';

/** Age, in seconds, of a key from before keys began to expire ("Basic authentication", 3). */
const old = 2000 * day;
const ofUsers = (users: number): Telling => ({ ...ofAUser, users });
const keyNeeds = ['user.create', 'apiKey.create'] as const;

/** Both sides of the end of a key: it surely works until day 29, and surely does not from day 31 on (FRE-96). */
const bothSides = [wait(29 * day - 60), wait(2 * day + 120)];

/** Seconds before an instant at which a key is created, so that the instant lies in its thirty days. */
const dates: readonly (readonly [number, Instant])[] = [
  [20 * day, 'the end of February'],
  [27 * day, 'the end of May'],
  [15 * day, 'the end of December'],
  [27 * day, 'the end of December'],
];

/** Creation dates of keys that do not expire. */
const early = [
  '2026-08-04T20:00:00Z',
  '2026-07-20T12:00:00Z',
  '2026-05-20T12:00:00Z',
  '2025-12-20T12:00:00Z',
  '2021-02-28T12:00:00Z',
  '2016-10-01T12:00:00Z',
] as const;
/** Creation dates among the first keys that expire. */
const firstToExpire = ['2026-08-10T12:00:00Z', '2026-08-13T12:00:00Z'] as const;

const whatUsersDo: readonly (readonly Command[])[] = [
  ...besideUsers.map((what) => [{ do: 'besideUser', user: 0, what } as const]),
  [connect()],
  [connect(), refresh()],
];

/** Checks of the lifetime of personal keys ("Basic authentication", 2 and 3; "Limits"). */
export const rowsOfKeysChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'expiry/keys-last-30-days-in-every-form-of-call',
    title: 'A key gets pages of every kind and writes for 30 days, and is answered with 401 afterwards',
    proves: ['EXP-21', 'EXP-22', 'EXP-23', 'EXP-24', 'EXP-27', 'EXP-28'],
    needs: [...keyNeeds, 'passing-time'],
    keys: true,
    seconds: 800 * day,
    stories: [
      storyOf([], [wait(15 * day), wait(13 * day), wait(3 * day), wait(400 * day)], { ...one, apps: 0 }),
      // here the key was not used before it expired
      storyOf([], [wait(400 * day)], { ...one, apps: 0 }),
      storyOf([], bothSides, { ...one, apps: 0, presentations: [{ ...inEveryForm, connection: 'new' }] }),
      // together with a new key, which shows that each form of call serves keys
      storyOf([], [], { ...one, apps: 0, users: 2, keyAges: [0, old] }),
      storyOf([], [wait(31 * day), wait(400 * day)], { ...one, apps: 0, keyAges: [old] }),
      storyOf([], [], { ...ofUsers(2), keyAges: [28 * day, 31 * day + 3600] }),
      ...[0, old].flatMap((age) =>
        [[rotateKey], [wait(35 * day), rotateKey], [suspend, rotateKey, unsuspend]].map((what) =>
          storyOf([], [...what, ...bothSides], { ...ofAUser, keyAges: [age] }),
        ),
      ),
      storyOf([], [rotateKey, ...bothSides, rotateKey, ...bothSides], ofAUser),
      storyOf([], [rotateKey, rotateKey, ...bothSides], ofAUser),
      // late in the life of the first key, so that it has hardly any days left to add to those of the second
      ...[0, old].map((age) =>
        storyOf([], [rotateKey, wait(29 * day - 60), rotateKey, wait(2 * day), wait(31 * day)], {
          ...ofAUser,
          keyAges: [age],
        }),
      ),
      // a rotation that replaces an expired key that was not used
      storyOf([], [wait(35 * day), rotateKey], { ...ofAUser, atTheEnd: 'oldest first' }),
    ],
  }),

  storiesCheck({
    id: 'expiry/keys-last-30-days-as-time-passes',
    title: 'A key lasts 30 days from any date, with any number of keys of its user',
    proves: ['EXP-21', 'EXP-22', 'EXP-23'],
    needs: [...keyNeeds, 'passing-time', 'clock.now'],
    keys: false,
    seconds: 900 * day,
    stories: [
      ...dates.map(([before, instant]) => storyOf([], [waitUntil(before, instant), giveKey(), ...bothSides], ofAUser)),
      // the second February has a leap day
      storyOf(
        [],
        [...times(2, (year) => [waitUntil(20 * day * year, 'the end of February')]), giveKey(), ...bothSides],
        ofAUser,
      ),
      ...[2, 3, 4].map((count) => storyOf([], [...times(count, () => [giveKey()]), ...bothSides], ofAUser)),
    ],
  }),

  storiesCheck({
    id: 'expiry/keys-from-before-august-2026-do-not-expire',
    title: 'A key from before 7 August 2026 is served, and a later key that is 31 days old is not',
    proves: ['EXP-24', 'EXP-22'],
    needs: keyNeeds,
    keys: true,
    stories: [[0, ...early], [0, ...early.toReversed()], ...firstToExpire.map((date) => [0, date])].map((keyAges) =>
      storyOf([], [], { ...ofUsers(keyAges.length), keyAges }),
    ),
  }),

  storiesCheck({
    id: 'expiry/the-date-of-a-key-decides',
    title: 'A key from before 7 August 2026 is still served when a younger key of 31 days is not',
    proves: ['EXP-25'],
    needs: keyNeeds,
    keys: true,
    stories: [
      ...early.map((date) => storyOf([], [], { ...ofUsers(3), keyAges: [0, 32 * day, date] })),
      ...early.map((date) => storyOf([], [giveKey(date)], { ...ofUsers(2), keyAges: [32 * day, 0] })),
    ],
  }),

  storiesCheck({
    id: 'expiry/a-suspension-does-not-stop-the-clock-of-a-key',
    title: 'A key ages while its owner is suspended, and a key that does not expire works again afterwards',
    proves: ['EXP-29', 'EXP-30', 'EXP-22', 'EXP-24', 'LIF-05', 'LIF-06'],
    needs: [...keyNeeds, 'passing-time'],
    keys: true,
    seconds: 130 * day,
    stories: [0, old].flatMap((age) =>
      [
        [wait(5 * day), suspend, wait(20 * day), unsuspend, wait(6 * day + 60)],
        [wait(day), suspend, wait(day), unsuspend, wait(29 * day + 60)],
        times(3, (time) => [wait(5 * day), suspend, wait((time + 1) * day), unsuspend, wait(4 * day)]),
        [wait(27 * day), suspend, wait(2 * day - 1200), unsuspend, wait(2 * day + 1800)],
        [...[1, 10].flatMap((days) => [wait(2 * day), suspend, wait(days * day), unsuspend]), wait(16 * day + 60)],
        [suspend, wait(60), unsuspend, wait(32 * day)],
        [suspend, wait(40 * day), unsuspend],
        [wait(32 * day), suspend, unsuspend, wait(day)],
      ].map((what) => storyOf([], what, { users: 1, apps: 0, keyAges: [age] })),
    ),
  }),

  storiesCheck({
    id: 'expiry/use-prolongs-no-key',
    title: 'A key expires like an unused one if it is used every day, in any form, or only from day 20 on',
    proves: ['EXP-26'],
    needs: [...keyNeeds, 'passing-time'],
    keys: true,
    seconds: 32 * day,
    stories: [
      storyOf([], [...times(29, () => [wait(day), use()]), wait(day - 3600), use(), wait(day + 7200)], {
        ...ofUsers(2),
        atTheEnd: 'oldest first',
      }),
      ...[20, 28].map((days) =>
        storyOf([], [wait(days * day), use(), wait((31 - days) * day + 60)], {
          ...ofUsers(2),
          presentations: [inEveryForm],
          atTheEnd: 'oldest first',
        }),
      ),
      storyOf([], [use(1), wait(20 * day), use(), wait(11 * day + 60)], {
        ...ofUsers(2),
        leavesUnused: true,
        atTheEnd: 'oldest first',
      }),
    ],
  }),

  storiesCheck({
    id: 'expiry/what-a-user-does-moves-no-end-of-a-key',
    title: 'No event of a user makes an old key expire or a newer key last longer',
    proves: ['EXP-22', 'EXP-24', 'EXP-21'],
    needs: [...keyNeeds, 'passing-time'],
    keys: true,
    seconds: 64 * day,
    stories: whatUsersDo.flatMap((what) => [
      storyOf([], [wait(20 * day), ...what, wait(11 * day)], { ...ofAGrant, keyAges: [0] }),
      storyOf([], [wait(20 * day), ...what, wait(32 * day)], { ...ofAGrant, keyAges: [old] }),
      // here the key was not seen to be refused before the event
      storyOf([], [wait(31 * day), ...what], { ...ofAGrant, keyAges: [0], atTheEnd: 'oldest first' }),
    ]),
  }),
];
