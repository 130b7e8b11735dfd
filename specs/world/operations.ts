import type { OperationName } from '../../drivers/control/operation.ts';
import type { Command, CommandName, History } from '../../generators/history.ts';
import { commandsIn } from '../../generators/history.ts';
import { changeBy, isChanging, stateChanges } from '../model/changes.ts';

/**
 * The control operation that a command needs if it changes no state. Events beside the states are left out if the
 * control cannot do them, so they need none.
 */
const operations: Readonly<Partial<Record<CommandName, OperationName>>> = {
  rotateKey: 'apiKey.rotate',
  giveKey: 'apiKey.create',
  rotateSecret: 'app.rotateSecret',
  connect: 'browser.authorize',
  authorize: 'browser.authorize',
  deny: 'browser.authorize',
  getIdToken: 'identityProvider.trust',
};

/**
 * Returns the operations that the control must offer for a history.
 *
 * @param keys whether its users have personal keys
 */
export function operationsIn(history: History, keys: boolean): readonly OperationName[] {
  const { users, apps } = history;
  return [
    ...(users === 0 ? [] : keys ? (['user.create', 'apiKey.create'] as const) : (['user.create'] as const)),
    ...(apps > 0 ? (['app.create'] as const) : []),
    ...operationsOf(commandsIn(history)),
  ];
}

/** Returns the operations that the control must offer for these commands. */
export function operationsOf(commands: readonly Command[]): readonly OperationName[] {
  return commands.flatMap(
    (one) => (isChanging(one) ? stateChanges[changeBy(one).kind].operation : operations[one.do]) ?? [],
  );
}
