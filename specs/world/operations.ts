import type { OperationName } from '../../drivers/control/operation.ts';
import type { CommandName, History } from '../../generators/history.ts';

/** What the control must offer for a command. What happens beside the states is done where it can be. */
const operations: Readonly<Partial<Record<CommandName, OperationName>>> = {
  suspend: 'user.suspend',
  suspendAgain: 'user.suspend',
  unsuspend: 'user.unsuspend',
  rotateKey: 'apiKey.rotate',
  giveKey: 'apiKey.create',
  archive: 'app.archive',
  archiveAgain: 'app.archive',
  unarchive: 'app.unarchive',
  uninstall: 'app.uninstall',
  uninstallAgain: 'app.uninstall',
  install: 'app.install',
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
export function operationsIn({ users, apps, opening, steps }: History, keys: boolean): ReadonlySet<OperationName> {
  const commands = [...opening, ...steps.map(({ command }) => command)];
  return new Set([
    ...(users > 0 ? (['user.create'] as const) : []),
    ...(users > 0 && keys ? (['apiKey.create'] as const) : []),
    ...(apps > 0 ? (['app.create'] as const) : []),
    ...commands.flatMap((command) => operations[command.do] ?? []),
  ]);
}
