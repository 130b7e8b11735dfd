import type { Exchange } from '../../core/exchange.ts';

/** Headers that matter for judgements and contain no secrets. */
const tellingHeaders: ReadonlySet<string> = new Set([
  'accept',
  'cache-control',
  'content-length',
  'content-type',
  'date',
  'retry-after',
  'www-authenticate',
]);

/**
 * Returns an exchange with only the headers that can be shown: data that is kept until the capture ends must be small.
 */
export function slim(exchange: Exchange): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: { ...request, headers: telling(request.headers) },
    ...(response === undefined ? {} : { response: { ...response, headers: telling(response.headers) } }),
  };
}

/** Returns the headers that can be shown. */
export function telling<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => tellingHeaders.has(name)));
}
