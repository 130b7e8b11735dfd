import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { ConfigurationError } from '../core/trouble.ts';
import type { ProxySettings } from '../drivers/client/dispatcher.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The file of variables that was looked for. */
export interface EnvFile {
  /** Absolute. */
  readonly path: string;
  /** Whether it was there, and so was read. */
  readonly isRead: boolean;
}

/** By the environment that came of it, so that code that has the environment can say where its variables are from. */
const envFiles = new WeakMap<Environment, EnvFile>();

/** The file that was looked for when an environment was read; undefined for one that was not read by {@link readEnvironment}. */
export function envFileOf(environment: Environment): EnvFile | undefined {
  return envFiles.get(environment);
}

/**
 * How a message of a missing variable names the file to write it in.
 *
 * @param profile path of the target profile: another `.env` beside it is not read
 */
export function envFileInWords(environment: Environment, profile: string): string {
  const file = envFileOf(environment);
  if (file === undefined) return '.env';
  if (file.isRead) return `${file.path} (which was read)`;
  const beside = resolve(join(dirname(profile), '.env'));
  return beside !== file.path && existsSync(beside)
    ? `${file.path} (which is not there; ${beside} is not read, since the command was started elsewhere)`
    : `${file.path} (which is not there)`;
}

/** A line that says which file variables were read from, for another folder has others; nothing where there was none. */
export function variablesFrom(environment: Environment): string {
  const file = envFileOf(environment);
  return file?.isRead === true ? `Variables were read from ${file.path}\n` : '';
}

/** The environment of the command, with what `.env` in the working folder adds to it; what is set already wins. */
export async function readEnvironment(processEnvironment: Environment, file = '.env'): Promise<Environment> {
  const path = resolve(file);
  const from = (environment: Environment, isRead: boolean): Environment => {
    envFiles.set(environment, { path, isRead });
    return environment;
  };
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return from({ ...processEnvironment }, false);
    throw new ConfigurationError(
      `${path}: it can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}), expected lines such as CLIENT_SECRET=…`,
    );
  }
  return from({ ...parse(text), ...processEnvironment }, true);
}

/** The proxies that the environment names, in either letter case. Loopback addresses are never sent to one. */
export function proxyFrom(environment: Environment): ProxySettings | undefined {
  const value = (name: string): string | undefined => environment[name.toLowerCase()] || environment[name] || undefined;
  const httpProxy = value('HTTP_PROXY');
  const httpsProxy = value('HTTPS_PROXY') ?? value('ALL_PROXY');
  if (httpProxy === undefined && httpsProxy === undefined) return undefined;
  for (const [name, address] of [
    ['HTTP_PROXY', httpProxy],
    ['HTTPS_PROXY', httpsProxy],
  ] as const) {
    if (address !== undefined && !URL.canParse(address)) {
      throw new ConfigurationError(
        `${name}: found something that is not an address, expected one such as http://proxy.example:3128`,
      );
    }
  }
  const noProxy = [value('NO_PROXY'), 'localhost', '127.0.0.1', '[::1]'].filter((part) => part !== undefined).join(',');
  return {
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    noProxy,
  };
}
