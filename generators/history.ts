import fc from 'fast-check';
import { objectOf } from './object.ts';
import type { BesideApp, BesideUser } from './beside-event.ts';
import { anyBesideApp, anyBesideUser } from './beside-event.ts';
import type { InProjects, Population } from './population.ts';
import { populations } from './population.ts';
import type { Presentation, TokenPathForm } from './presentation.ts';
import { presentations } from './presentation.ts';

/** A change of state. The commands named 'again' repeat a state that already holds. */
export interface UserChange {
  readonly do: 'suspend' | 'unsuspend' | 'suspendAtProvider' | 'suspendAgain';
  readonly user: number;
}
export interface AppChange {
  readonly do: 'archive' | 'unarchive' | 'uninstall' | 'install' | 'archiveAgain' | 'uninstallAgain';
  readonly app: number;
}

/**
 * A command of a history. Users and apps are numbers, taken modulo the number that exists. A command that makes no
 * sense at its turn is left out.
 */
export type Command =
  | UserChange
  | AppChange
  | { readonly do: 'rotateKey' | 'getIdToken'; readonly user: number }
  | { readonly do: 'rotateSecret' | 'askForToken'; readonly app: number }
  /** Authorization with exchange; authorization alone; a denied authorization. */
  | { readonly do: 'connect' | 'authorize' | 'deny'; readonly user: number; readonly app: number }
  | { readonly do: 'exchange' | 'exchangeAgain' }
  /** Presents the newest refresh token of an authorization; presents one that has ended for good. */
  | { readonly do: 'refresh' | 'presentEnded'; readonly which: number }
  | { readonly do: 'elapse'; readonly seconds: number; readonly exactly?: true }
  | { readonly do: 'waitUntil'; readonly instant: Instant; readonly before: number }
  /** Creates a further key for a user. */
  | { readonly do: 'giveKey'; readonly user: number; readonly date: KeyDate }
  /** Calls with one of the keys and access tokens, counted from the newest. */
  | { readonly do: 'use'; readonly which: number }
  /** Presents the newest refresh token of an authorization in a wrong way. */
  | { readonly do: 'misuse'; readonly which: number; readonly how: Misuse }
  /** An event that, as far as the specification says, does not affect credentials. */
  | { readonly do: 'besideUser'; readonly user: number; readonly what: BesideUser }
  | { readonly do: 'besideApp'; readonly app: number; readonly what: BesideApp };

export type CommandName = Command['do'];

/** The stated time of creation of a key: a number of seconds ago, or a time in RFC 3339 format. */
export type KeyDate = number | string;

/** The months, whose ends recur. */
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export type Instant =
  | 'midnight'
  | `the end of ${(typeof months)[number]}`
  | `the end of summer time in ${'Europe' | 'New York'}`;

export type Misuse = 'with a wrong client secret' | 'by another app';

/** The commands that are drawn at random. */
type DrawnName = Exclude<CommandName, 'waitUntil' | 'giveKey' | 'use' | 'misuse'>;

export interface Step {
  readonly command: Command;
  /** The credentials that are presented afterwards: `count` of them from index `from`, newest first. */
  readonly look: { readonly from: number; readonly count: number };
}

/** A history, as it was drawn. */
export interface History {
  readonly users: number;
  readonly apps: number;
  /** The creation date of each user's key. */
  readonly keyAges: readonly KeyDate[];
  /** Events before the opening, each list independent of the others: the history can be played without any of them. */
  readonly pasts?: readonly (readonly Command[])[];
  /** The commands that prepare the history: they request app tokens and connect users with apps, if there are any. */
  readonly opening: readonly Command[];
  readonly steps: readonly Step[];
  /** The forms in which credentials are presented, in turn. */
  readonly presentations: readonly Presentation[];
  readonly population: Population;
  /** Whether new keys and tokens are left unused after their issue. */
  readonly leavesUnused?: true;
  /**
   * Restricts the projects of the actors: no project; a project that no other actor was ever in; or the shared project
   * for users only. By default, all actors see the shared project.
   */
  readonly projects?: InProjects;
  /**
   * The history as it is written, if circumstances were drawn for it. It is played if the control cannot do the
   * circumstances.
   */
  readonly plain?: History;
  /** The same circumstances without other actors, if circumstances were drawn. */
  readonly alone?: History;
  /**
   * The order in which all credentials are presented at the end. By default, some of each kind are presented, newest
   * first.
   */
  readonly atTheEnd?: Ending;
}

