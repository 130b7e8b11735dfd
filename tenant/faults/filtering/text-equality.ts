import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoFold, longTexts, strings, texts } from './text-decisions.ts';

const inLowerCase = (text: string): string => text.toLowerCase();
const wordsIn = (text: string): readonly string[] => inLowerCase(text).split(/[^\p{L}\p{N}]+/u);

/** Faults in which texts are compared too loosely. */
export const textEqualityFaults: readonly Fault[] = [
  ...breaking('FLT-06', {
    'string-starts-with-the-text': [
      strings.compareBy((asked, stored) => inLowerCase(stored).startsWith(inLowerCase(asked))),
      'A String matches if it begins with the requested text.',
    ],
    'string-contains-the-text': [
      strings.compareBy((asked, stored) => inLowerCase(stored).includes(inLowerCase(asked))),
      'A String matches if it contains the requested text.',
      ['FLT-29', 'FLT-30'],
    ],
    'string-ends-with-the-text': [
      strings.compareBy((asked, stored) => inLowerCase(stored).endsWith(inLowerCase(asked))),
      'A String matches if it ends with the requested text.',
    ],
    'string-is-part-of-the-text': [
      strings.compareBy((asked, stored) => stored !== '' && inLowerCase(asked).includes(inLowerCase(stored))),
      'A String matches if the requested text contains it.',
    ],
    'string-ignores-hyphens': [
      strings.compareAs((text) => text.replaceAll(/[ -]/g, '')),
      'Hyphens and spaces in a String do not count.',
    ],
    'string-ignores-accents': [
      strings.compareAs((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
      'In a String, the tenant compares é as e.',
    ],
    'long-strings-match-by-their-beginning': [
      strings.compareFirst(64),
      'The tenant compares only the first 64 characters of Strings.',
    ],
    'strings-are-compared-to-a-hundred-and-twenty-eight-characters': [
      strings.compareFirst(128),
      'The tenant compares only the first 128 characters of Strings.',
    ],
    'typographic-signs-are-plain-ones': [
      strings.compareAs((text) =>
        text
          .replace(/[‘’]/g, "'")
          .replace(/[“”]/g, '"')
          .replace(/[‐–—]/g, '-'),
      ),
      'Curly quotation marks count as straight ones, and dashes as hyphens.',
    ],
    'punctuation-does-not-count': [
      strings.compareAs((text) => text.replace(/[/:'()]/g, '')),
      'Slashes, colons, apostrophes and brackets in a String do not count.',
    ],
    'full-stops-at-the-end-do-not-count': [
      strings.compareAs((text) => text.replace(/\.+$/, '')),
      'Full stops at the end of a String do not count.',
      ['FLT-30'],
    ],
    'runs-of-blanks-count-as-one': [
      strings.compareAs((text) => text.replace(/ +/g, ' ')),
      'Several spaces in a row in a String count as one.',
    ],
    'emoji-are-all-alike': [
      strings.compareAs((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\u{1f600}')),
      'In a String, all characters beyond the basic plane count as the same.',
    ],
    'zeros-before-numbers-in-strings-do-not-count': [
      strings.compareAs((text) => text.replace(/(?<=[A-Za-z][-_ ]?)0+(?=\d)/g, '')),
      'Leading zeros within a String do not count, so that S-7 finds S-007.',
    ],
    'texts-that-are-numbers-are-compared-as-numbers': [
      strings.compareAs((text) => (/^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text)),
      'The tenant compares a String of digits by its value, so that 7 finds 007.',
    ],
    'dates-in-strings-are-compared-as-dates': [
      strings.compareAs((text) => /^\d{4}-\d{2}-\d{2}(?=T)/.exec(text)?.[0] ?? text),
      'The tenant compares a String that begins with a date only by its day.',
    ],
    'a-comma-means-or': [
      texts.split(','),
      'A comma in a text separates several values, each of which is found too.',
      ['FLT-05', 'FLT-33', 'FLT-09'],
    ],
  }),
  ...breaking('FLT-09', {
    'long-text-contains-the-text': [
      longTexts.compareBy((asked, stored) => inLowerCase(stored).includes(inLowerCase(asked))),
      'A Long Text matches if it contains the requested text.',
      ['FLT-30', 'FLT-29'],
    ],
    'long-text-has-the-words': [
      longTexts.compareBy((asked, stored) => {
        const words = new Set(wordsIn(stored));
        return wordsIn(asked).every((word) => word === '' || words.has(word));
      }),
      'A Long Text matches if it has all words of the requested text, as in a search.',
      ['FLT-28', 'FLT-29', 'FLT-30', 'FLT-31'],
    ],
    'long-text-has-one-of-the-lines': [
      longTexts.compareBy((asked, stored) =>
        [stored, ...stored.split('\n')].map(inLowerCase).includes(inLowerCase(asked)),
      ),
      'A Long Text also matches if one of its lines equals the requested text.',
    ],
    'long-text-by-its-first-line': [
      longTexts.compareBy((...both) => new Set(both.map((text) => inLowerCase(text).split('\n')[0])).size === 1),
      'The tenant compares only the first lines of Long Texts.',
    ],
    'long-text-is-cut-at-200': [
      longTexts.compareFirst(200),
      'The tenant compares only the first 200 characters of Long Texts.',
    ],
    'long-texts-are-compared-to-a-thousand-characters': [
      longTexts.compareFirst(1000),
      'The tenant compares only the first thousand characters of Long Texts.',
    ],
    'long-texts-are-compared-to-four-thousand-characters': [
      longTexts.compareFirst(4000),
      'The tenant compares only the first 4000 characters of Long Texts.',
    ],
    'line-breaks-are-blanks-in-long-text': [
      longTexts.compareAs((text) => text.replace(/\r?\n/g, ' ')),
      'A line break in a Long Text counts as a space.',
    ],
    'accents-do-not-count-in-long-text': [
      longTexts.compareAs((text) => text.replace(/[à-öø-ÿÀ-ÖØ-Ý]/g, (letter) => letter.normalize('NFD').charAt(0))),
      'In a Long Text, the tenant compares é as e.',
    ],
  }),
  ...breaking(['FLT-06', 'FLT-09'], {
    'backslashes-are-passed-over': [
      texts.compareAs((text) => text.replaceAll('\\', '')),
      'The tenant ignores backslashes when it compares texts.',
    ],
    'what-cannot-be-seen-is-passed-over': [
      texts.compareAs((text) => text.replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')),
      'The tenant ignores soft hyphens and zero-width characters when it compares texts.',
    ],
    'markup-does-not-count': [
      texts.compareAs((text) => text.replaceAll(/<[^>]*>/g, '')),
      'The tenant compares texts without the tags in them.',
    ],
    'sharp-s-is-one-s': [
      alsoFold((text) => text.replaceAll('ß', 's')),
      'For a text filter, ß and s are the same letter.',
    ],
    'kana-are-alike': [
      alsoFold((text) =>
        text.replaceAll(/[\u30a1-\u30f6]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0x60)),
      ),
      'For a text filter, katakana are the same as hiragana.',
    ],
    'underscores-are-blanks': [
      alsoFold((text) => text.replaceAll('_', ' ')),
      'For a text filter, an underscore is the same as a space.',
      ['FLT-30'],
    ],
    'a-bar-means-either': [
      texts.split('|'),
      'A bar in a text separates several values, each of which is found too.',
      ['FLT-29', 'FLT-33'],
    ],
    'a-semicolon-stands-between-values': [
      texts.split(';'),
      'A semicolon in a text separates several values, each of which is found too.',
    ],
    'an-exclamation-mark-means-not': [
      texts.compare((same, asked, stored) =>
        asked.length > 1 && asked.startsWith('!') ? !same(asked.slice(1), stored) : same(asked, stored),
      ),
      'A text that begins with an exclamation mark finds every text except the one that follows it.',
      ['FLT-27', 'FLT-28', 'FLT-29', 'FLT-30', 'FLT-31', 'FLT-33'],
    ],
  }),
];
