import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoFold, longTexts, strings, texts } from './text-decisions.ts';

const simply = (text: string): string => text.toLowerCase();
const wordsIn = (text: string): readonly string[] => simply(text).split(/[^\p{L}\p{N}]+/u);

/** Texts that are compared too loosely. */
export const textEqualityFaults: readonly Fault[] = [
  ...breaking('FLT-06', {
    'string-starts-with-the-text': [
      strings.compareBy((asked, stored) => simply(stored).startsWith(simply(asked))),
      'A String matches where it begins with the given text.',
    ],
    'string-contains-the-text': [
      strings.compareBy((asked, stored) => simply(stored).includes(simply(asked))),
      'A String matches where the given text stands anywhere in it.',
      ['FLT-29', 'FLT-30'],
    ],
    'string-ends-with-the-text': [
      strings.compareBy((asked, stored) => simply(stored).endsWith(simply(asked))),
      'A String matches where it ends with the given text.',
    ],
    'string-is-part-of-the-text': [
      strings.compareBy((asked, stored) => stored !== '' && simply(asked).includes(simply(stored))),
      'A String matches where it stands in the given text.',
    ],
    'string-ignores-hyphens': [
      strings.compareAs((text) => text.replaceAll(/[ -]/g, '')),
      'Hyphens and spaces in a String do not count.',
    ],
    'string-ignores-accents': [
      strings.compareAs((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
      'é is found by e in a String.',
    ],
    'long-strings-match-by-their-beginning': [
      strings.compareFirst(64),
      'Strings are compared by their first 64 characters.',
    ],
    'strings-are-compared-to-a-hundred-and-twenty-eight-characters': [
      strings.compareFirst(128),
      'Strings are compared by their first 128 characters.',
    ],
    'typographic-signs-are-plain-ones': [
      strings.compareAs((text) =>
        text
          .replace(/[‘’]/g, "'")
          .replace(/[“”]/g, '"')
          .replace(/[‐–—]/g, '-'),
      ),
      'Curly quotation marks and dashes are compared as straight ones and hyphens.',
    ],
    'punctuation-does-not-count': [
      strings.compareAs((text) => text.replace(/[/:'()]/g, '')),
      'Slashes, colons, apostrophes and brackets in a String do not count.',
    ],
    'full-stops-at-the-end-do-not-count': [
      strings.compareAs((text) => text.replace(/\.+$/, '')),
      'A full stop at the end of a String does not count.',
      ['FLT-30'],
    ],
    'runs-of-blanks-count-as-one': [
      strings.compareAs((text) => text.replace(/ +/g, ' ')),
      'Several blanks in a row in a String count as one.',
    ],
    'emoji-are-all-alike': [
      strings.compareAs((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\u{1f600}')),
      'Any two characters beyond the first plane are the same in a String.',
    ],
    'zeros-before-numbers-in-strings-do-not-count': [
      strings.compareAs((text) => text.replace(/(?<=[A-Za-z][-_ ]?)0+(?=\d)/g, '')),
      'Leading zeros within a String do not count, so that S-7 finds S-007.',
    ],
    'texts-that-are-numbers-are-compared-as-numbers': [
      strings.compareAs((text) => (/^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text)),
      'A String of digits is compared by its value, so that 7 finds 007.',
    ],
    'dates-in-strings-are-compared-as-dates': [
      strings.compareAs((text) => /^\d{4}-\d{2}-\d{2}(?=T)/.exec(text)?.[0] ?? text),
      'A String that begins with a date is compared by its day.',
    ],
    'a-comma-means-or': [
      texts.split(','),
      'A comma in a text stands between several values, each of which is found too.',
      ['FLT-05', 'FLT-33', 'FLT-09'],
    ],
  }),
  ...breaking('FLT-09', {
    'long-text-contains-the-text': [
      longTexts.compareBy((asked, stored) => simply(stored).includes(simply(asked))),
      'A Long Text matches where the given text stands anywhere in it.',
      ['FLT-30', 'FLT-29'],
    ],
    'long-text-has-the-words': [
      longTexts.compareBy((asked, stored) => {
        const words = new Set(wordsIn(stored));
        return wordsIn(asked).every((word) => word === '' || words.has(word));
      }),
      'A Long Text matches where it has all words of the given text, as in a search.',
      ['FLT-28', 'FLT-29', 'FLT-30', 'FLT-31'],
    ],
    'long-text-has-one-of-the-lines': [
      longTexts.compareBy((asked, stored) => [stored, ...stored.split('\n')].map(simply).includes(simply(asked))),
      'A Long Text matches where one of its lines equals the given text.',
    ],
    'long-text-by-its-first-line': [
      longTexts.compareBy((...both) => new Set(both.map((text) => simply(text).split('\n')[0])).size === 1),
      'Long Texts are compared by their first lines.',
    ],
    'long-text-is-cut-at-200': [longTexts.compareFirst(200), 'Long Texts are compared by their first 200 characters.'],
    'long-texts-are-compared-to-a-thousand-characters': [
      longTexts.compareFirst(1000),
      'Long Texts are compared by their first thousand characters.',
    ],
    'long-texts-are-compared-to-four-thousand-characters': [
      longTexts.compareFirst(4000),
      'Long Texts are compared by their first 4000 characters.',
    ],
    'line-breaks-are-blanks-in-long-text': [
      longTexts.compareAs((text) => text.replace(/\r?\n/g, ' ')),
      'A line break in a Long Text counts as a blank.',
    ],
    'accents-do-not-count-in-long-text': [
      longTexts.compareAs((text) => text.replace(/[à-öø-ÿÀ-ÖØ-Ý]/g, (letter) => letter.normalize('NFD').charAt(0))),
      'é is found by e in a Long Text.',
    ],
  }),
  ...breaking(['FLT-06', 'FLT-09'], {
    'backslashes-are-passed-over': [
      texts.compareAs((text) => text.replaceAll('\\', '')),
      'Texts that differ by backslashes are the same.',
    ],
    'what-cannot-be-seen-is-passed-over': [
      texts.compareAs((text) => text.replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')),
      'Texts that differ by soft hyphens and spaces of no width are the same.',
    ],
    'markup-does-not-count': [
      texts.compareAs((text) => text.replaceAll(/<[^>]*>/g, '')),
      'Texts are compared without the tags in them.',
    ],
    'sharp-s-is-one-s': [
      alsoFold((text) => text.replaceAll('ß', 's')),
      'ß and s are the same letter to a filter on text.',
    ],
    'kana-are-alike': [
      alsoFold((text) =>
        text.replaceAll(/[\u30a1-\u30f6]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0x60)),
      ),
      'Katakana are the same as hiragana to a filter on text.',
    ],
    'underscores-are-blanks': [
      alsoFold((text) => text.replaceAll('_', ' ')),
      'An underscore is the same as a blank to a filter on text.',
      ['FLT-30'],
    ],
    'a-bar-means-either': [
      texts.split('|'),
      'A text with a bar in it finds what stands on either side of it.',
      ['FLT-29', 'FLT-33'],
    ],
    'a-semicolon-stands-between-values': [
      texts.split(';'),
      'A semicolon in a text stands between several values, each of which is found too.',
    ],
    'an-exclamation-mark-means-not': [
      texts.compare((same, asked, stored) =>
        asked.length > 1 && asked.startsWith('!') ? !same(asked.slice(1), stored) : same(asked, stored),
      ),
      'A text that begins with an exclamation mark finds all but the text behind it.',
      ['FLT-27', 'FLT-28', 'FLT-29', 'FLT-30', 'FLT-31', 'FLT-33'],
    ],
  }),
];
