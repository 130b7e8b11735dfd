import type { Call } from '../../call.ts';
import { LISTINGS, type Listing } from '../../endpoints/listings.ts';
import { headerOf } from '../../http/message.ts';
import type { AccessToken } from '../../state/model.ts';
import { formOf, authorizationIn } from '../calls.ts';
import { not } from '../operators/kinds.ts';
import type { Holds } from '../operators/presented.ts';

/** Whether a call is one to the API, and not to the token path or a page. */
export const isApi = (call: Call): boolean => call.found.route?.part === 'api';

/** Whether a call asks for a listing. */
export const isListing = (call: Call): boolean => isApi(call) && call.request.method === 'GET';

/** The listing that a call is to. */
export const listingAt = ({ request }: Call): Listing | undefined =>
  LISTINGS.find(({ paths }) => paths.includes(request.path));

export const isPost: Holds = ({ request }) => request.method === 'POST';

/** What stands behind the scheme, and the access token that it is, expired or not. */
export const valueSent = (call: Call): string => authorizationIn(call).replace(/^\S+ +/, '');
export const tokenSent = (call: Call): AccessToken | undefined =>
  call.tenant.behaviour.findAccessToken(call, valueSent(call));

/** ID tokens are in three parts, access tokens in one. */
export const looksLikeIdToken = (value: string | undefined): boolean => value?.split('.').length === 3;

/** Whether an Authorization header is written like this. */
export const sends =
  (form: RegExp): Holds =>
  (call) =>
    form.test(authorizationIn(call));

/** Whether a header is there, or written like this. */
export const hasHeader =
  (name: string, form = /^/): Holds =>
  ({ request }) =>
    form.test(headerOf(request, name) ?? '') && request.headers.has(name);

/** Whether a query parameter is there, or written like this. */
export const hasParameter =
  (name: string, form = /^/): Holds =>
  ({ request }) =>
    form.test(request.query.get(name) ?? '') && request.query.has(name);

/** Whether a token request asks by this grant, before the tenant has read it. */
export const asksBy =
  (grantType: string): Holds =>
  (call) =>
    formOf(call).get('grant_type') === grantType;

/** Whether a call has no credential. */
export const isAnonymous: Holds = not(hasHeader('authorization'));

/** A text without its percent escapes, where it can be read so. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
