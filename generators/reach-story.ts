import fc from 'fast-check';
import { lasting } from '../core/wording.ts';
import { objectOf } from './object.ts';
import type { Resemblance } from './population.ts';
import type { ProjectPlan } from './project-plan.ts';
import { describePlan, projectPlans } from './project-plan.ts';
import type { WrittenCases } from './written.ts';
import { written } from './written.ts';

/**
 * Who an actor is, and with what it looks: an app with a token of its own; a user with a key, with a token that an app has
 * for them, or with an ID token; a user who never calls.
 */
export type ActorKind = 'app' | 'user with a key' | 'user of an app' | 'user with an ID token' | 'user';

/** What is done to one actor, or what it does: who can take it, and how it is told. */
const acts = {
  archive: ['app', 'was archived'],
  unarchive: ['app', 'was unarchived'],
  uninstall: ['app', 'was uninstalled'],
  suspend: ['user', 'was suspended'],
  unsuspend: ['user', 'was un-suspended'],
  'reinstall its app': ['user', 'lost the app by which they look, and consented to it anew when it was back'],
  'rotate its secret': ['app', 'got a new secret'],
  'rotate the key': ['user', 'got a new key'],
  'set a webhook': ['app', 'got a webhook'],
  'register a redirect URI': ['app', 'got a further redirect URI'],
  'send bad requests': ['app', 'sent requests with a bad query'],
  'send a wrong secret': ['app', 'was asked a token for with a wrong secret'],
  'ask for a token': ['app', 'asked for a token'],
  'ask for a token at the legacy path': ['app', 'asked for a token at the legacy path'],
  'take a token of the legacy path': ['app', 'went on with a token of the legacy path'],
  'go on by another program': ['app', 'went on by another program'],
  look: ['anybody', 'looked'],
  'look at each listing': ['anybody', 'looked at each listing'],
  write: ['anybody', 'created a record'],
} as const;
export type ActorAct = keyof typeof acts;

/** What a user does with an app, or an app for a user. */
const visits = {
  consent: (user: string, app: string) => `${user} consented to ${app}`,
  deny: (user: string, app: string) => `${user} denied ${app} consent`,
  refresh: (user: string, app: string) => `${app} refreshed for ${user}`,
  'look for': (user: string, app: string) => `${app} looked for ${user}`,
  'write for': (user: string, app: string) => `${app} created a record for ${user}`,
} as const;
export type UserAct = keyof typeof visits;

/** One thing that happens. Actors and projects are numbers. */
export type ReachStep =
  | { readonly do: 'grant' | 'revoke'; readonly who: number; readonly project: number }
  | { readonly do: 'record'; readonly project: number }
  | { readonly do: ActorAct; readonly who: number }
  | { readonly do: UserAct; readonly who: number; readonly app: number }
  | { readonly do: 'wait'; readonly seconds: number };

/** How the actors of a story, and its projects, are named; and where the names are taken, as the control will have it. */
export type Likeness = 'nothing' | 'their names' | 'capitals in the address' | Resemblance;

/** Who there is, and what happens. In the end everybody who can looks at a listing of each kind. */
export interface ReachStory {
  readonly actors: readonly ActorKind[];
  /** What each project holds from the start. */
  readonly projects: readonly ProjectPlan[];
  readonly steps: readonly ReachStep[];
  /** In what the actors are alike. */
  readonly alike?: Likeness;
  /** How the last looks are made; by turns unless given. */
  readonly last?: 'by turns' | 'at once' | 'on one connection';
}

/** A story, and how it is looked at in it. */
export interface ReachCase {
  readonly story: ReachStory;
  /** The listing of the looks amid the story. */
  readonly listing: number;
  /** How it is asked for beside plainly in the end. */
  readonly form: LookForm;
}

/** How a listing is asked for otherwise than plainly. */
export const lookForms = ['in pages of one', 'sorted', 'in sorted pages'] as const;
export type LookForm = (typeof lookForms)[number];

