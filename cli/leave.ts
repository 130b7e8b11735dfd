/**
 * Ends the process at once, regardless of what it still waits for.
 *
 * Node.js stops its threads first. One of them that compiles what runs often may be waiting for the main thread to
 * collect garbage, which waits for it in turn: one start in fourteen that was interrupted never ended. So the main
 * thread does nothing for a fifth of a second first, and looks after each moment of it whether a thread wants something.
 */
export function leave(status: number): never {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let moment = 0; moment < 20; moment += 1) Atomics.wait(never, 0, 0, 10);
  process.exit(status);
}
