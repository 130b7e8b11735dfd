import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';

/** The access tokens that were issued to an app, for itself and for users, oldest first. */
export const issuedTo = (tenant: Tenant, appId: string | undefined): AccessToken[] =>
  [...tenant.state.accessTokens.values()].filter((token) => token.appId === appId);

/** Those that it has obtained for itself. */
export const ownTokensOf = ({ tenant }: Call, appId: string | undefined): AccessToken[] =>
  issuedTo(tenant, appId).filter(({ subject }) => subject.kind === 'app');

/** The users who authorized an app, and the apps that a user authorized. */
export const usersOf = ({ tenant }: Call, app: string): Set<string> =>
  new Set(tenant.state.delegations.filter(({ appId }) => appId === app).map(({ userId }) => userId));
export const appsOf = ({ tenant }: Call, user: string): Set<string> =>
  new Set(tenant.state.delegations.filter(({ userId }) => userId === user).map(({ appId }) => appId));
