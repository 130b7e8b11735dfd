import { textsIn } from './page.ts';

/**
 * Which listings of a tenant have shown a record of the suite's by its name or identifier. Where one did, the items of
 * that listing can be recognised, so that what is not seen there is not there.
 */
export class Familiar {
  readonly #texts = new Set<string>();
  readonly #paths = new Set<string>();

  /** Takes down by what the suite's records can be told: none of these stands anywhere by chance. */
  learn(texts: Iterable<string>): void {
    for (const text of texts) this.#texts.add(text);
  }

  /** Looks at items of a listing for a record of the suite's; whether there was one among them, now or before. */
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
