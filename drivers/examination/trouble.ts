import type { Exchange } from '../../core/exchange.ts';
import { answer, saysNothingIsThere } from '../../core/exchange.ts';

/** The fix for a tenant that fails instead of serving or refusing. */
export const serverFix = 'look at the logs of the tenant: this is neither a refusal nor a propagation delay';

/** Returns a call and its result in words, e.g. `POST /oauth/token was answered with 500`. */
export function callInWords(call: Exchange): string {
  const { method, url } = call.request;
  return `${method} ${new URL(url).pathname} ${answer(call)}`;
}

/** Reports whether a call got no answer or a server error, which neither serves nor refuses. */
export function isCrash({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500;
}

/** Reports whether an answer says that nothing exists at this path. */
export function isNothingThere({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return saysNothingIsThere(status) || (status >= 300 && status < 400);
}
