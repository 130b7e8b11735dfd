import type { Turn } from '../../core/run/host.ts';

/** The number of checks that find out whether a silent tenant answers again. */
const mostFirstLooks = 8;

/**
 * Decides which checks are repeated at a tenant that answers nothing: a few, and all others if one of the few is
 * answered. Otherwise, a run against a tenant that is down would do everything twice and see nothing.
 */
export class SilenceGate {
  readonly #isSilent: () => boolean;
  readonly #first: Promise<void>[] = [];

  constructor(isSilent: () => boolean) {
    this.#isSilent = isSilent;
  }

  /**
   * Waits until it is known whether to repeat the check. Returns a function to call when the repetition is over, or
   * undefined if the repetition is useless.
   *
   * @param inWeather whether the first run of the check failed because answers were missing
   */
  async enter(inWeather: boolean): Promise<Turn | undefined> {
    if (this.#isSilent() && inWeather && this.#first.length < mostFirstLooks) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#first.push(promise);
      return resolve;
    }
    if (this.#isSilent()) await Promise.all(this.#first);
    return this.#isSilent() ? undefined : () => {};
  }
}