/**
 * The orders in which the credentials of a story are presented at the end. A wrong outcome ends the history, so the
 * order matters.
 */
export const endings = ['newest first', 'oldest first', 'refresh tokens first'] as const;
export type Ending = (typeof endings)[number];

export interface HistoryOptions {
  readonly users: number;
  readonly apps: number;
  /** The weight of each command. */
  readonly commands: Readonly<Partial<Record<DrawnName, number>>>;
  readonly maxLength: number;
  /** Pauses, in seconds. */
  readonly pauses?: readonly number[];
  readonly keyAges?: readonly number[];
  /** The paths at which tokens are requested. By default, the legacy path is used only if a refusal is due. */
  readonly tokenPaths?: readonly TokenPathForm[];
}

/**
 * Pauses in seconds: edges, halves and multiples of the lifetimes, so that histories that share a clock wait for the
 * same moments.
 */
export const shortPauses = [1, 450, 890, 899, 901, 3600] as const;
export const longPauses = [
  901, 86_400, 1_296_000, 1_296_000, 1_296_000, 1_728_000, 1_728_000, 2_591_990, 2_592_001, 2_592_001,
] as const;

/** The settings with which the stories of a check are told. A missing setting is the plain one. */
export type Telling = Partial<
  Pick<History, 'users' | 'apps' | 'presentations' | 'leavesUnused' | 'projects' | 'atTheEnd'>
> & {
  /** The creation dates of the users' keys, in turn. */
  readonly keyAges?: readonly KeyDate[];
  readonly population?: Partial<Population>;
};

/** Returns a written history. After each step the two newest credentials are presented, and at the end all of them. */
export function storyOf(opening: readonly Command[], commands: readonly Command[], telling: Telling = {}): History {
  const { users = 2, apps = 2, keyAges = [0], presentations: how = [], population = {}, ...rest } = telling;
  const { atTheEnd = 'newest first' } = rest;
  const steps = commands.map((command) => ({ command, look: { from: 0, count: atTheEnd === 'newest first' ? 2 : 0 } }));
  const ages = Array.from({ length: users }, (_, user) => keyAges[user % keyAges.length] ?? 0);
  const like = { users: [], apps: [], ...population };
  return { ...rest, users, apps, keyAges: ages, opening, steps, presentations: how, population: like, atTheEnd };
}

/** Returns all commands of a history. */
export function commandsIn({
  pasts = [],
  opening,
  steps,
}: Pick<History, 'pasts' | 'opening' | 'steps'>): readonly Command[] {
  return [...pasts.flat(), ...opening, ...steps.map(({ command }) => command)];
}

/** Reports whether the user and the app of a command exist among this many users and apps. */
export function isAmong(command: Command, users: number, apps: number): boolean {
  return (!('user' in command) || command.user < users) && (!('app' in command) || command.app < apps);
}

/**
 * Returns the reason why a written story would not be played as it is written. Undefined if it would be.
 *
 * @param seconds the seconds that may pass in the story
 */
export function mistakeIn({ users, apps, opening, steps }: History, seconds: number): string | undefined {
  const commands = commandsIn({ opening, steps });
  const waits = commands.reduce((sum, one) => sum + (one.do === 'elapse' ? one.seconds : 0), 0);
  if (waits > seconds) return `its waits take ${waits} s, and only ${seconds} s may pass`;
  // the numbers of a denial count only the pairs for which a denial shows something
  const strange = commands.find((one) => one.do !== 'deny' && !isAmong(one, users, apps));
  return strange && `${JSON.stringify(strange)} names an actor beyond its users (${users}) and apps (${apps})`;
}

