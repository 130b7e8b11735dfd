import { setTimeout as delay } from 'node:timers/promises';
import type { RealTime } from '../../drivers/target/target.ts';

/** The real time of this machine, for tests that run the suite as the command does. */
export const realTime: RealTime = {
  now: () => performance.now(),
  today: () => new Date(),
  pause: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};
