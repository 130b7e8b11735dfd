/** What is done with the items of a JSON text as their ends are found. */
export interface ItemSink {
  /** The octets of one item; they are only there until the call returns. */
  readonly item: (bytes: Buffer) => void;
  /** An item that is longer than can be kept: how it begins, and how many octets it has. */
  readonly tooLong: (head: Buffer, length: number) => void;
}

/** Octets of an item that is too long, by which it can be told what it was. */
const headLength = 65_536;

/** An item that comes in parts: kept until it is whole, of one that is too long only the beginning. */
export class Unfinished {
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  /** @param longest octets that an item may have to be kept */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Keeps a copy of a part, since the chunk that it is of may be written over. */
  keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#longest) {
      const head = Buffer.concat([...this.#parts, part.subarray(0, headLength)]).subarray(0, headLength);
      this.#parts = [Buffer.from(head)];
    } else this.#parts.push(Buffer.from(part));
  }

  /** Hands over the item that ends with this part, and begins with nothing again. */
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
