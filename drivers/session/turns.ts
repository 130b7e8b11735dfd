import type { CheckToRun } from './session.ts';

/**
 * Turns at a tenant that checks share. A check that needs the tenant for itself comes after all others have gone; such
 * checks come one after another.
 */
export class Turns {
  readonly #others = new Set<string>();
  readonly #free = Promise.withResolvers<void>();
  #last: Promise<void> = Promise.resolve();
  #latecomers = 0;
  #shared: Promise<() => void> | undefined;

  /** Announces the checks that will come. */
  expect(checks: readonly CheckToRun[]): void {
    for (const check of checks) if (!needsToBeAlone(check)) this.#others.add(check.id);
  }

  /** Records that a check has gone. */
  gone(id: string): void {
    this.#others.delete(id);
    if (this.#others.size === 0) this.#free.resolve();
  }

  /**
   * Waits as {@link alone} does, for a turn that all callers of this method share. Returns the function that ends the
   * turn.
   */
  async together(signal: AbortSignal | undefined): Promise<() => void> {
    this.#latecomers++;
    this.#shared ??= this.alone(signal);
    const leave = await this.#shared;
    return () => {
      if (--this.#latecomers > 0) return;
      this.#shared = undefined;
      leave();
    };
  }

  /** Waits until no other check is there, or until the run is stopped. Returns the function that ends the turn. */
  async alone(signal: AbortSignal | undefined): Promise<() => void> {
    const before = this.#last;
    const mine = Promise.withResolvers<void>();
    this.#last = mine.promise;
    const stopped = Promise.withResolvers<void>();
    signal?.addEventListener('abort', () => stopped.resolve(), { once: true });
    if (this.#others.size === 0) this.#free.resolve();
    if (signal?.aborted !== true) await Promise.race([Promise.all([this.#free.promise, before]), stopped.promise]);
    return mine.resolve;
  }
}

export function needsToBeAlone({ needs }: CheckToRun): boolean {
  return needs.includes('tenant-of-its-own');
}
