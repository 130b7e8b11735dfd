import { Unfinished } from './unfinished.ts';
import type { ItemSink } from './unfinished.ts';

const newline = 0x0a;

/** Hands over the lines of a text, chunk by chunk; blank ones are left out. A line that is cut off harms no other. */
export class Lines {
  readonly #sink: ItemSink;
  readonly #unfinished: Unfinished;

  /** @param longest octets that a line may have to be kept */
  constructor(sink: ItemSink, longest: number) {
    this.#sink = {
      item: (line) => {
        if (!isBlank(line)) sink.item(line);
      },
      tooLong: (head, length) => sink.tooLong(head, length),
    };
    this.#unfinished = new Unfinished(longest);
  }

  push(chunk: Buffer): void {
    let begin = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, begin)) {
      this.#unfinished.end(chunk.subarray(begin, at), this.#sink);
      begin = at + 1;
    }
    if (begin < chunk.length) this.#unfinished.keep(chunk.subarray(begin));
  }

  /** Nothing follows; the last line needs no end. */
  end(): void {
    this.#unfinished.end(Buffer.alloc(0), this.#sink);
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((octet) => octet === 0x20 || octet === 0x09 || octet === 0x0d);
}
