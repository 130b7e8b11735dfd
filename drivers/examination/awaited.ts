import type { RealTime } from '../session/target.ts';

/** What one look at a service found. `starting`: there is something, and it cannot answer yet. */
export type ServiceState =
  | { readonly state: 'there' }
  | { readonly state: 'starting' | 'out-of-reach'; readonly found: string };

/** How looks went on until they came to an end. */
export type Awaited = ServiceState & { readonly looks: number; readonly seconds: number };

export interface Patience {
  /** What is waited for, as it is named to a person. */
  readonly name: string;
  /** When it is waited for no longer, by the clock of `time`; undefined where it is not to be waited for. */
  readonly until: number | undefined;
  readonly time: Pick<RealTime, 'now' | 'pause'>;
  /** Tells a person how it goes. */
  readonly say: (line: string) => void;
}

/** Where it is not to be waited for: so many looks that find nobody are no accident, and they take no longer. */
const mostLooks = 3;
const mostMs = 10_000;
const pausesMs = [500, 1500] as const;
/** Between two looks at what is waited for, and between two lines that say so. */
const everyMs = 1000;
const sayEveryMs = 10_000;

/**
 * Looks at a service until it is there. One that is out of reach is looked at three times within ten seconds, or until it is
 * waited for no longer; one that is starting only where it is to be waited for.
 */
export async function awaited(
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

/** Milliseconds until the next look; undefined where there is none. */
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
