import { Interrupted } from '../../core/trouble.ts';
import { Lateness } from './lateness.ts';

/** How something that was under way ended. */
export interface Ended {
  /** What takes about the same time whenever it is asked for, such as a path and the status that it was answered with. */
  readonly kind: string;
  /** The other side said, or showed by not answering, that too much was asked of it. */
  readonly overloaded: boolean;
}

/** Takes down how it ended, and makes room for the next; without an ending nothing is learnt. */
export type Leave = (ended?: Ended) => void;

/** How much may be under way at the same time; what is more waits, in the order in which it came. */
export interface InFlight {
  /** At this moment; a whole number. */
  readonly limit: number;
  /**
   * Waits for a place.
   *
   * @throws Interrupted when the signal comes first
   */
  enter(signal?: AbortSignal): Promise<Leave>;
}

/** For a target that nobody else waits for. */
export const anyNumber: InFlight = { limit: Infinity, enter: async () => () => {} };

export interface AdaptiveOptions {
  /** The most that there is ever a place for. */
  readonly most: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Aborted after so many milliseconds; the machine's own unless given, as for the time-outs of a connection. */
  readonly alarm?: (ms: number) => AbortSignal;
}

const first = 4;
/** With fewer, the side that answers would have nothing to do while an answer is on its way. */
const fewest = 2;
/** What an answer is called late by. */
const lateness = { soon: 100, timesAsLong: 4 };
/** By so much the limit is lowered when answers come late, and when too much was asked. */
const late = 0.7;
const halved = 0.5;
/** Milliseconds after which what is not answered holds its place no longer, as long as so many are under way at most. */
const heldFor = 5000;
const mostHeld = 16;
/** Milliseconds between two looks at them, at least. */
const leastWatched = 250;

/**
 * Follows what the other side answers: one more each round of answers that come in time; fewer at once when they come
 * late, or when it says that it has too much to do.
 */
export class AdaptiveInFlight implements InFlight {
  readonly #options: AdaptiveOptions;
  #limit: number;
  /** Until the first sign of too much, it grows with each answer. */
  #growsFast = true;
  #changedAt = -Infinity;
  readonly #lateness = new Lateness(lateness);
  /** When each of those that hold a place was sent. */
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
      this.#lower(halved, since);
      return;
    }
    const isLate = this.#lateness.learn(took, kind);
    if (since < this.#changedAt) return;
    if (this.#lateness.count(isLate)) this.#lower(late, since);
    // what is not made use of shows nothing of what would be too much
    if (!isLate && others + 1 >= this.#limit / 2)
      this.#limit = Math.min(this.#options.most, this.#limit + (this.#growsFast ? 1 : 1 / this.#limit));
  }

  /** Once for all that was sent before: their answers tell of the same moment. */
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

  /** While somebody waits, takes the places of those that are not answered. */
  #watchOver(): void {
    if (this.#watching) return;
    this.#watching = true;
    const { now, alarm = (ms) => AbortSignal.timeout(ms) } = this.#options;
    const [oldest = now()] = this.#holding.values();
    const look = (): void => {
      this.#watching = false;
      for (const [place, since] of this.#holding)
        if (now() - since >= heldFor && this.#underWay < mostHeld) this.#holding.delete(place);
      this.#admit();
      if (this.#waiting.size > 0) this.#watchOver();
    };
    alarm(Math.ceil(Math.max(leastWatched, oldest + heldFor - now()))).addEventListener('abort', look, { once: true });
  }
}
