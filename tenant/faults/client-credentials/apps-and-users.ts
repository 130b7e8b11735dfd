import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { sameActor, type AccessToken, type Project } from '../../state/model.ts';

/** Whether a user has authorized an app. */
export const hasUsers = (call: Call, appId: string): boolean =>
  call.tenant.state.delegations.some((delegation) => delegation.appId === appId);

/** The users who authorized an app. */
export const usersOf = (call: Call, appId: string): Set<string> =>
  new Set(call.tenant.state.delegations.filter((each) => each.appId === appId).map(({ userId }) => userId));

/** Whether the project is open to somebody as it is: a grant that was not taken back. */
export const isOpenTo = (project: Project, kind: 'user' | 'app', id: string): boolean =>
  project.grants.some((grant) => sameActor(grant.actor, { kind, id }) && grant.revokedAt === undefined);

/** The tokens that an app has obtained for itself. */
export const tokensOf = (call: Call, appId: string): AccessToken[] =>
  call.tenant.state.accessTokens
    .values()
    .filter((token) => token.subject.kind === 'app' && token.subject.id === appId)
    .toArray();

/** Whether a project is open to an app. */
export const isFor = (project: Project, appId: string): boolean =>
  project.grants.some(
    ({ actor, revokedAt }) => sameActor(actor, { kind: 'app', id: appId }) && revokedAt === undefined,
  );

/** The users who consented to the app, in the order in which they did. */
export const consentedTo = (call: Call, appId: string): readonly string[] =>
  call.tenant.state.consents.filter((consent) => consent.appId === appId).map(({ userId }) => userId);

/** In some calls an app that acts as itself sees what the users may see who have consented to it. */
export const seesWhatUsersSee =
  (which: (call: Call) => boolean) =>
  (normal: Behaviour): Pick<Behaviour, 'hasAccess'> => ({
    hasAccess: (call, actor, project) =>
      normal.hasAccess(call, actor, project) ||
      (actor.kind === 'app' &&
        which(call) &&
        consentedTo(call, actor.id).some((id) => normal.hasAccess(call, { ...actor, kind: 'user', id }, project))),
  });

/** Whether two users or apps were ever added to one project. */
export const areTogether = (call: Call, one: string, other: string): boolean =>
  call.tenant.state.projects
    .values()
    .some(({ grants }) => [one, other].every((id) => grants.some(({ actor }) => actor.id === id)));
