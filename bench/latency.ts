import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { Report } from '../schemas/types/report.ts';

// A tenant that is far away: what a run takes altogether, beside its longest check. Checks overlap, so it is hardly more.

/** Milliseconds that a proxy adds to every round trip. */
const added = 50;
const runs = Number(process.argv[2] ?? 20);
const limit = 1.5;
const bin = fileURLToPath(new URL('../cli/labconform.js', import.meta.url));

/** Passes bytes on in their order, each half a round trip later. */
function late(from: Socket, to: Socket): void {
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), added / 2));
  from.on('end', () => setTimeout(() => to.end(), added / 2));
  from.on('error', () => to.destroy());
  from.setNoDelay(true);
}

/** An address at which the tenant is as far away as that. */
async function farAddressOf(address: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const relay = createTcpServer((near) => {
    const far = connect(Number(port), hostname);
    late(near, far);
    late(far, near);
  });
  return `https://127.0.0.1:${await listening(relay)}`;
}

/** A control that calls the tenant by its far address. */
async function controlBy(address: string, tenant: string, far: string): Promise<string> {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = (await text(incoming)).replaceAll(far, tenant);
    const { method = 'GET', url = '/' } = incoming;
    const answer = await request(new URL(address).origin + url, {
      method: method as 'GET' | 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === '' ? null : body,
    });
    outgoing.writeHead(answer.statusCode, { 'content-type': 'application/json' });
    outgoing.end((await answer.body.text()).replaceAll(tenant, far));
  };
  const relay = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  return `http://127.0.0.1:${await listening(relay)}${new URL(address).pathname}`;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}

const folder = await mkdtemp(join(tmpdir(), 'labconform-bench-'));
const tenant = spawn(process.execPath, [bin, 'tenant'], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const line = await new Promise<string>((resolve) => tenant.stdout.setEncoding('utf8').once('data', resolve));
  const { baseUrl, controlUrl, caFile } = JSON.parse(line) as Record<'baseUrl' | 'controlUrl' | 'caFile', string>;
  const farUrl = await farAddressOf(baseUrl);
  const profile = {
    name: 'far away',
    baseUrl: farUrl,
    tls: { caFile },
    control: { type: 'http', url: await controlBy(controlUrl, baseUrl, farUrl) },
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
  const longest = report.checks.toSorted((a, b) => b.exchanges - a.exchanges)[0];
  const single = await alone(longest?.id ?? '', args);
  const ratio = took / single;
  for (const { id, verdict, reason, failure } of report.checks) {
    if (!['passed', 'not-exercised'].includes(verdict))
      process.stdout.write(`${verdict}: ${id}: ${reason ?? failure?.observed ?? ''}\n`);
  }
  process.stdout.write(
    [
      `${report.checks.length} checks, ${runs} cases a property, ${added} ms added to every round trip: ${report.outcome}`,
      `the whole run ${took.toFixed(1)} s, its longest check alone ${single.toFixed(1)} s (${longest?.id ?? ''})`,
      `${ratio <= limit ? 'ok  ' : 'OVER'} whole / longest: ${ratio.toFixed(2)} (limit ${limit})\n`,
    ].join('\n'),
  );
} finally {
  tenant.kill('SIGTERM');
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
