/** More pages than a listing of any tenant under test has, at any page size that the tenant chooses. */
const mostOfOne = 2000;
/** Pages of all walks that have not come to an end yet, beyond the pages that each walk may have in any case. */
const mostOfAll = 20_000;
/**
 * Pages that any walk may have. A walk may also have twice as many pages as the longest walk that came to its end at
 * that listing.
 */
const pagesOfAnyWalk = 20;

/** The limits of one walk from page to page. */
export interface WalkAllowance {
  /** Returns the limit that forbids the next page, as a sentence; undefined if the next page may be requested. */
  reached(): Promise<string | undefined>;
  /** Records that the walk came to its end. */
  ended(): void;
}

/** Reports whether the answers of a target take up all the memory that they may. */
export interface Fullness {
  isFull(): Promise<boolean>;
}

/**
 * Limits the pages of the walks through one tenant's listings: of each walk, and of all walks that come to no end. A
 * tenant whose page tokens always lead on would keep every walk busy for as long as a walk may take. A walk that came
 * to its end uses up nothing of the common limit.
 */
export class WalkLimits {
  readonly #room: Fullness;
  readonly #longest = new Map<string, number>();
  #left: number;

  constructor(room: Fullness, left = mostOfAll) {
    this.#room = room;
    this.#left = left;
  }

  /** @param most maximum number of pages, if it is lower than usual */
  begin(path: string, most = mostOfOne): WalkAllowance {
    let pages = 0;
    let taken = 0;
    return {
      reached: async () => {
        pages++;
        if (pages >= most) return `the suite follows no more than ${most} pages of a listing`;
        if (await this.#room.isFull()) return 'the answers that the suite holds have reached its memory limit';
        if (pages < Math.max(pagesOfAnyWalk, 2 * (this.#longest.get(path) ?? 0))) return undefined;
        if (this.#left === 0) {
          return `the suite followed ${mostOfAll} pages of listings that came to no end, and follows no more than ${pages} pages of this one`;
        }
        this.#left--;
        taken++;
        return undefined;
      },
      ended: () => {
        this.#longest.set(path, Math.max(pages + 1, this.#longest.get(path) ?? 0));
        this.#left += taken;
        taken = 0;
      },
    };
  }
}
