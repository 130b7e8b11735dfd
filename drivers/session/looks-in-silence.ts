import type { Turn } from '../../core/run/host.ts';

/** So many checks show whether a tenant that answered nothing is there again. */
const few = 8;

/**
 * Who looks once more at a tenant that answers nothing: few, and all others where one of these is answered. A run of a
 * tenant that is down would otherwise do everything twice to see nothing.
 */
export class LooksInSilence {
  readonly #isSilent: () => boolean;
  readonly #first: Promise<void>[] = [];

  constructor(isSilent: () => boolean) {
    this.#isSilent = isSilent;
  }

  /**
   * Waits until it is known whether to look; gives back what is to be called when that is over, and undefined where there
   * is no use in it.
   *
   * @param inWeather whether it was for the want of answers that the first look came to nothing
   */
  async enter(inWeather: boolean): Promise<Turn | undefined> {
    if (this.#isSilent() && inWeather && this.#first.length < few) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#first.push(promise);
      return resolve;
    }
    if (this.#isSilent()) await Promise.all(this.#first);
    return this.#isSilent() ? undefined : () => {};
  }
}
