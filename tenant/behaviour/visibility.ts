import type { Listing } from '../endpoints/listings.ts';
import type { Actor, Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import { sameActor, type Grant, type LabRecord, type Project, type RecordKind } from '../state/model.ts';

/** What an actor may see and write ("OAuth bearer with app credentials", 5; "What the service does"). */
export interface VisibilityBehaviour {
  /** Whether a grant counts at this moment, regardless of who it is for. */
  readonly grantCounts: (call: Call, grant: Grant) => boolean;
  readonly hasAccess: (call: Call, actor: Actor, project: Project) => boolean;
  readonly mayRead: (call: Call, actor: Actor, record: LabRecord) => boolean;
  /** Records of a kind among which are all that the actor may read: those to be asked about one by one. */
  readonly recordsWithinReach: (call: Call, actor: Actor, kind: RecordKind) => readonly LabRecord[];
  /** Whether a record has come into listings yet, regardless of who asks. */
  readonly isListed: (call: Call, record: LabRecord) => boolean;
  /** The refusal of a whole listing for want of permission; an empty page otherwise. */
  readonly listingIsForbidden: (call: Call, actor: Actor, listing: Listing) => Refusal | undefined;
  /** The project that a record may be written to, by its id. */
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
    // only by these rules is a grant what it takes; any others are asked about each record of the tenant
    const takesGrant =
      behaviour.mayRead === specifiedVisibility.mayRead && behaviour.hasAccess === specifiedVisibility.hasAccess;
    return takesGrant ? state.records.within(state.projects.grantedTo(actor), kind) : state.records.byKind[kind];
  },

  isListed: () => true,

  listingIsForbidden: () => undefined,

  writableProject: (call, actor, projectId) => {
    const project = call.tenant.state.projects.get(projectId);
    // A project that the actor may not see is not told apart from one that there is not.
    return project !== undefined && call.tenant.behaviour.hasAccess(call, actor, project)
      ? project
      : refusal('not-found', 'There is no such project.');
  },
};
