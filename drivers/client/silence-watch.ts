import type { Exchange } from '../../core/exchange.ts';
import type { Silence, Unanswered } from '../../core/run/silence.ts';
import { after, nothingAsked, silenceIn } from '../../core/run/silence.ts';

/** Receives every exchange of a run, and finds out from them whether the tenant answers anything at all. */
export class SilenceWatch {
  readonly #origin: string;
  readonly #now: () => number;
  #unanswered: Unanswered = nothingAsked;

  /**
   * @param baseUrl address of the tenant; answers from elsewhere, such as over plain HTTP, need not come from it
   * @param now milliseconds of a monotonic clock
   */
  constructor(baseUrl: string, now: () => number) {
    this.#origin = new URL(baseUrl).origin;
    this.#now = now;
  }

  /** Records an exchange that has just ended. */
  ended(exchange: Exchange): void {
    if (new URL(exchange.request.url).origin !== this.#origin) return;
    const now = this.#now();
    this.#unanswered = after(this.#unanswered, exchange, now - exchange.ms, now);
  }

  /** The silence of a tenant that answers nothing; undefined if it answers, or if that is not known. */
  get silence(): Silence | undefined {
    return silenceIn(this.#unanswered);
  }
}
