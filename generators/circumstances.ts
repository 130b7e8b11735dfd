import fc from 'fast-check';
import { SuiteMistake } from '../core/trouble.ts';
import type { Command, CommandName, History, HistoryOptions } from './history.ts';
import { commandsIn, histories, mistakeIn } from './history.ts';
import { objectOf } from './object.ts';
import type { Population } from './population.ts';
import { populations } from './population.ts';
import type { Presentation } from './presentation.ts';
import { plainly, presentations } from './presentation.ts';
import type { WrittenCases } from './written.ts';

// A written story says what it is about. Who it happens to, what has happened to them before, what others there are and
// how credentials are presented is drawn, so that no row needs to be written once more for each of these.

const refreshing: Command = { do: 'refresh', which: 0 };

/** What may have come over one of the users, or one of the apps: it is over when the story begins. */
type Past = (who: number) => readonly Command[];

const twice =
  (past: Past): Past =>
  (who) => [...past(who), ...past(who)];

const suspension: Past = (user) => [
  { do: 'suspend', user },
  { do: 'unsuspend', user },
];

const pastsOfUsers = {
  suspended: suspension,
  'suspended twice': twice(suspension),
  'rotated a key': (user) => [
    { do: 'giveKey', user, date: 0 },
    { do: 'rotateKey', user },
  ],
  'presented an ID token': (user) => [{ do: 'besideUser', user, what: 'presented an ID token' }],
  'was added to a project': (user) => [{ do: 'besideUser', user, what: 'was added to a project' }],
  'was taken out of a project': (user) => [{ do: 'besideUser', user, what: 'was taken out of a project' }],
} as const satisfies Readonly<Record<string, Past>>;

const archival: Past = (app) => [
  { do: 'archive', app },
  { do: 'unarchive', app },
];

const pastsOfApps = {
  archived: archival,
  'archived twice': twice(archival),
  'rotated its secret': (app) => [{ do: 'rotateSecret', app }],
  // it may have another secret then (FRE-49)
  'installed again': (app) => [
    { do: 'uninstall', app },
    { do: 'install', app },
    { do: 'rotateSecret', app },
  ],
  'was added to a project': (app) => [{ do: 'besideApp', app, what: 'was added to a project' }],
  'was taken out of a project': (app) => [{ do: 'besideApp', app, what: 'was taken out of a project' }],
  'was given a redirect URI': (app) => [{ do: 'besideApp', app, what: 'was given a redirect URI' }],
  'was given a webhook': (app) => [{ do: 'besideApp', app, what: 'was given a webhook' }],
} as const satisfies Readonly<Record<string, Past>>;

/** What comes over others than the users and apps of a story, of whom there are so many: the numbers from these on are theirs. */
type Beside = (users: number, apps: number) => readonly Command[];

/** Who else there is. What is done with somebody of the story is left out where there is nobody. */
const bystanders = {
  nobody: () => [],
  'an archived app': (_users, app) => [{ do: 'archive', app }],
  'an uninstalled app': (_users, app) => [{ do: 'uninstall', app }],
  'another app of the user': (users, app) => (users === 0 ? [] : [{ do: 'connect', user: 0, app }]),
  'a suspended user': (user) => [{ do: 'suspend', user }],
  // an app of nobody's comes to have several
  'other users of the app': (users, apps) =>
    apps === 0 ? [] : (users === 0 ? [0, 1] : [users]).map((user) => ({ do: 'connect', user, app: 0 })),
} satisfies Readonly<Record<string, Beside>>;

const namesOf = <T extends object>(all: T): (keyof T)[] => Object.keys(all) as (keyof T)[];

/** What has come over whom: several things at once, since none of them hides another. */
interface Pasts {
  readonly ofUser: readonly (keyof typeof pastsOfUsers)[];
  readonly ofApp: readonly (keyof typeof pastsOfApps)[];
  /** Which of the users, and of the apps, it is. */
  readonly which: number;
}

