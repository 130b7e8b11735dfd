import type { Call } from '../call.ts';
import { headerOf } from '../http/message.ts';
import type { RefreshToken } from '../state/model.ts';

/** Whether a call asks for a sorted listing. */
export const sorts = ({ request }: Call): boolean => request.query.has('sort');

/** Whether a call asks for a listing with a filter of fields. */
export const filters = ({ request }: Call): boolean => request.target.includes('schemaFields');

/** Whether a call asks for a following page. */
export const isFollowing = (call: Call): boolean => call.request.query.has('nextToken');

/** Whether a call of the API creates something. */
export const creates = ({ request, found }: Call): boolean => request.method === 'POST' && found.route?.part === 'api';

/** The Authorization header of a call. */
export const authorizationIn = (call: Call): string => headerOf(call.request, 'authorization')?.trim() ?? '';

/** What stands behind the scheme Bearer. */
export const bearerIn = (call: Call): string | undefined => /^bearer +(\S+)$/i.exec(authorizationIn(call))?.[1];

/** The fields of a token request. */
export const formOf = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

/** The refresh token that a token request presents, where there is one. */
export function refreshTokenIn(call: Call): RefreshToken | undefined {
  const value = formOf(call).get('refresh_token');
  return value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
}
