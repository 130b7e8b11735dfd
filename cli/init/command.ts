import { access, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { stringify } from 'yaml';
import { ConfigurationError } from '../../core/trouble.ts';
import { shellWord } from '../../reports/curl.ts';
import type { Console } from '../console.ts';
import { doctor } from '../doctor.ts';
import { readEnvironment } from '../environment.ts';
import { Declined } from '../terminal.ts';
import { putIntoEnvFile } from './env-file.ts';
import { questions } from './questions.ts';
import type { Wanted } from './settings.ts';
import { askForSettings } from './settings.ts';

const envFile = '.env';

/**
 * Runs `labconform init`: asks for the settings of a target, writes its profile and a `.env` with its secrets, and
 * checks them with `doctor`.
 *
 * @returns the exit status of `doctor`; 130 if the person left, and then nothing was written
 */
export async function init(name: string, console: Console): Promise<number> {
  const file = resolve(name);
  const { ask } = console;
  if (ask === undefined) {
    throw new ConfigurationError(
      'init: found no terminal, expected one for the questions; without a terminal, write the profile by hand',
    );
  }
  const dialogue = questions(ask, console.out);
  let wanted: Wanted | undefined;
  try {
    wanted = (await mayBeWritten(file, name, dialogue)) ? await askForSettings(dialogue, dirname(file)) : undefined;
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    console.out('\nNothing was written.\n');
    return 130;
  }
  if (wanted === undefined) {
    console.out('Nothing was written.\n');
    return 0;
  }
  await write(file, wanted);
  const names = Object.keys(wanted.secrets);
  const secrets = names.length === 0 ? '' : `, and ${names.join(', ')} to ${envFile}: keep it out of version control`;
  console.out(`\nThe profile was written to ${name}${secrets}.\n\n`);
  const status = await doctor({ target: file }, await readEnvironment(process.env, resolve(envFile)), console);
  const next = status === 0 ? 'run' : 'doctor';
  console.out(`\nNext: labconform ${next} --target ${shellWord(name)}\n`);
  return status;
}

async function mayBeWritten(file: string, name: string, { agree }: ReturnType<typeof questions>): Promise<boolean> {
  const there = await access(file).then(
    () => true,
    () => false,
  );
  return !there || agree(`${name} already exists: overwrite it?`);
}

/**
 * Writes the profile and its secrets.
 * @throws ConfigurationError if a file cannot be written
 */
async function write(file: string, { profile, secrets }: Wanted): Promise<void> {
  try {
    await writeFile(file, `# What each key is for: docs/target-profile.md\n${stringify(profile)}`);
    if (Object.keys(secrets).length > 0) await putIntoEnvFile(resolve(envFile), secrets);
  } catch (error) {
    const { code = 'unknown', path = file } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `${path}: it can't be written (${code}), expected a file in a folder that you can write to`,
    );
  }
}
