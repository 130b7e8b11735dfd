import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { envFileOf, readEnvironment, variablesFrom } from '../../cli/environment.ts';
import { inProcess } from './in-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

describe('variables', () => {
  test('of .env are added to those of the environment, which take precedence, and the file is remembered', async () => {
    const file = join(folder, '.env');
    await writeFile(file, 'A=file\nB=file\n');
    const environment = await readEnvironment({ A: 'set' }, file);
    expect(environment).toEqual({ A: 'set', B: 'file' });
    expect(envFileOf(environment)).toEqual({ path: file, isRead: true });
    expect(variablesFrom(environment)).toBe(`Variables were read from ${file}\n`);
  });

  test('come only from the environment if there is no .env, and no file is reported', async () => {
    const environment = await readEnvironment({ A: 'set' }, join(folder, '.env'));
    expect(environment).toEqual({ A: 'set' });
    expect(variablesFrom(environment)).toBe('');
  });
});

describe('a variable that is not set', () => {
  /** Returns the error of `doctor` for a profile in a folder below that of the command. */
  async function refusal(): Promise<string> {
    await mkdir(join(folder, 'targets'));
    const profile = join(folder, 'targets/acme.yaml');
    await writeFile(profile, 'name: "${NAME_OF_TENANT}"\nbaseUrl: https://acme.example\n');
    const { status, err } = await inProcess(['doctor', '--target', profile]);
    expect(status).toBe(2);
    return err;
  }

  test('is reported with the .env that was looked for and does not exist', async () => {
    expect(await refusal()).toContain(
      `name: NAME_OF_TENANT is not set, expected in the environment or in ${join(folder, '.env')} (which is not there), e.g. NAME_OF_TENANT=…`,
    );
  });

  test('is reported with the .env that was read', async () => {
    await writeFile(join(folder, '.env'), 'OTHER=1\n');
    expect(await refusal()).toContain(`in ${join(folder, '.env')} (which was read), e.g. NAME_OF_TENANT=…`);
  });

  test('is reported with the .env next to the profile, which is not read', async () => {
    await mkdir(join(folder, 'targets'));
    await writeFile(join(folder, 'targets/.env'), 'NAME_OF_TENANT=acme\n');
    const profile = join(folder, 'targets/acme.yaml');
    await writeFile(profile, 'name: "${NAME_OF_TENANT}"\nbaseUrl: https://acme.example\n');
    const { err } = await inProcess(['run', '--target', profile]);
    expect(err).toContain(
      `${join(folder, '.env')} (which is not there; ${join(folder, 'targets/.env')} is not read, because the command was started in another folder)`,
    );
  });
});

test('doctor names the file from which variables were read', async () => {
  await writeFile(join(folder, '.env'), 'TENANT=acme\n');
  const profile = join(folder, 'acme.yaml');
  await writeFile(profile, 'name: "${TENANT}"\nbaseUrl: https://127.0.0.1:1\n');
  const { out } = await inProcess(['doctor', '--target', profile]);
  expect(out).toMatch(/ok {5}profile +\S+acme\.yaml is right, with variables from \S+\.env\n/);
});
