import type { Exchange } from './exchange.ts';

/**
 * The kind of disturbance of an exchange. By itself a disturbed answer shows nothing about the tenant: neither that it
 * broke a requirement, nor that it refused anything.
 *
 * - `closed`: the connection ended without an answer, or the answer was cut
 * - `kept-connection`: the same, on a connection that had idled; the other side may close one at any time (RFC 9112,
 *   9.3.1)
 * - `time-out`: no answer within the time that the suite allows
 * - `limited`: 429, or another refusal (except 401) that says when to send the request again
 * - `server-error`: any 5xx
 * - `cut-off`: the suite itself stopped reading
 * - `control`: an operation of the tenant's control failed, and may succeed the next time
 */
export type Disturbance =
  | 'closed'
  | 'kept-connection'
  | 'time-out'
  | 'limited'
  | 'server-error'
  | 'cut-off'
  | 'control';

/** Returns the disturbance of an exchange, or undefined if an answer came that shows something. */
export function disturbanceOf(exchange: Exchange): Disturbance | undefined {
  const { response, trouble } = exchange;
  if (exchange.cutOff !== undefined) return 'cut-off';
  if (response === undefined) {
    if (trouble?.kind === 'certificate') return undefined;
    if (trouble?.kind === 'timeout') return 'time-out';
    return trouble?.kind === 'kept-connection' ? 'kept-connection' : 'closed';
  }
  const { status, headers } = response;
  if (status >= 500) return 'server-error';
  if (status === 429) return 'limited';
  const saysWhen = headers['retry-after'] !== undefined;
  if (saysWhen && status >= 400 && status !== 401) return 'limited';
  return isCut(exchange) ? 'closed' : undefined;
}

/** Reports whether a body whose end is marked only by the end of its connection stops in the middle of its JSON. */
function isCut({ response }: Exchange): boolean {
  if (response === undefined || response.body === '') return false;
  const { headers, body } = response;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  if (headers['connection'] !== 'close' || !/json/.test(String(headers['content-type']))) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}
