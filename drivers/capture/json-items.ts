import { endOfString } from './json-string.ts';
import type { ItemSink } from './unfinished.ts';
import { Unfinished } from './unfinished.ts';

/** The state of the scanner at the end of a JSON text. */
export interface ItemsEnd {
  /** Whether the text stopped inside a value. */
  readonly cutOff: boolean;
  /** Whether the text had the list `log.entries` of a HAR. */
  readonly har: boolean;
}

// the meanings of an octet outside strings
const other = 0;
const opens = 1;
const closes = 2;
const quotes = 3;
const separates = 4;
const blank = 5;

/** Meanings inside an item, where only brackets and quotes matter, and outside items, where all meanings matter. */
const inItem = new Uint8Array(256);
const outsideItems = new Uint8Array(256);
for (const table of [inItem, outsideItems]) {
  for (const open of '{[') table[open.charCodeAt(0)] = opens;
  for (const close of '}]') table[close.charCodeAt(0)] = closes;
  table['"'.charCodeAt(0)] = quotes;
}
outsideItems[','.charCodeAt(0)] = separates;
for (const space of ' \t\n\r:') outsideItems[space.charCodeAt(0)] = blank;

const openBrace = 0x7b;
const openBracket = 0x5b;
/** The scanner looks for no key that is longer than this, even with escapes. */
const longestKey = 64;

/**
 * Finds the items of a JSON text in its octets, chunk by chunk, without reading the text as a whole. The items are the
 * elements of `log.entries` if the text is a HAR, the elements of the list if the text is one list, and otherwise each
 * value of the text. The scanner recognises only brackets and strings. The reader of an item finds out whether it is
 * JSON.
 */
export class JsonItems {
  readonly #sink: ItemSink;
  readonly #unfinished: Unfinished;
  readonly #string = { escaped: false };
  #inString = false;
  #depth = 0;
  /** The depth of the items: 0 for the values of the text, 1 in its list, 3 in `log.entries`. */
  #base = 0;
  /** The depth at which keys of a possible HAR are watched: 1 in its object, 2 in its `log`, otherwise 0. */
  #watched = 0;
  #expectsKey = false;
  #inKey = false;
  #key = '';
  #har = false;
  /** Whether the current value contains items, so that it is no item itself. */
  #holdsItems = false;
  #inItem = false;

  /** @param longest maximum number of octets of an item that is kept */
  constructor(sink: ItemSink, longest: number) {
    this.#sink = sink;
    this.#unfinished = new Unfinished(longest);
  }

