import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, succeeded } from '../../core/exchange.ts';

/** The access token in an answer, or undefined where it has none that could be used. */
export function accessTokenIn(exchange: Exchange): string | undefined {
  return tokenIn(exchange, 'access_token');
}

/** The refresh token in an answer, or undefined where it has none that could be used. */
export function refreshTokenIn(exchange: Exchange): string | undefined {
  return tokenIn(exchange, 'refresh_token');
}

function tokenIn(exchange: Exchange, member: 'access_token' | 'refresh_token'): string | undefined {
  const token = succeeded(exchange) ? jsonObject(exchange)?.[member] : undefined;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
