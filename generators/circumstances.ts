import fc from 'fast-check';
import { SuiteMistake } from '../core/trouble.ts';
import type { Command, CommandName, History, HistoryOptions } from './history.ts';
import { commandsIn, histories, mistakeIn } from './history.ts';
import { objectOf } from './object.ts';
import type { Population } from './population.ts';
import { populations } from './population.ts';
import type { Presentation } from './presentation.ts';
import { plainPresentation, presentations } from './presentation.ts';
import type { WrittenCases } from './written.ts';

// A written story contains only the steps that it is about. The rest is drawn: the kinds of user and app, their earlier
// events, other actors, and the forms of presentation. So no row must be written again for each of these.

const refreshing: Command = { do: 'refresh', which: 0 };

/** Earlier events of one of the users, or one of the apps. They have ended when the story begins. */
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
  // a reinstalled app may have another secret, and have lost its project (FRE-49, FRE-50)
  'installed again': (app) => [
    { do: 'uninstall', app },
    { do: 'install', app },
    { do: 'rotateSecret', app },
    { do: 'besideApp', app, what: 'was added to its project again' },
  ],
  'was added to a project': (app) => [{ do: 'besideApp', app, what: 'was added to a project' }],
  'was taken out of a project': (app) => [{ do: 'besideApp', app, what: 'was taken out of a project' }],
  'was given a redirect URI': (app) => [{ do: 'besideApp', app, what: 'was given a redirect URI' }],
  'was given a webhook': (app) => [{ do: 'besideApp', app, what: 'was given a webhook' }],
} as const satisfies Readonly<Record<string, Past>>;

/**
 * Events of other users and apps. The arguments are the numbers of users and apps of the story; the numbers from there
 * on belong to the others.
 */
type Beside = (users: number, apps: number) => readonly Command[];

/** The other actors. A command that involves an actor of the story is left out if the story has none. */
const bystanders = {
  nobody: () => [],
  'an archived app': (_users, app) => [{ do: 'archive', app }],
  'an uninstalled app': (_users, app) => [{ do: 'uninstall', app }],
  // a user of no app gets two apps
  'another app of the user': (users, app) =>
    users === 0 ? [] : (app === 0 ? [0, 1] : [app]).map((one) => ({ do: 'connect', user: 0, app: one })),
  'a suspended user': (user) => [{ do: 'suspend', user }],
  // an app without a user gets two users
  'other users of the app': (users, apps) =>
    apps === 0 ? [] : (users === 0 ? [0, 1] : [users]).map((user) => ({ do: 'connect', user, app: 0 })),
} satisfies Readonly<Record<string, Beside>>;

const namesOf = <T extends object>(all: T): (keyof T)[] => Object.keys(all) as (keyof T)[];

/**
 * The drawn earlier events of the first users and the first apps. Each has several, because they do not hide each
 * other.
 */
interface Pasts {
  readonly ofUsers: readonly (readonly (keyof typeof pastsOfUsers)[])[];
  readonly ofApps: readonly (readonly (keyof typeof pastsOfApps)[])[];
}

/** The number of users, and of apps, with earlier events. */
const mostWithPasts = 2;

const ofSome = <Name>(names: Name[]): fc.Arbitrary<Name[][]> =>
  fc.array(fc.subarray(names), { minLength: mostWithPasts, maxLength: mostWithPasts });

const pasts: fc.Arbitrary<Pasts> = objectOf<Pasts>({
  ofUsers: ofSome(namesOf(pastsOfUsers)),
  ofApps: ofSome(namesOf(pastsOfApps)),
});

interface Circumstances {
  readonly pasts: Pasts;
  readonly population: Population;
  readonly presentations: readonly Presentation[];
  readonly beside: keyof typeof bystanders;
  /** Whether the apps are in no project. It counts only if all apps call for users, and not for themselves. */
  readonly areAppsOutside: boolean;
  /** How often the first refresh token of the story was refreshed. */
  readonly refreshes: number;
}

