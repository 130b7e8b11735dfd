import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { start } from './command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command, reads the first part of its output and closes the pipe, like `head`. */
async function closeEarly(...args: readonly string[]): Promise<{ readonly status: number; readonly err: string }> {
  const child = start(args, folder);
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdout?.once('data', () => child.stdout?.destroy());
  const [status] = (await once(child, 'close')) as [number];
  return { status, err };
}

describe('a command whose reader closes the output early', () => {
  test('ends without a message about it', async () => {
    expect(await closeEarly('list', 'faults')).toEqual({ status: 0, err: '' });
  });

  test('still writes its report', async () => {
    const check = 'transport/the-base-address-is-an-https-origin';
    expect(await closeEarly('run', '--check', check, '--report-dir', 'report')).toEqual({ status: 0, err: '' });
    expect(await readdir(join(folder, 'report'))).toEqual(
      expect.arrayContaining(['conformance.json', 'conformance.html']),
    );
  });
});
