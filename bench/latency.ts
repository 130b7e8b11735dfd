import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../schemas/types/report.ts';
import { createCertificate, startControlService, startTenant } from '../tenant/index.ts';

// A tenant that is far away: what a run takes altogether, beside its longest check. Checks overlap, so it is hardly more.

/** Milliseconds that a proxy adds to every round trip. */
const added = 50;
const runs = Number(process.argv[2] ?? 20);
const limit = 1.5;
/** How long a check takes beside others says little of it alone, so those with the most exchanges are tried. */
const candidates = 4;
const bin = fileURLToPath(new URL('../cli/labconform.js', import.meta.url));

/** Passes bytes on in their order, each half a round trip later. */
function late(from: Socket, to: Socket): void {
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), added / 2));
  from.on('end', () => setTimeout(() => to.end(), added / 2));
  from.on('error', () => to.destroy());
  from.setNoDelay(true);
}

/** A way to a tenant, which may come later, that is as far away as that. */
function relayTo(port: () => number): Server {
  return createTcpServer((near) => {
    const far = connect(port(), '127.0.0.1');
    late(near, far);
    late(far, near);
  });
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}

const folder = await mkdtemp(join(tmpdir(), 'labconform-bench-'));
let port = 0;
const farUrl = `https://127.0.0.1:${await listening(relayTo(() => port))}`;
const tenant = await startTenant({
  certificate: await createCertificate(new Date()),
  random: randomBytes,
  seed: 1,
  elapsed: () => performance.now(),
  startsAt: new Date(),
  // it goes by the address at which it is far away, also in what it delivers
  variant: {
    id: 'transport/far-away',
    freedoms: [],
    summary: 'Is reached by another address than it listens at.',
    behaviour: () => ({
      baseUrl: (origin) => {
        port = Number(new URL(origin).port);
        return farUrl;
      },
    }),
  },
});
const control = await startControlService({ control: tenant.control });
try {
  await writeFile(join(folder, 'ca.pem'), tenant.caPem);
  const profile = {
    name: 'far away',
    baseUrl: farUrl,
    tls: { caFile: 'ca.pem' },
    control: { type: 'http', url: control.url },
    api: { schemaFieldsEncoding: 'json' },
    limits: { propagationSeconds: 0 },
  };
  await writeFile(join(folder, 'target.json'), JSON.stringify(profile));
  const args = ['run', '--target', 'target.json', '--runs', String(runs), '--seed', '1', '--report-dir', 'report'];
  const run = spawn(process.execPath, [bin, ...args, '--format', 'json'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await new Promise((resolve) => run.once('close', resolve));
  const report = JSON.parse(await readFile(join(folder, 'report', 'conformance.json'), 'utf8')) as Report;
  const took = (Date.parse(report.finishedAt) - Date.parse(report.startedAt)) / 1000;
  let longest = { id: '', seconds: 0 };
  for (const { id } of report.checks.toSorted((a, b) => b.exchanges - a.exchanges).slice(0, candidates)) {
    const seconds = await alone(id, args);
    if (seconds > longest.seconds) longest = { id, seconds };
  }
  const ratio = took / longest.seconds;
  for (const { id, verdict, reason, failure } of report.checks) {
    if (!['passed', 'not-exercised'].includes(verdict))
      process.stdout.write(`${verdict}: ${id}: ${reason ?? failure?.observed ?? ''}\n`);
  }
  process.stdout.write(
    [
      `${report.checks.length} checks, ${runs} cases a property, ${added} ms added to every round trip: ${report.outcome}`,
      `the whole run ${took.toFixed(1)} s, its longest check alone ${longest.seconds.toFixed(1)} s (${longest.id})`,
      `${ratio <= limit ? 'ok  ' : 'OVER'} whole / longest: ${ratio.toFixed(2)} (limit ${limit})\n`,
    ].join('\n'),
  );
} finally {
  await control.close();
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
}

/** Seconds that one check takes where nothing else runs. */
async function alone(check: string, args: readonly string[]): Promise<number> {
  const one = spawn(process.execPath, [bin, ...args, '--format', 'json', '--check', check], {
    cwd: folder,
    stdio: 'ignore',
  });
  await new Promise((resolve) => one.once('close', resolve));
  const report = JSON.parse(await readFile(join(folder, 'report', 'conformance.json'), 'utf8')) as Report;
  return (report.checks[0]?.durationMs ?? Number.NaN) / 1000;
}