const circumstances: fc.Arbitrary<Circumstances> = objectOf<Circumstances>({
  pasts,
  population: populations,
  // at the legacy path, another requirement says what a state stops
  presentations: presentations(['usual']),
  // 'nobody' is among the names too: it has twice the weight of each other value
  beside: fc.constantFrom('nobody', ...namesOf(bystanders)),
  areAppsOutside: fc.boolean(),
  refreshes: fc.constantFrom(0, 0, 0, 0, 0, 3),
});

/** The check whose stories are told. */
interface Teller {
  readonly id: string;
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Seconds that may pass in a story; 0 by default. */
  readonly seconds?: number;
}

/**
 * Returns each of these stories once, in drawn circumstances.
 *
 * @throws SuiteMistake if a story would not be played as it is written
 */
export function inCircumstances(stories: readonly History[], { id, keys, seconds = 0 }: Teller): WrittenCases<History> {
  for (const [at, story] of stories.entries()) {
    const mistake = mistakeIn(story, seconds);
    if (mistake !== undefined) throw new SuiteMistake(`${id}, story ${at + 1}: ${mistake}`);
  }
  return {
    // A story that fails in some circumstances shrinks first to the plain story. Circumstances are not drawn for
    // stories whose actors are in no project.
    cases: fc
      .tuple(fc.noShrink(fc.constantFrom(...stories)), fc.option(circumstances, { nil: undefined, freq: 11 }))
      .map(([story, drawn]) =>
        drawn === undefined || story.projects === 'none'
          ? { ...story, plain: story }
          : {
              ...inDrawnCircumstances(story, drawn, keys),
              ...(drawn.beside === 'nobody'
                ? {}
                : { alone: inDrawnCircumstances(story, { ...drawn, beside: 'nobody' }, keys) }),
            },
      ),
    maxCases: stories.length,
    sameAs: ({ plain }) => plain,
    casesAreWritten: true,
  };
}

/** The commands that issue credentials, and the commands that begin a state other than that of an uninstalled app. */
const issuing: ReadonlySet<CommandName> = new Set(['connect', 'authorize', 'exchange', 'askForToken']);
const stopping: ReadonlySet<CommandName> = new Set(['suspend', 'archive']);

function inDrawnCircumstances(story: History, drawn: Circumstances, keys: boolean): History {
  const { users, apps, keyAges, population, opening, steps } = story;
  const commands = commandsIn(story);
  const commandNames = new Set(commands.map((one) => one.do));
  const first = opening.findIndex((one) => one.do === 'connect') + 1;
  const hasAnyPopulation = population.users.length + population.apps.length === 0;
  // each further credential would be presented about ten times
  const isExpensive = story.presentations.some(({ call }) => call === 'every form');
  const others: readonly Command[] = bystanders[drawn.beside](users, apps);
  // other actors could change for which actors a denial shows something, and other users which key is the newest
  const dependsOnOthers =
    commandNames.has('deny') || (keys && others.some((one) => 'user' in one && one.user >= users));
  const lacksRedirectUri = population.apps.includes('an app without redirect URIs');
  const beside = isExpensive || dependsOnOthers || lacksRedirectUri ? [] : others;
  const written = new Set(commands.map((one) => JSON.stringify(one)));
  const issuesAnew = steps.some(({ command }) => issuing.has(command.do));
  /**
   * Reports whether an earlier command would change the subject of the story. A story may be about the first
   * suspension, for example, so no past may suspend before it.
   */
  const changesSubject = (one: Command): boolean =>
    written.has(JSON.stringify(one)) || (issuesAnew && stopping.has(one.do)) || (isExpensive && one.do === 'giveKey');
  return {
    ...story,
    ...(drawn.areAppsOutside && !callsAsApps(story) && story.projects === undefined
      ? { projects: 'of users' as const }
      : {}),
    users: Math.max(users, ...beside.map((one) => ('user' in one ? one.user + 1 : 0))),
    apps: Math.max(apps, ...beside.map((one) => ('app' in one ? one.app + 1 : 0))),
    keyAges: [...keyAges, ...beside.map(() => 0)],
    population: hasAnyPopulation ? drawn.population : population,
    presentations: presentedAlso(story.presentations, drawn.presentations),
    pasts: pastsOf(story, drawn.pasts, keys, changesSubject),
    opening: [
      ...beside,
      ...opening.slice(0, first),
      ...Array.from({ length: first === 0 || isExpensive ? 0 : drawn.refreshes }, () => refreshing),
      ...opening.slice(first),
    ],
    plain: story,
  };
}

