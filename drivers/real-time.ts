import { setTimeout as delay } from 'node:timers/promises';
import type { RealTime } from './session/target.ts';

/** The time of this machine. The entry points of the suite pass it on; no other code reads the time. */
export const realTime: RealTime = {
  now: () => performance.now(),
  today: () => new Date(),
  pause: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};
