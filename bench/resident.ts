import { readFile } from 'node:fs/promises';

/** Watches the memory that a process has resident; what it gives ends that and tells the most there was, in bytes. */
export function watchResident(pid: number | undefined): () => number {
  let peak = 0;
  const watch = setInterval(() => void residentOf(pid).then((bytes) => (peak = Math.max(peak, bytes))), 50);
  return () => {
    clearInterval(watch);
    return peak;
  };
}

/** 0 where that cannot be read. */
async function residentOf(pid: number | undefined): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
