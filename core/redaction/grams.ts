/** Number of consecutive characters of a secret from which on they are hidden, in any place. */
export const gramLength = 8;

const base = 0x01000193;
/** `base` to the power of `gramLength`: the factor of the character that leaves the window. */
const leaving = Array.from({ length: gramLength }).reduce<number>((power) => Math.imul(power, base), 1);

/** Characters that a reader does not see, or sees as a gap. A secret that is broken by them is still a secret. */
const blank = /[\s\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/;

function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return blank.test(String.fromCharCode(code));
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

/**
 * ASCII characters with equal codes for both letter cases and for the two alphabets of base64: these differences do not
 * matter when the suite decides whether to look at a text more closely.
 */
const foldedAscii = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (code === 0x2d) return 0x2b;
  return code === 0x5f ? 0x2f : lower(code);
});

function folded(code: number): number {
  return foldedAscii[code] ?? code;
}

/** A text in lower case and without blanks, and the original places of its characters. */
export interface Condensed {
  readonly text: string;
  /** One element more than there are characters: the last one is the end of the text. */
  readonly at: readonly number[];
}

export function condensed(text: string): Condensed {
  const at: number[] = [];
  let out = '';
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isBlank(code)) continue;
    out += String.fromCharCode(lower(code));
    at.push(index);
  }
  at.push(text.length);
  return { text: out, at };
}

/**
 * Finds out quickly whether a text may share eight characters in a row with one of many texts, regardless of letter
 * case and blanks. Almost every text shares none, and need not be looked at more closely.
 */
export class Grams {
  /** Hashes, each at its own place or at the next free one; 0 marks a free place. */
  #table: Int32Array;
  #count: number;
  /** Whether the parent uses the table too. */
  #shared: boolean;

  constructor(parent?: Grams) {
    this.#table = parent === undefined ? new Int32Array(256) : parent.#table;
    this.#count = parent === undefined ? 0 : parent.#count;
    this.#shared = parent !== undefined;
    if (parent !== undefined) parent.#shared = true;
  }

  add(text: string): void {
    let hash = 0;
    for (let index = 0; index < text.length; index++) {
      const gone = index < gramLength ? 0 : folded(text.charCodeAt(index - gramLength));
      hash = (Math.imul(hash, base) + folded(text.charCodeAt(index)) - Math.imul(gone, leaving)) | 0;
      if (index >= gramLength - 1) this.#insert(hash === 0 ? 1 : hash);
    }
  }

  /** Reports whether eight characters in a row of a text occur in an added text, as far as their hashes show. */
  touch(text: string): boolean {
    return this.#count > 0 && this.#firstIn(text, 0) >= 0;
  }

  /** Yields the places at which such eight characters begin, in a text without blanks. */
  *places(text: string): Generator<number> {
    for (let from = this.#firstIn(text, 0); from >= 0; from = this.#firstIn(text, from + 1)) yield from;
  }

  /**
   * Returns the place of the last of these characters minus seven: they begin there if there is no blank between them.
   */
  #firstIn(text: string, start: number): number {
    const { length } = text;
    const table = this.#table;
    const mask = table.length - 1;
    const window = [0, 0, 0, 0, 0, 0, 0, 0];
    let [hash, seen] = [0, 0];
    for (let index = start; index < length; index++) {
      const code = text.charCodeAt(index);
      if (isBlank(code)) continue;
      const next = folded(code);
      const slot = seen & (gramLength - 1);
      hash = (Math.imul(hash, base) + next - Math.imul(window[slot] ?? 0, leaving)) | 0;
      window[slot] = next;
      if (++seen < gramLength) continue;
      const sought = hash === 0 ? 1 : hash;
      for (let place = spread(sought) & mask; table[place] !== 0; place = (place + 1) & mask) {
        if (table[place] === sought) return index - gramLength + 1;
      }
    }
    return -1;
  }

  #insert(hash: number): void {
    if (this.#shared || this.#count * 2 >= this.#table.length) {
      const before = this.#table;
      this.#table = this.#count * 2 >= before.length ? new Int32Array(before.length * 4) : before.slice();
      if (this.#table.length > before.length) for (const known of before) if (known !== 0) put(this.#table, known);
      this.#shared = false;
    }
    if (put(this.#table, hash)) this.#count++;
  }
}

/**
 * Adds a hash to a table.
 *
 * @returns false if the table had it already
 */
function put(table: Int32Array, hash: number): boolean {
  const mask = table.length - 1;
  let place = spread(hash) & mask;
  for (; table[place] !== 0; place = (place + 1) & mask) if (table[place] === hash) return false;
  table[place] = hash;
  return true;
}

/** Returns a number whose last bits all depend on the whole hash: a table may have as many places as there are hashes. */
export function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
