import type { Exchange } from '../../core/exchange.ts';

/** Headers that say something of a judgement, and nothing that is secret. */
const tellingHeaders: ReadonlySet<string> = new Set([
  'accept',
  'cache-control',
  'content-length',
  'content-type',
  'date',
  'retry-after',
  'www-authenticate',
]);

/** An exchange with only the headers that can be shown: what is kept until the end of a capture must be small. */
export function slim(exchange: Exchange): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: { ...request, headers: telling(request.headers) },
    ...(response === undefined ? {} : { response: { ...response, headers: telling(response.headers) } }),
  };
}

/** The headers that can be shown. */
export function telling<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => tellingHeaders.has(name)));
}
