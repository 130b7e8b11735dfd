import type { Listing } from '../../drivers/world/listing.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import type { ActorKind, ReachStep, ReachStory } from '../../generators/reach-story.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Judged } from './answers.ts';

/** One thing that has happened. Plain data. */
export type Happening =
  | Exclude<ReachStep, { do: 'record' }>
  | { readonly do: 'record'; readonly project: number; readonly records: readonly CreatedRecord[] };

/** The actors of a story, and everything that has happened so far, in order. */
export interface Past {
  readonly actors: readonly ActorKind[];
  readonly log: readonly Happening[];
}

/**
 * The model's expectation of an actor's view of a record.
 * - `due`, `never`: the record must be shown, or must not be shown, by requirement `by`. If a state may have changed
 *   the view since the actor last looked, requirement `since` demands the same.
 * - `gone`: the record was shown, and must not be shown any more.
 * - `left`: the app was taken from the project. The specification does not say what the app still sees of it. Only two
 *   things are required: its tokens agree, and access to another project does not open this one.
 * - `free`: more than one requirement might demand it. Other stories show it for one requirement alone.
 */
export interface Expectation {
  readonly is: 'due' | 'never' | 'gone' | 'left' | 'free';
  readonly by?: RequirementId;
  readonly since?: RequirementId;
}

/** The requirements on a user's view, by the user's way to call. */
interface UserRules {
  readonly sees: RequirementId;
  readonly nothingElse: RequirementId;
  /** The view follows changes of permissions. */
  readonly current: RequirementId;
  /** The view is not that of another user who calls in the same way. */
  readonly apart: RequirementId;
}

const ofDelegation: UserRules = { sees: 'DEL-31', nothingElse: 'DEL-32', current: 'DEL-35', apart: 'DEL-34' };
const userRules: Readonly<Record<Exclude<ActorKind, 'app'>, UserRules>> = {
  'user with a key': { sees: 'KEY-03', nothingElse: 'KEY-04', current: 'KEY-19', apart: 'KEY-18' },
  'user of an app': ofDelegation,
  'user with an ID token': { sees: 'OIC-02', nothingElse: 'OIC-02', current: 'OIC-02', apart: 'OIC-02' },
  user: ofDelegation,
};

/** The requirements on views after an actor was in a state. */
interface StateRules {
  /** The actor sees the same as before when it continues, by kind of actor. */
  readonly themselves: Readonly<Partial<Record<ActorKind, RequirementId>>>;
  /** Other apps, or users, that share a project with the actor see it all the time. */
  readonly apps?: RequirementId;
  readonly users?: RequirementId;
}

const stateRules: Readonly<Partial<Record<ReachStep['do'], StateRules>>> = {
  suspend: {
    themselves: { 'user with a key': 'LIF-07', 'user of an app': 'LIF-16', 'user with an ID token': 'LIF-16' },
    apps: 'LIF-09',
    users: 'LIF-08',
  },
  archive: { themselves: { app: 'LIF-26' }, apps: 'LIF-29', users: 'LIF-29' },
  uninstall: { themselves: {}, users: 'LIF-41' },
  'reinstall its app': { themselves: { 'user of an app': 'LIF-38' } },
};

/** Returns all records that were created, with their projects. */
export function recordsOf({ log }: Past): { readonly project: number; readonly record: CreatedRecord }[] {
  return log.flatMap((one) =>
    one.do === 'record' ? one.records.map((record) => ({ project: one.project, record })) : [],
  );
}

/** Returns everything that has happened since an actor last looked, or everything if it never did. */
export function sinceLook({ log }: Past, who: number): readonly Happening[] {
  return log.slice(log.findLastIndex((one) => one.do === 'look' && one.who === who) + 1);
}

/** Returns a test for events between an app and a user. */
const concernsUsersOf =
  (app: number) =>
  (one: Happening): boolean =>
    'app' in one && one.app === app;

/** Reports whether an event adds an actor to a project or takes it from the project. */
const isAdmission = (one: Happening, who: number, project: number): boolean =>
  'project' in one && 'who' in one && one.who === who && one.project === project;

/** Reports whether an actor is in a project; undefined if it never was. */
export function isIn({ log }: Past, who: number, project: number): boolean | undefined {
  const last = log.findLast((one) => isAdmission(one, who, project));
  return last === undefined ? undefined : last.do === 'grant';
}

/** Returns the expectation of an actor's view of a project's records. */
export function expectedOf(past: Past, who: number, project: number): Expectation {
  const permitted = permittedTo(past, who, project);
  const since = permitted.by && afterStates(past, who, project, permitted.is);
  return since === undefined ? permitted : { ...permitted, since };
}

/** Returns the requirement that such an actor sees the records of its projects. */
export const seenBy = (kind: ActorKind = 'user'): RequirementId => (kind === 'app' ? 'CCR-08' : userRules[kind].sees);

/** Returns the requirement by which an expectation is judged: the one on states if that is judged. */
export const judgedBy = ({ by, since }: Expectation, judged: Judged): RequirementId | undefined =>
  since !== undefined && judged.has(since) ? since : by;

/**
 * Returns the requirement that demands the same view because an actor was stopped since this actor last looked ("States
 * and transitions").
 */
