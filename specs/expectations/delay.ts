import type { Observation } from '../../core/judgement.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { FreedomId } from '../requirements/index.ts';
import { observation } from '../../core/judgement.ts';

/** The result of looking for a change, and the milliseconds of real time until it was seen. */
export interface Delayed<T> {
  readonly outcome: T;
  readonly ms: number;
}

/** Looks for a change that has just been made; the specification calls only archiving immediate. */
export async function delayed<T>({ target }: Scene, look: () => Promise<T>): Promise<Delayed<T>> {
  const began = target.realTime.now();
  const outcome = await look();
  return { outcome, ms: target.realTime.now() - began };
}

/** Returns the observation of how long a change took to be seen: propagationSeconds of a profile must allow for it. */
export function seenWithin(freedom: FreedomId, change: string, ms: number): Observation<FreedomId> {
  return observation(freedom, `${change} was seen within ${Math.ceil(ms / 1000)} s`);
}
