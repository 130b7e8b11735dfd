/** How a capture is read. */
export type CaptureKind = 'json' | 'lines';

const marks: readonly (readonly [octets: readonly number[], what: string])[] = [
  [[0x1f, 0x8b], 'a gzip file, to be unpacked first'],
  [[0x50, 0x4b, 0x03, 0x04], 'a zip file, to be unpacked first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a zstd file, to be unpacked first'],
  [[0xff, 0xfe], 'text in UTF-16, to be saved as UTF-8'],
  [[0xfe, 0xff], 'text in UTF-16, to be saved as UTF-8'],
  [[0xd4, 0xc3, 0xb2, 0xa1], 'captured packets (pcap), which are encrypted'],
  [[0x0a, 0x0d, 0x0d, 0x0a], 'captured packets (pcapng), which are encrypted'],
];

/**
 * What a file is by how it begins: JSON (a HAR among it), or one JSON value a line. Where it is neither, what it is
 * instead, in the words that follow "found".
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

/** Whether the first line is a value of its own and another one follows. */
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

/** How many octets of mark stand before the text. */
export function markLength(begin: Buffer): number {
  return begin[0] === 0xef && begin[1] === 0xbb && begin[2] === 0xbf ? 3 : 0;
}
