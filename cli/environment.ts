import { readFile } from 'node:fs/promises';
import { parse } from 'dotenv';
import { ConfigurationError } from '../core/trouble.ts';
import type { ProxySettings } from '../drivers/client/dispatcher.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of the command, with what `.env` in the working folder adds to it; what is set already wins. */
export async function readEnvironment(processEnvironment: Environment, file = '.env'): Promise<Environment> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return processEnvironment;
    throw new ConfigurationError(
      `${file}: it can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}), expected lines such as CLIENT_SECRET=…`,
    );
  }
  return { ...parse(text), ...processEnvironment };
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