const pasts: fc.Arbitrary<Pasts> = objectOf<Pasts>({
  ofUser: fc.subarray(namesOf(pastsOfUsers)),
  ofApp: fc.subarray(namesOf(pastsOfApps)),
  which: fc.nat(5),
});

interface Circumstances {
  readonly pasts: Pasts;
  readonly population: Population;
  readonly presentations: readonly Presentation[];
  readonly beside: keyof typeof bystanders;
  /** Whether apps are in no project, where they call for users only. */
  readonly areAppsOutside: boolean;
  /** How often what an app came to hold first for a user was refreshed. */
  readonly refreshes: number;
}

const circumstances: fc.Arbitrary<Circumstances> = objectOf<Circumstances>({
  pasts,
  population: populations,
  // what a state stops is another requirement's at the legacy path
  presentations: presentations(['usual']),
  beside: fc.constantFrom('nobody', ...namesOf(bystanders)),
  areAppsOutside: fc.boolean(),
  refreshes: fc.constantFrom(0, 0, 0, 0, 0, 3),
});

/** The check whose stories are told. */
interface Teller {
  readonly id: string;
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Seconds that may pass in a story; 0 unless given. */
  readonly seconds?: number;
}

/**
 * Each of these stories once, in circumstances that are drawn.
 *
 * @throws SuiteMistake where a story would not be played as it is written
 */
export function inCircumstances(stories: readonly History[], { id, keys, seconds = 0 }: Teller): WrittenCases<History> {
  for (const [at, story] of stories.entries()) {
    const mistake = mistakeIn(story, seconds);
    if (mistake !== undefined) throw new SuiteMistake(`${id}, story ${at + 1}: ${mistake}`);
  }
  return {
    // a story that is red in some circumstances is first told in none; those who are in no project were never in one
    cases: fc
      .tuple(fc.noShrink(fc.constantFrom(...stories)), fc.option(circumstances, { nil: undefined, freq: 11 }))
      .map(([story, drawn]) =>
        drawn === undefined || story.projects === 'none' ? { ...story, plain: story } : told(story, drawn, keys),
      ),
    maxCases: stories.length,
    sameAs: ({ plain }) => plain,
    areWritten: true,
  };
}

/** What is issued by a command, and what begins a state. */
const issuing: ReadonlySet<CommandName> = new Set(['connect', 'authorize', 'exchange', 'askForToken']);
const stopping: ReadonlySet<CommandName> = new Set(['suspend', 'archive', 'uninstall']);

function told(story: History, drawn: Circumstances, keys: boolean): History {
  const { users, apps, keyAges, population, opening, steps } = story;
  const commands = commandsIn(story);
  const does = new Set(commands.map((one) => one.do));
  const first = opening.findIndex((one) => one.do === 'connect') + 1;
  const isOfAnybody = population.users.length + population.apps.length === 0;
  // each further credential would be presented some ten times
  const isDear = story.presentations.some(({ call }) => call === 'every form');
  // the newest key might be another one, and of whom a denial tells something might be others
  const isOfThese = keys || does.has('deny');
  const isClosed = population.apps.includes('an app without redirect URIs');
  const beside = bystanders[isDear || isOfThese || isClosed ? 'nobody' : drawn.beside](users, apps);
  const written = new Set(commands.map((one) => JSON.stringify(one)));
  const issuesAnew = steps.some(({ command }) => issuing.has(command.do));
  /** Whether the story would be about something else after it: one may be about the first time. */
  const isInTheWay = (one: Command): boolean =>
    written.has(JSON.stringify(one)) || (issuesAnew && stopping.has(one.do)) || (isDear && one.do === 'giveKey');
  return {
    ...story,
    ...(drawn.areAppsOutside && !callsAsApps(story) && story.projects === undefined
      ? { projects: 'of users' as const }
      : {}),
    users: Math.max(users, ...beside.map((one) => ('user' in one ? one.user + 1 : 0))),
    apps: Math.max(apps, ...beside.map((one) => ('app' in one ? one.app + 1 : 0))),
    keyAges: [...keyAges, ...beside.map(() => 0)],
    population: isOfAnybody ? drawn.population : population,
    presentations: presentedAlso(story.presentations, drawn.presentations),
    pasts: pastsOf(story, drawn.pasts, keys, isInTheWay),
    opening: [
      ...beside,
      ...opening.slice(0, first),
      ...Array.from({ length: first === 0 || isDear ? 0 : drawn.refreshes }, () => refreshing),
      ...opening.slice(first),
    ],
    plain: story,
  };
}

