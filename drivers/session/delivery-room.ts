import { Lateness } from '../client/lateness.ts';

/** The most and the fewest cases that cause events and have webhooks at the same time. */
const mostCases = 12;
const fewestCases = 3;
/** The number of further cases that only listen, if deliveries come soon: each may receive events of the others. */
const mostListening = 24;
/** When a delivery counts as late. */
const lateness = { soon: 1000, timesAsLong: 2.5 };
/** The factor by which the limit is lowered when most deliveries came late. */
const loweringFactor = 0.7;

/**
 * Limits how many cases have webhooks at the same time. The tenant may deliver each event to the apps of all these
 * cases, and the deliveries must not delay each other. The limit is lower while deliveries come late. While they come
 * soon, a case that expects silence gives up its place as long as it listens, which is most of its time.
 */
export class DeliveryRoom {
  readonly #now: () => number;
  #limit: number = mostCases;
  #loweredAt = -Infinity;
  readonly #lateness = new Lateness(lateness);
  readonly #present = new Set<object>();
  readonly #listening = new Set<object>();
  readonly #waiting: (() => void)[] = [];

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of cases that may cause events at this moment; a whole number. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Waits until there is room for one more case. The same case waits only once. */
  async enter(caseKey: object, signal: AbortSignal): Promise<void> {
    if (this.#present.has(caseKey) || this.#listening.has(caseKey)) return;
    while (this.#present.size >= this.limit && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    // a case that was stopped meanwhile passes its place on
    if (signal.aborted) this.#handOn();
    else this.#present.add(caseKey);
  }

  /** Lets another case enter while this one only listens. Afterwards this case continues at once. */
  async whileListening(caseKey: object, listened: Promise<void>): Promise<void> {
    const mayGiveUp = this.limit === mostCases && this.#listening.size < mostListening;
    const givesUp = mayGiveUp && this.#present.delete(caseKey);
    if (givesUp) {
      this.#listening.add(caseKey);
      this.#handOn();
    }
    try {
      await listened;
    } finally {
      // the case may have left meanwhile
      if (givesUp && this.#listening.delete(caseKey)) this.#present.add(caseKey);
    }
  }

  /** Makes room for another case. */
  leave(caseKey: object): void {
    if (!this.#listening.delete(caseKey) && this.#present.delete(caseKey)) this.#handOn();
  }

  /** Records that a delivery has come for which a case has waited since `since`. */
  heard(since: number): void {
    const isLate = this.#lateness.learn(this.#now() - since);
    if (!isLate) {
      this.#limit = Math.min(mostCases, this.#limit + 1 / this.#limit);
      this.#handOn();
    } else if (since < this.#loweredAt) return; // awaited before the last lowering: the same delay
    if (!this.#lateness.count(isLate)) return;
    this.#limit = Math.max(fewestCases, this.#limit * loweringFactor);
    this.#loweredAt = this.#now();
  }

  #handOn(): void {
    if (this.#present.size < this.limit) this.#waiting.shift()?.();
  }
}
