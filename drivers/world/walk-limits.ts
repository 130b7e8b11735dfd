/** More pages than a listing of any tenant under test has, at any page size that it chooses. */
const mostOfOne = 2000;
/** Pages of all walks that have come to no end by now, beyond those that each may have in any case. */
const mostOfAll = 20_000;
/** So many pages any walk may have, and twice as many as the longest that came to its end at that listing. */
const always = 20;

/** How far one walk from page to page may go. */
export interface WalkAllowance {
  /** The limit that keeps the next page from being asked for, as a sentence; undefined where it may be. */
  reached(): Promise<string | undefined>;
  /** The walk came to its end. */
  ended(): void;
}

/** Who tells whether the answers of a target take as much memory as they may. */
export interface Fullness {
  isFull(): Promise<boolean>;
}

/**
 * Bounds the pages of the walks through one tenant's listings: of each, and of all that come to no end. A tenant whose
 * page tokens always lead on would keep every walk busy for as long as one may take; what came to its end costs nothing.
 */
export class WalkLimits {
  readonly #room: Fullness;
  readonly #longest = new Map<string, number>();
  #left: number;

  constructor(room: Fullness, left = mostOfAll) {
    this.#room = room;
    this.#left = left;
  }

  /** @param most pages, where that is fewer than usual */
  begin(path: string, most = mostOfOne): WalkAllowance {
    let pages = 0;
    let taken = 0;
    return {
      reached: async () => {
        pages++;
        if (pages >= most) return `the suite follows no more than ${most} pages of a listing`;
        if (await this.#room.isFull()) return 'the suite holds no more answers at a time than those that it has';
        if (pages < Math.max(always, 2 * (this.#longest.get(path) ?? 0))) return undefined;
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
