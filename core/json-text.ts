/**
 * The deepest JSON that is read: code that walks through it recurses once for each level. No interface needs a tenth of
 * it.
 */
export const deepestJson = 200;

/** JSON must not be sent with this mark, and readers may ignore it (RFC 8259, section 8.1). */
export const byteOrderMark = '\uFEFF';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The size of a text, if it is read as JSON. */
export interface JsonSize {
  /** Depth of nested lists and objects. */
  readonly depth: number;
  /** Number of values, or slightly more. */
  readonly values: number;
}

/** Returns the size of a JSON text without parsing it. The result says nothing about a text that is not JSON. */
export function jsonSize(text: string): JsonSize {
  let depth = 0;
  let level = 0;
  let values = 1;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === COMMA) values++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      if (++level > depth) depth = level;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) level--;
  }
  return { depth, values };
}

/** Reports whether a text is a list or an object, if it is JSON at all. */
export function mayBeStructured(text: string): boolean {
  return /^\uFEFF?[ \t\r\n]*[[{]/.test(text);
}

/**
 * Returns the value of a JSON text, or undefined if the text is not JSON or is too deep for any code to walk through.
 */
export function parseJson(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  if (text.length > deepestJson && jsonSize(text).depth > deepestJson) return undefined;
  try {
    return JSON.parse(text, reviver) as unknown;
  } catch {
    return undefined;
  }
}
