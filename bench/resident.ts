import { readFile } from 'node:fs/promises';

/** Bytes of memory that a process has resident; 0 where that cannot be read. */
export async function residentOf(pid: number | undefined): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
