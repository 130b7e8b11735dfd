import type { OperationName } from '../../drivers/control/operation.ts';
import type { AppChange, Command, UserChange } from '../../generators/history.ts';
import { archivedSince, suspendedSince, uninstalledSince } from './event-log.ts';
import type { Change, EventLog, Holder, LoggedEvent } from './vocabulary.ts';

interface StateChange {
  /** By which the control does it; none where the platform hears nothing of it. */
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

/** Whether a change is one of the user or the app whose a credential is. */
export function isOwn(change: Change, { user, app }: Holder): boolean {
  return 'user' in change ? change.user === user : change.app === app;
}

type ChangingCommand = UserChange | AppChange;

/** What a command changes, and whether its user or app has to be stopped so before, or must not be. */
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

/** The change that a command is about, whether or not it makes sense. */
export function changeBy(command: ChangingCommand): Change {
  const [kind] = commands[command.do];
  return ('user' in command ? { kind, user: command.user } : { kind, app: command.app }) as Change;
}

/** The change that a command makes now; undefined where it makes no sense. */
export function changeOf(past: EventLog, command: ChangingCommand): Change | undefined {
  const [, isStoppedBefore] = commands[command.do];
  const change = changeBy(command);
  return isStoppedBefore === undefined || isStopped(past, change) === isStoppedBefore ? change : undefined;
}

/** Whether the console may decline a change. */
export function mayBeDeclined(past: EventLog, change: Change): boolean {
  // a second suspension (FRE-119)
  if ('user' in change) return change.kind === 'suspended' && suspendedSince(past, change.user) >= 0;
  // in which order an app is archived and uninstalled may matter (FRE-124)
  return isAppStopped(past, change.app);
}

/** Whether an app is archived, or not installed. */
export function isAppStopped(past: EventLog, app: number): boolean {
  return archivedSince(past, app) >= 0 || uninstalledSince(past, app) >= 0;
}

/** Whether a user is suspended, or an app archived or not installed, as far as a change is about that. */
function isStopped(past: EventLog, change: Change): boolean {
  if ('user' in change) return suspendedSince(past, change.user) >= 0;
  const isOfArchiving = change.kind === 'archived' || change.kind === 'unarchived';
  return (isOfArchiving ? archivedSince : uninstalledSince)(past, change.app) >= 0;
}
