import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';

/** Whether a call is one to the API, and not to the token path or a page. */
export const isApi = (call: Call): boolean => call.found.route?.part === 'api';

/** The Authorization header of a call. */
export const authorizationIn = (call: Call): string => headerOf(call.request, 'authorization')?.trim() ?? '';

/** What stands behind the scheme Bearer. */
export const bearerIn = (call: Call): string | undefined => /^bearer +(\S+)$/i.exec(authorizationIn(call))?.[1];

/** ID tokens are in three parts, access tokens in one. */
export const looksLikeIdToken = (value: string | undefined): boolean => value?.split('.').length === 3;

/** Whether a call asks for a listing. */
export const isListing = (call: Call): boolean => call.found.route?.part === 'api' && call.request.method === 'GET';
