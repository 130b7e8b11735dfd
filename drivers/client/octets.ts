/** Octets that come in pieces of any size, and take hardly more memory than their own number. */
export class Octets {
  #store: Uint8Array = new Uint8Array(0);
  /** The memory of the store, if no other object uses it. */
  #own: ArrayBuffer | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (this.#length === 0) {
      // most bodies come in one piece, which need not be copied
      this.#store = piece;
      this.#length = length;
      return;
    }
    if (length > this.#store.length) {
      const own = new ArrayBuffer(Math.max(length, 2 * this.#store.length));
      const larger = new Uint8Array(own);
      larger.set(this.whole());
      this.#own?.transfer(0);
      this.#own = own;
      this.#store = larger;
    }
    this.#store.set(piece, this.#length);
    this.#length = length;
  }

  whole(): Uint8Array {
    return this.#store.subarray(0, this.#length);
  }

  /** Frees the memory at once: until a garbage collection, megabytes would pile up. */
  release(): void {
    this.#own?.transfer(0);
    this.#own = undefined;
    this.#store = new Uint8Array(0);
    this.#length = 0;
  }
}
