import type { Command } from '../../generators/history.ts';

/** A command to those that there are. */
export function among(command: Command, users: number, apps: number): Command {
  return {
    ...command,
    ...('user' in command ? { user: command.user % Math.max(1, users) } : {}),
    ...('app' in command ? { app: command.app % Math.max(1, apps) } : {}),
  };
}

/** The one of a list that a number stands for, counted round; undefined where the list is empty. */
export function oneOf<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}
