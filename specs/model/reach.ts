import type { Listing } from '../../drivers/world/listing.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import type { ActorKind, ReachStep, ReachStory } from '../../generators/reach-story.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Judged } from './answers.ts';

/** What has happened, in its order. Plain data. */
export type Happening =
  | Exclude<ReachStep, { do: 'record' }>
  | { readonly do: 'record'; readonly project: number; readonly records: readonly CreatedRecord[] };

/** Who there is, and what has happened so far. */
export interface Past {
  readonly actors: readonly ActorKind[];
  readonly log: readonly Happening[];
}

/**
 * What an actor is to see of a record.
 * - `due`, `never`: it is shown, or not shown, and the requirement says so; where a state may have changed it since the
 *   actor last looked, another one says so too
 * - `gone`: it was shown, and is no longer
 * - `left`: what an app still sees of a project that it was taken from is not said, only that its tokens agree, and that
 *   being added elsewhere opens it to none
 * - `free`: more than one requirement might say so, and stories in which one does show it
 */
export interface Expectation {
  readonly is: 'due' | 'never' | 'gone' | 'left' | 'free';
  readonly by?: RequirementId;
  readonly since?: RequirementId;
}

/** What the specification says of the users' ways to call. */
interface UserRules {
  readonly sees: RequirementId;
  readonly nothingElse: RequirementId;
  /** That it follows the permissions as they change. */
  readonly current: RequirementId;
  /** That it is nobody else's who calls in the same way. */
  readonly apart: RequirementId;
}

const ofDelegation: UserRules = { sees: 'DEL-31', nothingElse: 'DEL-32', current: 'DEL-35', apart: 'DEL-34' };
const userRules: Readonly<Record<Exclude<ActorKind, 'app'>, UserRules>> = {
  'user with a key': { sees: 'KEY-03', nothingElse: 'KEY-04', current: 'KEY-19', apart: 'KEY-18' },
  'user of an app': ofDelegation,
  'user with an ID token': { sees: 'OIC-02', nothingElse: 'OIC-02', current: 'OIC-02', apart: 'OIC-02' },
  user: ofDelegation,
};

/** What the specification says of a state that somebody was in. */
interface StateRules {
  /** That they see the same when they go on, by what they look with. */
  readonly themselves: Readonly<Partial<Record<ActorKind, RequirementId>>>;
  /** That others see what they share with them all the time. */
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

/** All records that were created, with their projects. */
export function recordsOf({ log }: Past): { readonly project: number; readonly record: CreatedRecord }[] {
  return log.flatMap((one) =>
    one.do === 'record' ? one.records.map((record) => ({ project: one.project, record })) : [],
  );
}

/** What has happened since an actor last looked; all of it where it never did. */
export function sinceLook({ log }: Past, who: number): readonly Happening[] {
  return log.slice(log.findLastIndex((one) => one.do === 'look' && one.who === who) + 1);
}

/** Whether users had to do with an app. */
const concernsUsersOf =
  (app: number) =>
  (one: Happening): boolean =>
    'app' in one && one.app === app;

/** Whether an actor was added to a project, or taken from it. */
const isAdmission = (one: Happening, who: number, project: number): boolean =>
  'project' in one && 'who' in one && one.who === who && one.project === project;

/** Whether an actor is in a project; undefined where it never was. */
export function isIn({ log }: Past, who: number, project: number): boolean | undefined {
  const last = log.findLast((one) => isAdmission(one, who, project));
  return last === undefined ? undefined : last.do === 'grant';
}

/** What an actor is to see of a record of a project. */
export function expectedOf(past: Past, who: number, project: number): Expectation {
  const permitted = permittedTo(past, who, project);
  const since = permitted.by && afterStates(past, who, project, permitted.is);
  return since === undefined ? permitted : { ...permitted, since };
}

/** By which of its requirements an expectation is judged where these are judged. */
export const judgedBy = ({ by, since }: Expectation, judged: Judged): RequirementId | undefined =>
  since !== undefined && judged.has(since) ? since : by;

/** What says the same in view of who was stopped since the actor last looked ("States and transitions"). */
function afterStates(past: Past, who: number, project: number, is: Expectation['is']): RequirementId | undefined {
  const since = sinceLook(past, who);
  const kind = past.actors[who] ?? 'user';
  const stopped = since.findLastIndex((one) => one.do in stateRules && 'who' in one && one.who === who);
  if (stopped >= 0) {
    // what was granted or withdrawn since the actor was stopped holds when it goes on
    if (since.slice(stopped).some((one) => isAdmission(one, who, project))) return 'LST-31';
    const said = stateRules[since[stopped]!.do]?.themselves[kind];
    // that it sees no more than before is said of keys alone
    return is === 'due' || said === 'LIF-07' ? said : undefined;
  }
  const beside = since.findLast((one) => one.do in stateRules && 'who' in one && isIn(past, one.who, project));
  if (is !== 'due' || beside === undefined) return undefined;
  return stateRules[beside.do]?.[kind === 'app' ? 'apps' : 'users'];
}

/** What an actor's permissions are ("OAuth bearer with app credentials", 5; "What the service does"). */
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
  // what was granted once more is a change of permissions, too
  const isChange =
    since.length < past.log.length || since.some((one) => one.do === 'revoke' && isAdmission(one, who, project));
  return { is: 'due', by: isNew && isChange ? rules.current : rules.sees };
}

/** Whether nothing has happened after the app was added but what opens projects to it, and nobody else is in this one. */
function isAddedLast(past: Past, who: number, project: number): boolean {
  const { actors, log } = past;
  const added = log.findLastIndex((one) => one.do === 'grant' && isAdmission(one, who, project));
  const isHarmless = (one: Happening): boolean =>
    one.do === 'look' || one.do === 'unarchive' || (one.do === 'grant' && one.who === who);
  return log.slice(added).every(isHarmless) && actors.every((_, other) => other === who || !isIn(past, other, project));
}

/** What says that an app sees nothing of a project to which it was never added; nothing where two requirements might. */
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

/** What says that an actor's credential still counts after what has happened since it last looked. */
export function standsBy(past: Past, who: number): RequirementId | undefined {
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

/** The records of the listing's kind by what the actor is to see of them. */
export function sorted(past: Past, who: number, { kind }: Pick<Listing, 'kind'>) {
  const all = recordsOf(past).filter(({ record }) => record.kind === kind);
  const of = (is: Expectation['is']): CreatedRecord[] =>
    all.filter(({ project }) => expectedOf(past, who, project).is === is).map(({ record }) => record);
  return { due: of('due'), gone: of('gone'), never: of('never'), left: of('left') };
}

/** Which of what is judged the end of a story is about, before it is known how it goes. */
export function aboutOf({ actors, projects, steps }: ReachStory, judged: Judged): readonly RequirementId[] {
  const log = steps.map((step): Happening => {
    if (step.do === 'record') return { ...step, records: [] };
    return step.do === 'look at each listing' ? { ...step, do: 'look' } : step;
  });
  const about = actors.flatMap((_, who) =>
    projects.map((_, project) => judgedBy(expectedOf({ actors, log }, who, project), judged)),
  );
  return [...judged].filter((one) => about.includes(one));
}