function afterStates(past: Past, who: number, project: number, is: Expectation['is']): RequirementId | undefined {
  const since = sinceLook(past, who);
  const kind = past.actors[who] ?? 'user';
  const stopped = since.findLastIndex((one) => one.do in stateRules && 'who' in one && one.who === who);
  if (stopped >= 0) {
    // a grant or withdrawal during the stop must count when the actor continues
    if (since.slice(stopped).some((one) => isAdmission(one, who, project))) return 'LST-31';
    const said = stateRules[since[stopped]!.do]?.themselves[kind];
    // only for keys does the specification say that the actor sees no more than before
    return is === 'due' || said === 'LIF-07' ? said : undefined;
  }
  const beside = since.findLast((one) => one.do in stateRules && 'who' in one && isIn(past, one.who, project));
  if (is !== 'due' || beside === undefined) return undefined;
  return stateRules[beside.do]?.[kind === 'app' ? 'apps' : 'users'];
}

/**
 * Returns the expectation that follows from an actor's permissions ("OAuth bearer with app credentials", 5; "What the
 * service does").
 */
function permittedTo(past: Past, who: number, project: number): Expectation {
  const kind = past.actors[who] ?? 'user';
  const member = isIn(past, who, project);
  const since = sinceLook(past, who);
  const isNew = since.some((one) => one.do === 'grant' && isAdmission(one, who, project));
  if (kind === 'app') {
    if (member === undefined) return closedToApp(past, who, project);
    if (!member) return { is: 'left' };
    if (isNew && isAddedLast(past, who, project)) return { is: 'due', by: 'CCR-11' };
    return { is: 'due', by: since.some(concernsUsersOf(who)) && !isNew ? 'CCR-20' : 'CCR-08' };
  }
  const rules = userRules[kind];
  if (member === false) return { is: 'gone', by: rules.current };
  if (member === undefined) {
    const isOthers = past.actors.some((other, index) => index !== who && other === kind && isIn(past, index, project));
    return { is: 'never', by: isOthers ? rules.apart : rules.nothingElse };
  }
  // granting access again is a change of permissions, too
  const isChange =
    since.length < past.log.length || since.some((one) => one.do === 'revoke' && isAdmission(one, who, project));
  return { is: 'due', by: isNew && isChange ? rules.current : rules.sees };
}

/**
 * Reports whether, since the app was added to a project, only looks, unarchivings and grants to this app have happened,
 * and no other actor is in the project.
 */
function isAddedLast(past: Past, who: number, project: number): boolean {
  const { actors, log } = past;
  const added = log.findLastIndex((one) => one.do === 'grant' && isAdmission(one, who, project));
  const isHarmless = (one: Happening): boolean =>
    one.do === 'look' || one.do === 'unarchive' || (one.do === 'grant' && one.who === who);
  return log.slice(added).every(isHarmless) && actors.every((_, other) => other === who || !isIn(past, other, project));
}

/**
 * Returns the expectation for a project to which an app was never added: `free` if two requirements might demand it.
 */
function closedToApp(past: Past, who: number, project: number): Expectation {
  const { actors, log } = past;
  const members = actors.flatMap((kind, index) => (isIn(past, index, project) === true ? [{ kind, index }] : []));
  const users = members.filter(({ kind }) => kind !== 'app');
  const isNew = !log.some((one) => one.do === 'grant' && one.who === who);
  if (users.length === 0) return { is: 'never', by: isNew ? 'CCR-10' : members.length > 0 ? 'CCR-14' : 'CCR-13' };
  if (isNew || users.length < members.length) return { is: 'free' };
  const isOfMember = (one: Happening): boolean => 'who' in one && users.some(({ index }) => index === one.who);
  return { is: 'never', by: log.some((one) => concernsUsersOf(who)(one) && isOfMember(one)) ? 'CCR-20' : 'CCR-09' };
}

/**
 * Returns the requirement that an actor's credential still works after everything that has happened since it last
 * looked.
 */
export function stillValidBy(past: Past, who: number): RequirementId | undefined {
  const since = sinceLook(past, who);
  const kind = past.actors[who];
  const isConsent = (one: Happening): boolean => (one.do === 'consent' || one.do === 'deny') && one.app === who;
  if (kind === 'app') return since.some(isConsent) ? 'CCR-20' : 'CCR-07';
  if (kind !== 'user with a key') return undefined;
  const rotated = since.flatMap((one) => (one.do === 'rotate the key' ? [one.who] : []));
  if (rotated.includes(who)) return undefined;
  if (rotated.length > 0) return 'KEY-16';
  if (since.some((one) => 'app' in one || ('who' in one && past.actors[one.who] === 'app'))) return 'KEY-22';
  return since.length === past.log.length ? 'KEY-01' : undefined;
}

/** Returns the records of a listing's kind, grouped by the actor's expectation. */
export function sorted(past: Past, who: number, { kind }: Pick<Listing, 'kind'>) {
  const all = recordsOf(past).filter(({ record }) => record.kind === kind);
  const of = (is: Expectation['is']): CreatedRecord[] =>
    all.filter(({ project }) => expectedOf(past, who, project).is === is).map(({ record }) => record);
  return { due: of('due'), gone: of('gone'), never: of('never'), left: of('left') };
}

/** Returns the judged requirements that the end of a story concerns, before the story is played. */
export function judgedAtEnd({ actors, projects, steps }: ReachStory, judged: Judged): readonly RequirementId[] {
  const log = steps.map((step): Happening => {
    if (step.do === 'record') return { ...step, records: [] };
    return step.do === 'look at each listing' ? { ...step, do: 'look' } : step;
  });
  const about = actors.flatMap((_, who) =>
    projects.map((_, project) => judgedBy(expectedOf({ actors, log }, who, project), judged)),
  );
  return [...judged].filter((one) => about.includes(one));
}
