/**
 * Ends the process at once, regardless of pending work.
 *
 * Node.js stops its threads first. A thread that compiles frequently run code may wait for the main thread to collect
 * garbage, while the main thread waits for this thread: one interrupted start in fourteen never ended. So the main
 * thread first does nothing for a fifth of a second, in short moments, and serves the requests of threads after each
 * moment.
 */
export function leave(status: number): never {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let moment = 0; moment < 20; moment += 1) Atomics.wait(never, 0, 0, 10);
  process.exit(status);
}
