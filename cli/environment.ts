import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { ConfigurationError } from '../core/trouble.ts';
import type { ProxySettings } from '../drivers/client/dispatcher.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The file of variables that the command looked for. */
export interface EnvFile {
  /** Absolute. */
  readonly path: string;
  /** Whether the file exists, so that it was read. */
  readonly isRead: boolean;
}

/**
 * The file that belongs to each environment, so that code with an environment can say where its variables come from.
 */
const envFiles = new WeakMap<Environment, EnvFile>();

/**
 * Returns the file that was looked for when an environment was read; undefined if {@link readEnvironment} did not read
 * it.
 */
export function envFileOf(environment: Environment): EnvFile | undefined {
  return envFiles.get(environment);
}

/**
 * Returns how a message about a missing variable names the file to write it in.
 *
 * @param profile path of the target profile. Another `.env` next to the profile is not read.
 */
export function envFileInWords(environment: Environment, profile: string): string {
  const file = envFileOf(environment);
  if (file === undefined) return '.env';
  if (file.isRead) return `${file.path} (which was read)`;
  const beside = resolve(join(dirname(profile), '.env'));
  return beside !== file.path && existsSync(beside)
    ? `${file.path} (which is not there; ${beside} is not read, because the command was started in another folder)`
    : `${file.path} (which is not there)`;
}

/** Returns a line that names the file of variables, because another folder has others; empty if no file was read. */
export function variablesFrom(environment: Environment): string {
  const file = envFileOf(environment);
  return file?.isRead === true ? `Variables were read from ${file.path}\n` : '';
}

/**
 * Reads the environment of the command. `.env` in the working folder adds to it; a variable that is already set wins.
 */
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

/**
 * Returns the proxies that the environment names, in either letter case. Requests to loopback addresses never use one.
 */
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
