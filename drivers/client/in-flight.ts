import { Interrupted } from '../../core/trouble.ts';
import { Lateness } from './lateness.ts';

/** The end of a request or an operation that was under way. */
export interface Ended {
  /**
   * Kind of the request, such as its path and the status of its answer: requests of one kind take about the same time.
   */
  readonly kind: string;
  /** Whether the other side said, or showed by not answering, that it was overloaded. */
  readonly overloaded: boolean;
}

/** Records the end, and frees the place. Without an end nothing is learnt. */
export type Leave = (ended?: Ended) => void;

/** The number of requests that may be under way at the same time. Others wait, in the order in which they came. */
export interface InFlight {
  /** The current limit, a whole number. */
  readonly limit: number;
  /**
   * Waits for a place.
   *
   * @throws Interrupted if the signal is aborted first
   */
  enter(signal?: AbortSignal): Promise<Leave>;
}

/** For a target that no other caller waits for. */
export const anyNumber: InFlight = { limit: Infinity, enter: async () => () => {} };

export interface AdaptiveOptions {
  /** The largest limit. */
  readonly most: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /**
   * Returns a signal that is aborted after a time in milliseconds; the machine's own unless given, as for the time-outs
   * of a connection.
   */
  readonly alarm?: (ms: number) => AbortSignal;
}

const first = 4;
/** The smallest limit: with fewer requests the other side would be idle while an answer is on its way. */
const fewest = 2;
/** The times from which on an answer is late. */
const lateness = { soon: 100, timesAsLong: 4 };
/** Factors by which the limit falls: if answers are late, and if the other side is overloaded. */
const lateFactor = 0.7;
const overloadFactor = 0.5;
/**
 * Milliseconds after which an unanswered request no longer holds its place, while fewer than `mostHeld` are under way.
 */
const heldForMs = 5000;
const mostHeld = 16;
/** Shortest time between two looks at unanswered requests, in milliseconds. */
const leastWatchMs = 250;

/**
 * Follows the answers of the other side. The limit grows by one in each round of answers in time. It falls at once if
 * answers are late, or if the other side says that it is overloaded.
 */
export class AdaptiveInFlight implements InFlight {
  readonly #options: AdaptiveOptions;
  #limit: number;
  /** Whether the limit grows with each answer: it does until the first sign of overload. */
  #growsFast = true;
  #changedAt = -Infinity;
  readonly #lateness = new Lateness(lateness);
  /** The requests that hold a place, with the times at which they were sent. */
  readonly #holding = new Map<object, number>();
  #underWay = 0;
  readonly #waiting = new Set<(leave: Leave) => void>();
  #watching = false;

  constructor(options: AdaptiveOptions) {
    this.#options = options;
    this.#limit = Math.min(first, options.most);
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  async enter(signal?: AbortSignal): Promise<Leave> {
    if (signal?.aborted === true) throw new Interrupted('the check has ended');
    return this.#waiting.size === 0 && this.#hasRoom ? this.#place() : this.#turn(signal);
  }

  get #hasRoom(): boolean {
    return this.#holding.size < this.limit && this.#underWay < this.#options.most;
  }

  async #turn(signal: AbortSignal | undefined): Promise<Leave> {
    const { promise, resolve, reject } = Promise.withResolvers<Leave>();
    const stop = (): void => {
      this.#waiting.delete(resolve);
      reject(new Interrupted('the check has ended'));
    };
    signal?.addEventListener('abort', stop, { once: true });
    this.#waiting.add(resolve);
    this.#watchOver();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  #place(): Leave {
    const { now } = this.#options;
    const place = {};
    const since = now();
    const others = this.#underWay++;
    this.#holding.set(place, since);
    let left = false;
    return (outcome) => {
      if (left) return;
      left = true;
      this.#holding.delete(place);
      this.#underWay--;
      if (outcome !== undefined) this.#learn(outcome, since, others);
      this.#admit();
    };
  }

  #learn({ kind, overloaded }: Ended, since: number, others: number): void {
    const took = this.#options.now() - since;
    if (overloaded) {
      this.#lower(overloadFactor, since);
      return;
    }
    const isLate = this.#lateness.learn(took, kind);
    if (since < this.#changedAt) return;
    if (this.#lateness.count(isLate)) this.#lower(lateFactor, since);
    // a limit that is not used does not show how much would be too much
    if (!isLate && others + 1 >= this.#limit / 2)
      this.#limit = Math.min(this.#options.most, this.#limit + (this.#growsFast ? 1 : 1 / this.#limit));
  }

  /** Lowers the limit once for all requests that were sent before: their answers show the same moment. */
  #lower(by: number, since: number): void {
    if (since < this.#changedAt) return;
    this.#limit = Math.max(Math.min(fewest, this.#options.most), this.#limit * by);
    this.#growsFast = false;
    this.#changedAt = this.#options.now();
    this.#lateness.forget();
  }

  #admit(): void {
    for (const enter of this.#waiting) {
      if (!this.#hasRoom) return;
      this.#waiting.delete(enter);
      enter(this.#place());
    }
  }

  /** Frees the places of unanswered requests while a caller waits. */
  #watchOver(): void {
    if (this.#watching) return;
    this.#watching = true;
    const { now, alarm = (ms) => AbortSignal.timeout(ms) } = this.#options;
    const [oldest = now()] = this.#holding.values();
    const look = (): void => {
      this.#watching = false;
      for (const [place, since] of this.#holding)
        if (now() - since >= heldForMs && this.#underWay < mostHeld) this.#holding.delete(place);
      this.#admit();
      if (this.#waiting.size > 0) this.#watchOver();
    };
    alarm(Math.ceil(Math.max(leastWatchMs, oldest + heldForMs - now()))).addEventListener('abort', look, {
      once: true,
    });
  }
}
