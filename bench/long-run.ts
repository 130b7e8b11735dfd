import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../reports/report.ts';
import { watchResident } from './resident.ts';

// Measures a run with very many exchanges, and its report. Past exchanges must not be kept in memory.

const wanted = Number(process.argv[2] ?? 1_000_000);
const limit = 600;
/** A check with two calls for each case. It makes nothing at the tenant that would stay. */
const check = 'transport/a-bearer-value-never-issued-is-answered-401';
const callsPerCase = 2;

const folder = await mkdtemp(join(tmpdir(), 'labconform-'));
try {
  const runs = String(Math.ceil(wanted / callsPerCase));
  const began = performance.now();
  const suite = spawn(
    process.execPath,
    ['cli/labconform.js', 'run', '--check', check, '--runs', runs, '--report-dir', folder, '--format', 'json'],
    { stdio: 'ignore' },
  );
  const peakOf = watchResident(suite.pid);
  await once(suite, 'exit');
  const seconds = (performance.now() - began) / 1000;
  const report = JSON.parse(await readFile(join(folder, 'conformance.json'), 'utf8')) as Report;
  const exchanges = report.checks.reduce((sum, one) => sum + one.exchanges, 0);
  const megabytes = peakOf() / 1e6;
  process.stdout.write(
    `${megabytes <= limit ? 'ok  ' : 'OVER'} resident memory at its peak over ${exchanges} exchanges in ${seconds.toFixed(0)} s, megabytes: ${megabytes.toFixed(1)} (limit ${limit})\n`,
  );
  process.exitCode = exchanges >= wanted && megabytes <= limit ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
