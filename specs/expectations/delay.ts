import type { Observation } from '../../core/judgement.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { FreedomId } from '../requirements/index.ts';
import { observation } from '../../core/judgement.ts';

/** What was looked for after a change, and how long it took until it was seen, in milliseconds of real time. */
export interface Delayed<T> {
  readonly outcome: T;
  readonly ms: number;
}

/** Looks for a change that has just been made; only archiving is said to be immediate. */
export async function delayed<T>({ target }: Scene, look: () => Promise<T>): Promise<Delayed<T>> {
  const began = target.realTime.now();
  const outcome = await look();
  return { outcome, ms: target.realTime.now() - began };
}

/** Tells how long a change took to be seen: what propagationSeconds of a profile has to allow for. */
export function seenWithin(freedom: FreedomId, change: string, ms: number): Observation<FreedomId> {
  return observation(freedom, `${change} was seen within ${Math.ceil(ms / 1000)} s`);
}
