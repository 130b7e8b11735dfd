import type { Unread } from './recorded.ts';

/** Maximum number of places that are named. Further ones are only counted. */
const mostPlaces = 3;

/** The counts of one capture. */
export class Tally {
  bytes = 0;
  /** Exchanges that were of interest, and deliveries. */
  exchanges = 0;
  deliveries = 0;
  /** Exchanges with other addresses. */
  elsewhere = 0;
  /** Whether the file stops in the middle of an entry. */
  cutOff = false;
  readonly #unread = new Map<string, { count: number; places: string[] }>();

  /** Counts an entry that could not be read. */
  unread(why: string, place: string): void {
    const known = this.#unread.get(why) ?? { count: 0, places: [] };
    this.#unread.set(why, known);
    known.count++;
    if (known.places.length < mostPlaces) known.places.push(place);
  }

  get notRead(): readonly Unread[] {
    return [...this.#unread].map(([why, { count, places }]) => ({ why, count, places }));
  }
}
