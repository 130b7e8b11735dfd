import type { Listing } from '../endpoints/listings.ts';
import type { Actor, Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import { sameActor, type Grant, type LabRecord, type Project, type RecordKind } from '../state/model.ts';

/** The records that an actor may see and write ("OAuth bearer with app credentials", 5; "What the service does"). */
export interface VisibilityBehaviour {
  /** Reports whether a grant counts at this moment, regardless of its actor. */
  readonly grantCounts: (call: Call, grant: Grant) => boolean;
  readonly hasAccess: (call: Call, actor: Actor, project: Project) => boolean;
  readonly mayRead: (call: Call, actor: Actor, record: LabRecord) => boolean;
  /** Returns candidate records of a kind, including all that the actor may read; each is then checked separately. */
  readonly recordsWithinReach: (call: Call, actor: Actor, kind: RecordKind) => readonly LabRecord[];
  /** Reports whether a record has come into listings yet, regardless of the caller. */
  readonly isListed: (call: Call, record: LabRecord) => boolean;
  /** Returns the refusal of a whole listing if a permission is missing; by default the listing is an empty page. */
  readonly listingIsForbidden: (call: Call, actor: Actor, listing: Listing) => Refusal | undefined;
  /** Returns the project, by its id, if a record may be written to it. */
  readonly writableProject: (call: Call, actor: Actor, projectId: string) => Project | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends VisibilityBehaviour {}
}

export const specifiedVisibility: VisibilityBehaviour = {
  grantCounts: (_call, grant) => grant.revokedAt === undefined,

  hasAccess: (call, actor, project) =>
    project.grants.some((grant) => sameActor(grant.actor, actor) && call.tenant.behaviour.grantCounts(call, grant)),

  mayRead: (call, actor, record) => {
    const project = call.tenant.state.projects.get(record.projectId);
    return project !== undefined && call.tenant.behaviour.hasAccess(call, actor, project);
  },

  recordsWithinReach: (call, actor, kind) => {
    const { behaviour, state } = call.tenant;
    // with these two rules, access needs a grant; with any other rule, each record of the tenant has to be checked
    const takesGrant =
      behaviour.mayRead === specifiedVisibility.mayRead && behaviour.hasAccess === specifiedVisibility.hasAccess;
    return takesGrant ? state.records.within(state.projects.grantedTo(actor), kind) : state.records.byKind[kind];
  },

  isListed: () => true,

  listingIsForbidden: () => undefined,

  writableProject: (call, actor, projectId) => {
    const project = call.tenant.state.projects.get(projectId);
    // A project that the actor may not see gets the same refusal as a project that does not exist.
    return project !== undefined && call.tenant.behaviour.hasAccess(call, actor, project)
      ? project
      : refusal('not-found', 'There is no such project.');
  },
};
