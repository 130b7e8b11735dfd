import type { OperationName } from '../../drivers/control/operation.ts';
import type { AppChange, Command, UserChange } from '../../generators/history.ts';
import { archivedSince, suspendedSince, uninstalledSince } from './event-log.ts';
import type { Change, EventLog, Holder, LoggedEvent } from './vocabulary.ts';

interface StateChange {
  /** The control operation for the change. Undefined if the platform does not learn of the change. */
  readonly operation?: OperationName;
  readonly told: string;
}

/** The changes of state of users and apps. */
export const stateChanges: Readonly<Record<Change['kind'], StateChange>> = {
  suspended: { operation: 'user.suspend', told: 'suspended' },
  unsuspended: { operation: 'user.unsuspend', told: 'un-suspended' },
  suspendedAtProvider: { told: 'suspended at the identity provider only' },
  archived: { operation: 'app.archive', told: 'archived' },
  unarchived: { operation: 'app.unarchive', told: 'unarchived' },
  uninstalled: { operation: 'app.uninstall', told: 'uninstalled' },
  installed: { operation: 'app.install', told: 'installed again' },
};

export function isChange(one: LoggedEvent): one is Change {
  return one.kind in stateChanges;
}

/** Reports whether a change concerns the user or the app of a credential. */
export function isOwn(change: Change, { user, app }: Holder): boolean {
  return 'user' in change ? change.user === user : change.app === app;
}

type ChangingCommand = UserChange | AppChange;

/**
 * The change that each command makes, and whether its user or app must be stopped in that way before (`true`) or must
 * not be (`false`).
 */
const commands = {
  suspend: ['suspended', false],
  suspendAgain: ['suspended', true],
  unsuspend: ['unsuspended', true],
  suspendAtProvider: ['suspendedAtProvider', undefined],
  archive: ['archived', false],
  archiveAgain: ['archived', true],
  unarchive: ['unarchived', true],
  uninstall: ['uninstalled', false],
  uninstallAgain: ['uninstalled', true],
  install: ['installed', true],
} as const;

export function isChanging(command: Command): command is ChangingCommand {
  return command.do in commands;
}

/** Returns the change that a command names, whether it makes sense or not. */
export function changeBy(command: ChangingCommand): Change {
  const [kind] = commands[command.do];
  return ('user' in command ? { kind, user: command.user } : { kind, app: command.app }) as Change;
}

/** Returns the change that a command makes now, or undefined if the command makes no sense now. */
export function changeOf(past: EventLog, command: ChangingCommand): Change | undefined {
  const [, isStoppedBefore] = commands[command.do];
  const change = changeBy(command);
  return isStoppedBefore === undefined || isStopped(past, change) === isStoppedBefore ? change : undefined;
}

/** Reports whether the console may decline a change. */
export function mayBeDeclined(past: EventLog, change: Change): boolean {
  // a console may decline a second suspension (FRE-119)
  if ('user' in change) return change.kind === 'suspended' && suspendedSince(past, change.user) >= 0;
  // the order in which an app is archived and uninstalled may matter (FRE-124)
  return isAppStopped(past, change.app);
}

/** Reports whether an app is archived, or not installed. */
export function isAppStopped(past: EventLog, app: number): boolean {
  return archivedSince(past, app) >= 0 || uninstalledSince(past, app) >= 0;
}

/** Reports whether the user or app of a change is in the state that this kind of change begins or ends. */
function isStopped(past: EventLog, change: Change): boolean {
  if ('user' in change) return suspendedSince(past, change.user) >= 0;
  const isOfArchiving = change.kind === 'archived' || change.kind === 'unarchived';
  return (isOfArchiving ? archivedSince : uninstalledSince)(past, change.app) >= 0;
}
