import type { Command } from '../../generators/history.ts';
import type { Change } from './actions.ts';
import { archivedSince, suspendedSince, uninstalledSince } from './event-log.ts';
import type { EventLog } from './vocabulary.ts';

/** A command that changes the state of a user or an app. */
export type ChangingCommand = Extract<Command, { readonly do: keyof typeof changes }>;

/** What a command changes, and whether its user or app has to be stopped so before, or must not be. */
const changes = {
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
  return command.do in changes;
}

/** The change that a command makes; undefined where it makes no sense now. */
export function changeOf(past: EventLog, command: ChangingCommand): Change | undefined {
  const [kind, isStoppedBefore] = changes[command.do];
  const change = ('user' in command ? { kind, user: command.user } : { kind, app: command.app }) as Change;
  return isStoppedBefore === undefined || isStopped(past, change) === isStoppedBefore ? change : undefined;
}

/** Whether the console may decline a change. */
export function mayBeDeclined(past: EventLog, change: Change): boolean {
  // a second suspension (FRE-119)
  if ('user' in change) return change.kind === 'suspended' && suspendedSince(past, change.user) >= 0;
  // in which order an app is archived and uninstalled may matter (FRE-124)
  return archivedSince(past, change.app) >= 0 || uninstalledSince(past, change.app) >= 0;
}

/** Whether a user is suspended, or an app archived or not installed, as far as a change is about that. */
function isStopped(past: EventLog, change: Change): boolean {
  if ('user' in change) return suspendedSince(past, change.user) >= 0;
  const isOfArchiving = change.kind === 'archived' || change.kind === 'unarchived';
  return (isOfArchiving ? archivedSince : uninstalledSince)(past, change.app) >= 0;
}
