import type { Patience } from './propagation.ts';

/** What changes are waited for with. */
export interface Settling {
  readonly patience: Patience;
  /** Milliseconds within which a change has to be seen. */
  readonly propagation: number;
  /** Milliseconds of the suite's clock. */
  readonly now: () => number;
  /** Lets real time go by. */
  readonly pause: (ms: number) => Promise<void>;
}

/** Looks again until a change has been seen or its time is over; the last look is what counts. */
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
    // a look that takes long may have begun too early
    if (began >= until) {
      patience.waitedInVain(propagation);
      return value;
    }
    await pause(Math.min(delay, Math.max(0, until - now())));
    delay = Math.min(delay * 2, 500);
  }
}

/** Lets the whole time go by in which a change may be seen here and not there, unless all were seen at once so far. */
export async function settleWhole(how: Settling, since: number = how.now()): Promise<void> {
  const left = since + how.propagation - how.now();
  if (left > 0 && !how.patience.presume()) await how.pause(left);
}

/** Does something once, and where that does not go as it must, once more when a change must have been seen everywhere. */
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
