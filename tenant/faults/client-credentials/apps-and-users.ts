import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { AccessToken, App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';

/** The users who authorized an app. */
export const usersOf = (call: Call, appId: string): Set<string> =>
  new Set(call.tenant.state.delegations.filter((each) => each.appId === appId).map(({ userId }) => userId));

/** The users who consented to the app, in the order in which they did. */
export const consentedTo = (call: Call, appId: string): readonly string[] =>
  call.tenant.state.consents.filter((consent) => consent.appId === appId).map(({ userId }) => userId);

/** The first app of the tenant that is so. */
export const appWhere = (call: Call, isSo: (app: App) => boolean): App | undefined =>
  call.tenant.state.apps.values().find(isSo);

/** The tokens that were issued to an app, for itself and for users. */
export const issuedTo = (tenant: Tenant, appId: string): AccessToken[] =>
  tenant.state.accessTokens
    .values()
    .filter((token) => token.appId === appId)
    .toArray();

/** The tokens that an app has obtained for itself. */
export const tokensOf = ({ tenant }: Call, appId: string): AccessToken[] =>
  issuedTo(tenant, appId).filter(({ subject }) => subject.kind === 'app');

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