/** Returns random histories, some of them after earlier events of one of the users and one of the apps. */
export function historiesAfterSomething(options: HistoryOptions, keys: boolean): fc.Arbitrary<History> {
  const isDrawn = (one: Command): boolean => !('what' in one) && Object.hasOwn(options.commands, one.do);
  return fc
    .tuple(histories(options), fc.option(pasts, { nil: undefined, freq: 1 }))
    .map(([history, drawn]) =>
      drawn === undefined ? history : { ...history, pasts: pastsOf(history, drawn, keys, isDrawn), plain: history },
    );
}

/**
 * Returns a history as it is played. A written one keeps those of the drawn earlier events and circumstances in which
 * it shows no less than in its plain form.
 *
 * @param isPossible whether the control can do all of these commands
 * @param showsAll whether a history shows as much as its plain form
 */
export function asPlayed(
  history: History,
  isPossible: (past: readonly Command[]) => boolean,
  showsAll: (played: History) => boolean,
): History {
  const after = (played: History, isMeant: (past: readonly Command[]) => boolean): History => ({
    ...played,
    pasts: (played.pasts ?? []).filter(isMeant),
  });
  const played = after(history, isPossible);
  const { plain, alone } = history;
  if (plain === undefined || showsAll(played)) return played;
  const less = after(played, (past) => showsAll({ ...played, pasts: [past] }));
  if (showsAll(less)) return less;
  // other actors may hide what the earlier events do not
  return alone === undefined ? plain : asPlayed(alone, isPossible, showsAll);
}

/**
 * Returns the earlier events of users and apps of a history, without those after which its subject would be different.
 */
function pastsOf(
  history: History,
  { ofUsers, ofApps }: Pasts,
  keys: boolean,
  changesSubject: (one: Command) => boolean,
): readonly (readonly Command[])[] {
  const { users, apps, keyAges, leavesUnused = false } = history;
  // a rotated key has another date, and was used
  const isDifferentAfter = (one: Command): boolean =>
    keys && one.do === 'rotateKey' && (leavesUnused || keyAges[one.user] !== 0);
  return (
    [
      ...ofUsers.slice(0, users).flatMap((names, user) => names.map((name) => pastsOfUsers[name](user))),
      ...ofApps.slice(0, apps).flatMap((names, app) => names.map((name) => pastsOfApps[name](app))),
    ]
      // users with keys rotate their own key: a further key would be the newest one
      .map((past) => past.filter((one) => !keys || one.do !== 'giveKey'))
      .filter((past) => !past.some((one) => isDifferentAfter(one) || changesSubject(one)))
  );
}

/** Reports whether apps call with their own tokens in a history. */
function callsAsApps(history: History): boolean {
  return history.users === 0 || commandsIn(history).some((one) => one.do === 'askForToken');
}

/**
 * Combines each presentation with one of the others, in those properties in which it is plain. Every second one keeps
 * its own call.
 */
function presentedAlso(own: readonly Presentation[], others: readonly Presentation[]): readonly Presentation[] {
  return Array.from({ length: 2 * Math.max(1, own.length, others.length) }, (_, at) => {
    const one = own[at % own.length] ?? plainPresentation;
    const other = others[at % others.length] ?? plainPresentation;
    return {
      ...one,
      call: one.call === plainPresentation.call && at % 2 === 1 ? other.call : one.call,
      scheme: one.scheme === plainPresentation.scheme ? other.scheme : one.scheme,
      connection: one.connection === plainPresentation.connection ? other.connection : one.connection,
    };
  });
}
