import type { IncomingMessage } from 'node:http';

/** Requests to unknown addresses that are read in one second; further ones are answered unread. */
const readASecond = 20;
const mostExamples = 3;
const longestTarget = 80;

/**
 * Requests to the receiver that belong to no inbox. If the receiver is reachable, any client may send them. A few are
 * read, because a delivery may have gone astray, and no request may cost much.
 */
export class ForeignRequests {
  readonly #now: () => number;
  #since: number;
  #read = 0;
  #unread = 0;
  readonly #examples = new Set<string>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /** The number of requests that were answered unread. */
  get unread(): number {
    return this.#unread;
  }

  /** Reports whether one more request may be read. The request then counts as read. */
  mayRead(): boolean {
    const now = this.#now();
    if (now - this.#since >= 1000) {
      this.#since = now;
      this.#read = 0;
    }
    return ++this.#read <= readASecond;
  }

  /** Records a request that was not read, or not to its end. */
  leave({ method = '', url = '', socket }: IncomingMessage): void {
    this.#unread++;
    if (this.#examples.size >= mostExamples) return;
    this.#examples.add(`${method} ${url.slice(0, longestTarget)} from ${socket.remoteAddress ?? 'somewhere'}`);
  }

  /** Describes the requests, so that a person can keep them away. */
  told(): string {
    return `the receiver got too many requests that belong to no inbox: ${this.#unread} were left unread, such as ${[...this.#examples].join(', ')}`;
  }
}
