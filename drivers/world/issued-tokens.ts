import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, succeeded } from '../../core/exchange.ts';

/** Returns the access token in an answer; undefined if the answer has no usable one. */
export function accessTokenIn(exchange: Exchange): string | undefined {
  return tokenIn(exchange, 'access_token');
}

/** Returns the refresh token in an answer; undefined if the answer has no usable one. */
export function refreshTokenIn(exchange: Exchange): string | undefined {
  return tokenIn(exchange, 'refresh_token');
}

function tokenIn(exchange: Exchange, member: 'access_token' | 'refresh_token'): string | undefined {
  const token = succeeded(exchange) ? jsonObject(exchange)?.[member] : undefined;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
