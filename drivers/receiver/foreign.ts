import type { IncomingMessage } from 'node:http';

/** So many requests a second are looked at that came to no known address; more are answered without. */
const readASecond = 20;
const mostExamples = 3;
const longestTarget = 80;

/**
 * Requests that came to the receiver and to no inbox of it. Where it can be reached, anybody may send them: few are
 * read, since a delivery may have gone astray, and none may cost much.
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

  /** How many were answered without having been read. */
  get unread(): number {
    return this.#unread;
  }

  /** Whether one more may be read; it then counts as read. */
  mayRead(): boolean {
    const now = this.#now();
    if (now - this.#since >= 1000) {
      this.#since = now;
      this.#read = 0;
    }
    return ++this.#read <= readASecond;
  }

  /** Notes one that was not read, or not to its end. */
  leave({ method = '', url = '', socket }: IncomingMessage): void {
    this.#unread++;
    if (this.#examples.size >= mostExamples) return;
    this.#examples.add(`${method} ${url.slice(0, longestTarget)} from ${socket.remoteAddress ?? 'somewhere'}`);
  }

  /** What a person must know of them, to keep them away. */
  told(): string {
    return `requests that are for nobody did not stop at the receiver: ${this.#unread} were left unread, such as ${[...this.#examples].join(', ')}`;
  }
}
