import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { App } from '../../state/model.ts';

/** Returns the users who consented to the app, in the order of their consents. */
export const consentedTo = (call: Call, appId: string): readonly string[] =>
  call.tenant.state.consents.filter((consent) => consent.appId === appId).map(({ userId }) => userId);

/** Returns the tenant's first app for which `isSo` returns true. */
export const appWhere = (call: Call, isSo: (app: App) => boolean): App | undefined =>
  call.tenant.state.apps.values().find(isSo);

/** Lets an app that acts as itself see, in some calls, the projects of the users who have consented to it. */
export const seesWhatUsersSee =
  (which: (call: Call) => boolean) =>
  (normal: Behaviour): Pick<Behaviour, 'hasAccess'> => ({
    hasAccess: (call, actor, project) =>
      normal.hasAccess(call, actor, project) ||
      (actor.kind === 'app' &&
        which(call) &&
        consentedTo(call, actor.id).some((id) => normal.hasAccess(call, { ...actor, kind: 'user', id }, project))),
  });

/** Reports whether two users or apps were ever added to the same project. */
export const shareProject = (call: Call, one: string, other: string): boolean =>
  call.tenant.state.projects
    .values()
    .some(({ grants }) => [one, other].every((id) => grants.some(({ actor }) => actor.id === id)));
