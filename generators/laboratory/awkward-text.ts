import fc from 'fast-check';
import { labels } from './vocabulary.ts';

/** The range operators of the filters (Endpoints / Filters, rule 1). */
export const OPERATORS = ['>', '>=', '<', '<='] as const;

/** The reasons why the specification does not say whether a filter finds a record with this text. */
export type TextFreedom =
  | 'equals an operator'
  | 'begins with an operator and a space'
  | 'has double quotes'
  | 'has white space at an end'
  | 'is empty';

/**
 * Returns the reason why it is open whether a filter with this text finds a record that has it. Undefined if it must.
 */
export function freedomOf(text: string): TextFreedom | undefined {
  if (text === '') return 'is empty';
  if (text !== text.trim()) return 'has white space at an end';
  if (text.includes('"')) return 'has double quotes';
  if (OPERATORS.some((operator) => operator === text)) return 'equals an operator';
  return OPERATORS.some((operator) => text.startsWith(`${operator} `))
    ? 'begins with an operator and a space'
    : undefined;
}

const operators = fc.constantFrom(...OPERATORS);

/** Texts that look like an operator but are not one: `>abc`, `=>`, `≥ 5` (FLT-29). */
export const operatorLookalikes: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(operators, fc.constantFrom('abc', '5', '-1', '3mM', '2026-01-01')).map(([one, rest]) => `${one}${rest}`),
  fc.constantFrom('=', '==', '=>', '=<', '<>', '!=', '>>', '<<', '≥', '≤', '≥ 5', '＞', '5 >', 'a < b', '-> 5', '&gt;'),
);

/** A text, and another text that a filter would find if some of its characters had a special meaning. */
export interface TextWithDecoy {
  readonly text: string;
  readonly decoy: string;
}

const words = fc.string({ unit: fc.constantFrom('a', 'b', 'x', 'Y', '1', '0', '-'), minLength: 1, maxLength: 4 });

/** Texts with `%`, `_`, `*`, `?` or `.`, each with a text that such a pattern would match (FLT-30). */
export const wildcardTexts: fc.Arbitrary<TextWithDecoy> = fc
  .tuple(words, fc.constantFrom('%', '_', '*', '?', '.'), words, fc.constantFrom('x', 'Q', '7'))
  .map(([before, wildcard, after, filler]) => ({
    text: `${before}${wildcard}${after}`,
    decoy: `${before}${filler}${after}`,
  }));

/** Texts that change if they are decoded as part of a URL: `a+b` and `a b`, `50%25` and `50%` (FLT-31). */
export const twiceDecodedTexts: fc.Arbitrary<TextWithDecoy> = fc
  .tuple(
    words,
    fc.constantFrom(
      ['+', ' '],
      ['%2B', '+'],
      ['%20', ' '],
      ['%25', '%'],
      ['%41', 'A'],
      ['%C3%A9', 'é'],
      ['&amp;', '&'],
    ),
    words,
  )
  .map(([before, [text, decoy], after]) => ({
    text: `${before}${text}${after}`,
    decoy: `${before}${decoy}${after}`,
  }));

/** Texts that a listing might read as syntax: of URLs, of JSON, of queries (FLT-33). */
const reservedTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'a+b',
    'a&b',
    'a=b',
    'a#b',
    'a/b',
    'a?b=c',
    'a;b',
    'a,b',
    'a:b',
    'a|b',
    '[a]',
    '{a}',
    '(a)',
    '$a',
    '~a',
  ),
  fc.constantFrom(
    "'",
    "O'Neill",
    "' or '1'='1",
    '5′-UTR',
    '--',
    '/*',
    'null',
    'true',
    '0',
    'undefined',
    '[object]',
    '{}',
  ),
  fc.constantFrom(
    '&nextToken=',
    'a&pageSize=1',
    '#fragment',
    '%',
    '100%',
    '%%',
    '%zz',
    '..',
    '../..',
    '🧬',
    '細胞',
    'é',
  ),
  fc
    .tuple(words, fc.constantFrom(...Array.from("+&=#%?*_/;,:|[]{}()$~!@^`'")), words)
    .map(([before, reserved, after]) => `${before}${reserved}${after}`),
);

/** Texts with backslashes, which a second unescaping would change. */
export const backslashTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('\\', '\\\\', 'a\\b', '\\n', '\\t', '\\u0041', 'C:\\plates\\1', '\\%', '\\_', "\\'"),
  fc.tuple(words, words).map(([before, after]) => `${before}\\${after}`),
);

/** Returns texts that contain the given one. An exact match must not find them (FLT-06, FLT-09). */
export function textsAround(text: string): readonly string[] {
  return [`${text}1`, `1${text}`, `${text} y`, `y ${text}`, `x${text}x`, `${text}${text}`, `${text}\n${text}`];
}

/** Texts with which a filter must find the records that have them. */
export const askableTexts: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: labels },
    { weight: 3, arbitrary: reservedTexts },
    { weight: 1, arbitrary: backslashTexts },
    { weight: 1, arbitrary: operatorLookalikes },
    { weight: 1, arbitrary: wildcardTexts.map(({ text }) => text) },
    { weight: 1, arbitrary: twiceDecodedTexts.map(({ text }) => text) },
  )
  .filter((text) => freedomOf(text) === undefined);
