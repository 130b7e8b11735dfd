import { PremiseUnmet } from '../../core/trouble.ts';

/**
 * Number of time-outs in a row after which the suite waits for a shorter time; and number of time-outs in all, at any
 * endpoint.
 */
const lessAfter = 2;
const lessAfterInAll = 4;
/** Number of time-outs in a row after which requests are sent only now and then. */
const stopsAfter = 6;
/** Shortest waiting time in seconds, and as a multiple of the longest time that an answer took. */
const leastSeconds = 3;
const leastTimes = 3;
/** Milliseconds after which one more request is sent. */
const asksAgainAfter = 10_000;

/** The time-outs in a row. Requests that were under way together count as one. */
interface Lateness {
  times: number;
  /** When the last request was given up, and when the last one was sent, in milliseconds. */
  at: number;
  asked: number;
}

/** Returns the place to which a request goes, regardless of its query. */
export function endpointOf(method: string, url: string): string {
  return `${method} ${url.replace(/[?#].*$/s, '')}`;
}

/** The endpoint of the whole tenant, for the case that nothing of it answers. */
const everywhere = '';

/**
 * The waiting time for answers. A tenant that never answers would take the whole time-out for each of thousands of
 * requests. So after some time-outs in a row the suite waits for a shorter time, and finally sends a request only now
 * and then. An answer restores the full time, unless there were four time-outs in all. Nothing follows from a late
 * answer, so no verdict depends on this.
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
   * Returns the seconds to wait for an answer from now on.
   *
   * @throws PremiseUnmet if the endpoint is not called at this moment
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

  /** Records that an answer came after a number of seconds. */
  answered(endpoint: string, seconds: number): void {
    this.#slowest = Math.max(this.#slowest, seconds);
    if (this.#late.size === 0) return;
    this.#late.delete(endpoint);
    this.#late.delete(everywhere);
  }

  /** Records that an answer was given up. `sent` is the time at which its request was sent. */
  late(endpoint: string, sent: number, now: number): void {
    for (const where of [endpoint, everywhere]) this.#late.set(where, withOneMore(this.#late.get(where), sent, now));
    this.#inAll = withOneMore(this.#inAll, sent, now);
  }
}

/** Counts a time-out. A request that was already under way when another was given up shows nothing new. */
function withOneMore(before: Lateness | undefined, sent: number, now: number): Lateness {
  if (before === undefined) return { times: 1, at: now, asked: sent };
  return sent < before.at ? before : { ...before, times: before.times + 1, at: now };
}
