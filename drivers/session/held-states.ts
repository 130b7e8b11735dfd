import type { Entry } from '../../core/journal.ts';
import type { Input, OperationName } from '../control/operation.ts';
import type { Control } from '../control/control.ts';

/** By what the states end that the control sets. */
const ends = {
  'user.suspend': 'user.unsuspend',
  'app.archive': 'app.unarchive',
  'app.uninstall': 'app.install',
} as const satisfies Partial<Record<OperationName, OperationName>>;

type Setting = keyof typeof ends;

/** What would end a state in which a case has left a user or an app. */
export interface HeldState {
  readonly operation: (typeof ends)[Setting];
  readonly input: Input<(typeof ends)[Setting]>;
}

/** The states in which users and apps are left after all that a case had the operator do, the last one first. */
export function heldStatesIn(entries: readonly Entry[]): readonly HeldState[] {
  const held = new Map<string, HeldState>();
  for (const one of entries) {
    if (!('operation' in one)) continue;
    const { operation, input } = one;
    const nameOf = (end: string): string => `${end} ${JSON.stringify(input)}`;
    held.delete(nameOf(operation));
    if (!(operation in ends)) continue;
    const end = ends[operation as Setting];
    held.set(nameOf(end), { operation: end, input: input as HeldState['input'] });
  }
  return [...held.values()].toReversed();
}

/** So many states are ended at a time. */
const atATime = 16;

/**
 * Ends states that cases have left, as far as the control can: a tenant at fault may refuse others while anybody is in such
 * a state, so that nothing could be told of any later case.
 */
export async function endStates(
  { control }: { readonly control: Control },
  held: readonly HeldState[],
  signal?: AbortSignal,
): Promise<void> {
  const left = held.filter(({ operation }) => control.supports(operation)).values();
  const work = async (): Promise<void> => {
    // nothing is judged by it: what is refused, or lost on its way, stays as it is
    for (const { operation, input } of left) await control.call(operation, input, signal).catch(() => {});
  };
  await Promise.all(Array.from({ length: Math.min(atATime, held.length) }, work));
}
