import type { Patience } from './propagation.ts';

/** The patience, limit and clock with which the suite waits for changes. */
export interface Settling {
  readonly patience: Patience;
  /** Milliseconds within which a change must become visible. */
  readonly propagation: number;
  /** Milliseconds of the suite's clock. */
  readonly now: () => number;
  /** Waits in real time. */
  readonly pause: (ms: number) => Promise<void>;
}

/** Looks again until a change is visible or its time is over. The last look counts. */
export async function settle<T>(
  { patience, propagation, now, pause }: Settling,
  look: () => Promise<T>,
  seen: (value: T) => boolean,
): Promise<T> {
  const from = now();
  let delay = 25;
  for (;;) {
    const began = now();
    const value = await look();
    if (seen(value)) {
      patience.seen(began - from);
      return value;
    }
    const until = from + patience.limit(propagation);
    // the beginning of the look decides, because a look that takes long may have begun too early
    if (began >= until) {
      patience.waitedInVain(propagation);
      return value;
    }
    await pause(Math.min(delay, Math.max(0, until - now())));
    delay = Math.min(delay * 2, 500);
  }
}

/**
 * Waits for the whole time in which a change may be visible at one server and not at another, unless all changes so far
 * were visible at once.
 */
export async function settleWhole(settling: Settling, since: number = settling.now()): Promise<void> {
  const left = since + settling.propagation - settling.now();
  if (left > 0 && !settling.patience.presume()) await settling.pause(left);
}

/** Makes an attempt and, if it does not succeed, makes one more after the change must be visible everywhere. */
export async function nowOrSettled<T>(
  { patience, propagation, pause }: Settling,
  attempt: () => Promise<T>,
  seen: (value: T) => boolean,
): Promise<T> {
  const value = await attempt();
  if (seen(value) || propagation === 0) return value;
  const length = patience.limit(propagation);
  await pause(length);
  const again = await attempt();
  if (seen(again)) patience.seen(length);
  else patience.waitedInVain(propagation);
  return again;
}
