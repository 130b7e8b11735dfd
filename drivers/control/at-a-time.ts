import { TestBedTrouble } from '../../core/trouble.ts';
import type { Ended, InFlight } from '../client/in-flight.ts';
import type { ControlAdapter } from './control.ts';

/** Lets so much work go on at the same time; what comes beyond that waits for its turn, in the order in which it came. */
export function atATime(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let going = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (going === most) await new Promise<void>((begin) => waiting.push(begin));
    else going++;
    try {
      return await work();
    } finally {
      // whoever comes next takes the place, so that nobody slips in between
      const next = waiting.shift();
      if (next === undefined) going--;
      else next();
    }
  };
}

/** The same control, whose operations follow what it answers: each waits for its place before its time-out begins. */
export function inTurn(control: ControlAdapter, inFlight: InFlight): ControlAdapter {
  return {
    kind: control.kind,
    description: control.description,
    operate: async (operation, input, signal) => {
      const leave = await inFlight.enter(signal);
      let ended: Ended | undefined;
      try {
        const output = await control.operate(operation, input, signal);
        ended = { kind: operation, overloaded: false };
        return output;
      } catch (error) {
        if (error instanceof TestBedTrouble) ended = { kind: operation, overloaded: true };
        throw error;
      } finally {
        leave(ended);
      }
    },
  };
}