/** One record of each kind. */
export const oneOfEach: ProjectPlan = { entry: 1, plate: 1, assayResult: 1 };

/** Cases in which one of these stories is looked at. */
export function reachCases(stories: fc.Arbitrary<ReachStory>): fc.Arbitrary<ReachCase> {
  return objectOf<ReachCase>({ story: stories, listing: fc.nat(4), form: fc.constantFrom(...lookForms) });
}

/**
 * Certain stories as the cases of a check: each of them twice, looked at on other listings and in other forms, and the
 * second time after everything that may have come before.
 */
export function rowsOf(stories: readonly ReachStory[]): WrittenCases<ReachCase> {
  const cases = stories.flatMap((story, at) => {
    const past = pastsOf(story.actors).alone.flat();
    return [story, { ...story, steps: [...past, ...story.steps] }].map((told, again): ReachCase => {
      const form = lookForms[(at + again) % lookForms.length] ?? lookForms[0];
      return { story: told, listing: 2 * at + again, form };
    });
  });
  return written(cases);
}

/** There are no more kinds of past than that. */
const mostPasts = 5;

/** What may have come over the first actor before a story: it is over when that begins. */
function pastsOf([first, ...others]: readonly ActorKind[]): {
  readonly alone: readonly (readonly ReachStep[])[];
  readonly consents: readonly ReachStep[];
} {
  const acts = (...does: readonly ActorAct[]): readonly ReachStep[] => does.map((one) => ({ do: one, who: 0 }));
  const isApp = first === 'app';
  const [stop, resume] = isApp ? (['archive', 'unarchive'] as const) : (['suspend', 'unsuspend'] as const);
  const consents = others.flatMap((kind, at): ReachStep[] => {
    const [who, app] = isApp ? [at + 1, 0] : [0, at + 1];
    return (kind === 'app') === isApp ? [] : [{ do: 'consent', who, app }];
  });
  const ofApps = ['set a webhook', 'register a redirect URI', 'rotate its secret'] as const;
  return {
    alone: [acts(stop, resume), acts(stop, resume), ...(isApp ? ofApps.map((one) => acts(one)) : [])],
    consents,
  };
}

/** Which steps a drawn story may have, each as likely as it is often here. */
export interface StoryOptions {
  readonly actors: fc.Arbitrary<readonly ActorKind[]>;
  /** So many projects at most; three unless given. */
  readonly projects?: number;
  /** What comes before the drawn steps, of projects that there are. */
  readonly opening?: readonly ReachStep[];
  readonly steps: readonly ReachStep['do'][];
  /** In what the actors may be alike; in some stories in nothing. */
  readonly alike?: readonly Likeness[];
}

/** Random stories of these actors. */
export function reachStories({
  actors,
  opening = [],
  steps,
  alike = ['their names'],
  projects: most = 3,
}: StoryOptions): fc.Arbitrary<ReachStory> {
  const least = Math.max(Math.min(most, 1), ...opening.map((step) => ('project' in step ? step.project + 1 : 0)));
  const numbered = objectOf({
    do: fc.constantFrom(...steps),
    who: fc.nat(3),
    app: fc.nat(3),
    project: fc.nat(2),
  });
  return objectOf({
    actors,
    projects: fc.array(projectPlans, { minLength: least, maxLength: most }),
    // who may see what is met in all its kinds where it is there from the start; single steps seldom come to one of them
    isIn: fc.array(oneOfThree, { minLength: mostActors * mostProjects, maxLength: mostActors * mostProjects }),
    isAfter: fc.array(fc.boolean(), { minLength: mostPasts, maxLength: mostPasts }),
    // seldom: then the story is about what users change
    isAfterConsents: fc.nat(7).map((drawn) => drawn === 7),
    steps: fc.array(numbered, { minLength: 1, maxLength: 8 }),
    alike: fc.constantFrom<Likeness>('nothing', ...alike),
    last: fc.constantFrom<NonNullable<ReachStory['last']>>('by turns', 'at once', 'on one connection'),
  }).map(({ steps: drawn, isIn, isAfter, isAfterConsents, ...story }) => {
    const { alone, consents } = pastsOf(story.actors);
    return {
      ...story,
      steps: [
        ...alone.filter((_, at) => isAfter[at]).flat(),
        ...(isAfterConsents ? consents : []),
        ...(steps.includes('grant') ? grantsIn(story, isIn) : []),
        ...opening,
        ...drawn.flatMap((step) => stepIn(story.actors, story.projects.length, step)),
      ],
    };
  });
}

