import fc from 'fast-check';
import { lasting } from '../core/wording.ts';
import { objectOf } from './object.ts';
import type { Resemblance } from './population.ts';
import type { ProjectPlan } from './project-plan.ts';
import { describePlan, projectPlans } from './project-plan.ts';
import type { WrittenCases } from './written.ts';
import { written } from './written.ts';

/**
 * The kinds of actor: an app with its own token; a user with a key, with a token that an app has for the user, or with
 * an ID token; a user that never calls.
 */
export type ActorKind = 'app' | 'user with a key' | 'user of an app' | 'user with an ID token' | 'user';

/** The acts that are done to one actor, or that one actor does: which kind of actor each concerns, and its words. */
const acts = {
  archive: ['app', 'was archived'],
  unarchive: ['app', 'was unarchived'],
  uninstall: ['app', 'was uninstalled'],
  suspend: ['user', 'was suspended'],
  unsuspend: ['user', 'was un-suspended'],
  'reinstall its app': ['user', 'lost the app that looks for them, and consented to it again after its reinstallation'],
  'rotate its secret': ['app', 'got a new secret'],
  'rotate the key': ['user', 'got a new key'],
  'set a webhook': ['app', 'got a webhook'],
  'register a redirect URI': ['app', 'got a further redirect URI'],
  'send bad requests': ['app', 'sent requests with a bad query'],
  'send a wrong secret': ['app', 'had a token requested for it with a wrong secret'],
  'ask for a token': ['app', 'asked for a token'],
  'ask for a token at the legacy path': ['app', 'asked for a token at the legacy path'],
  'take a token of the legacy path': ['app', 'continued with a token of the legacy path'],
  'go on by another program': ['app', 'continued with another client program'],
  look: ['anybody', 'looked'],
  'look at each listing': ['anybody', 'looked at each listing'],
  write: ['anybody', 'created a record'],
} as const;
export type ActorAct = keyof typeof acts;

/** The acts of a user with an app, or of an app for a user, in words. */
const visits = {
  consent: (user: string, app: string) => `${user} consented to ${app}`,
  deny: (user: string, app: string) => `${user} denied ${app} consent`,
  refresh: (user: string, app: string) => `${app} refreshed for ${user}`,
  'look for': (user: string, app: string) => `${app} looked for ${user}`,
  'write for': (user: string, app: string) => `${app} created a record for ${user}`,
} as const;
export type UserAct = keyof typeof visits;

/** One step of a story. Actors and projects are numbers. */
export type ReachStep =
  | { readonly do: 'grant' | 'revoke'; readonly who: number; readonly project: number }
  | { readonly do: 'record'; readonly project: number }
  | { readonly do: ActorAct; readonly who: number }
  | { readonly do: UserAct; readonly who: number; readonly app: number }
  | { readonly do: 'wait'; readonly seconds: number };

/**
 * How the actors or the projects of a story resemble each other. If a name is taken, the control decides the result.
 */
export type Likeness = 'nothing' | 'their names' | 'capitals in the address' | Resemblance;

/**
 * The actors, the projects and the steps of a story. At the end, each actor that can looks at a listing of each kind.
 */
export interface ReachStory {
  readonly actors: readonly ActorKind[];
  /** The records of each project at the start. */
  readonly projects: readonly ProjectPlan[];
  readonly steps: readonly ReachStep[];
  /** The property in which the actors are alike. */
  readonly alike?: Likeness;
  /** The order of the final looks; by turns by default. */
  readonly last?: 'by turns' | 'at once' | 'on one connection';
}

/** A story, and the form of its looks. */
export interface ReachCase {
  readonly story: ReachStory;
  /** The index of the listing for the looks within the story. */
  readonly listing: number;
  /** A further form for the final looks, in addition to the plain one. */
  readonly form: LookForm;
}

/** The forms of a listing call other than the plain one. */
export const lookForms = ['in pages of one', 'sorted', 'in sorted pages'] as const;
export type LookForm = (typeof lookForms)[number];