  /** Reads the next chunk. The caller may overwrite the chunk afterwards. */
  push(chunk: Buffer): void {
    const end = chunk.length;
    let at = 0;
    let begin = this.#inItem ? 0 : -1;
    let keyBegin = 0;
    while (at < end) {
      if (this.#inString) {
        const behind = endOfString(chunk, at, this.#string);
        if (behind === -1) break;
        if (this.#inKey) this.#endKey(chunk.subarray(keyBegin, behind - 1));
        this.#inString = false;
        at = behind;
        continue;
      }
      const floor = Math.max(this.#base, this.#watched);
      if (this.#depth > floor) {
        at = this.#skip(chunk, at, floor);
        if (at >= end) break;
      }
      const octet = chunk[at] ?? 0;
      const kind = outsideItems[octet];
      if (kind === blank) {
        at++;
        continue;
      }
      const isBase = this.#depth === this.#base;
      if (isBase && begin === -1 && kind !== closes && kind !== separates) {
        begin = at;
        this.#inItem = true;
      }
      if (kind === quotes) {
        this.#inString = true;
        this.#inKey = this.#expectsKey && this.#depth === this.#watched && this.#watched > 0;
        if (this.#inKey) this.#key = '';
        keyBegin = at + 1;
      } else if (kind === opens) {
        if (this.#opensItems(octet)) {
          this.#drop();
          begin = -1;
        }
        this.#depth++;
      } else if (kind === separates) {
        if (isBase && begin !== -1) {
          this.#emit(chunk, begin, at);
          begin = -1;
        } else this.#expectsKey = this.#depth === this.#watched;
      } else if (kind === closes) {
        const closed = this.#close(chunk, begin, at);
        if (closed) begin = -1;
      }
      at++;
    }
    if (this.#inString && this.#inKey) this.#key += chunk.toString('latin1', keyBegin, Math.min(end, keyBegin + 99));
    if (this.#inItem) this.#unfinished.keep(chunk.subarray(begin));
  }

  /** Ends the text. A complete last item counts, even if nothing followed it. */
  end(): ItemsEnd {
    const whole = this.#depth === this.#base && !this.#inString;
    if (this.#inItem && whole) this.#emit(Buffer.alloc(0), 0, 0);
    const cutOff = this.#depth > 0 || this.#inString;
    this.#drop();
    return { cutOff, har: this.#har };
  }

  /** Skips values that lie too deep to matter. Returns the index of the bracket that closes the outermost of them. */
  #skip(chunk: Buffer, from: number, floor: number): number {
    const end = chunk.length;
    let depth = this.#depth;
    let at = from;
    while (at < end) {
      const kind = inItem[chunk[at] ?? 0];
      if (kind === other) {
        at++;
      } else if (kind === quotes) {
        const behind = endOfString(chunk, at + 1, this.#string);
        if (behind === -1) {
          this.#inString = true;
          this.#inKey = false;
          at = end;
        } else at = behind;
      } else if (kind === opens) {
        depth++;
        at++;
      } else {
        if (depth === floor + 1) break;
        depth--;
        at++;
      }
    }
    this.#depth = depth;
    return at;
  }

  /** Reports whether an opening bracket begins a list whose elements are items, and records which list it is. */
  #opensItems(octet: number): boolean {
    if (this.#depth === 0 && this.#base === 0) {
      if (octet === openBracket) {
        this.#base = 1;
        return true;
      }
      this.#watched = 1;
      this.#expectsKey = true;
    } else if (this.#watched === 1 && this.#depth === 1 && this.#key === 'log' && octet === openBrace) {
      this.#watched = 2;
      this.#expectsKey = true;
    } else if (this.#watched === 2 && this.#depth === 2 && this.#key === 'entries' && octet === openBracket) {
      this.#base = 3;
      this.#watched = 0;
      this.#har = true;
      this.#holdsItems = true;
      return true;
    }
    return false;
  }

  /** Handles a closing bracket, and reports whether an item or a list of items ended before it or with it. */
  #close(chunk: Buffer, begin: number, at: number): boolean {
    if (this.#depth === 0) return false;
    this.#depth--;
    if (this.#base > 0 && this.#depth < this.#base) {
      if (begin !== -1) this.#emit(chunk, begin, at);
      this.#watched = this.#base === 3 ? 2 : 0;
      this.#key = '';
      this.#base = 0;
      return true;
    }
    if (this.#depth < this.#watched) {
      this.#watched = this.#depth;
      this.#key = '';
    }
    if (this.#base > 0 || this.#depth > 0) return false;
    if (this.#holdsItems) this.#drop();
    else if (begin !== -1) this.#emit(chunk, begin, at + 1);
    this.#holdsItems = false;
    return true;
  }

  #endKey(rest: Buffer): void {
    const raw = this.#key + rest.toString('latin1', 0, longestKey);
    this.#key = keyText(raw);
    this.#inKey = false;
    this.#expectsKey = false;
  }

  #emit(chunk: Buffer, begin: number, end: number): void {
    this.#inItem = false;
    this.#unfinished.end(chunk.subarray(begin, end), this.#sink);
  }

  #drop(): void {
    this.#inItem = false;
    this.#unfinished.drop();
  }
}

/** Returns a key without its escapes; an empty text if the key is too long to matter. */
function keyText(raw: string): string {
  if (raw.length > longestKey) return '';
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return '';
  }
}
