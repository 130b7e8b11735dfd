import type { Exchange } from '../../core/exchange.ts';
import { answer, saysNothingIsThere } from '../../core/exchange.ts';

/** What to do about a tenant that crashes where it should serve or refuse. */
export const mendServer = 'look at the logs of the tenant: this is neither a refusal nor a propagation delay';

/** How a call went, e.g. `POST /oauth/token was answered with 500`. */
export function told(call: Exchange): string {
  const { method, url } = call.request;
  return `${method} ${new URL(url).pathname} ${answer(call)}`;
}

/** Whether nothing answered or a server failed, which neither serves nor refuses. */
export function isCrash({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500;
}

/** Whether an answer says that there is nothing at this path. */
export function isElsewhere({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return saysNothingIsThere(status) || (status >= 300 && status < 400);
}
