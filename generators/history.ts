import fc from 'fast-check';
import { objectOf } from './object.ts';
import type { BesideApp, BesideUser } from './beside-event.ts';
import { anyBesideApp, anyBesideUser } from './beside-event.ts';
import type { InProjects, Population } from './population.ts';
import { populations } from './population.ts';
import type { Presentation, TokenPathForm } from './presentation.ts';
import { presentations } from './presentation.ts';

/** A change of state; again, of what holds already. */
export interface UserChange {
  readonly do: 'suspend' | 'unsuspend' | 'suspendAtProvider' | 'suspendAgain';
  readonly user: number;
}
export interface AppChange {
  readonly do: 'archive' | 'unarchive' | 'uninstall' | 'install' | 'archiveAgain' | 'uninstallAgain';
  readonly app: number;
}

/**
 * Something that is done in a history. Users and apps are numbers, counted round where there are fewer; what makes no
 * sense when its turn comes is left out.
 */
export type Command =
  | UserChange
  | AppChange
  | { readonly do: 'rotateKey' | 'getIdToken'; readonly user: number }
  | { readonly do: 'rotateSecret' | 'askForToken'; readonly app: number }
  /** Authorization and exchange; authorization alone; a denied one. */
  | { readonly do: 'connect' | 'authorize' | 'deny'; readonly user: number; readonly app: number }
  | { readonly do: 'exchange' | 'exchangeAgain' }
  /** The newest refresh token of an authorization; one that has ended for good. */
  | { readonly do: 'refresh' | 'presentEnded'; readonly which: number }
  | { readonly do: 'elapse'; readonly seconds: number; readonly exactly?: true }
  | { readonly do: 'waitUntil'; readonly instant: Instant; readonly before: number }
  /** A further key of a user. */
  | { readonly do: 'giveKey'; readonly user: number; readonly date: KeyDate }
  /** Calls with one of the keys and access tokens, the newest first. */
  | { readonly do: 'use'; readonly which: number }
  /** Presents the newest refresh token of an authorization as it must not be. */
  | { readonly do: 'misuse'; readonly which: number; readonly how: Misuse }
  /** Something that is not said to change what credentials are worth. */
  | { readonly do: 'besideUser'; readonly user: number; readonly what: BesideUser }
  | { readonly do: 'besideApp'; readonly app: number; readonly what: BesideApp };

export type CommandName = Command['do'];

/** When a key is said to have been created: so many seconds ago, or at a time that is written in RFC 3339. */
export type KeyDate = number | string;

/** Times of which there is one again and again. */
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

/** Commands that are drawn at random. */
type DrawnName = Exclude<CommandName, 'waitUntil' | 'giveKey' | 'use' | 'misuse'>;

export interface Step {
  readonly command: Command;
  /** Which of the credentials that exist are presented afterwards: so many, from this one on, newest first. */
  readonly look: { readonly from: number; readonly count: number };
}

/** A story, as it was drawn. */
export interface History {
  readonly users: number;
  readonly apps: number;
  /** When each user's key is created. */
  readonly keyAges: readonly KeyDate[];
  /** What has come over its users and apps before, each by itself: it can be told without any of them. */
  readonly pasts?: readonly (readonly Command[])[];
  /** What is there from the beginning: app tokens, and users who have connected an app, as far as there are such. */
  readonly opening: readonly Command[];
  readonly steps: readonly Step[];
  /** How credentials are presented: each by one of these, in turn. */
  readonly presentations: readonly Presentation[];
  readonly population: Population;
  /** Whether keys and tokens are not used as soon as they are issued. */
  readonly leavesUnused?: true;
  /** Whether users and apps may see nothing, or a project that nobody else was ever in, or users alone what others see; unless given, all see that. */
  readonly projects?: InProjects;
  /** As it is written, where it is told in circumstances that were drawn: for a control that cannot do those. */
  readonly plain?: History;
  /** How all that there is is presented at its end; unless given, some of each sort, the newest first. */
  readonly atTheEnd?: Ending;
}

/** In which order all that a story has brought is presented: what is treated wrongly ends it. */
export const endings = ['newest first', 'oldest first', 'refresh tokens first'] as const;
export type Ending = (typeof endings)[number];

