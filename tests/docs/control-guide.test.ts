import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../schemas/types/report.ts';
import { labconform, printed } from '../cli/command.ts';
import { blockOf, pages } from './markdown.ts';

/** The guide's page. Its control and target profile are used unchanged except for their ports, which may be in use. */
const guide = (await pages()).find(({ path }) => path === 'docs/guides/write-a-control.md') ?? { path: '', text: '' };
const CONTROL_TOKEN = 'a-token-of-your-choice';

let folder: string;
let ports: readonly number[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'control-'));
  ports = await Promise.all([freePort(), freePort()]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function block(language: string): string {
  return blockOf(guide, language).replaceAll('4020', String(ports[0])).replaceAll('4021', String(ports[1]));
}

async function withControl<T>(source: string, work: () => Promise<T>): Promise<T> {
  await writeFile(join(folder, 'control.mjs'), source);
  await writeFile(join(folder, 'target.yaml'), block('yaml'));
  const control = spawn(process.execPath, [join(folder, 'control.mjs')], { env: { CONTROL_TOKEN } });
  try {
    await printed(control, /^http:/);
    return await work();
  } finally {
    control.kill();
  }
}

test('the control of the guide is right, and eleven requirements pass with it', async () => {
  await withControl(block('js'), async () => {
    const examined = await labconform(['doctor', '--target', 'target.yaml'], folder, { CONTROL_TOKEN });
    expect(examined.out).toContain('Nothing is wrong.');
    const args = ['run', '--target', 'target.yaml', '--profile', 'api-key', '--runs', '2'];
    const { status } = await labconform(args, folder, { CONTROL_TOKEN });
    const file = join(folder, 'conformance-report', 'conformance.json');
    const { requirements } = JSON.parse(await readFile(file, 'utf8')) as Report;
    expect(requirements.filter(({ verdict }) => verdict === 'passed')).toHaveLength(11);
    expect(requirements.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'not-exercised')).toEqual([]);
    expect(status).toBe(0);
  });
});

test('doctor notices the wrong control of the guide', async () => {
  const wrong = block('js').replace('setSuspended(userId, true)', 'setSuspended(userId, false)');
  expect(wrong).not.toBe(block('js'));
  await withControl(wrong, async () => {
    const { out } = await labconform(['doctor', '--target', 'target.yaml'], folder, { CONTROL_TOKEN });
    expect(out).toMatch(/suspension was not seen/);
  });
});
