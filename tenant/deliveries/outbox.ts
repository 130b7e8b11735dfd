/** Deliveries that are under way. Nobody waits for one, until the tenant closes. */
export interface Outbox {
  /** Starts a piece of work, which must end soon after its signal is aborted. What it rejects with is lost. */
  readonly add: (work: (signal: AbortSignal) => Promise<void>) => void;
  /** How many pieces of work have not ended yet. */
  readonly size: () => number;
  /** Calls off what is under way, and resolves when all of it has ended. Nothing is started afterwards. */
  readonly close: () => Promise<void>;
}

export function createOutbox(): Outbox {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    add: (work) => {
      if (closing.signal.aborted) return;
      // A receiver that fails is no affair of the party that caused the event.
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
