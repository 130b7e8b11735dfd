import type { Command } from '../../generators/history.ts';

/** Returns the command with its user and app mapped to existing ones, by remainder. */
export function among(command: Command, users: number, apps: number): Command {
  return {
    ...command,
    ...('user' in command ? { user: command.user % Math.max(1, users) } : {}),
    ...('app' in command ? { app: command.app % Math.max(1, apps) } : {}),
  };
}

/** Returns the item of a list at an index modulo its length, or undefined if the list is empty. */
export function oneOf<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}
