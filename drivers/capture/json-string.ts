const quote = 0x22;
const backslash = 0x5c;
/** So many plain octets in a row tell of a long string, which is searched natively from there on. */
const longRun = 128;

/** Where the scan of a string has got to; a chunk may end anywhere in it. */
export interface StringScan {
  /** The chunk ended behind a backslash that escapes the first octet of the next one. */
  escaped: boolean;
}

/**
 * Goes on within a JSON string.
 *
 * @returns the index behind its closing quote; -1 where the chunk ends first
 */
export function endOfString(chunk: Uint8Array, from: number, scan: StringScan): number {
  const end = chunk.length;
  let at = from;
  if (scan.escaped && at < end) {
    scan.escaped = false;
    at++;
  }
  // found once and valid until they are passed, so that each octet is searched at most once for either
  let nextQuote = -1;
  let nextBackslash = -1;
  while (at < end) {
    const far = Math.min(at + longRun, end);
    let octet = 0;
    // most letters are beyond both, which is told by one comparison
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
