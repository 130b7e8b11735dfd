import type { Call } from '../../call.ts';
import { LISTINGS, type Listing } from '../../endpoints/listings.ts';
import { headerOf } from '../../http/message.ts';
import type { AccessToken } from '../../state/model.ts';
import { formOf, authorizationIn } from '../calls.ts';
import { not } from '../operators/kinds.ts';
import type { Holds } from '../operators/presented.ts';

/** Reports whether a call is one to the API, and not to the token path or a page. */
export const isApi = (call: Call): boolean => call.found.route?.part === 'api';

/** Reports whether a call asks for a listing. */
export const isListing = (call: Call): boolean => isApi(call) && call.request.method === 'GET';

/** Returns the listing that a call asks for. */
export const listingAt = ({ request }: Call): Listing | undefined =>
  LISTINGS.find(({ paths }) => paths.includes(request.path));

export const isPost: Holds = ({ request }) => request.method === 'POST';

/** Returns the value after the scheme. `tokenSent` returns the access token with this value, expired or not. */
export const valueSent = (call: Call): string => authorizationIn(call).replace(/^\S+ +/, '');
export const tokenSent = (call: Call): AccessToken | undefined =>
  call.tenant.behaviour.findAccessToken(call, valueSent(call));

/** Reports whether a value has three parts, as ID tokens have. Access tokens have one. */
export const looksLikeIdToken = (value: string | undefined): boolean => value?.split('.').length === 3;

/** Returns a test that holds if the Authorization header matches `form`. */
export const sends =
  (form: RegExp): Holds =>
  (call) =>
    form.test(authorizationIn(call));

/** Returns a test that holds if a header is present and matches `form`. */
export const hasHeader =
  (name: string, form = /^/): Holds =>
  ({ request }) =>
    form.test(headerOf(request, name) ?? '') && request.headers.has(name);

/** Returns a test that holds if a query parameter is present and matches `form`. */
export const hasParameter =
  (name: string, form = /^/): Holds =>
  ({ request }) =>
    form.test(request.query.get(name) ?? '') && request.query.has(name);

/** Returns a test that holds for token requests with this grant type, even before the tenant has read them. */
export const asksBy =
  (grantType: string): Holds =>
  (call) =>
    formOf(call).get('grant_type') === grantType;

/** Holds if a call has no credential. */
export const isAnonymous: Holds = not(hasHeader('authorization'));

/** Returns a text without its percent escapes, or unchanged if it cannot be decoded. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
