/** Returns the body of a further attempt. */
export type Anew = () => { readonly body?: string };

/** Both token paths, with or without a query. */
const atTokenPath = /\/(?:oauth|api\/v2)\/token(?:\?|$)/;
const mayBeSpent = /\bcode\b|refresh_token|assertion/;

/**
 * Reports whether a request may be sent again without harm, although the first one may have arrived. These are safe
 * requests (RFC 9110, 9.2.1), requests at a token path that have nothing to spend, however wrong they are, and requests
 * that say themselves what is sent again.
 */
export function mayBeRepeated({
  method,
  url,
  body = '',
  anew,
}: {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly anew?: Anew | undefined;
}): boolean {
  if (method === 'GET' || method === 'HEAD' || anew !== undefined) return true;
  return method === 'POST' && atTokenPath.test(url) && !mayBeSpent.test(`${url} ${body}`);
}
