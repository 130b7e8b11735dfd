import { CutOffError, inMegabytes } from './answer-limits.ts';
import { Places } from './places.ts';

export interface RoomOptions {
  /** Octets of answers that may be held at the same time in all places: in journals, and by the code that judges them. */
  readonly most?: number;
  /** So many long answers are read at a time; the others wait. */
  readonly longAtATime?: number;
  /** Has what nobody holds any more be forgotten, as far as that can be hastened. */
  readonly collect?: () => Promise<void>;
}

/** Shorter answers are read without asking for room: they are most of all, and few of them are under way together. */
export const shortBytes = 64 * 1024;

/** What else an exchange takes is about as much, so that shorter answers need not be counted one by one. */
const worthCounting = 1024;

/** Finding out what can be forgotten takes time: where it was nothing, only one of so many has it looked for again. */
const asksBetweenCollections = 16;

/** A value of JSON that was read takes about as many octets beside its text, of which it is another copy. */
const bytesAValue = 100;
const copies = 2;

/**
 * The memory that the answers of one target may take: of those that are being read, and of those that are held since.
 * Who holds an answer is not asked of anybody; it is held until it can be reached no more.
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
   * @returns what gives the place back
   * @throws CutOffError where too much is held already
   */
  async enter(): Promise<() => void> {
    const leave = await this.#places.enter();
    if (await this.isFull()) {
      leave();
      throw new CutOffError(`the suite holds no more than ${inMegabytes(this.#most)} of answers at a time`);
    }
    return leave;
  }

  /** Whether as much is held as may be, when what nobody needs has been forgotten. */
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
   * Counts an answer as held for as long as there is a way to it.
   *
   * @param values how many values it has as JSON
   */
  hold(answer: object, bytes: number, values: number): void {
    const whole = copies * bytes + bytesAValue * values;
    if (whole < worthCounting) return;
    this.#bytes += whole;
    this.#held.register(answer, whole);
  }
}
