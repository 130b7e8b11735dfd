import type { Call } from '../call.ts';
import { headerOf } from '../http/message.ts';
import type { RefreshToken } from '../state/model.ts';

/** Reports whether a call asks for a sorted listing. */
export const sorts = ({ request }: Call): boolean => request.query.has('sort');

/** Reports whether a call asks for a listing with a filter on fields. */
export const filters = ({ request }: Call): boolean => request.target.includes('schemaFields');

/** Reports whether a call asks for a following page. */
export const isFollowing = (call: Call): boolean => call.request.query.has('nextToken');

/** Reports whether a call of the API creates something. */
export const creates = ({ request, found }: Call): boolean => request.method === 'POST' && found.route?.part === 'api';

/** Returns the Authorization header of a call. */
export const authorizationIn = (call: Call): string => headerOf(call.request, 'authorization')?.trim() ?? '';

/** Returns the value after the scheme Bearer. */
export const bearerIn = (call: Call): string | undefined => /^bearer +(\S+)$/i.exec(authorizationIn(call))?.[1];

/** Returns the fields of a token request. */
export const formOf = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

/** Returns the refresh token that a token request presents, if any. */
export function refreshTokenIn(call: Call): RefreshToken | undefined {
  const value = formOf(call).get('refresh_token');
  return value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
}
