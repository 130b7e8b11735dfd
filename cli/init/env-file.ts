import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'dotenv';

/**
 * Writes variables into a file such as `.env` that only its owner can read. A line with the same name is replaced;
 * everything else stays as it is.
 */
export async function putIntoEnvFile(file: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const names = Object.keys(variables);
  const kept = before.split('\n').filter((line) => !names.some((name) => sets(name, line)));
  while (kept.at(-1) === '') kept.pop();
  const lines = [...kept, ...names.map((name) => `${name}=${quoted(variables[name] ?? '')}`)];
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

function sets(name: string, line: string): boolean {
  return new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line);
}

/** Returns a value in quotes from which it is read back unchanged. */
function quoted(value: string): string {
  const written = ["'", '`', '"'].map((quote) => `${quote}${value}${quote}`);
  return written.find((one) => parse(`X=${one}`)['X'] === value) ?? value;
}
