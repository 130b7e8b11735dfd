export interface LatenessOptions {
  /** Milliseconds within which nothing is late. */
  readonly soon: number;
  /** What takes so many times as long as the soonest of its kind is late. */
  readonly timesAsLong: number;
}

/** So many tell whether they come late: one may have had reasons of its own. */
const heard = 8;
/** So many kinds are told apart. */
const mostKinds = 1000;

/**
 * Tells what comes late from what comes in time, by the soonest of its kind: one who is far away is not taken for one who is
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
   * Learns how soon one of a kind comes; whether this one came late.
   *
   * @param took milliseconds
   */
  learn(took: number, kind = ''): boolean {
    const { soon, timesAsLong } = this.#options;
    const soonest = Math.min(took, this.#soonest.get(kind) ?? Infinity);
    if (this.#soonest.size < mostKinds || this.#soonest.has(kind)) this.#soonest.set(kind, soonest);
    return took > Math.max(soon, timesAsLong * soonest);
  }

  /** Counts one; whether most of the last few came late. Once it is said, it is forgotten. */
  count(isLate: boolean): boolean {
    if (isLate) this.#late++;
    else this.#timely++;
    const areLate = this.#late > heard / 2;
    if (areLate || this.#timely + this.#late >= heard) this.forget();
    return areLate;
  }

  /** Begins to count anew. */
  forget(): void {
    this.#timely = this.#late = 0;
  }
}
