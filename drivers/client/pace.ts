/** Keeps a target from being called faster than its limit allows. */
export interface Pace {
  /** Resolves when the next request may leave. */
  turn(signal?: AbortSignal): Promise<void>;
}

/** No limit: for loopback addresses, unless the profile names one. */
export const unlimited: Pace = { turn: async () => {} };

/**
 * Returns a pace that spreads requests evenly, so that a tenant receives at most a given number of them each second.
 *
 * @param perSecond requests each second
 * @param now milliseconds of a monotonic clock
 */
export function pacedAt(
  perSecond: number,
  now: () => number,
  pause: (ms: number, signal?: AbortSignal) => Promise<void>,
): Pace {
  const gap = 1000 / perSecond;
  let next = 0;
  return {
    turn: async (signal) => {
      const at = Math.max(next, now());
      next = at + gap;
      const wait = at - now();
      if (wait > 0) await pause(wait, signal);
    },
  };
}
