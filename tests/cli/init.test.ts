import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import { putIntoEnvFile } from '../../cli/init/env-file.ts';
import { Declined } from '../../cli/terminal.ts';
import { loadProfile } from '../../drivers/profile/load.ts';
import { type RunningTenant, startForeignTenant } from '../foreign-tenant/foreign-tenant.ts';
import type { Answers } from './in-process.ts';
import { inProcess } from './in-process.ts';

let tenant: RunningTenant;
let folder: string;

beforeAll(async () => {
  tenant = await startForeignTenant({ seed: 'init.test' });
});
afterAll(() => tenant.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  await writeFile(inFolder('ca.pem'), tenant.caPem);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string): string => join(folder, name);

/** Answers by a word of the question. Several answers to one question are given in turn. */
function answers(given: Readonly<Record<string, string | readonly string[]>>): Answers {
  const times = new Map<string, number>();
  return (question) => {
    const key = Object.keys(given).find((word) => question.includes(word));
    if (key === undefined) return '';
    const list = [given[key] ?? ''].flat();
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    return list[Math.min(time, list.length - 1)] ?? '';
  };
}

describe('init', () => {
  test('asks, writes the profile and its secrets, and examines them', async () => {
    const { status, out, err } = await inProcess(
      ['init', 'acme.yaml'],
      answers({
        'Address of the tenant': ['http://acme.example', tenant.baseUrl],
        'Name of': 'acme-staging',
        'private authority': ['./none.pem', './ca.pem'],
        '(the control)': ['ssh', 'http'],
        'Address of the control': tenant.controlUrl,
        'Token of the control': tenant.controlToken,
        filters: 'json',
      }),
    );
    expect(err).toBe('');
    expect(out).toContain('expected https, e.g. https://acme.example');
    expect(out).toContain('expected another file: found no such file');
    expect(out).toContain('expected one of http, command, manual, none');
    expect(out).toMatch(/ok {5}control/);
    expect(out).toContain('Next: labconform run --target acme.yaml');
    expect(out).not.toContain(tenant.controlToken);
    expect(status).toBe(0);
    const text = await readFile(inFolder('acme.yaml'), 'utf8');
    expect(text).toContain('token: ${CONTROL_TOKEN}');
    expect(text).not.toContain(tenant.controlToken);
    expect((await stat(inFolder('.env'))).mode & 0o777).toBe(0o600);
    const profile = await loadProfile(inFolder('acme.yaml'), parse(await readFile(inFolder('.env'))));
    expect(profile).toMatchObject({
      name: 'acme-staging',
      baseUrl: tenant.baseUrl,
      control: { type: 'http', token: tenant.controlToken },
      api: { schemaFieldsEncoding: 'json' },
    });
  });

  test('asks for an app and users if no control makes them, and reports the mistakes among the answers', async () => {
    const { status, out } = await inProcess(
      ['init'],
      answers({
        'Address of the tenant': tenant.baseUrl,
        'private authority': 'ca.pem',
        'Id of an app': 'app_1',
        'client id': 'client_1',
        'client secret': ['', 'abc', 'a secret of some length'],
        'Id of a user': 'ent_1',
        'e-mail': 'ada@acme.example',
        'API key': 'a key of some length',
      }),
    );
    expect(out).toContain('expected another one: it is empty');
    expect(out).toContain('expected another one: it holds fewer than 4 characters');
    expect(out).toMatch(/wrong {2}fixtures\.app/);
    expect(out).toMatch(/wrong {2}fixtures\.users/);
    expect(out).toContain('Next: labconform doctor --target target.yaml');
    expect(status).toBe(2);
    expect(parse(await readFile(inFolder('.env')))).toEqual({
      CLIENT_SECRET: 'a secret of some length',
      USER_1_API_KEY: 'a key of some length',
    });
  });

  test('reads the word none as no value, in the answer to any question', async () => {
    const { out } = await inProcess(
      ['init', 'acme.yaml'],
      answers({
        'Address of the tenant': tenant.baseUrl,
        'Name of': 'acme',
        'private authority': 'none',
        '(the control)': 'http',
        'Address of the control': tenant.controlUrl,
        'Token of the control': 'None',
      }),
    );
    expect(out).toContain('Token of the control service [none] (not shown): ');
    const text = await readFile(inFolder('acme.yaml'), 'utf8');
    expect(text).not.toMatch(/tls|token|receiver/);
    await expect(readFile(inFolder('.env'))).rejects.toThrow('ENOENT');
  });

  test('leaves an existing profile unchanged, unless the call says to overwrite it', async () => {
    await writeFile(inFolder('target.yaml'), 'name: mine');
    for (const no of ['no', 'N']) {
      const { status, out } = await inProcess(['init'], answers({ 'overwrite it': no }));
      expect([status, out.includes('Nothing was written.')]).toEqual([0, true]);
    }
    expect(await readFile(inFolder('target.yaml'), 'utf8')).toBe('name: mine');
  });

  test('writes nothing if the person leaves before the last question', async () => {
    const { status, out } = await inProcess(['init'], () => {
      throw new Declined('left');
    });
    expect([status, out.includes('Nothing was written.')]).toEqual([130, true]);
    await expect(stat(inFolder('target.yaml'))).rejects.toThrow('ENOENT');
  });

  test('needs a person who answers', async () => {
    const { status, err } = await inProcess(['init']);
    expect(status).toBe(2);
    expect(err).toMatch(/^labconform: init: found no terminal, expected one for the questions/);
  });
});

describe('variables that are put into .env', () => {
  test('replace those of the same name, and leave the others unchanged', async () => {
    await writeFile(inFolder('.env'), '# mine\nA=1\nexport CLIENT_SECRET=old\nCLIENT_SECRET_2=other\n\n');
    await putIntoEnvFile(inFolder('.env'), { CLIENT_SECRET: 'new', CONTROL_TOKEN: 'x y' });
    expect(await readFile(inFolder('.env'), 'utf8')).toBe(
      "# mine\nA=1\nCLIENT_SECRET_2=other\nCLIENT_SECRET='new'\nCONTROL_TOKEN='x y'\n",
    );
  });

  test('are read back unchanged with any characters, except all three quotes together', async () => {
    const value = fc.string({ unit: 'grapheme-ascii', minLength: 4 }).filter((text) => text.trim() === text);
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        fc.pre(!(text.includes("'") && text.includes('`')));
        await putIntoEnvFile(inFolder('.env'), { SECRET: text });
        expect(parse(await readFile(inFolder('.env')))['SECRET']).toBe(text);
      }),
    );
  });
});
