/** A text with its escapes undone, and the original places of its characters. */
export interface View {
  readonly text: string;
  /** One element more than there are characters; absent if the text is the original. */
  readonly at?: readonly number[];
}

/** Number of nested escapes that are undone. */
const deepest = 3;

/**
 * Yields the text itself, and every reading in which escapes of JSON, addresses and HTML are undone, also nested ones.
 */
export function* viewsOf(text: string): Generator<View> {
  const seen = new Set<string>([text]);
  yield* unfolded({ text }, deepest, seen);
}

function* unfolded(view: View, depth: number, seen: Set<string>): Generator<View> {
  yield view;
  if (depth === 0) return;
  for (const { sign, escape, decode } of escapes) {
    if (!view.text.includes(sign)) continue;
    const inner = decoded(view, escape, decode);
    if (inner === undefined || seen.has(inner.text)) continue;
    seen.add(inner.text);
    yield* unfolded(inner, depth - 1, seen);
  }
}

interface Escape {
  /** A text without it has nothing to undo. */
  readonly sign: string;
  readonly escape: RegExp;
  /** Returns the text for which an escape stands; undefined if it is not an escape. */
  readonly decode: (escape: string) => string | undefined;
}

const jsonEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  shy: '\u00AD',
  Tab: '\t',
  NewLine: '\n',
  plus: '+',
  sol: '/',
  equals: '=',
  lowbar: '_',
  period: '.',
  colon: ':',
  percnt: '%',
  num: '#',
  bsol: '\\',
  comma: ',',
  semi: ';',
  excl: '!',
  quest: '?',
  dollar: '$',
  ast: '*',
  lpar: '(',
  rpar: ')',
  commat: '@',
  hyphen: '-',
  dash: '-',
};

const escapes: readonly Escape[] = [
  {
    sign: '\\',
    escape: /\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[^])/g,
    decode: (escape) => {
      const letter = escape.charAt(1);
      return escape.length > 2
        ? String.fromCharCode(Number.parseInt(escape.slice(2), 16))
        : (jsonEscapes[letter] ?? letter);
    },
  },
  {
    sign: '%',
    escape: /(?:%[0-9A-Fa-f]{2})+/g,
    decode: (escape) => textOf(Buffer.from(escape.replaceAll('%', ''), 'hex')),
  },
  {
    sign: '&',
    escape: /&(?:#[xX][0-9A-Fa-f]{1,6}|#\d{1,7}|[A-Za-z]{2,8});?/g,
    decode: (escape) => {
      const name = escape.replace(/^&#?/, '').replace(/;$/, '');
      if (!escape.startsWith('&#')) return named[name];
      const code = /^x/i.test(name) ? Number.parseInt(name.slice(1), 16) : Number(name);
      return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    },
  },
];

function decoded(view: View, escape: RegExp, decode: Escape['decode']): View | undefined {
  const at: number[] = [];
  let text = '';
  let from = 0;
  const original = (index: number): number => (view.at === undefined ? index : (view.at[index] ?? 0));
  const copyUpTo = (to: number): void => {
    text += view.text.slice(from, to);
    for (let index = from; index < to; index++) at.push(original(index));
    from = to;
  };
  for (const match of view.text.matchAll(escape)) {
    const plain = decode(match[0]);
    if (plain === undefined) continue;
    copyUpTo(match.index);
    text += plain;
    // the octets of a run of escapes keep their places, so that text next to a secret is left unchanged
    const step = match[0].startsWith('%') ? spreadOver(plain, match[0]) : undefined;
    for (let index = 0; index < plain.length; index++) at.push(original(match.index + (step?.[index] ?? 0)));
    from = match.index + match[0].length;
  }
  if (text === '' && from === 0) return undefined;
  copyUpTo(view.text.length);
  at.push(original(view.text.length));
  return { text, at };
}

/** Returns the places in a run of percent escapes at which each decoded character begins. */
function spreadOver(plain: string, escape: string): number[] {
  const places: number[] = [];
  let octets = 0;
  for (const character of plain) {
    for (let unit = 0; unit < character.length; unit++) places.push(Math.min(octets * 3, escape.length - 3));
    octets += isText(escape) ? Buffer.byteLength(character, 'utf8') : 1;
  }
  return places;
}

function isText(escape: string): boolean {
  const octets = Buffer.from(escape.replaceAll('%', ''), 'hex');
  return isUtf8(octets);
}

function isUtf8(octets: Buffer): boolean {
  return octets.equals(Buffer.from(octets.toString('utf8'), 'utf8'));
}

/** Returns octets as text: UTF-8 if they are valid UTF-8, and otherwise one character for each octet. */
export function textOf(octets: Buffer): string {
  return octets.toString(isUtf8(octets) ? 'utf8' : 'latin1');
}

/** Octets in base64 or hexadecimal within a text, and their readings from each place at which they may begin. */
export interface Packed {
  readonly from: number;
  readonly to: number;
  readonly how: 'base64' | 'hex';
  /** The first is the usual one. */
  readonly readings: readonly string[];
}

const base64Run = /[A-Za-z0-9+/_-]{6,}={0,2}/g;
const hexRun = /(?:[0-9A-Fa-f]{2}[:\s-]?){4,}/g;

/** Yields encoded octets of a text that read as text: only these can hold further encodings or escapes. */
export function* printableIn(text: string, shortest: number): Generator<string> {
  const fewest = Math.floor((shortest * 4) / 3);
  for (const [run] of text.matchAll(base64Run)) {
    if (run.length < fewest || !isPrintable(Buffer.from(run.slice(0, 12), 'base64'))) continue;
    const octets = Buffer.from(run, 'base64');
    if (isPrintable(octets)) yield octets.toString('utf8');
  }
  for (const [run] of text.matchAll(hexRun)) {
    const digits = run.length < shortest * 2 ? '' : run.replaceAll(/[:\s-]/g, '');
    if (digits.length < shortest * 2) continue;
    for (const some of [digits, digits.slice(1)]) {
      const octets = Buffer.from(some, 'hex');
      if (isPrintable(octets.subarray(0, 4)) || isPrintable(octets.subarray(-4))) yield textOf(octets);
    }
  }
}

function isPrintable(octets: Buffer): boolean {
  for (const octet of octets) {
    if (octet < 0x20 && octet !== 0x0a && octet !== 0x0d && octet !== 0x09) return false;
    if (octet >= 0x80) return isUtf8(octets);
  }
  return octets.length > 0;
}

/**
 * Yields the encoded octets of a text.
 *
 * @param shortest length from which on encoded octets count
 */
export function* packedIn(text: string, shortest: number): Generator<Packed> {
  const fewest = Math.floor((shortest * 4) / 3);
  for (const match of text.matchAll(base64Run)) {
    const [run] = match;
    if (run.length < fewest || !/[A-Z0-9]/.test(run)) continue;
    const readings = [0, 1, 2, 3].map((skip) => textOf(Buffer.from(run.slice(skip), 'base64')));
    yield { from: match.index, to: match.index + run.length, how: 'base64', readings };
  }
  for (const match of text.matchAll(hexRun)) {
    const digits = match[0].replaceAll(/[:\s-]/g, '');
    if (digits.length < shortest * 2 || !/\d/.test(digits)) continue;
    const readings = [digits, digits.slice(1)].map((some) => textOf(Buffer.from(some, 'hex')));
    yield { from: match.index, to: match.index + match[0].trimEnd().length, how: 'hex', readings };
  }
}
