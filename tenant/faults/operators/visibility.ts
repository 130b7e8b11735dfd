import type { Actor, Call } from '../../call.ts';
import { sameActor, type ActorReference, type Grant, type LabRecord, type Project } from '../../state/model.ts';
import { all } from './kinds.ts';
import type { Operator } from './operators.ts';
import { ofActor, type Holds } from './presented.ts';
import { alsoIf, replaceIf, onlyIf } from './rules.ts';

/** A test of a call, of its actor and of a project, or with `OfRecord` of a record. */
export type OfProject = (call: Call, actor: Actor, project: Project) => boolean;
export type OfRecord = (call: Call, actor: Actor, record: LabRecord) => boolean;

/** Returns an operator that shows actors for whom `like` holds the projects of others: all, or those in `which`. */
export const showAlso =
  (like: Holds, which: OfProject = () => true): Operator =>
  (when) =>
    alsoIf('hasAccess', (call, actor, project) => all(like, when)(call, ofActor(actor)) && which(call, actor, project));

/** Returns an operator that hides their projects from actors for whom `like` holds: all, or those in `which`. */
export const hideProjects =
  (like: Holds, which: OfProject = () => true): Operator =>
  (when) =>
    onlyIf(
      'hasAccess',
      (call, actor, project) => !(all(like, when)(call, ofActor(actor)) && which(call, actor, project)),
    );

/** Returns an operator that shows actors for whom `like` holds the projects in `which` instead of their own. */
export const showInstead =
  (like: Holds, which: OfProject): Operator =>
  (when) =>
    replaceIf(
      'hasAccess',
      (call, actor) => all(like, when)(call, ofActor(actor)),
      (call, actor, project) => which(call, actor, project),
    );

/** Returns an operator that shows actors for whom `like` holds the projects that they were taken out of. */
export const showWithdrawn = (like: Holds): Operator =>
  showAlso(like, (_call, actor, project) => grantsTo(project, actor).length > 0);

/**
 * Returns an operator that lists records of the projects of others for actors for whom `like` holds. The condition may
 * also test the record.
 */
export const listAlso =
  (like: Holds, which: OfRecord = () => true): Operator =>
  (when) =>
    alsoIf(
      'mayRead',
      (call, actor, record) => all(like, when)(call, { ...ofActor(actor), record }) && which(call, actor, record),
    );

/**
 * Returns an operator that hides records of their own projects from actors for whom `like` holds. The condition may
 * also test the record.
 */
export const hideRecords =
  (like: Holds, which: OfRecord = () => true): Operator =>
  (when) =>
    onlyIf(
      'mayRead',
      (call, actor, record) => !(all(like, when)(call, { ...ofActor(actor), record }) && which(call, actor, record)),
    );

/** Returns the grants of a project to an actor, including those that were taken back. */
export const grantsTo = ({ grants }: Project, who: ActorReference): Grant[] =>
  grants.filter(({ actor }) => sameActor(actor, who));
export const isTakenBack = ({ revokedAt }: Grant): boolean => revokedAt !== undefined;
export const isOpenTo = (project: Project, who: ActorReference): boolean =>
  grantsTo(project, who).some((grant) => !isTakenBack(grant));

/** Returns the projects that are open to an actor. */
export const projectsOf = ({ tenant }: Call, who: ActorReference): Project[] =>
  tenant.state.projects
    .values()
    .filter((project) => isOpenTo(project, who))
    .toArray();
