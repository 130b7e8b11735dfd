import type { Entry } from '../../core/journal.ts';
import type { Input, OperationName } from '../control/operation.ts';
import type { Control } from '../control/control.ts';

/** The operation that ends the state that each operation sets. */
const endingOperations = {
  'user.suspend': 'user.unsuspend',
  'app.archive': 'app.unarchive',
  'app.uninstall': 'app.install',
} as const satisfies Partial<Record<OperationName, OperationName>>;

type Setting = keyof typeof endingOperations;

/** An operation that ends a state in which a case left a user or an app. */
export interface HeldState {
  readonly operation: (typeof endingOperations)[Setting];
  readonly input: Input<(typeof endingOperations)[Setting]>;
}

/** Returns the states in which users and apps remain after all operations of a case, the last one first. */
export function heldStatesIn(entries: readonly Entry[]): readonly HeldState[] {
  const held = new Map<string, HeldState>();
  for (const entry of entries) {
    if (!('operation' in entry)) continue;
    const { operation, input } = entry;
    const nameOf = (end: string): string => `${end} ${JSON.stringify(input)}`;
    held.delete(nameOf(operation));
    if (!(operation in endingOperations)) continue;
    const end = endingOperations[operation as Setting];
    held.set(nameOf(end), { operation: end, input: input as HeldState['input'] });
  }
  return [...held.values()].toReversed();
}

/** The number of states that are ended at the same time. */
const atATime = 16;

/**
 * Ends states that cases have left, as far as the control can. A faulty tenant may refuse other actors while any actor
 * is in such a state, and no later case could be judged.
 */
export async function endHeldStates(
  { control }: { readonly control: Control },
  held: readonly HeldState[],
  signal?: AbortSignal,
): Promise<void> {
  const left = held.filter(({ operation }) => control.supports(operation)).values();
  const work = async (): Promise<void> => {
    // no verdict depends on it: if the call is refused or lost, the state remains
    for (const { operation, input } of left) await control.call(operation, input, signal).catch(() => {});
  };
  await Promise.all(Array.from({ length: Math.min(atATime, held.length) }, work));
}
