import type { OperationName } from '../../drivers/control/operation.ts';
import type { CommandName, History } from '../../generators/history.ts';
import { commandsIn } from '../../generators/history.ts';
import { changeBy, isChanging, stateChanges } from '../model/changes.ts';

/** What the control must offer for a command that changes no state. What happens beside the states is done where it can be. */
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
 * What the control must offer for a history.
 *
 * @param keys whether its users have personal keys
 */
export function operationsIn(history: History, keys: boolean): ReadonlySet<OperationName> {
  const { users, apps } = history;
  const needed: readonly (OperationName | undefined)[] = [
    users > 0 ? 'user.create' : undefined,
    users > 0 && keys ? 'apiKey.create' : undefined,
    apps > 0 ? 'app.create' : undefined,
    ...commandsIn(history).map((command) =>
      isChanging(command) ? stateChanges[changeBy(command).kind].operation : operations[command.do],
    ),
  ];
  return new Set(needed.filter((one) => one !== undefined));
}
