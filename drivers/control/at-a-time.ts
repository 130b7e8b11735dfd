import { isRefusal, TestBedTrouble } from '../../core/trouble.ts';
import type { Ended, InFlight } from '../client/in-flight.ts';
import { Places } from '../client/places.ts';
import type { ControlAdapter } from './control.ts';

/** So many operations are under way at the same time at most: at a control far away, each would wait for a connection otherwise. */
export const mostOperations = 64;

/** Lets so much work go on at the same time; what comes beyond that waits for its turn, in the order in which it came. */
export function atATime(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const places = new Places(most);
  return async (work) => {
    const leave = await places.enter();
    try {
      return await work();
    } finally {
      leave();
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
        ended = { kind: kindOf(operation, output), overloaded: false };
        return output;
      } catch (error) {
        if (isRefusal(error)) ended = { kind: `${operation} refused`, overloaded: false };
        else if (error instanceof TestBedTrouble) ended = { kind: operation, overloaded: true };
        throw error;
      } finally {
        leave(ended);
      }
    },
  };
}

/** What takes about the same time: a visit takes longer for each page that a user is shown. */
function kindOf(operation: string, output: unknown): string {
  const prompts = typeof output === 'object' && output !== null && 'prompts' in output ? output.prompts : [];
  return Array.isArray(prompts) ? [operation, ...prompts].join(' ') : operation;
}
