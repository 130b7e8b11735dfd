import type { ItemSink } from './json-items.ts';

const newline = 0x0a;
const headLength = 65_536;

/** Hands over the lines of a text, chunk by chunk; blank ones are left out. A line that is cut off harms no other. */
export class Lines {
  readonly #sink: ItemSink;
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  /** @param longest octets that a line may have to be kept */
  constructor(sink: ItemSink, longest: number) {
    this.#sink = sink;
    this.#longest = longest;
  }

  push(chunk: Buffer): void {
    let begin = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, begin)) {
      this.#emit(chunk.subarray(begin, at));
      begin = at + 1;
    }
    if (begin < chunk.length) this.#keep(chunk.subarray(begin));
  }

  /** Nothing follows; the last line needs no end. */
  end(): void {
    this.#emit(Buffer.alloc(0));
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#longest) {
      const head = Buffer.concat([...this.#parts, part.subarray(0, headLength)]).subarray(0, headLength);
      this.#parts = [Buffer.from(head)];
    } else this.#parts.push(Buffer.from(part));
  }

  #emit(last: Buffer): void {
    const length = this.#length + last.length;
    const whole = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#length = 0;
    if (length > this.#longest) this.#sink.tooLong(whole.subarray(0, headLength), length);
    else if (!isBlank(whole)) this.#sink.item(whole);
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((octet) => octet === 0x20 || octet === 0x09 || octet === 0x0d);
}
