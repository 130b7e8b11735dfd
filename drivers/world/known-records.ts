import { textsIn } from './page.ts';
import { standsAlone } from './view.ts';

/**
 * The texts by which the records of all checks at a tenant can be recognised, and the listings that have shown one of
 * these records. Items of such a listing can be recognised, so a record that is not seen there is not in the listing.
 */
export class KnownRecords {
  readonly #texts = new Set<string>();
  readonly #paths = new Set<string>();

  /** Adds texts by which the suite's records can be recognised. None of the texts may occur anywhere by chance. */
  learn(texts: Iterable<string>): void {
    for (const text of texts) this.#texts.add(text);
  }

  /** Returns the known texts that occur in a text, whichever check made the records. */
  knownTextsIn(text: string): string[] {
    return [...this.#texts].filter((known) => standsAlone(text, known));
  }

  /** Searches items of a listing for a record of the suite. Reports whether there was one among them, now or before. */
  recognises(path: string, items: readonly unknown[]): boolean {
    if (this.#paths.has(path)) return true;
    const known = items.some((item) =>
      textsIn(item)
        .values()
        .some((text) => this.#texts.has(text)),
    );
    if (known) this.#paths.add(path);
    return known;
  }
}
