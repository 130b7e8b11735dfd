import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Turns of the event loop until every registry is notified: each needs a turn of its own, and other work takes some
 * too.
 */
const turnsToNotify = 20;

let collector: (() => void) | undefined;

/** Makes Node.js collect unreachable objects at once and notify the registries of them. Takes some 50 ms. */
export async function collectGarbage(): Promise<void> {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  // objects that were used in this turn are kept until its end
  await turn();
  collector();
  for (let count = 0; count < turnsToNotify; count++) await turn();
}