export interface HistoryOptions {
  readonly users: number;
  readonly apps: number;
  /** How often each command is drawn. */
  readonly commands: Readonly<Partial<Record<DrawnName, number>>>;
  readonly maxLength: number;
  /** Seconds that may pass at a time. */
  readonly pauses?: readonly number[];
  readonly keyAges?: readonly number[];
  /** Where tokens are asked for; unless given, at the legacy path only where a refusal is due. */
  readonly tokenPaths?: readonly TokenPathForm[];
}

/** Edges, halves and multiples of the lifetimes, so that histories that share a clock wait for the same moments. */
export const shortPauses = [1, 450, 890, 899, 901, 3600] as const;
export const longPauses = [
  901, 86_400, 1_296_000, 1_296_000, 1_296_000, 1_728_000, 1_728_000, 2_591_990, 2_592_001, 2_592_001,
] as const;

/** How the stories of a check are told; what is left out is plain. */
export type Telling = Partial<
  Pick<History, 'users' | 'apps' | 'presentations' | 'leavesUnused' | 'projects' | 'atTheEnd'>
> & {
  /** When each user's key is created, in turn. */
  readonly keyAges?: readonly KeyDate[];
  readonly population?: Partial<Population>;
};

/** A history that is written down: after each step the two newest credentials are presented, and in the end all. */
export function storyOf(opening: readonly Command[], commands: readonly Command[], telling: Telling = {}): History {
  const { users = 2, apps = 2, keyAges = [0], presentations: how = [], population = {}, ...rest } = telling;
  const { atTheEnd = 'newest first' } = rest;
  const steps = commands.map((command) => ({ command, look: { from: 0, count: atTheEnd === 'newest first' ? 2 : 0 } }));
  const ages = Array.from({ length: users }, (_, user) => keyAges[user % keyAges.length] ?? 0);
  const like = { users: [], apps: [], ...population };
  return { ...rest, users, apps, keyAges: ages, opening, steps, presentations: how, population: like, atTheEnd };
}

/** All that is done in a story. */
export function commandsIn(history: Pick<History, 'pasts' | 'opening' | 'steps'>): readonly Command[] {
  return [...beginningOf(history), ...history.steps.map(({ command }) => command)];
}

/** What is done before the steps of a history. */
export function beginningOf({ pasts = [], opening }: Pick<History, 'pasts' | 'opening'>): readonly Command[] {
  return [...pasts.flat(), ...opening];
}

/** Whether those whom a command is about are among so many users and apps. */
export function isAmong(command: Command, users: number, apps: number): boolean {
  return (!('user' in command) || command.user < users) && (!('app' in command) || command.app < apps);
}

/**
 * Why a written story would not be played as it is written; undefined where it is.
 *
 * @param seconds that may pass in it
 */
export function mistakeIn({ users, apps, opening, steps }: History, seconds: number): string | undefined {
  const commands = commandsIn({ opening, steps });
  const waits = commands.reduce((sum, one) => sum + (one.do === 'elapse' ? one.seconds : 0), 0);
  if (waits > seconds) return `its waits take ${waits} s, and only ${seconds} s may pass`;
  // a denial counts those of whom it tells something
  const strange = commands.find((one) => one.do !== 'deny' && !isAmong(one, users, apps));
  return strange && `${JSON.stringify(strange)} names somebody else than its users (${users}) and apps (${apps})`;
}

/** Not everybody with everything: somebody is left who can deny. */
const connections: readonly Command[] = [
  { do: 'connect', user: 0, app: 0 },
  { do: 'connect', user: 1, app: 0 },
  { do: 'connect', user: 0, app: 1 },
];

/** Random histories over some users and apps, drawn as plain data. */
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

/** Mostly all of it, since little can be told of what is not there; shrinks to nothing. */
function mostOf<T>(all: readonly T[]): fc.Arbitrary<T[]> {
  const kept = fc.array(fc.nat(4), { minLength: all.length, maxLength: all.length });
  return kept.map((marks) => all.filter((_, index) => (marks[index] ?? 0) > 0));
}

/** A list that shrinks at its end too: an array keeps its last item however far it is shrunk. */
function shrinkingAtBothEnds<T>(item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  const items = fc.array(item, { minLength: 1, maxLength, size: 'max' });
  // mostly all of them: the numbers are drawn from a range far beyond the length
  return fc.tuple(fc.nat(4 * maxLength), items).map(([last, list]) => list.slice(0, last + 1));
}

/** Mostly few: what happens to one is then not spread thin over many. */
function upTo(most: number): fc.Arbitrary<number> {
  return most < 2 ? fc.constant(most) : fc.integer({ min: 1, max: most });
}

function each<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
