import type { Exchange } from '../../core/exchange.ts';
import type { Silence, Unanswered } from '../../core/run/silence.ts';
import { after, nothingAsked, silenceIn } from '../../core/run/silence.ts';

/** Hears of every exchange of a run, and knows from that whether the tenant answers anything at all. */
export class Hearing {
  readonly #origin: string;
  readonly #now: () => number;
  #unanswered: Unanswered = nothingAsked;

  /**
   * @param baseUrl of the tenant: what is answered elsewhere, such as over plain HTTP, need not come from it
   * @param now milliseconds of a monotonic clock
   */
  constructor(baseUrl: string, now: () => number) {
    this.#origin = new URL(baseUrl).origin;
    this.#now = now;
  }

  /** An exchange has ended just now. */
  ended(exchange: Exchange): void {
    if (new URL(exchange.request.url).origin !== this.#origin) return;
    const now = this.#now();
    this.#unanswered = after(this.#unanswered, exchange, now - exchange.ms, now);
  }

  /** That the tenant answers nothing; undefined where it does, or where that is not known. */
  get silence(): Silence | undefined {
    return silenceIn(this.#unanswered);
  }
}
