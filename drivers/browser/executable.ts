import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Names under which a Chromium may be found. */
export const chromiumNames: readonly string[] = names;

/**
 * Returns the whole path of the first Chromium in the folders of a search path (`PATH`); undefined if there is none.
 */
export async function findChromium(searchPath: string): Promise<string | undefined> {
  for (const name of names) {
    const file = await findOnPath(name, searchPath);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Returns the whole path of an executable of that name in the folders of a search path; undefined if there is none. */
export async function findOnPath(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter)) {
    const file = join(folder, name);
    if (folder !== '' && (await isExecutable(file))) return file;
  }
  return undefined;
}

/** Reports whether a file exists and may be run. */
export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