/** A plan with one record of each kind. */
export const oneOfEach: ProjectPlan = { entry: 1, plate: 1, assayResult: 1 };

/** Returns cases of these stories. */
export function reachCases(stories: fc.Arbitrary<ReachStory>): fc.Arbitrary<ReachCase> {
  return objectOf<ReachCase>({ story: stories, listing: fc.nat(4), form: fc.constantFrom(...lookForms) });
}

/**
 * Returns written stories as the cases of a check. Each story occurs twice, with looks at other listings and in other
 * forms, and the second time after all possible earlier events.
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

/** Maximum number of kinds of earlier events. */
const mostPasts = 5;

/** Returns possible earlier events of the first actor. They have ended when the story begins. */
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
  const changes: readonly ActorAct[] = isApp
    ? ['set a webhook', 'register a redirect URI', 'rotate its secret']
    : first === 'user with a key'
      ? ['rotate the key']
      : [];
  return {
    alone: [acts(stop, resume), acts(stop, resume), ...changes.map((one) => acts(one))],
    consents,
  };
}

/**
 * The options of drawn stories. The steps are drawn from a list; a step that occurs more often in it is more likely.
 */
export interface StoryOptions {
  readonly actors: fc.Arbitrary<readonly ActorKind[]>;
  /** Maximum number of projects; three by default. */
  readonly projects?: number;
  /** The steps before the drawn ones. They use only projects that exist. */
  readonly opening?: readonly ReachStep[];
  readonly steps: readonly ReachStep['do'][];
  /** The properties in which the actors may be alike; in some stories they are alike in nothing. */
  readonly alike?: readonly Likeness[];
}

/** Returns random stories of these actors. */
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
    // Initial grants cover all combinations of actors and projects; drawn steps alone seldom reach one of them.
    isIn: fc.array(oneOfThree, { minLength: mostActors * mostProjects, maxLength: mostActors * mostProjects }),
    isAfter: fc.array(fc.boolean(), { minLength: mostPasts, maxLength: mostPasts }),
    // seldom: a story after consents tests the effect of users
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

/** No check has more actors or projects. */
const mostActors = 4;
const mostProjects = 3;
const oneOfThree = fc.nat(2).map((drawn) => drawn === 2);

/** Returns steps that add each actor to some of the projects. */
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

/** Returns a drawn step with numbers of existing actors and projects. Empty if no actor can take the step. */
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

/** Returns the name of an actor: `app 1`, `user 2`. */
export function actorNamed(actors: readonly ActorKind[], who: number): string {
  return `${actors[who] === 'app' ? 'app' : 'user'} ${who + 1}`;
}

/** Returns a step as a clause: `app 1 was added to project 2`. */
export function describeStep(actors: readonly ActorKind[], step: ReachStep): string {
  if (step.do === 'wait') return `${lasting(step.seconds)} passed`;
  if (step.do === 'record') return `records were created in project ${step.project + 1}`;
  const who = actorNamed(actors, step.who);
  if (step.do === 'grant') return `${who} was added to project ${step.project + 1}`;
  if (step.do === 'revoke') return `${who} was taken from project ${step.project + 1}`;
  if ('app' in step) return visits[step.do](who, actorNamed(actors, step.app));
  return `${who} ${acts[step.do][1]}`;
}

/** Returns a case as its steps, in words. */
export function describeReachCase({ story, form }: ReachCase): string[] {
  return [...describeStory(story), `each looked at each listing ${story.last ?? 'by turns'}, also ${form}`];
}

/** Returns the actors and steps of a story in words. */
export function describeStory({ actors, projects, steps, alike = 'nothing' }: ReachStory): string[] {
  const who = actors
    .map((kind, index) => `${actorNamed(actors, index)}${kind.replace(/^(?:user|app)/, '')}`)
    .join(', ');
  const what = projects.map((plan, index) => `; project ${index + 1} with ${describePlan(plan)}`).join('');
  const told = alike === 'nothing' ? '' : `, alike in ${alike}`;
  return [`${who}${told}${what}`, ...steps.map((step) => describeStep(actors, step))];
}
