import type { Exchange } from '../../core/exchange.ts';
import type { RealTime } from '../session/target.ts';

/** Statuses that say "not now", which is no refusal. */
const notNow: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether a request was refused for what it is: not whether nothing came of it. */
export function isRefused({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status >= 400 && status < 500 && !notNow.has(status);
}

const mostTries = 3;
const betweenTriesMs = 500;

/**
 * The last of three requests in a row that were refused, once what was changed has had its time; undefined as soon as one
 * was not refused.
 *
 * @param ask sends the request
 * @param settleSeconds how long what it depends on may take to be known, counted from now
 */
export async function staysRefused(
  ask: () => Promise<Exchange>,
  { now, pause }: Pick<RealTime, 'now' | 'pause'>,
  settleSeconds: number,
): Promise<Exchange | undefined> {
  const known = now() + settleSeconds * 1000;
  let inRow = 0;
  for (;;) {
    const isKnown = now() >= known;
    const last = await ask();
    if (!isRefused(last)) return undefined;
    inRow = isKnown ? inRow + 1 : 0;
    if (inRow === mostTries) return last;
    await pause(isKnown ? betweenTriesMs : Math.min(1000, Math.max(1, known - now())));
  }
}
