import { Lateness } from '../client/lateness.ts';

/** So many cases that cause events have webhooks at most, and at least. */
const most = 12;
const fewest = 3;
/** So many more that only listen, where deliveries come soon: each of them may be told of what the others cause. */
const mostListening = 24;
/** What a delivery is called late by. */
const lateness = { soon: 1000, timesAsLong: 2.5 };
/** By so much the room is lowered when most deliveries came late. */
const lowered = 0.7;

/**
 * Room for cases that have webhooks: anything that happens at a tenant may be told to the apps of all of them, and its
 * deliveries must not get in each other's way. There is less room where deliveries come late. Where they come soon, a case
 * that expects silence gives up its place while it listens, which is most of its time.
 */
export class DeliveryRoom {
  readonly #now: () => number;
  #limit: number = most;
  #loweredAt = -Infinity;
  readonly #lateness = new Lateness(lateness);
  readonly #present = new Set<object>();
  readonly #listening = new Set<object>();
  readonly #waiting: (() => void)[] = [];

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many cases may cause events at this moment; a whole number. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Waits until there is room for one more case; the same case has to wait once only. */
  async enter(someone: object, signal: AbortSignal): Promise<void> {
    if (this.#present.has(someone) || this.#listening.has(someone)) return;
    while (this.#present.size >= this.limit && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    // who was stopped meanwhile hands the room on
    if (signal.aborted) this.#handOn();
    else this.#present.add(someone);
  }

  /** Has another case come while this one only listens; afterwards it goes on at once. */
  async whileListening(someone: object, listened: Promise<void>): Promise<void> {
    const mayGiveUp = this.limit === most && this.#listening.size < mostListening;
    const givesUp = mayGiveUp && this.#present.delete(someone);
    if (givesUp) {
      this.#listening.add(someone);
      this.#handOn();
    }
    try {
      await listened;
    } finally {
      // it may have left meanwhile
      if (givesUp && this.#listening.delete(someone)) this.#present.add(someone);
    }
  }

  /** Makes room for another case. */
  leave(someone: object): void {
    if (!this.#listening.delete(someone) && this.#present.delete(someone)) this.#handOn();
  }

  /** Takes down that a delivery has come that was waited for since then. */
  heard(since: number): void {
    const isLate = this.#lateness.learn(this.#now() - since);
    if (!isLate) {
      this.#limit = Math.min(most, this.#limit + 1 / this.#limit);
      this.#handOn();
    } else if (since < this.#loweredAt) return; // those that were waited for before tell of the same moment
    if (!this.#lateness.count(isLate)) return;
    this.#limit = Math.max(fewest, this.#limit * lowered);
    this.#loweredAt = this.#now();
  }

  #handOn(): void {
    if (this.#present.size < this.limit) this.#waiting.shift()?.();
  }
}
