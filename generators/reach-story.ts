import fc from 'fast-check';
import { lasting } from '../core/wording.ts';
import { objectOf } from './object.ts';
import type { Resemblance } from './population.ts';
import type { ProjectPlan } from './project-plan.ts';
import { describePlan, projectPlans } from './project-plan.ts';

/**
 * Who an actor is, and with what it looks: an app with a token of its own; a user with a key, with a token that an app has
 * for them, or with an ID token; a user who never calls.
 */
export type ActorKind = 'app' | 'user with a key' | 'user of an app' | 'user with an ID token' | 'user';

/** What is done to an actor and a project. */
const ofProjects = ['grant', 'revoke'] as const;
/** What is done to one actor, or what it does, beside projects. */
const ofActors = [
  'archive',
  'unarchive',
  'uninstall',
  'suspend',
  'unsuspend',
  'rotate its secret',
  'rotate the key',
  'set a webhook',
  'register a redirect URI',
  'send bad requests',
  'send a wrong secret',
  'ask for a token',
  'ask for a token at the legacy path',
  'take a token of the legacy path',
  'go on by another program',
  'look',
  'look at each listing',
  'write',
] as const;
/** What a user does with an app, or an app for a user. */
const ofUsers = ['consent', 'deny', 'refresh', 'look for', 'write for'] as const;

export type ActorAct = (typeof ofActors)[number];
export type UserAct = (typeof ofUsers)[number];

/** One thing that happens. Actors and projects are numbers. */
export type ReachStep =
  | { readonly do: (typeof ofProjects)[number]; readonly who: number; readonly project: number }
  | { readonly do: 'record'; readonly project: number }
  | { readonly do: ActorAct; readonly who: number }
  | { readonly do: UserAct; readonly who: number; readonly app: number }
  | { readonly do: 'wait'; readonly seconds: number };

/** How the actors of a story, and its projects, are named; and where the names are taken, as the control will have it. */
export type Likeness = 'nothing' | 'their names' | 'capitals in the address' | Resemblance;

/** Who there is, and what happens. In the end everybody who can looks at each listing. */
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
export const lookForms = ['pages of one', 'sorted', 'sorted pages'] as const;
export type LookForm = (typeof lookForms)[number];

/** One record of each kind. */
export const oneOfEach: ProjectPlan = { entry: 1, plate: 1, assayResult: 1 };

/** Cases in which one of these stories is looked at. */
export function reachCases(stories: fc.Arbitrary<ReachStory>): fc.Arbitrary<ReachCase> {
  return objectOf<ReachCase>({ story: stories, listing: fc.nat(4), form: fc.constantFrom(...lookForms) });
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
    steps: fc.array(numbered, { minLength: 1, maxLength: 8 }),
    alike: fc.constantFrom<Likeness>('nothing', ...alike),
    last: fc.constantFrom<NonNullable<ReachStory['last']>>('by turns', 'at once', 'on one connection'),
  }).map(({ steps: drawn, ...story }) => ({
    ...story,
    steps: [...opening, ...drawn.flatMap((step) => stepIn(story.actors, story.projects.length, step))],
  }));
}

/** A drawn step with the numbers of such as there are; none where nobody can take it. */
function stepIn(
  actors: readonly ActorKind[],
  projects: number,
  drawn: { readonly do: ReachStep['do']; readonly who: number; readonly app: number; readonly project: number },
): ReachStep[] {
  const numbers = actors.map((_, index) => index);
  const apps = numbers.filter((index) => actors[index] === 'app');
  const users = numbers.filter((index) => actors[index] !== 'app');
  const one = (of: readonly number[], number: number): number | undefined => of[number % of.length];
  const project = drawn.project % projects;
  const step = drawn.do;
  if (step === 'record') return [{ do: step, project }];
  if (step === 'wait') return [{ do: step, seconds: 60 }];
  if (isOfUsers(step)) {
    const [who, app] = [one(users, drawn.who), one(apps, drawn.app)];
    return who === undefined || app === undefined ? [] : [{ do: step, who, app }];
  }
  const able = takers[step];
  const who = one(able === 'apps' ? apps : able === 'users' ? users : numbers, drawn.who);
  if (who === undefined) return [];
  return step === 'grant' || step === 'revoke' ? [{ do: step, who, project }] : [{ do: step, who }];
}

const isOfUsers = (step: ReachStep['do']): step is UserAct => ofUsers.some((one) => one === step);

const takers: Partial<Record<ReachStep['do'], 'apps' | 'users'>> = {
  archive: 'apps',
  unarchive: 'apps',
  uninstall: 'apps',
  'rotate its secret': 'apps',
  'set a webhook': 'apps',
  'register a redirect URI': 'apps',
  'send bad requests': 'apps',
  'send a wrong secret': 'apps',
  'ask for a token': 'apps',
  'ask for a token at the legacy path': 'apps',
  'take a token of the legacy path': 'apps',
  suspend: 'users',
  unsuspend: 'users',
  'rotate the key': 'users',
};

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
  if ('app' in step) {
    const app = actorNamed(actors, step.app);
    if (step.do === 'consent') return `${who} consented to ${app}`;
    if (step.do === 'deny') return `${who} denied ${app} consent`;
    if (step.do === 'write for') return `${app} created a record for ${who}`;
    return step.do === 'refresh' ? `${app} refreshed for ${who}` : `${app} looked for ${who}`;
  }
  return `${who} ${words[step.do]}`;
}

const words = {
  archive: 'was archived',
  unarchive: 'was unarchived',
  uninstall: 'was uninstalled',
  suspend: 'was suspended',
  unsuspend: 'was un-suspended',
  'rotate its secret': 'got a new secret',
  'rotate the key': 'got a new key',
  'set a webhook': 'got a webhook',
  'register a redirect URI': 'got a further redirect URI',
  'send bad requests': 'sent requests with a bad query',
  'send a wrong secret': 'was asked a token for with a wrong secret',
  'ask for a token': 'asked for a token',
  'ask for a token at the legacy path': 'asked for a token at the legacy path',
  'take a token of the legacy path': 'went on with a token of the legacy path',
  'go on by another program': 'went on by another program',
  look: 'looked',
  'look at each listing': 'looked at each listing',
  write: 'created a record',
} as const;

/** A case as its steps. */
export function tellReachCase({ story, form }: ReachCase): string[] {
  return [...tellStory(story), `each looked at each listing ${story.last ?? 'by turns'}, also by ${form}`];
}

/** Who there is, and what happens. */
export function tellStory({ actors, projects, steps, alike = 'nothing' }: ReachStory): string[] {
  const who = actors.map((kind, index) => `${kind} ${index + 1}`).join(', ');
  const what = projects.map((plan, index) => `; project ${index + 1} with ${describePlan(plan)}`).join('');
  const told = alike === 'nothing' ? '' : `, alike in ${alike}`;
  return [`${who}${told}${what}`, ...steps.map((step) => tellStep(actors, step))];
}
