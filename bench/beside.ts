import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../schemas/types/report.ts';
import { amountOf } from './command.ts';
import { median, say, verdict } from './telling.ts';

// Compares a run of everything at the embedded tenant with a run of another checkout. The runs alternate, because the
// speed of a machine changes.

const [other, pairs = '5', limit = '1.1'] = process.argv.slice(2);
if (other === undefined) {
  process.stderr.write('bench/beside.ts: found no folder, expected that of another checkout, after npm ci in it\n');
  process.exit(2);
}
const own = fileURLToPath(new URL('..', import.meta.url));
const seed = '1';
const reports = await mkdtemp(join(tmpdir(), 'labconform-beside-'));

/** Returns the seconds that a run takes, started as users start it. */
async function secondsIn(folder: string): Promise<number> {
  const began = performance.now();
  const args = ['run', 'conformance', '--', '--seed', seed, '--report-dir', reports];
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`a run in ${folder} ended with ${status}`);
  const seconds = (performance.now() - began) / 1000;
  amounts.set(folder, amountOf(JSON.parse(await readFile(join(reports, 'conformance.json'), 'utf8')) as Report));
  return seconds;
}

const ratios: number[] = [];
const amounts = new Map<string, ReturnType<typeof amountOf>>();
for (let pair = 1; pair <= Number(pairs); pair++) {
  const seconds = new Map<string, number>();
  // each checkout begins as often as the other
  for (const folder of pair % 2 === 1 ? [other, own] : [own, other]) seconds.set(folder, await secondsIn(folder));
  const [theirs = NaN, ours = NaN] = [seconds.get(other), seconds.get(own)];
  ratios.push(ours / theirs);
  const durations = [theirs, ours].map((one) => `${one.toFixed(1)} s`);
  say(`  pair ${pair}: there ${durations[0]}, here ${durations[1]}, ratio ${(ours / theirs).toFixed(2)}`);
}
for (const [folder, { exchanges, cases }] of amounts)
  say(`  ${folder === own ? 'here' : 'there'}: ${exchanges} requests in ${cases} cases`);
await rm(reports, { recursive: true, force: true });

verdict('here / there, median', median(ratios), Number(limit));
