import type { Actor, Call } from '../../call.ts';
import { sameActor, type ActorReference, type Grant, type LabRecord, type Project } from '../../state/model.ts';
import { all } from './kinds.ts';
import type { Operator } from './operators.ts';
import { ofActor, type Holds } from './presented.ts';
import { alsoWhere, insteadWhere, onlyWhere } from './rules.ts';

/** Whether something is so of a call, of who makes it and of a project, or of a record. */
export type OfProject = (call: Call, actor: Actor, project: Project) => boolean;
export type OfRecord = (call: Call, actor: Actor, record: LabRecord) => boolean;

/** Shows actors that are like this projects that are not theirs: all, or some. */
export const seeToo =
  (like: Holds, which: OfProject = () => true): Operator =>
  (when) =>
    alsoWhere(
      'hasAccess',
      (call, actor, project) => all(like, when)(call, ofActor(actor)) && which(call, actor, project),
    );

/** Hides from actors that are like this their projects: all, or some. */
export const seeNot =
  (like: Holds, which: OfProject = () => true): Operator =>
  (when) =>
    onlyWhere(
      'hasAccess',
      (call, actor, project) => !(all(like, when)(call, ofActor(actor)) && which(call, actor, project)),
    );

/** Shows actors that are like this other projects than theirs. */
export const seeInstead =
  (like: Holds, which: OfProject): Operator =>
  (when) =>
    insteadWhere(
      'hasAccess',
      (call, actor) => all(like, when)(call, ofActor(actor)),
      (call, actor, project) => which(call, actor, project),
    );

/** Shows actors that are like this projects that they were taken out of. */
export const keepWithdrawn = (like: Holds): Operator =>
  seeToo(like, (_call, actor, project) => grantsTo(project, actor).length > 0);

/** Lists for actors that are like this records of projects that are not theirs. The condition, too, may ask what a record is. */
export const readToo =
  (like: Holds, which: OfRecord = () => true): Operator =>
  (when) =>
    alsoWhere(
      'mayRead',
      (call, actor, record) => all(like, when)(call, { ...ofActor(actor), record }) && which(call, actor, record),
    );

/** Leaves records of their projects out of what actors that are like this list. The condition, too, may ask what a record is. */
export const readNot =
  (like: Holds, which: OfRecord = () => true): Operator =>
  (when) =>
    onlyWhere(
      'mayRead',
      (call, actor, record) => !(all(like, when)(call, { ...ofActor(actor), record }) && which(call, actor, record)),
    );

/** The grants of a project to somebody, those that were taken back too. */
export const grantsTo = ({ grants }: Project, who: ActorReference): Grant[] =>
  grants.filter(({ actor }) => sameActor(actor, who));
export const isTakenBack = ({ revokedAt }: Grant): boolean => revokedAt !== undefined;
export const isOpenTo = (project: Project, who: ActorReference): boolean =>
  grantsTo(project, who).some((grant) => !isTakenBack(grant));

/** The projects that are open to somebody. */
export const projectsOf = ({ tenant }: Call, who: ActorReference): Project[] =>
  tenant.state.projects
    .values()
    .filter((project) => isOpenTo(project, who))
    .toArray();
