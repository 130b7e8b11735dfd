export interface LatenessOptions {
  /** Milliseconds within which no answer is late. */
  readonly soon: number;
  /** An answer is late if it takes this many times as long as the fastest of its kind. */
  readonly timesAsLong: number;
}

/** Number of answers that show whether answers are late: a single answer may have had its own reasons. */
const sampleSize = 8;
/** Largest number of kinds that are distinguished. */
const mostKinds = 1000;

/**
 * Distinguishes late answers from answers in time, by the fastest of their kind: a distant server does not count as
 * slow.
 */
export class Lateness {
  readonly #options: LatenessOptions;
  readonly #soonest = new Map<string, number>();
  #timely = 0;
  #late = 0;

  constructor(options: LatenessOptions) {
    this.#options = options;
  }

  /**
   * Learns the time of an answer of a kind. Returns whether this answer was late.
   *
   * @param took milliseconds
   */
  learn(took: number, kind = ''): boolean {
    const { soon, timesAsLong } = this.#options;
    const soonest = Math.min(took, this.#soonest.get(kind) ?? Infinity);
    if (this.#soonest.size < mostKinds || this.#soonest.has(kind)) this.#soonest.set(kind, soonest);
    return took > Math.max(soon, timesAsLong * soonest);
  }

  /** Counts an answer. Returns whether most of the last few were late, and in that case starts the count again. */
  count(isLate: boolean): boolean {
    if (isLate) this.#late++;
    else this.#timely++;
    const areLate = this.#late > sampleSize / 2;
    if (areLate || this.#timely + this.#late >= sampleSize) this.forget();
    return areLate;
  }

  /** Starts the count again. */
  forget(): void {
    this.#timely = this.#late = 0;
  }
}