/** Random histories, some of them after what may have come over one of the users and one of the apps. */
export function historiesAfterSomething(options: HistoryOptions, keys: boolean): fc.Arbitrary<History> {
  const isDrawn = (one: Command): boolean => !('what' in one) && Object.hasOwn(options.commands, one.do);
  return fc
    .tuple(histories(options), fc.option(pasts, { nil: undefined, freq: 1 }))
    .map(([history, drawn]) =>
      drawn === undefined ? history : { ...history, pasts: pastsOf(history, drawn, keys, isDrawn), plain: history },
    );
}

/**
 * A history as it is played: a written one after as much of what was drawn, and in such circumstances, as it shows no less in.
 *
 * @param isPossible whether the control can do all of these commands
 * @param showsAll whether it shows as much as without
 */
export function asPlayed(
  history: History,
  isPossible: (past: readonly Command[]) => boolean,
  showsAll: (told: History) => boolean,
): History {
  const after = (told: History, isMeant: (past: readonly Command[]) => boolean): History => ({
    ...told,
    pasts: (told.pasts ?? []).filter(isMeant),
  });
  const told = after(history, isPossible);
  const { plain } = history;
  if (plain === undefined || showsAll(told)) return told;
  const less = after(told, (past) => showsAll({ ...told, pasts: [past] }));
  return showsAll(less) ? less : plain;
}

/** What has come over a user and an app of a history, as far as it is about the same after it. */
function pastsOf(
  history: History,
  { ofUser, ofApp, which }: Pasts,
  keys: boolean,
  isInTheWay: (one: Command) => boolean,
): readonly (readonly Command[])[] {
  const { users, apps, keyAges } = history;
  const callsAsApp = callsAsApps(history);
  // what an app sees as itself is open once it was installed again (FRE-50), and a key of another day is meant as it is
  const isDifferentAfter = (one: Command): boolean =>
    (callsAsApp && one.do === 'install') || (keys && one.do === 'rotateKey' && keyAges[one.user] !== 0);
  return (
    [
      ...(users === 0 ? [] : ofUser.map((name) => pastsOfUsers[name](which % users))),
      ...(apps === 0 ? [] : ofApp.map((name) => pastsOfApps[name](which % apps))),
    ]
      // who has a key rotates that one: a further one would be the newest
      .map((past) => past.filter((one) => !keys || one.do !== 'giveKey'))
      .filter((past) => !past.some((one) => isDifferentAfter(one) || isInTheWay(one)))
  );
}

/** Whether apps call as themselves in it. */
function callsAsApps(history: History): boolean {
  return history.users === 0 || commandsIn(history).some((one) => one.do === 'askForToken');
}

/** Each in turn also in one of the other ways, where it is plain in that; every second one stays at its own listing. */
function presentedAlso(own: readonly Presentation[], others: readonly Presentation[]): readonly Presentation[] {
  return Array.from({ length: 2 * Math.max(1, own.length, others.length) }, (_, at) => {
    const one = own[at % own.length] ?? plainly;
    const other = others[at % others.length] ?? plainly;
    return {
      ...one,
      call: one.call === plainly.call && at % 2 === 1 ? other.call : one.call,
      scheme: one.scheme === plainly.scheme ? other.scheme : one.scheme,
      connection: one.connection === plainly.connection ? other.connection : one.connection,
    };
  });
}