/** No check has more. */
const mostActors = 4;
const mostProjects = 3;
const oneOfThree = fc.nat(2).map((drawn) => drawn === 2);

/** Each actor is added to some of the projects. */
function grantsIn(
  { actors, projects }: Pick<ReachStory, 'actors' | 'projects'>,
  isIn: readonly boolean[],
): ReachStep[] {
  return actors.flatMap((_, who) =>
    projects.flatMap((_plan, project): ReachStep[] =>
      isIn[who * mostProjects + project] === true ? [{ do: 'grant', who, project }] : [],
    ),
  );
}

/** A drawn step with the numbers of such as there are; none where nobody can take it. */
function stepIn(
  actors: readonly ActorKind[],
  projects: number,
  drawn: { readonly do: ReachStep['do']; readonly who: number; readonly app: number; readonly project: number },
): ReachStep[] {
  const step = drawn.do;
  const project = drawn.project % projects;
  if (step === 'record') return [{ do: step, project }];
  if (step === 'wait') return [{ do: step, seconds: 60 }];
  const one = (taker: 'app' | 'user' | 'anybody', number: number): number | undefined => {
    const able = [...actors.keys()].filter(
      (index) => taker === 'anybody' || (actors[index] === 'app') === (taker === 'app'),
    );
    return able[number % able.length];
  };
  if (step === 'grant' || step === 'revoke') return [{ do: step, who: drawn.who % actors.length, project }];
  if (isVisit(step)) {
    const [who, app] = [one('user', drawn.who), one('app', drawn.app)];
    return who === undefined || app === undefined ? [] : [{ do: step, who, app }];
  }
  const who = one(acts[step][0], drawn.who);
  return who === undefined ? [] : [{ do: step, who }];
}

const isVisit = (step: ReachStep['do']): step is UserAct => Object.hasOwn(visits, step);

/** An actor by its number: `app 1`, `user 2`. */
export function actorNamed(actors: readonly ActorKind[], who: number): string {
  return `${actors[who] === 'app' ? 'app' : 'user'} ${who + 1}`;
}

/** A step as a clause: `app 1 was added to project 2`. */
export function tellStep(actors: readonly ActorKind[], step: ReachStep): string {
  if (step.do === 'wait') return `${lasting(step.seconds)} passed`;
  if (step.do === 'record') return `records were created in project ${step.project + 1}`;
  const who = actorNamed(actors, step.who);
  if (step.do === 'grant') return `${who} was added to project ${step.project + 1}`;
  if (step.do === 'revoke') return `${who} was taken from project ${step.project + 1}`;
  if ('app' in step) return visits[step.do](who, actorNamed(actors, step.app));
  return `${who} ${acts[step.do][1]}`;
}

/** A case as its steps. */
export function tellReachCase({ story, form }: ReachCase): string[] {
  return [...tellStory(story), `each looked at each listing ${story.last ?? 'by turns'}, also ${form}`];
}

/** Who there is, and what happens. */
export function tellStory({ actors, projects, steps, alike = 'nothing' }: ReachStory): string[] {
  const who = actors
    .map((kind, index) => `${actorNamed(actors, index)}${kind.replace(/^(?:user|app)/, '')}`)
    .join(', ');
  const what = projects.map((plan, index) => `; project ${index + 1} with ${describePlan(plan)}`).join('');
  const told = alike === 'nothing' ? '' : `, alike in ${alike}`;
  return [`${who}${told}${what}`, ...steps.map((step) => tellStep(actors, step))];
}
