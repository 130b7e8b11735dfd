import { Unfinished } from './unfinished.ts';
import type { ItemSink } from './unfinished.ts';

const newline = 0x0a;

/** Passes on the lines of a text, chunk by chunk, without blank ones. A line that is cut off affects no other line. */
export class Lines {
  readonly #sink: ItemSink;
  readonly #unfinished: Unfinished;

  /** @param longest maximum number of octets of a line that is kept */
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

  /** Ends the text. The last line needs no newline. */
  end(): void {
    this.#unfinished.end(Buffer.alloc(0), this.#sink);
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((octet) => octet === 0x20 || octet === 0x09 || octet === 0x0d);
}