/** The connections of an opening. They leave pairs of user and app that can still deny. */
const connections: readonly Command[] = [
  { do: 'connect', user: 0, app: 0 },
  { do: 'connect', user: 1, app: 0 },
  { do: 'connect', user: 0, app: 1 },
];

/** Returns random histories of some users and apps, as plain data. */
export function histories(options: HistoryOptions): fc.Arbitrary<History> {
  const { users, apps, commands, maxLength, keyAges = [0] } = options;
  const user = fc.nat(Math.max(0, users - 1));
  const app = fc.nat(Math.max(0, apps - 1));
  const drawn = (Object.entries(commands) as [DrawnName, number][]).map(([name, weight]) => ({
    weight,
    arbitrary: commandOf(name, user, app, options.pauses ?? shortPauses),
  }));
  const begins: Command[] = [
    ...(commands.askForToken === undefined ? [] : each(apps, (index): Command => ({ do: 'askForToken', app: index }))),
    ...(commands.connect === undefined ? [] : connections),
  ];
  return objectOf<History>({
    users: upTo(users),
    apps: upTo(apps),
    keyAges: fc.array(fc.constantFrom(...keyAges), { minLength: users, maxLength: users }),
    opening: mostOf(begins),
    steps: shrinkingAtBothEnds(
      objectOf({
        command: fc.oneof(...drawn),
        look: objectOf({ from: fc.nat(5), count: fc.constantFrom(0, 0, 1, 2) }),
      }),
      maxLength,
    ),
    presentations: presentations(options.tokenPaths),
    population: populations,
  });
}

function commandOf(
  name: DrawnName,
  user: fc.Arbitrary<number>,
  app: fc.Arbitrary<number>,
  pauses: readonly number[],
): fc.Arbitrary<Command> {
  switch (name) {
    case 'suspend':
    case 'unsuspend':
    case 'suspendAgain':
    case 'suspendAtProvider':
    case 'rotateKey':
    case 'getIdToken':
      return objectOf({ do: fc.constant(name), user });
    case 'connect':
    case 'authorize':
    case 'deny':
      return objectOf({ do: fc.constant(name), user, app });
    case 'refresh':
    case 'presentEnded':
      return objectOf({ do: fc.constant(name), which: fc.nat(3) });
    case 'exchange':
    case 'exchangeAgain':
      return objectOf({ do: fc.constant(name) });
    case 'besideUser':
      return objectOf({ do: fc.constant(name), user, what: anyBesideUser });
    case 'besideApp':
      return objectOf({ do: fc.constant(name), app, what: anyBesideApp });
    case 'elapse':
      return objectOf({ do: fc.constant(name), seconds: fc.constantFrom(...pauses) });
    case 'archive':
    case 'archiveAgain':
    case 'uninstallAgain':
    case 'unarchive':
    case 'uninstall':
    case 'install':
    case 'rotateSecret':
    case 'askForToken':
      return objectOf({ do: fc.constant(name), app });
  }
}

/** Draws a list that mostly has all items, because a history needs them to show something. Shrinks to an empty list. */
function mostOf<T>(all: readonly T[]): fc.Arbitrary<T[]> {
  const kept = fc.array(fc.nat(4), { minLength: all.length, maxLength: all.length });
  return kept.map((marks) => all.filter((_, index) => (marks[index] ?? 0) > 0));
}

/** Draws a list that also shrinks at its end. An array of fast-check keeps its last item however far it shrinks. */
function shrinkingAtBothEnds<T>(item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  const items = fc.array(item, { minLength: 1, maxLength, size: 'max' });
  // mostly all items: the number is drawn from a range far beyond the length
  return fc.tuple(fc.nat(4 * maxLength), items).map(([last, list]) => list.slice(0, last + 1));
}

/** Draws a number of actors from 1 to a maximum: with few actors, more happens to each of them. */
function upTo(most: number): fc.Arbitrary<number> {
  return most < 2 ? fc.constant(most) : fc.integer({ min: 1, max: most });
}

function each<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
