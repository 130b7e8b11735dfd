import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../schemas/types/report.ts';
import { checks } from '../specs/checks/index.ts';
import type { Control } from '../tenant/index.ts';
import { createCertificate, startControlService, startTenant } from '../tenant/index.ts';
import { firstNine } from './profiles.ts';

// A tenant that is far away, with its control: what a run takes altogether, beside its longest check. Checks overlap, so it is hardly more.
// In the run a check waits for all others that let time pass; what it takes where nothing else runs is told too.
// `node bench/latency.ts [cases a property [profile...]]`

/** Milliseconds that a proxy adds to every round trip. */
const added = 50;
const limit = 1.5;
const runs = Number(process.argv[2] ?? 100);
const profiles = process.argv.length > 3 ? process.argv.slice(3) : firstNine;
/** So many of each kind of check that may be the longest are run alone. */
const candidates = 2;
/** So many of the checks that ended last are named. */
const shown = 6;
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
let moves = 0;
const farUrl = `https://127.0.0.1:${await listening(relayTo(() => port))}`;
const tenant = await startTenant({
  certificate: await createCertificate(new Date()),
  random: randomBytes,
  seed: 1,
  elapsed: () => performance.now(),
  startsAt: new Date(),
  // it goes by the address at which it is far away, also in what it delivers
  publicUrl: farUrl,
});
port = Number(new URL(tenant.listensAt).port);
const control = await startControlService({ control: counted(tenant.control) });
const controlUrl = new URL(control.url);
const controlPort = Number(controlUrl.port);
controlUrl.port = String(await listening(relayTo(() => controlPort)));
try {
  await writeFile(join(folder, 'ca.pem'), tenant.caPem);
  const profile = {
    name: 'far away',
    baseUrl: farUrl,
    tls: { caFile: 'ca.pem' },
    control: { type: 'http', url: controlUrl.href },
    api: { schemaFieldsEncoding: 'json' },
    limits: { propagationSeconds: 0 },
  };
  await writeFile(join(folder, 'target.json'), JSON.stringify(profile));
  const report = await labconform(profiles.flatMap((name) => ['--profile', name]));
  const took = (Date.parse(report.finishedAt) - Date.parse(report.startedAt)) / 1000;
  for (const { id, verdict, reason, failure } of report.checks) {
    if (!['passed', 'not-exercised'].includes(verdict))
      process.stdout.write(`${verdict}: ${id}: ${reason ?? failure?.observed ?? ''}\n`);
  }
  const exchanges = report.checks.reduce((sum, check) => sum + check.exchanges, 0);
  process.stdout.write(
    [
      `${report.checks.length} checks, ${runs} cases a property, ${added} ms added to every round trip: ${report.outcome}`,
      `${exchanges} exchanges, the clock was moved ${moves} times; what ended last:`,
      ...report.checks
        .toSorted((a, b) => endOf(b) - endOf(a))
        .slice(0, shown)
        .map((check) => `  ${((endOf(check) - Date.parse(report.startedAt)) / 1000).toFixed(1)} s ${check.id}`),
      '',
    ].join('\n'),
  );
  const inRun = Math.max(...report.checks.map(({ durationMs }) => durationMs)) / 1000;
  process.stdout.write(`the whole run ${took.toFixed(1)} s, its longest check in it ${inRun.toFixed(1)} s\n`);
  verdict('whole / longest in the run', took / inRun);
  let alone = 0;
  for (const { id } of mayBeLongest(report.checks)) {
    const seconds = await runAlone(id);
    process.stdout.write(`alone ${seconds.toFixed(1)} s ${id}\n`);
    alone = Math.max(alone, seconds);
  }
  verdict('whole / longest alone', took / alone);
} finally {
  await control.close();
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
}

function verdict(what: string, ratio: number): void {
  process.stdout.write(`${ratio <= limit ? 'ok  ' : 'OVER'} ${what}: ${ratio.toFixed(2)} (limit ${limit})\n`);
}

/** A run of the command in a process of its own, and what it reports. */
async function labconform(selection: readonly string[]): Promise<Report> {
  const args = ['run', '--target', 'target.json', '--runs', String(runs), '--seed', '1', '--report-dir', 'report'];
  const run = spawn(process.execPath, [bin, ...args, '--format', 'json', ...selection], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await new Promise((resolve) => run.once('close', resolve));
  return JSON.parse(await readFile(join(folder, 'report', 'conformance.json'), 'utf8')) as Report;
}

/** Seconds that one check takes where nothing else runs. */
async function runAlone(check: string): Promise<number> {
  const report = await labconform(['--check', check]);
  return (report.checks[0]?.durationMs ?? Number.NaN) / 1000;
}

/**
 * How long a check takes beside others says little of it alone. Tried are those with the most exchanges, those with the
 * most of whose cases one follows another, and those that took longest.
 */
function mayBeLongest(results: Report['checks']): Report['checks'] {
  const most = (of: Report['checks'], measure: (check: Report['checks'][number]) => number): Report['checks'] =>
    of.toSorted((a, b) => measure(b) - measure(a)).slice(0, candidates);
  const waiting = new Set(checks.filter(({ maxSeconds }) => maxSeconds !== undefined).map(({ id }) => id));
  const oneByOne = results.filter(({ id }) => !waiting.has(id));
  return [
    ...new Set([
      ...most(results, ({ exchanges }) => exchanges),
      ...most(oneByOne, ({ exchanges }) => exchanges),
      ...most(results, ({ durationMs }) => durationMs),
    ]),
  ];
}

function endOf({ startedAt, durationMs }: Report['checks'][number]): number {
  return startedAt === undefined ? 0 : Date.parse(startedAt) + durationMs;
}

/** The control, with how often the clock was moved by it. */
function counted(operator: Control): Control {
  return {
    description: operator.description,
    operate: (operation, input) => {
      if (operation === 'clock.advance') moves++;
      return operator.operate(operation, input);
    },
  };
}
