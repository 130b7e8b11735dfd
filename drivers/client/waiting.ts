import { PremiseUnmet } from '../../core/trouble.ts';

/** So many times in a row without an answer, and the suite waits less; or so many in all, wherever they were. */
const lessAfter = 2;
const lessAfterInAll = 4;
/** So many, and it asks only now and then. */
const stopsAfter = 6;
/** Seconds that it waits at least, and how many times the longest that an answer took. */
const leastSeconds = 3;
const leastTimes = 3;
/** Milliseconds after which it asks once more. */
const asksAgainAfter = 10_000;

/** The time-outs in a row. Requests that were under way together are one. */
interface Lateness {
  times: number;
  /** When the last of them was given up, and when it was asked last, in milliseconds. */
  at: number;
  asked: number;
}

/** Where a request goes, regardless of its query. */
export function endpointOf(method: string, url: string): string {
  return `${method} ${url.replace(/[?#].*$/s, '')}`;
}

/** The whole tenant, where nothing of it answers. */
const everywhere = '';

/**
 * How long answers are waited for. A tenant that lets every request wait until the suite gives it up would take the
 * whole time-out for each of thousands, so after some in a row the suite waits less, and at last asks only now and then.
 * An answer puts that right, but for what four time-outs in all have shown of the whole tenant. Nothing follows from an
 * answer that is late, so a verdict cannot come of it.
 */
export class Waiting {
  readonly #wholeSeconds: number;
  readonly #late = new Map<string, Lateness>();
  #slowest = 0;
  /** The time-outs in all, regardless of answers between them. */
  #inAll: Lateness | undefined;

  constructor(wholeSeconds: number) {
    this.#wholeSeconds = wholeSeconds;
  }

  /**
   * Seconds to wait for an answer from now on.
   *
   * @throws PremiseUnmet where it is not asked at this moment
   */
  secondsFor(endpoint: string, now: number): number {
    const latenesses = [this.#late.get(endpoint), this.#late.get(everywhere)].filter((one) => one !== undefined);
    const times = Math.max(0, ...latenesses.map((one) => one.times));
    if (times >= stopsAfter) {
      if (latenesses.some((one) => one.times >= stopsAfter && now - one.asked < asksAgainAfter)) {
        throw new PremiseUnmet(
          `${endpoint} was not called: the tenant gave no answer ${times} times in a row, and is called again only every ${asksAgainAfter / 1000} s`,
        );
      }
    }
    for (const one of latenesses) one.asked = now;
    if (times < lessAfter && (this.#inAll?.times ?? 0) < lessAfterInAll) return this.#wholeSeconds;
    return Math.min(this.#wholeSeconds, Math.max(leastSeconds, Math.ceil(leastTimes * this.#slowest)));
  }

  /** Takes down that an answer came after so many seconds. */
  answered(endpoint: string, seconds: number): void {
    this.#slowest = Math.max(this.#slowest, seconds);
    if (this.#late.size === 0) return;
    this.#late.delete(endpoint);
    this.#late.delete(everywhere);
  }

  /** Takes down that an answer was given up, of a request that was sent at that time. */
  late(endpoint: string, sent: number, now: number): void {
    for (const where of [endpoint, everywhere]) this.#late.set(where, onceMore(this.#late.get(where), sent, now));
    this.#inAll = onceMore(this.#inAll, sent, now);
  }
}

/** A request that was under way when another was given up already tells nothing new. */
function onceMore(before: Lateness | undefined, sent: number, now: number): Lateness {
  if (before === undefined) return { times: 1, at: now, asked: sent };
  return sent < before.at ? before : { ...before, times: before.times + 1, at: now };
}
