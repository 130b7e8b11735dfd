import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realTime } from '../drivers/real-time.ts';
import { openEmbedded } from '../drivers/session/embedded.ts';
import { checks } from '../specs/checks/index.ts';
import type { ProfileName } from '../specs/requirements/index.ts';
import { profileNames } from '../specs/requirements/index.ts';
import { runAll } from '../specs/run-all.ts';
import { recordRequests, sendAgain } from './bare-client.ts';
import { firstFive, firstNine } from './profiles.ts';
import { watchResident } from './resident.ts';
import { median, say, verdict } from './telling.ts';

// Everything that is compared runs side by side in this one process.

const seed = 1;
const runs = 100;
const repetitions = 3;

const judged = checks.filter(({ id }) => firstNine.some((profile) => id.startsWith(`${profile}/`)));

async function suiteAgainstBareClient(): Promise<void> {
  const ratios: number[] = [];
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    const session = await openEmbedded({ seed, runId: 'bench', realTime, linger: true });
    const recording = recordRequests();
    const began = performance.now();
    await runAll(judged, session, { runs, seed, now: realTime.now });
    const suite = performance.now() - began;
    const requests = recording.stop();
    const bare = await sendAgain(requests, session.concurrency);
    await session.close();
    ratios.push(suite / bare);
    say(
      `  run ${repetition}: ${requests.length} exchanges, suite ${ms(suite)}, bare undici ${ms(bare)}, ratio ${(suite / bare).toFixed(2)}`,
    );
  }
  verdict('suite / bare client, median', median(ratios), 1.5);
}

/**
 * Measures the command as a user starts it: when the first verdict is printed, when it ends, and how much memory it
 * takes.
 */
async function command(
  label: string,
  profiles: readonly ProfileName[],
  limits: { readonly seconds?: number; readonly first?: number; readonly megabytes?: number },
): Promise<void> {
  const bin = fileURLToPath(new URL('../cli/labconform.js', import.meta.url));
  const began = performance.now();
  const child = spawn(bin, ['run', '--seed', String(seed), '--report-dir', folder, '--profile', ...profiles], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let first: number | undefined;
  const peakOf = watchResident(child.pid);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (/^ +1\/\d+ checks/m.test(text)) first ??= performance.now() - began;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const total = performance.now() - began;
  verdict(`${label}: start to first verdict`, (first ?? Infinity) / 1000, limits.first, ' s');
  verdict(`${label}: the whole run at ${runs} cases a property`, total / 1000, limits.seconds, ' s');
  verdict(`${label}: resident memory at its peak`, peakOf() / 1e6, limits.megabytes, ' MB');
}

/**
 * Measures the proof of some profiles as `npm test` runs it: each fault is found, each variant judged as the plain
 * tenant.
 */
async function matrix(profiles: readonly ProfileName[], limit: number): Promise<void> {
  const files = profiles.map((profile) => `tests/proof/${profile}.proof.test.ts`);
  const began = performance.now();
  const child = spawn('vitest', ['run', '--reporter', 'dot', ...files], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  const seconds = (performance.now() - began) / 1000;
  verdict(`the matrix of ${profiles.length} profiles${status === 0 ? '' : ', which fails'}`, seconds, limit, ' s');
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

const folder = await mkdtemp(join(tmpdir(), 'labconform-bench-'));
try {
  say(`seed ${seed}, ${runs} cases a property`);
  await command(`${firstFive.length} profiles`, firstFive, { seconds: 20, first: 2, megabytes: 400 });
  await command(`${firstNine.length} profiles`, firstNine, { seconds: 60 });
  await command('all profiles', profileNames, {});
  say(`${judged.length} checks of ${firstNine.length} profiles beside the bare client`);
  await suiteAgainstBareClient();
  await matrix(firstFive, 120);
  await matrix(firstNine, 300);
} finally {
  await rm(folder, { recursive: true, force: true });
}
