import type { Command } from '../../generators/history.ts';

/** Whether those whom a command is about are among so many users and apps. */
export function isAmong(command: Command, users: number, apps: number): boolean {
  return (!('user' in command) || command.user < users) && (!('app' in command) || command.app < apps);
}

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
