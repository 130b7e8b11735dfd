/** A number of places. Callers that come when all places are taken wait, in the order in which they came. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /**
   * Waits for a place.
   *
   * @returns the function that gives the place back; calling it again does nothing
   */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let left = false;
    return () => {
      if (left) return;
      left = true;
      // the caller that waits next takes the place, so that no later caller takes it first
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    };
  }
}
