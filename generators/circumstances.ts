import fc from 'fast-check';
import { SuiteMistake } from '../core/trouble.ts';
import type { Command, History } from './history.ts';
import { commandsIn, mistakeIn } from './history.ts';
import { objectOf } from './object.ts';
import type { Population } from './population.ts';
import { populations } from './population.ts';
import type { Presentation } from './presentation.ts';
import { plainly, presentations } from './presentation.ts';
import type { WrittenCases } from './written.ts';

// A written story says what it is about. Who it happens to, what has happened to them before, what others there are and
// how credentials are presented is drawn, so that no row needs to be written once more for each of these.

const times = (count: number, all: readonly Command[]): readonly Command[] =>
  Array.from({ length: count }, () => all).flat();
const refreshing: Command = { do: 'refresh', which: 0 };
const suspension: readonly Command[] = [
  { do: 'suspend', user: 0 },
  { do: 'unsuspend', user: 0 },
];
const archival: readonly Command[] = [
  { do: 'archive', app: 0 },
  { do: 'unarchive', app: 0 },
];

/** What came over the first user: it is over when the story begins. */
const pastsOfUsers = {
  nothing: [],
  suspended: suspension,
  'suspended twice': times(2, suspension),
  'rotated a key': [
    { do: 'giveKey', user: 0, date: 0 },
    { do: 'rotateKey', user: 0 },
  ],
  'presented an ID token': [{ do: 'besideUser', user: 0, what: 'presented an ID token' }],
  'was taken out of a project': [{ do: 'besideUser', user: 0, what: 'was taken out of a project' }],
} as const satisfies Readonly<Record<string, readonly Command[]>>;

/** What came over the first app. */
const pastsOfApps = {
  nothing: [],
  archived: archival,
  'archived twice': times(2, archival),
  'rotated its secret': [{ do: 'rotateSecret', app: 0 }],
  // it may have another secret then (FRE-49)
  'installed again': [
    { do: 'uninstall', app: 0 },
    { do: 'install', app: 0 },
    { do: 'rotateSecret', app: 0 },
  ],
  'was taken out of a project': [{ do: 'besideApp', app: 0, what: 'was taken out of a project' }],
  'was given a redirect URI': [{ do: 'besideApp', app: 0, what: 'was given a redirect URI' }],
  'was given a webhook': [{ do: 'besideApp', app: 0, what: 'was given a webhook' }],
} as const satisfies Readonly<Record<string, readonly Command[]>>;

interface Bystander {
  /** How many users or apps there are beside those of the story. */
  readonly users: 0 | 1;
  readonly apps: 0 | 1;
  /** What comes over them; they are the last ones. */
  readonly before: (users: number, apps: number) => readonly Command[];
}

const nobody: Bystander = { users: 0, apps: 0, before: () => [] };
const appThat = (before: Bystander['before']): Bystander => ({ users: 0, apps: 1, before });
const userThat = (before: Bystander['before']): Bystander => ({ users: 1, apps: 0, before });

/** Who else there is. What is done with somebody of the story is left out where there is nobody. */
const bystanders = {
  nobody,
  'an archived app': appThat((_users, app) => [{ do: 'archive', app }]),
  'an uninstalled app': appThat((_users, app) => [{ do: 'uninstall', app }]),
  'another app of the user': appThat((users, app) => (users === 0 ? [] : [{ do: 'connect', user: 0, app }])),
  'a suspended user': userThat((user) => [{ do: 'suspend', user }]),
  'another user of the app': userThat((user, apps) => (apps === 0 ? [] : [{ do: 'connect', user, app: 0 }])),
};

const namesOf = <T extends object>(all: T): (keyof T)[] => Object.keys(all) as (keyof T)[];

interface Circumstances {
  readonly population: Population;
  readonly presentations: readonly Presentation[];
  readonly user: keyof typeof pastsOfUsers;
  readonly app: keyof typeof pastsOfApps;
  readonly beside: keyof typeof bystanders;
  /** Whether apps are in no project, where they call for users only. */
  readonly areAppsOutside: boolean;
  /** How often what an app came to hold first for a user was refreshed. */
  readonly refreshes: number;
}

const circumstances: fc.Arbitrary<Circumstances> = objectOf<Circumstances>({
  population: populations,
  presentations: presentations(['usual', 'usual', 'usual', 'legacy for refusals']),
  user: fc.constantFrom(...namesOf(pastsOfUsers)),
  app: fc.constantFrom(...namesOf(pastsOfApps)),
  beside: fc.constantFrom('nobody', 'nobody', 'nobody', ...namesOf(bystanders)),
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
    cases: fc
      .tuple(fc.noShrink(fc.constantFrom(...stories)), circumstances)
      .map(([story, drawn]) => told(story, drawn, keys)),
    maxCases: stories.length,
    about: ({ plain }) => [JSON.stringify(plain)],
    areWritten: true,
  };
}

function told(story: History, drawn: Circumstances, keys: boolean): History {
  const { users, apps, keyAges, population, opening } = story;
  const commands = new Set(commandsIn(story).map((one) => one.do));
  const first = opening.findIndex((one) => one.do === 'connect') + 1;
  const isPlain = population.users.length + population.apps.length === 0;
  // the newest key and those of whom a denial tells something might be theirs, and not every app can be authorized
  const isDear = story.presentations.some(({ call }) => call === 'every form');
  const isAlone = isDear || keys || commands.has('deny') || population.apps.includes('an app without redirect URIs');
  const beside = isAlone ? nobody : bystanders[drawn.beside];
  const pasts = [
    ...(users === 0 || (keys && drawn.user === 'rotated a key') ? [] : [pastsOfUsers[drawn.user]]),
    ...(apps === 0 ? [] : [pastsOfApps[drawn.app]]),
  ];
  const callsAsApp = users === 0 || commands.has('askForToken');
  return {
    ...story,
    ...(drawn.areAppsOutside && !callsAsApp && story.projects === undefined ? { projects: 'of users' as const } : {}),
    users: users + beside.users,
    apps: apps + beside.apps,
    keyAges: [...keyAges, 0],
    population: isPlain ? drawn.population : population,
    presentations: presentedAlso(story.presentations, drawn.presentations),
    opening: [
      // what comes again is what other stories are about
      ...pasts.filter((past) => !past.some((one) => commands.has(one.do))).flat(),
      ...beside.before(users, apps),
      ...opening.slice(0, first),
      ...times(first === 0 || isDear ? 0 : drawn.refreshes, [refreshing]),
      ...opening.slice(first),
    ],
    plain: story,
  };
}

/** Each in turn also in one of the other ways, where it is plain in that. */
function presentedAlso(own: readonly Presentation[], others: readonly Presentation[]): readonly Presentation[] {
  return Array.from({ length: Math.max(1, own.length, others.length) }, (_, at) => {
    const one = own[at % own.length] ?? plainly;
    const other = others[at % others.length] ?? plainly;
    return {
      ...one,
      call: one.call === plainly.call ? other.call : one.call,
      scheme: one.scheme === plainly.scheme ? other.scheme : one.scheme,
      connection: one.connection === plainly.connection ? other.connection : one.connection,
      tokenPath: one.tokenPath === plainly.tokenPath ? other.tokenPath : one.tokenPath,
    };
  });
}
