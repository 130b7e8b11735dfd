import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../schemas/types/report.ts';
import { labconform, printed } from '../cli/command.ts';
import { blockOf } from '../docs/markdown.ts';

/** The guide. Its mock, its profile and its run are used unchanged, and its results are compared. */
const guide = await readFile(new URL('../../docs/guides/mock.md', import.meta.url), 'utf8');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const block = (language: string): string => blockOf({ path: 'docs/guides/mock.md', text: guide }, language);

test('the mock of the guide fails only for the parts that it lacks', async () => {
  await writeFile(join(folder, 'mock.mjs'), block('js'));
  const mock = spawn(process.execPath, [join(folder, 'mock.mjs')], { env: { PORT: '0' } });
  try {
    const origin = await printed(mock, /^http:/);
    // The guide's port may be in use on this machine.
    await writeFile(join(folder, 'mock.yaml'), block('yaml').replace('http://127.0.0.1:4010', origin));
    const secret = /MOCK_CLIENT_SECRET=(\S+)/.exec(guide)?.[1] ?? '';
    const { status, out } = await labconform(['run', '--target', 'mock.yaml', '--runs', '3'], folder, {
      MOCK_CLIENT_SECRET: secret,
    });
    const report = JSON.parse(await readFile(join(folder, 'conformance-report', 'conformance.json'), 'utf8')) as Report;
    const withVerdict = (verdict: string): string[] =>
      report.requirements.filter((one) => one.verdict === verdict).map(({ id }) => id);
    expect(withVerdict('failed')).toEqual(['LST-01', 'LST-03', 'LST-04', 'LST-05', 'VER-05']);
    expect(['warning', 'inconclusive', 'broken'].flatMap(withVerdict)).toEqual([]);
    expect(withVerdict('passed').length).toBeGreaterThan(30);
    expect(withVerdict('not-exercised')).toEqual(
      expect.arrayContaining(['TRN-01', 'TRN-02', 'TRN-03', 'TRN-04', 'TRN-05']),
    );
    expect(status).toBe(1);
    expect(out).toContain('Not conforming');
    expect(out).not.toContain(secret);
  } finally {
    mock.kill();
  }
});

test.for(['mjs', 'yaml'])('the mock.%s of the guide is the one in the tests', async (extension) => {
  const file = await readFile(new URL(`mock.${extension}`, import.meta.url), 'utf8');
  expect(block(extension === 'mjs' ? 'js' : 'yaml')).toBe(file);
});
