import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../../schemas/types/report.ts';
import { ended, start } from '../cli/command.ts';

/** A run of the command in a process of its own, and what it took. */
export interface MeasuredRun {
  readonly status: number | null;
  readonly report: Report;
  readonly seconds: number;
  /** Megabytes that were resident at the most. */
  readonly megabytes: number;
}

/** Runs the command against the target that a folder has the profile of. */
export async function measuredRun(folder: string, selection: readonly string[]): Promise<MeasuredRun> {
  const began = performance.now();
  const args = ['run', '--target', 'target.json', '--runs', '5', '--seed', '1', '--report-dir', 'report'];
  const child = start([...args, '--format', 'json', 'junit', ...selection], folder);
  let peak = 0;
  const look = setInterval(() => void peakOf(child.pid).then((kilobytes) => (peak = Math.max(peak, kilobytes))), 100);
  const { status, err } = await ended(child);
  clearInterval(look);
  const seconds = (performance.now() - began) / 1000;
  const text = await readFile(join(folder, 'report', 'conformance.json'), 'utf8').catch(() => {
    throw new Error(`the run wrote no report and ended with ${status}: ${err}`);
  });
  return { status, report: JSON.parse(text) as Report, seconds, megabytes: peak / 1024 };
}

/** Kilobytes that a process has had resident at the most; 0 where that cannot be read. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
}
