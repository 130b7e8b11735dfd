import { setTimeout as delay } from 'node:timers/promises';
import type { RealTime } from './session/target.ts';

/** The time of this machine. The entries of the suite hand it on; nothing else reads it. */
export const realTime: RealTime = {
  now: () => performance.now(),
  today: () => new Date(),
  pause: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};
