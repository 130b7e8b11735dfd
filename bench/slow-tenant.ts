import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../schemas/types/report.ts';
import type { ProfileName } from '../specs/requirements/index.ts';
import type { Served } from '../tests/slow/one-worker.ts';
import { startOneWorker } from '../tests/slow/one-worker.ts';
import { labconform } from './command.ts';
import { say, verdict } from './telling.ts';

// Measures a run at a tenant with one slow worker, which serves API, pages and control: its time compared with the time
// in which the worker was busy, and its requests compared with a run at the same tenant when it is fast. Usage: `node
// bench/slow-tenant.ts [milliseconds,... [cases a property [profile...]]]`.

const serviceTimes = (process.argv[2] ?? '20,60,150').split(',').map(Number);
const runs = Number(process.argv[3] ?? 5);
const profiles: readonly ProfileName[] =
  process.argv.length > 4 ? (process.argv.slice(4) as ProfileName[]) : ['token-issuance', 'api-key', 'lifecycle'];
/** Limit of the wall time in relation to the time in which the worker was busy. */
const mostIdle = 1.3;
/** Limit of the number of requests and operations, in relation to the number at the same tenant when it is fast. */
const mostAsked = 1.05;

interface Measured {
  readonly served: Served;
  readonly seconds: number;
  readonly report: Report;
}

const fast = await measure(0);
print('as fast as it can', fast);
for (const serviceMs of serviceTimes) {
  const slow = await measure(serviceMs);
  print(`${serviceMs} ms a request`, slow);
  verdict('wall time / busy time', slow.seconds / (slow.served.busyMs / 1000), mostIdle);
  verdict('requests / requests when fast', countOf(slow.served) / countOf(fast.served), mostAsked);
  verdict('checks that did not pass', troubled(slow.report).length, 0);
}

async function measure(serviceMs: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'labconform-bench-'));
  const tenant = await startOneWorker(serviceMs);
  try {
    await writeFile(join(folder, 'ca.pem'), tenant.caPem);
    const profile = {
      name: 'one worker',
      baseUrl: tenant.baseUrl,
      tls: { caFile: 'ca.pem' },
      control: { type: 'http', url: tenant.controlUrl },
      api: { schemaFieldsEncoding: 'json' },
      limits: { propagationSeconds: 0 },
    };
    await writeFile(join(folder, 'target.json'), JSON.stringify(profile));
    const began = performance.now();
    const selection = profiles.flatMap((name) => ['--profile', name]);
    const report = await labconform(folder, ['--target', 'target.json', '--runs', String(runs), ...selection]);
    return { served: tenant.served(), seconds: (performance.now() - began) / 1000, report };
  } finally {
    await tenant.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function countOf({ requests, operations }: Served): number {
  return requests + operations;
}

function troubled({ checks }: Report): Report['checks'] {
  return checks.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'not-exercised');
}

function print(label: string, { served, seconds, report }: Measured): void {
  const line = `${label}: ${report.checks.length} checks, ${runs} cases a property: ${report.outcome}; ${seconds.toFixed(1)} s, the worker was busy for ${(served.busyMs / 1000).toFixed(1)} s with ${served.requests} requests and ${served.operations} operations, at most ${served.mostWaiting} at a time`;
  say(line);
  for (const { id, verdict: checkVerdict, reason, failure } of troubled(report))
    say(`  ${checkVerdict}: ${id}: ${reason ?? failure?.observed ?? ''}`);
}
