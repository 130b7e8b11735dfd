import type { SentRequest } from '../../core/exchange.ts';

/** Both token paths, with or without a query. */
const atTokenPath = /\/(?:oauth|api\/v2)\/token(?:\?|$)/;
const mayBeSpent = /\bcode\b|refresh_token|assertion/;

/**
 * Reports whether a request may be sent again without harm, although the first one may have arrived. These are safe
 * requests (RFC 9110, 9.2.1), and requests at a token path that have nothing to spend, however wrong they are.
 */
export function mayBeRepeated({ method, url, body = '' }: Pick<SentRequest, 'method' | 'url' | 'body'>): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return method === 'POST' && atTokenPath.test(url) && !mayBeSpent.test(`${url} ${body}`);
}
