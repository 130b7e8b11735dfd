/** The format of a capture: one JSON text, or one JSON value on each line. */
export type CaptureKind = 'json' | 'lines';

const marks: readonly (readonly [octets: readonly number[], contents: string])[] = [
  [[0x1f, 0x8b], 'a gzip file, which must be unpacked first'],
  [[0x50, 0x4b, 0x03, 0x04], 'a zip file, which must be unpacked first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a zstd file, which must be unpacked first'],
  [[0xff, 0xfe], 'text in UTF-16, which must be saved as UTF-8'],
  [[0xfe, 0xff], 'text in UTF-16, which must be saved as UTF-8'],
  [[0xd4, 0xc3, 0xb2, 0xa1], 'captured packets (pcap), which are encrypted'],
  [[0x0a, 0x0d, 0x0d, 0x0a], 'captured packets (pcapng), which are encrypted'],
];

/**
 * Returns the kind of a file by its beginning: JSON, such as a HAR, or one JSON value on each line. If the file is
 * neither, returns a description of it, in words that follow "found".
 */
export function kindOfCapture(name: string, begin: Buffer): CaptureKind | { readonly found: string } {
  const mark = marks.find(([octets]) => octets.every((octet, at) => begin[at] === octet));
  if (mark !== undefined) return { found: mark[1] };
  const text = begin.toString('utf8').replace(/^\uFEFF/, '');
  const [first = ''] = text.trimStart();
  if (first === '') return { found: begin.length === 0 ? 'an empty file' : 'nothing but blank space' };
  if (first === '<') return { found: 'HTML or XML' };
  if (first !== '{' && first !== '[') {
    return { found: begin.includes(0) ? 'a binary file' : 'text that is no JSON' };
  }
  return /\.(?:ndjson|jsonl|jsonlines)$/i.test(name) || hasValueALine(text) ? 'lines' : 'json';
}

/** Reports whether the first line is a complete value and another value follows. */
function hasValueALine(text: string): boolean {
  const [first = '', second] = text.trimStart().split(/\r?\n/, 2);
  if (second === undefined || !/^\s*[{[]/.test(second)) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

/** Returns the number of octets of the byte order mark before the text. */
export function markLength(begin: Buffer): number {
  return begin[0] === 0xef && begin[1] === 0xbb && begin[2] === 0xbf ? 3 : 0;
}
