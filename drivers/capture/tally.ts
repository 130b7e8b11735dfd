import type { Unread } from './recorded.ts';

/** So many places are named; of the rest there is a number. */
const mostPlaces = 3;

/** What a capture held. */
export class Tally {
  bytes = 0;
  /** Exchanges that were of interest, and deliveries. */
  exchanges = 0;
  deliveries = 0;
  /** Exchanges with other addresses. */
  elsewhere = 0;
  /** The file stops in the middle of something. */
  cutOff = false;
  readonly #unread = new Map<string, { count: number; places: string[] }>();

  /** Counts something that could not be read. */
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
