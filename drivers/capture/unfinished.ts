/** The functions that receive the items of a text, each as soon as its end is found. */
export interface ItemSink {
  /** Receives the octets of one item. They are valid only until the call returns. */
  readonly item: (bytes: Buffer) => void;
  /** Receives the beginning of an item that is too long to keep, and its number of octets. */
  readonly tooLong: (head: Buffer, length: number) => void;
}

/** Number of octets that are kept of an item that is too long, to recognise it. */
const headLength = 65_536;

/** An item that arrives in parts. It is kept until it is complete; if it is too long, only its beginning is kept. */
export class Unfinished {
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  /** @param longest maximum number of octets of an item that is kept */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Keeps a copy of a part, because its chunk may be overwritten. */
  keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#longest) {
      const head = Buffer.concat([...this.#parts, part.subarray(0, headLength)]).subarray(0, headLength);
      this.#parts = [Buffer.from(head)];
    } else this.#parts.push(Buffer.from(part));
  }

  /** Passes on the item that ends with this part, and starts an empty item. */
  end(last: Buffer, sink: ItemSink): void {
    const length = this.#length + last.length;
    const whole = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.drop();
    if (length > this.#longest) sink.tooLong(whole.subarray(0, headLength), length);
    else sink.item(whole);
  }

  drop(): void {
    this.#parts = [];
    this.#length = 0;
  }
}
