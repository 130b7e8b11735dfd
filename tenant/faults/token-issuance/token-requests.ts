import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import type { AccessToken, App, Delegation } from '../../state/model.ts';

/** Reports whether an app had this secret before a rotation. */
export const wasFormer = (app: App | undefined, secret: string | null): boolean =>
  app?.formerSecrets.some(({ value }) => value === secret) === true;

/** Returns the app of a client_id. */
export const appOf = (call: Call, clientId: string | null): App | undefined =>
  call.tenant.state.apps.values().find((app) => app.clientId === clientId);

/** Returns the live access token that an Authorization header carries. */
export function bearerOf(call: Call): AccessToken | undefined {
  const sent = headerOf(call.request, 'authorization') ?? '';
  const token = /^bearer /i.test(sent) ? call.tenant.state.accessTokens.find(sent.slice(7)) : undefined;
  return token === undefined || call.tenant.behaviour.tokenHasExpired(call, token) ? undefined : token;
}

/** Reports whether a refresh token is exchanged. */
export const isRefresh = (call: Call): boolean => call.found.grantType === 'refresh_token';

/** Reports whether a code is exchanged. */
export const isExchange = (call: Call): boolean => call.found.grantType === 'authorization_code';

/** Reports whether the user had authorized the app before the authorization that this delegation comes from. */
export const authorizedBefore = (call: Call, { userId, appId, id }: Delegation): boolean =>
  call.tenant.state.delegations.find((each) => each.userId === userId && each.appId === appId)?.id !== id;

/** Returns the raw value of a field in the form, with its escapes. */
export const rawField = (call: Call, name: string): string =>
  new RegExp(`(?:^|&)${name}=([^&]*)`).exec(call.request.body.toString('utf8'))?.[1] ?? '';
