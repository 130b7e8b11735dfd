import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labconform, secondsOf } from './command.ts';
import { startFarTenant } from './far-tenant.ts';
import { median, say, verdict } from './telling.ts';

// Compares runs of everything at the served reference tenant, whose clock can be moved, with runs at the embedded
// tenant, in turn. Usage: `node bench/served.ts [pairs]`.

const pairs = Number(process.argv[2] ?? 3);
const limit = 1.3;

const folder = await mkdtemp(join(tmpdir(), 'labconform-bench-'));
const ratios: number[] = [];
try {
  for (let pair = 1; pair <= pairs; pair++) {
    const embedded = secondsOf(await labconform(folder, []));
    const tenant = await startFarTenant(0);
    const served = await labconform(tenant.folder, ['--target', 'target.json']);
    await tenant.close();
    ratios.push(secondsOf(served) / embedded);
    const durations = `embedded ${embedded.toFixed(1)} s, served ${secondsOf(served).toFixed(1)} s`;
    say(`  pair ${pair}: ${durations}, the clock was moved ${tenant.moves()} times: ${served.outcome}`);
  }
  verdict('served / embedded, median', median(ratios), limit);
} finally {
  await rm(folder, { recursive: true, force: true });
}
