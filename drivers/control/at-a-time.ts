import { isRefusal, TestBedTrouble } from '../../core/trouble.ts';
import type { Ended, InFlight } from '../client/in-flight.ts';
import { Places } from '../client/places.ts';
import type { ControlAdapter } from './control.ts';

/** The most operations under way at the same time: at a distant control, further ones would wait for a connection. */
export const mostOperations = 64;

/** Limits how many pieces of work run at the same time. Further ones wait for their turn, in order of arrival. */
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

/**
 * Wraps a control so that the number of operations under way follows its answers. Each operation waits for a place
 * before its time-out begins.
 */
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

/**
 * Returns a label for operations that take about the same time. A visit of a browser takes longer with each page that
 * the user is shown.
 */
function kindOf(operation: string, output: unknown): string {
  const prompts = typeof output === 'object' && output !== null && 'prompts' in output ? output.prompts : [];
  return Array.isArray(prompts) ? [operation, ...prompts].join(' ') : operation;
}
