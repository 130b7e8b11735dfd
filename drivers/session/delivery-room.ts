/**
 * So many that only listen give up their place to others at most: what is caused may be told to each of their apps, too.
 */
const mostListening = 24;

/**
 * Room for cases that have webhooks: anything that happens at a tenant may be told to the apps of all of them. Most of the
 * time of a case that expects silence is spent listening, so that another comes in its place meanwhile.
 */
export class DeliveryRoom {
  readonly #present = new Set<object>();
  readonly #listening = new Set<object>();
  readonly #waiting: (() => void)[] = [];

  /** Waits until fewer cases than that cause anything; the same case has to wait once only. */
  async enter(someone: object, room: number, signal: AbortSignal): Promise<void> {
    if (this.#present.has(someone) || this.#listening.has(someone)) return;
    while (this.#present.size >= room && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    // who was stopped meanwhile hands the room on
    if (signal.aborted) this.#handOn();
    else this.#present.add(someone);
  }

  /** Has another case come while this one only listens; afterwards it goes on at once. */
  async whileListening(someone: object, listened: Promise<void>): Promise<void> {
    const isPart = this.#listening.size < mostListening && this.#present.delete(someone);
    if (isPart) {
      this.#listening.add(someone);
      this.#handOn();
    }
    try {
      await listened;
    } finally {
      // it may have left meanwhile
      if (isPart && this.#listening.delete(someone)) this.#present.add(someone);
    }
  }

  /** Makes room for another case. */
  leave(someone: object): void {
    if (this.#listening.delete(someone)) return;
    if (this.#present.delete(someone)) this.#handOn();
  }

  #handOn(): void {
    this.#waiting.shift()?.();
  }
}
