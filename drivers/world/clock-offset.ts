import { header } from '../../core/exchange.ts';
import type { Target } from '../session/target.ts';
import { versionedListings } from './listing.ts';
import type { Scene } from './scene.ts';

/** Seconds by which two correct clocks may seem to differ: Date counts whole seconds, and a call takes a while. */
export const seemingOffset = 2;

const offsets = new WeakMap<Target, Promise<number>>();

/**
 * Returns the seconds by which the tenant's clock is ahead of this machine's clock, if the control does not report the
 * time. They are measured once per target, with the Date of an answer. Returns 0 if the two clocks agree, if no answer
 * has a date, or if the tenant's clock can be moved.
 */
export function clockOffset(scene: Scene): Promise<number> {
  const { target } = scene;
  if (target.time !== 'real' || scene.supports('clock.now')) return Promise.resolve(0);
  const known = offsets.get(target) ?? measured(scene);
  offsets.set(target, known);
  return known;
}

async function measured(scene: Scene): Promise<number> {
  const call = await scene.call(versionedListings[0].path, { note: 'what does the tenant say the time is?' });
  const here = scene.target.realTime.today().getTime() / 1000;
  const date = Date.parse(header(call, 'date') ?? '') / 1000;
  const offset = date - here;
  return Number.isNaN(offset) || Math.abs(offset) <= seemingOffset ? 0 : offset;
}
