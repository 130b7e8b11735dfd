import { textsIn } from './page.ts';
import { standsAlone } from './view.ts';

/**
 * By what the records can be told that all checks made at a tenant, and which of its listings have shown one of them:
 * there items can be recognised, so that what is not seen is not there.
 */
export class Familiar {
  readonly #texts = new Set<string>();
  readonly #paths = new Set<string>();

  /** Takes down by what the suite's records can be told: none of these stands anywhere by chance. */
  learn(texts: Iterable<string>): void {
    for (const text of texts) this.#texts.add(text);
  }

  /** What of the suite's records a text tells, whichever check made them. */
  toldIn(text: string): string[] {
    return [...this.#texts].filter((known) => standsAlone(text, known));
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
