/** The deliveries that are under way. No caller waits for them until the tenant closes. */
export interface Outbox {
  /** Starts a piece of work, which must end soon after its signal is aborted. A rejection is ignored. */
  readonly add: (work: (signal: AbortSignal) => Promise<void>) => void;
  /** Returns how many pieces of work have not ended yet. */
  readonly size: () => number;
  /** Aborts the work that is under way, and resolves when all of it has ended. Nothing is started afterwards. */
  readonly close: () => Promise<void>;
}

export function createOutbox(): Outbox {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    add: (work) => {
      if (closing.signal.aborted) return;
      // A receiver that fails must not disturb the code that caused the event.
      const ended = work(closing.signal)
        .catch(() => {})
        .finally(() => underWay.delete(ended));
      underWay.add(ended);
    },
    size: () => underWay.size,
    close: async () => {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
