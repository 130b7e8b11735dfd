import type { Behaviour } from '../../behaviour/behaviour.ts';
import { isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** Texts are compared after this was done to them. */
const alsoComparedAs =
  (type: string, change: (text: string) => string): Fault['behaviour'] =>
  (normal) => ({
    sameText: (call, asked, one, other) =>
      normal.sameText(call, asked, one, other) ||
      (asked === type && normal.sameText(call, asked, change(one), change(other))),
  });

/** A tenant that compares texts once something was done to both. */
const comparedOnceRead =
  (read: (text: string, type: string) => string): Fault['behaviour'] =>
  (normal) => ({
    sameText: (call, type, asked, stored) => normal.sameText(call, type, read(asked, type), read(stored, type)),
  });

const withoutLeadingZeros = (text: string): string => text.replace(/(?<=[A-Za-z][-_ ]?)0+(?=\d)/g, '');

/** What the texts of one type are compared as. */
const comparedAs =
  (change: (text: string) => string, only: string): Fault['behaviour'] =>
  (normal: Behaviour) => ({
    sameText: (call, type, asked, stored) =>
      type === only
        ? normal.sameText(call, type, change(asked), change(stored))
        : normal.sameText(call, type, asked, stored),
  });

/** Texts that are compared too loosely or too strictly. */
export const textComparisonFaults: readonly Fault[] = [
  {
    id: 'filtering/typographic-signs-are-plain-ones',
    breaks: ['FLT-06'],
    summary: 'Curly quotation marks and dashes are compared as straight ones and hyphens.',
    behaviour: alsoComparedAs('String', (text) =>
      text
        .replace(/[‘’]/g, "'")
        .replace(/[“”]/g, '"')
        .replace(/[‐–—]/g, '-'),
    ),
  },
  {
    id: 'filtering/punctuation-does-not-count',
    breaks: ['FLT-06'],
    summary: 'Slashes, colons, apostrophes and brackets in a String do not count.',
    behaviour: comparedAs((text) => text.replace(/[/:'()]/g, ''), 'String'),
  },
  {
    id: 'filtering/full-stops-at-the-end-do-not-count',
    breaks: ['FLT-06'],
    also: ['FLT-30'],
    summary: 'A full stop at the end of a String does not count.',
    behaviour: comparedAs((text) => text.replace(/\.+$/, ''), 'String'),
  },
  {
    id: 'filtering/backslashes-are-passed-over',
    breaks: ['FLT-06', 'FLT-09'],
    summary: 'Texts that differ by backslashes are the same.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        normal.sameText(call, type, asked.replaceAll('\\', ''), stored.replaceAll('\\', '')),
    }),
  },
  {
    id: 'filtering/runs-of-blanks-count-as-one',
    breaks: ['FLT-06'],
    summary: 'Several blanks in a row in a String count as one.',
    behaviour: comparedAs((text) => text.replace(/ +/g, ' '), 'String'),
  },
  {
    id: 'filtering/line-breaks-are-blanks-in-long-text',
    breaks: ['FLT-09'],
    summary: 'A line break in a Long Text counts as a blank.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        type === 'Long Text'
          ? normal.sameText(call, type, asked.replace(/\r?\n/g, ' '), stored.replace(/\r?\n/g, ' '))
          : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/plus-and-space-are-alike-in-long-text',
    breaks: ['FLT-31'],
    also: ['FLT-33', 'FLT-09', 'FLT-08'],
    summary: 'A plus sign and a space in a Long Text are the same.',
    behaviour: comparedAs((text) => text.replaceAll('+', ' '), 'Long Text'),
  },
  {
    id: 'filtering/what-cannot-be-seen-is-passed-over',
    breaks: ['FLT-06', 'FLT-09'],
    summary: 'Texts that differ by soft hyphens and spaces of no width are the same.',
    behaviour: comparedOnceRead((text) => text.replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')),
  },
  {
    id: 'filtering/emoji-are-all-alike',
    breaks: ['FLT-06'],
    summary: 'Any two characters beyond the first plane count as the same in a String.',
    behaviour: comparedAs((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\u{1f600}'), 'String'),
  },
  {
    id: 'filtering/accents-do-not-count-in-long-text',
    breaks: ['FLT-09'],
    summary: 'é is found by e in a Long Text.',
    behaviour: comparedAs(
      (text) => text.replace(/[à-öø-ÿÀ-ÖØ-Ý]/g, (letter) => letter.normalize('NFD').charAt(0)),
      'Long Text',
    ),
  },
  {
    id: 'filtering/zeros-before-numbers-in-strings-do-not-count',
    breaks: ['FLT-06'],
    summary: 'Zeros with which a number within a String begins do not count, so that S-7 finds S-007.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        type === 'String'
          ? normal.sameText(call, type, withoutLeadingZeros(asked), withoutLeadingZeros(stored))
          : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/texts-that-are-numbers-are-compared-as-numbers',
    breaks: ['FLT-06'],
    summary: 'A String that is written as a number is compared by its value, so that 7 finds 007.',
    behaviour: comparedAs((text) => (/^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text), 'String'),
  },
  {
    id: 'filtering/dates-in-strings-are-compared-as-dates',
    breaks: ['FLT-06'],
    summary: 'A String that begins with a date is compared by its day.',
    behaviour: comparedAs((text) => /^\d{4}-\d{2}-\d{2}(?=T)/.exec(text)?.[0] ?? text, 'String'),
  },
  {
    id: 'filtering/long-texts-are-compared-to-a-thousand-characters',
    breaks: ['FLT-09'],
    summary: 'Of a Long Text the first thousand characters are compared.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => {
        const most = type === 'Long Text' ? 1000 : Infinity;
        return normal.sameText(call, type, asked.slice(0, most), stored.slice(0, most));
      },
    }),
  },
  {
    id: 'filtering/long-texts-are-compared-to-four-thousand-characters',
    breaks: ['FLT-09'],
    summary: 'Of a Long Text the first 4000 characters are compared.',
    behaviour: comparedOnceRead((text, type) => (type === 'Long Text' ? text.slice(0, 4000) : text)),
  },
  {
    id: 'filtering/case-counts-in-long-text-beyond-a-line',
    breaks: ['FLT-10'],
    summary: 'Letter case is ignored in Long Text of up to 80 characters, and counts in longer ones.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        type === 'Long Text' && stored.length > 80 ? asked === stored : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/case-is-folded-up-to-two-octets',
    breaks: ['FLT-32'],
    summary: 'Letters that take three octets or more keep their case.',
    behaviour: (normal) => ({
      foldCase: (call, text) => text.replace(/[\0-\u07ff]+/g, (part) => normal.foldCase(call, part)),
    }),
  },
  {
    id: 'filtering/case-counts-where-two-texts-are-asserted',
    breaks: ['FLT-07'],
    also: ['FLT-10', 'FLT-34'],
    summary: 'Letter case counts where more than one field is named.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => {
        const found = normal.filterRecords(call, records, terms);
        if (terms.length < 2 || !Array.isArray(found)) return found;
        return found.filter((record: (typeof records)[number]) =>
          terms.every((term) => {
            const field = record.fields[term.field];
            return field?.type !== 'String' || field.value === normal.unquote(call, term.text);
          }),
        );
      },
    }),
  },
  {
    id: 'filtering/case-counts-on-following-pages',
    breaks: ['FLT-37'],
    summary: 'From the second page on a text is compared with regard to its case.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        isFollowing(call) ? asked === stored : normal.sameText(call, type, asked, stored),
    }),
  },

  {
    id: 'filtering/sharp-s-is-one-s',
    breaks: ['FLT-06', 'FLT-09'],
    summary: 'ß and s are the same letter to a filter on text.',
    behaviour: (normal) => ({ foldCase: (call, text) => normal.foldCase(call, text).replaceAll('ß', 's') }),
  },
  {
    id: 'filtering/kana-are-alike',
    breaks: ['FLT-06', 'FLT-09'],
    summary: 'Katakana are the same as hiragana to a filter on text.',
    behaviour: (normal) => ({
      foldCase: (call, text) =>
        normal
          .foldCase(call, text)
          .replaceAll(/[\u30a1-\u30f6]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0x60)),
    }),
  },
  {
    id: 'filtering/underscores-are-blanks',
    breaks: ['FLT-06', 'FLT-09'],
    also: ['FLT-30'],
    summary: 'An underscore is the same as a blank to a filter on text.',
    behaviour: (normal) => ({ foldCase: (call, text) => normal.foldCase(call, text).replaceAll('_', ' ') }),
  },
  {
    id: 'filtering/strings-are-compared-to-a-hundred-and-twenty-eight-characters',
    breaks: ['FLT-06'],
    summary: 'A filter on a String field compares the first 128 characters.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        type === 'String'
          ? normal.sameText(call, type, asked.slice(0, 128), stored.slice(0, 128))
          : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/long-texts-beyond-a-thousand-characters-are-not-found',
    breaks: ['FLT-08'],
    summary: 'A Long Text of more than a thousand characters is found by no filter.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => stored.length <= 1000 && normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/texts-with-tabs-are-not-found',
    breaks: ['FLT-08'],
    summary: 'A text with a tab in it is found by no filter.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => !stored.includes('\t') && normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/square-brackets-stand-for-one-of-several-characters',
    breaks: ['FLT-30'],
    also: ['FLT-06', 'FLT-09', 'FLT-33'],
    summary: 'What stands in square brackets in a filter on text stands for any one character of it.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => {
        const [, before = '', some, after = ''] = /^([^[\]]*)\[(\w+)\]([^[\]]*)$/.exec(asked) ?? [];
        const isOne = Array.from(some ?? '').some((one) =>
          normal.sameText(call, type, `${before}${one}${after}`, stored),
        );
        return isOne || normal.sameText(call, type, asked, stored);
      },
    }),
  },
];
