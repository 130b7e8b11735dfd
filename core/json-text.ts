/** Deeper JSON is not read: what walks through it calls itself for each level. No interface needs a tenth of it. */
export const deepestJson = 200;

/** No JSON may be sent with it, and readers may overlook it (RFC 8259, section 8.1). */
export const byteOrderMark = '\uFEFF';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** How much there is to a text, were it read as JSON. */
export interface JsonSize {
  /** How many lists and objects stand in one another. */
  readonly depth: number;
  /** How many values there are, or hardly more. */
  readonly values: number;
}

/** The size of a text that is JSON, without reading it; of any other it says nothing. */
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

/** Whether a text is a list or an object, if it is JSON at all. */
export function mayBeStructured(text: string): boolean {
  return /^\uFEFF?[ \t\r\n]*[[{]/.test(text);
}

/** The value of a JSON text; undefined where it is none, or so deep that nothing could walk through it. */
export function parseJson(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  if (text.length > deepestJson && jsonSize(text).depth > deepestJson) return undefined;
  try {
    return JSON.parse(text, reviver) as unknown;
  } catch {
    return undefined;
  }
}
