import fc from 'fast-check';
import { inWords } from '../core/wording.ts';
import { anyText } from './text.ts';

const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
const awkward = Array.from('+%&=#"<>\\;,\'/?:@ ~|{}[]^`.-_!*()$');

/** Values that change if they are decoded once too often, converted to a type or cleaned up. */
const fragileValues = [
  // replacement patterns of string functions
  'total=$$5&back=$&,$1,$`',
  ...['%2B', '%25', '%2525', '%', '%%', '%zz', '%2', '%u0041', '%00', '%0d%0aSet-Cookie: a=b', '%C3%A9', '%26code%3D1'],
  ...[
    'a+b c%20d',
    'q+/8Zm9v/+w=',
    '+',
    '+ +',
    'a&b=c',
    '&code=other',
    'a#b',
    '?a=b',
    '=',
    '==',
    '&amp;',
    '&lt;b&gt;',
    '&#43;',
    '\\u002B',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><b>',
    "' OR '1'='1",
    '{{7*7}}',
    '${7}',
    '<%= 1 %>',
    '../../',
    'Zm9v--_w-',
    'C:\\n\\t',
    '\\',
    '\\"',
  ],
  ...[
    '007',
    '1e3',
    '-0',
    '0',
    '1.0',
    '0x1F',
    'null',
    'true',
    'True',
    'NULL',
    'undefined',
    'NaN',
    '[]',
    '{}',
    '[object Object]',
    'a,b',
    'a;b',
    '{ "user": 1, "next": [ ] }',
  ],
  ...[
    ' ',
    '  ',
    ' leading',
    'trailing ',
    'two  spaces',
    'MiXeD CaSe',
    '"quoted"',
    'javascript:void(0)',
    'https://app.example/?next=/a%20b&c=d#e',
  ],
] as const;

const octets = (lengths: { minLength: number; maxLength: number }): fc.Arbitrary<Buffer> =>
  fc.uint8Array(lengths).map((bytes) => Buffer.from(bytes));

const base64: fc.Arbitrary<string> = octets({ minLength: 1, maxLength: 60 }).map((bytes) => bytes.toString('base64'));

const json: fc.Arbitrary<string> = fc
  .record(
    { user: fc.string({ unit: fc.constantFrom(...printable) }), canvas: fc.nat(), tags: fc.array(fc.boolean()) },
    { noNullPrototype: true },
  )
  .map((value) => JSON.stringify(value));

const jwt: fc.Arbitrary<string> = fc
  .tuple(json, octets({ minLength: 32, maxLength: 32 }))
  .map(([claims, signature]) =>
    [Buffer.from('{"alg":"HS256"}'), Buffer.from(claims), signature]
      .map((part) => part.toString('base64url'))
      .join('.'),
  );

/** States that a careless form or page changes when it carries them along. */
export const fragileStates: readonly string[] = [
  'two\nlines',
  'two\r\nlines',
  'a\rb',
  '&quot;a&amp;b',
  '"><b>',
  ' at both ends ',
  'a+b%20c',
  'a\ttab',
  '\u0000nul\u0000',
  '\ufeffmarked',
  'zero\u200bwidth',
];

/** States that are tried in every run. */
export const ambiguousStates: readonly string[] = fragileValues;

/** States of printable ASCII, from one character to a few hundred. */
export const states: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...fragileValues) },
  {
    weight: 3,
    arbitrary: fc.string({ unit: fc.constantFrom(...printable), minLength: 1, maxLength: 40, size: 'max' }),
  },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...awkward), minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: base64 },
  { weight: 1, arbitrary: json },
  { weight: 1, arbitrary: jwt },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom(...printable), minLength: 90, maxLength: 600, size: 'max' }),
  },
);

/** States such as encrypted ones: base64 of one or two kilobytes, and shorter. */
export const longStates: fc.Arbitrary<string> = fc
  .record(
    {
      length: fc.oneof(
        fc.constantFrom(255, 256, 257, 511, 512, 513, 1000, 1023, 1024, 1025, 1999, 2000, 2047, 2048),
        fc.integer({ min: 200, max: 2048 }),
      ),
      bytes: octets({ minLength: 64, maxLength: 64 }),
      form: fc.constantFrom('base64', 'base64url'),
    },
    { noNullPrototype: true },
  )
  .map(({ length, bytes, form }) =>
    Buffer.concat(Array.from({ length: 32 }, () => bytes))
      .toString(form)
      .slice(0, length),
  );

/** States of any script, with at least one character that is not printable ASCII. */
export const foreignStates: fc.Arbitrary<string> = fc
  .tuple(
    anyText({ maxLength: 12 }),
    fc.constantFrom('é', 'ß', 'Ω', '漢', '🧪', 'e\u0301', '\u00a0'),
    anyText({ maxLength: 12 }),
  )
  .map((parts) => parts.join(''));

/** Returns the difference between the sent and the returned state, in words that do not repeat the state. */
export function describeDifference(sent: string, returned: string | undefined): string {
  if (returned === undefined) return 'came back without any state';
  if (returned === '') return 'came back with an empty state';
  const lost = lostBlanks(sent, returned);
  if (lost !== undefined) return `came back without the ${lost}`;
  const [before, after] = [Array.from(sent), Array.from(returned)];
  const at = before.findIndex((character, index) => character !== after[index]);
  if (at < 0) return inWords`came back with ${after.length - before.length} characters added at its end`;
  if (at >= after.length) return inWords`came back cut short after ${at} of ${before.length} characters`;
  const length =
    before.length === after.length ? '' : inWords` and ${after.length} instead of ${before.length} characters`;
  return `came back with ${nameOf(after[at])} instead of ${nameOf(before[at])} at character ${at + 1}${length}`;
}

/** Returns which blanks were cut off, if nothing else was changed. */
function lostBlanks(sent: string, returned: string): string | undefined {
  const [atStart, atEnd] = [sent.trimStart() !== sent, sent.trimEnd() !== sent];
  if (atStart && atEnd && returned === sent.trim()) return 'blanks at its beginning and its end';
  if (atStart && returned === sent.trimStart()) return 'blanks at its beginning';
  return atEnd && returned === sent.trimEnd() ? 'blanks at its end' : undefined;
}

/** Returns a state in words: its length, and the characters in it that need care. */
export function describeState(state: string): string {
  const special = [...new Set(Array.from(state).filter((character) => !/[A-Za-z0-9._~-]/.test(character)))];
  const named = special.slice(0, 6).map(nameOf).join(', ');
  return inWords`a state of ${state.length} characters${special.length === 0 ? '' : `, among them ${named}`}`;
}

function nameOf(character: string | undefined): string {
  if (character === undefined) return 'nothing';
  const point = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (character === ' ') return `${point} (a blank)`;
  return /[\x21-\x7e]/.test(character) ? `${point} (${character})` : point;
}
