import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';

/** Returns the access tokens that were issued to an app, for itself and for users, oldest first. */
export const issuedTo = (tenant: Tenant, appId: string | undefined): AccessToken[] =>
  [...tenant.state.accessTokens.values()].filter((token) => token.appId === appId);

/** Returns the app tokens that an app has obtained, oldest first. */
export const ownTokensOf = ({ tenant }: Call, appId: string | undefined): AccessToken[] =>
  issuedTo(tenant, appId).filter(({ subject }) => subject.kind === 'app');

/** Returns the ids of the users who authorized an app, or with `appsOf` of the apps that a user authorized. */
export const usersOf = ({ tenant }: Call, app: string): Set<string> =>
  new Set(tenant.state.delegations.filter(({ appId }) => appId === app).map(({ userId }) => userId));
export const appsOf = ({ tenant }: Call, user: string): Set<string> =>
  new Set(tenant.state.delegations.filter(({ userId }) => userId === user).map(({ appId }) => appId));
