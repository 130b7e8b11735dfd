import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../../schemas/types/report.ts';
import { ended, start } from '../cli/command.ts';

/** A run of the command in its own process, with its time and memory. */
export interface MeasuredRun {
  readonly status: number | null;
  readonly report: Report;
  readonly seconds: number;
  /** The largest resident size, in megabytes. */
  readonly megabytes: number;
}

/** Runs the command against the target whose profile is in a folder. */
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

/** Returns the largest resident size of a process, in kilobytes; 0 if it cannot be read. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
}
