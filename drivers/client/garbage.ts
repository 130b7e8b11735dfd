import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Each registry of forgotten things hears of them in a turn of its own, and others have some too. */
const turnsToHear = 20;

let collector: (() => void) | undefined;

/** Has Node.js forget at once what nothing leads to any more, and tell who waits to hear of it. Takes some 50 ms. */
export async function collectGarbage(): Promise<void> {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  // what was looked at in this turn is kept until its end
  await turn();
  collector();
  for (let heard = 0; heard < turnsToHear; heard++) await turn();
}
