import type { Actor, Call } from '../../call.ts';
import type { LabRecord, Project } from '../../state/model.ts';
import { all } from './kinds.ts';
import type { Operator } from './operators.ts';
import { ofActor, type Holds } from './presented.ts';

/** Whether something is so of a call, of who makes it and of a project, or of a record. */
export type OfProject = (call: Call, actor: Actor, project: Project) => boolean;
export type OfRecord = (call: Call, actor: Actor, record: LabRecord) => boolean;

/** Shows actors that are like this some projects that are not theirs. */
export const seeToo =
  (like: Holds, which: OfProject): Operator =>
  (when) =>
  (normal) => ({
    hasAccess: (call, actor, project) =>
      normal.hasAccess(call, actor, project) || (all(like, when)(call, ofActor(actor)) && which(call, actor, project)),
  });

/** Hides from actors that are like this some of their projects. */
export const seeNot =
  (like: Holds, which: OfProject): Operator =>
  (when) =>
  (normal) => ({
    hasAccess: (call, actor, project) =>
      normal.hasAccess(call, actor, project) && !(all(like, when)(call, ofActor(actor)) && which(call, actor, project)),
  });

/** Lists for actors that are like this some records of projects that are not theirs. */
export const readToo =
  (like: Holds, which: OfRecord): Operator =>
  (when) =>
  (normal) => ({
    mayRead: (call, actor, record) =>
      normal.mayRead(call, actor, record) || (all(like, when)(call, ofActor(actor)) && which(call, actor, record)),
  });

/** Leaves some records of their projects out of what actors that are like this list. */
export const readNot =
  (like: Holds, which: OfRecord): Operator =>
  (when) =>
  (normal) => ({
    mayRead: (call, actor, record) =>
      normal.mayRead(call, actor, record) && !(all(like, when)(call, ofActor(actor)) && which(call, actor, record)),
  });
