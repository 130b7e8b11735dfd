import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { App } from '../../state/model.ts';

/** The users who consented to the app, in the order in which they did. */
export const consentedTo = (call: Call, appId: string): readonly string[] =>
  call.tenant.state.consents.filter((consent) => consent.appId === appId).map(({ userId }) => userId);

/** The first app of the tenant that is so. */
export const appWhere = (call: Call, isSo: (app: App) => boolean): App | undefined =>
  call.tenant.state.apps.values().find(isSo);

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
