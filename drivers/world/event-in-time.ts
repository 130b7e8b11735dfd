import type { RealTime } from '../session/target.ts';

/** Real seconds for which the clock stands still while a branch waits for an event that takes real time. */
const stillFor = 1;
const slices = 20;

/** The functions with which a branch waits for an event that comes by itself. */
export interface Waiting {
  readonly pause: RealTime['pause'];
  /** Aborted at the end of the branch. */
  readonly ended: AbortSignal;
  /** Waits while the clock may move for other branches. */
  readonly aside: <T>(event: Promise<T>) => Promise<T>;
}

/** Waits in real time for an event; returns undefined if the event does not come within `seconds`. */
export async function eventInTime<T>(
  { pause, ended, aside }: Waiting,
  event: Promise<T>,
  seconds: number,
): Promise<T | undefined> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ended]);
  // in short pauses: on a busy machine, an event that has already come is seen between two of them
  const passing = async (length: number): Promise<undefined> => {
    for (let slice = 0; slice < slices && !signal.aborted; slice++) {
      await pause((length * 1000) / slices, signal).catch(() => {});
    }
    return undefined;
  };
  const still = Math.min(seconds, stillFor);
  try {
    const soon = await Promise.race([event, passing(still)]);
    if (soon !== undefined || seconds <= still) return soon;
    return await aside(Promise.race([event, passing(seconds - still)]));
  } finally {
    over.abort();
  }
}
