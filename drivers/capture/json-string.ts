const quote = 0x22;
const backslash = 0x5c;
/** Number of plain octets in a row that show a long string. The rest of it is searched with native code. */
const longRun = 128;

/** The state of a scan inside a string. A chunk may end anywhere in the string. */
export interface StringScan {
  /** Whether the chunk ended with a backslash that escapes the first octet of the next chunk. */
  escaped: boolean;
}

/**
 * Continues a scan inside a JSON string.
 *
 * @returns the index after the closing quote; -1 if the chunk ends first
 */
export function endOfString(chunk: Uint8Array, from: number, scan: StringScan): number {
  const end = chunk.length;
  let at = from;
  if (scan.escaped && at < end) {
    scan.escaped = false;
    at++;
  }
  // each position is valid until the scan passes it, so each octet is searched at most once for either character
  let nextQuote = -1;
  let nextBackslash = -1;
  while (at < end) {
    const far = Math.min(at + longRun, end);
    let octet = 0;
    // the codes of most letters are above both, so one comparison is enough for them
    while (at < far && ((octet = chunk[at] as number) > backslash || (octet !== quote && octet !== backslash))) at++;
    if (at < far) {
      if (octet === quote) return at + 1;
      at += 2;
      continue;
    }
    if (nextQuote < at) nextQuote = indexOrEnd(chunk, quote, at);
    if (nextBackslash < at) nextBackslash = indexOrEnd(chunk, backslash, at);
    at = Math.min(nextQuote, nextBackslash);
  }
  scan.escaped = at > end;
  return -1;
}

function indexOrEnd(chunk: Uint8Array, octet: number, from: number): number {
  const found = chunk.indexOf(octet, from);
  return found === -1 ? chunk.length : found;
}
