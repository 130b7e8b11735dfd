import { CutOffError, inMegabytes } from './answer-limits.ts';
import { Places } from './places.ts';

export interface RoomOptions {
  /**
   * Octets of answers that may be held at the same time in all places: in journals, and by the code that judges them.
   */
  readonly most?: number;
  /** Number of long answers that are read at the same time; the others wait. */
  readonly longAtATime?: number;
  /** Collects unreachable answers, as far as that can be hastened. */
  readonly collect?: () => Promise<void>;
}

/**
 * Octets up to which an answer is read without asking for room: most answers are short, and few of these are under way
 * together.
 */
export const shortBytes = 64 * 1024;

/**
 * Octets from which on an answer is counted. The other data of an exchange takes about as much, so shorter answers need
 * not be counted one by one.
 */
const worthCounting = 1024;

/**
 * Requests for room between two collections, which take time. After a collection that did not make enough room, only
 * one in this many requests starts another.
 */
const asksBetweenCollections = 16;

/** Octets that a parsed JSON value takes, and the number of copies of an answer's text. */
const bytesAValue = 100;
const copies = 2;

/**
 * The memory that the answers of one target may take: answers that are being read, and answers that are held since. The
 * room does not know the holders of an answer. An answer counts until it is unreachable.
 */
export class Room {
  readonly #most: number;
  readonly #collect: () => Promise<void>;
  readonly #held = new FinalizationRegistry<number>((bytes) => (this.#bytes -= bytes));
  readonly #places: Places;
  #bytes = 0;
  #collecting: Promise<void> | undefined;
  #askedInVain = 0;

  constructor({ most = 64 * 1024 * 1024, longAtATime = 3, collect = async () => {} }: RoomOptions = {}) {
    this.#most = most;
    this.#places = new Places(longAtATime);
    this.#collect = collect;
  }

  /**
   * Waits for a place among the long answers that are read.
   *
   * @returns the function that gives the place back
   * @throws CutOffError if too much is held already
   */
  async enter(): Promise<() => void> {
    const leave = await this.#places.enter();
    if (await this.isFull()) {
      leave();
      throw new CutOffError(`the suite holds no more than ${inMegabytes(this.#most)} of answers at a time`);
    }
    return leave;
  }

  /** Reports whether the limit is reached, also after unreachable answers were collected. */
  async isFull(): Promise<boolean> {
    if (this.#bytes < this.#most) return false;
    if (this.#askedInVain % asksBetweenCollections === 0) {
      this.#collecting ??= this.#collect().finally(() => (this.#collecting = undefined));
      await this.#collecting;
    }
    if (this.#bytes < this.#most) this.#askedInVain = 0;
    else this.#askedInVain++;
    return this.#bytes >= this.#most;
  }

  /**
   * Counts an answer as held for as long as it is reachable.
   *
   * @param values number of values that the answer has as JSON
   */
  hold(answer: object, bytes: number, values: number): void {
    const whole = copies * bytes + bytesAValue * values;
    if (whole < worthCounting) return;
    this.#bytes += whole;
    this.#held.register(answer, whole);
  }
}
