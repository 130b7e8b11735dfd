import type { RealTime } from '../session/target.ts';

/** The result of one look at a service. `starting`: the service exists, but it cannot answer yet. */
export type ServiceState =
  | { readonly state: 'there' }
  | { readonly state: 'starting' | 'out-of-reach'; readonly found: string };

/** The result of the last look, with the number and the duration of all looks. */
export type Awaited = ServiceState & { readonly looks: number; readonly seconds: number };

export interface Patience {
  /** The name of the service, as a person reads it. */
  readonly name: string;
  /** The time at which waiting ends, by the clock of `time`; undefined if the suite is not to wait. */
  readonly until: number | undefined;
  readonly time: Pick<RealTime, 'now' | 'pause'>;
  /** Shows a person a line about the progress. */
  readonly say: (line: string) => void;
}

/** Limits if the suite is not to wait. A service that is out of reach at each of these looks is not so by accident. */
const mostLooks = 3;
const mostMs = 10_000;
const pausesMs = [500, 1500] as const;
/** Milliseconds between two looks if the suite waits, and between two lines that say so. */
const everyMs = 1000;
const sayEveryMs = 10_000;

/**
 * Looks at a service until it is there, or until the waiting ends. If the suite is not to wait, a service that is out
 * of reach is looked at three times within ten seconds, and a service that is starting once.
 */
export async function untilReady(
  look: () => Promise<ServiceState>,
  { name, until, time, say }: Patience,
): Promise<Awaited> {
  const began = time.now();
  const seconds = (): number => (time.now() - began) / 1000;
  let said: number | undefined;
  for (let looks = 1; ; looks++) {
    const seen = await look();
    const now = time.now();
    if (seen.state === 'there') {
      if (said !== undefined) say(`${name} answers after ${Math.round(seconds())} s`);
      return { ...seen, looks, seconds: seconds() };
    }
    const pause = pauseAfter(seen, looks, now - began, until === undefined ? undefined : until - now);
    if (pause === undefined) return { ...seen, looks, seconds: seconds() };
    if (until !== undefined && (said === undefined || now - said >= sayEveryMs)) {
      const left = `${Math.ceil((until - now) / 1000)} s`;
      say(`waiting for ${name}: ${seen.found}; ${said === undefined ? `${left} at most` : `${left} left`}`);
      said = now;
    }
    await time.pause(pause);
  }
}

/** Returns the milliseconds until the next look; undefined if there is no further look. */
function pauseAfter(
  { state }: ServiceState,
  looks: number,
  spent: number,
  left: number | undefined,
): number | undefined {
  if (left !== undefined) return left <= 0 ? undefined : Math.min(everyMs, left);
  const pause = pausesMs[looks - 1];
  if (state !== 'out-of-reach' || looks >= mostLooks || pause === undefined) return undefined;
  return spent + pause > mostMs ? undefined : pause;
}
