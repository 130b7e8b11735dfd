import { readFile } from 'node:fs/promises';

/**
 * Watches the resident memory of a process. The function that it returns ends this and returns the maximum, in bytes.
 */
export function watchResident(pid: number | undefined): () => number {
  let peak = 0;
  const watch = setInterval(() => void residentOf(pid).then((bytes) => (peak = Math.max(peak, bytes))), 50);
  return () => {
    clearInterval(watch);
    return peak;
  };
}

/** Returns the resident memory of a process, in bytes; 0 if it cannot be read. */
async function residentOf(pid: number | undefined): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
