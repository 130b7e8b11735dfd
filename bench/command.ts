import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../schemas/types/report.ts';

const bin = fileURLToPath(new URL('../cli/labconform.js', import.meta.url));

/** Runs the command in its own process, in a folder that may contain a profile, and returns the report. */
export async function labconform(folder: string, args: readonly string[]): Promise<Report> {
  const all = ['run', '--seed', '1', '--format', 'json', '--report-dir', 'report', ...args];
  const run = spawn(process.execPath, [bin, ...all], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise((resolve) => run.once('close', resolve));
  return JSON.parse(await readFile(join(folder, 'report', 'conformance.json'), 'utf8')) as Report;
}

/** Returns the seconds that a run took by its report, from its first check to its last. */
export function secondsOf({ startedAt, finishedAt }: Report): number {
  return (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
}

/** Returns the number of requests of a run, and the number of its cases. */
export function amountOf({ checks }: Report): { readonly exchanges: number; readonly cases: number } {
  return {
    exchanges: checks.reduce((sum, check) => sum + check.exchanges, 0),
    cases: checks.reduce((sum, check) => sum + (check.cases ?? 0), 0),
  };
}
