import type { Exchange } from '../../core/exchange.ts';
import type { RealTime } from '../session/target.ts';

/** Statuses that mean "not now". They are no refusal. */
const notNow: ReadonlySet<number> = new Set([408, 425, 429]);

/** Reports whether a request was refused for its content. A missing answer and a server error are no refusal. */
export function isRefused({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status >= 400 && status < 500 && !notNow.has(status);
}

const mostTries = 3;
const betweenTriesMs = 500;

/**
 * Sends a request until it was refused three times in a row after the propagation delay.
 *
 * @param ask sends the request
 * @param settleSeconds seconds from now that a change on which the request depends may take to be seen
 * @returns the last of the three requests; undefined as soon as one was not refused
 */
export async function staysRefused(
  ask: () => Promise<Exchange>,
  { now, pause }: Pick<RealTime, 'now' | 'pause'>,
  settleSeconds: number,
): Promise<Exchange | undefined> {
  const settledAt = now() + settleSeconds * 1000;
  let refusals = 0;
  for (;;) {
    const isSettled = now() >= settledAt;
    const last = await ask();
    if (!isRefused(last)) return undefined;
    refusals = isSettled ? refusals + 1 : 0;
    if (refusals === mostTries) return last;
    await pause(isSettled ? betweenTriesMs : Math.min(1000, Math.max(1, settledAt - now())));
  }
}
