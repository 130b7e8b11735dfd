import type { SentRequest } from '../../core/exchange.ts';

/**
 * Whether a request may be sent again without harm, although the first one may have arrived: safe requests (RFC 9110,
 * 9.2.1), and token requests that spend nothing.
 */
export function mayBeRepeated({ method, body = '' }: Pick<SentRequest, 'method' | 'body'>): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return method === 'POST' && /client_credentials/.test(body) && !/\bcode\b|refresh_token/.test(body);
}
