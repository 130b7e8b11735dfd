import type { Fault } from '../fault.ts';
import { isFollowing } from '../calls.ts';
import { breaking } from './rows.ts';
import { foldOnly, longTexts, strings, texts } from './text-decisions.ts';

const behindTheFirstLine = (text: string): string => text.slice(text.indexOf('\n') + 1 || text.length);

/** Faults in which letter case counts in a text, or the case of some letters is not known. */
export const letterCaseFaults: readonly Fault[] = [
  ...breaking('FLT-07', {
    'string-minds-its-case': [strings.mindCase(), 'A String matches only in the same letter case.', ['FLT-32']],
    'case-counts-in-long-strings': [
      strings.mindCase((stored) => stored.length > 100),
      'Letter case counts in a String longer than 100 characters.',
    ],
    'case-counts-where-two-texts-are-asserted': [
      (normal) => ({
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
      'Letter case counts if the filter names more than one field.',
      ['FLT-10', 'FLT-34'],
    ],
  }),
  ...breaking(['FLT-07', 'FLT-05'], {
    'asked-string-minds-its-case': [
      strings.compareBy((asked, stored) => stored.toLowerCase() === asked),
      'Only the stored String is converted to lower case, not the requested one.',
    ],
    'stored-string-minds-its-case': [
      strings.compareBy((asked, stored) => asked.toLowerCase() === stored),
      'Only the requested String is converted to lower case, not the stored one.',
    ],
  }),
  ...breaking(['FLT-07', 'FLT-10'], {
    'case-of-the-first-letter-counts': [
      texts.mindCaseOf((text) => text[0]),
      'The case of the first letter of a text counts.',
    ],
  }),
  ...breaking('FLT-10', {
    'long-text-minds-its-case': [longTexts.mindCase(), 'A Long Text matches only in the same letter case.', ['FLT-32']],
    'case-counts-in-long-text-beyond-a-line': [
      longTexts.mindCase((stored) => stored.length > 80),
      'Letter case counts in a Long Text of more than 80 characters.',
    ],
    'case-counts-after-the-first-line': [
      texts.mindCaseOf(behindTheFirstLine),
      'Letter case counts in a text from its second line on.',
    ],
  }),
  ...breaking('FLT-32', {
    'case-is-folded-in-ascii-only': [foldOnly(/[A-Z]+/g), 'The tenant ignores case only for the letters A to Z.'],
    'case-is-folded-in-latin-only': [
      foldOnly(/\p{Script=Latin}+/gu),
      'The tenant ignores case only for Latin letters.',
    ],
    'case-is-folded-in-one-byte-only': [
      foldOnly(/[\0-\xff]+/g),
      'The tenant ignores case only for letters of Latin-1.',
    ],
    'case-is-folded-up-to-two-octets': [
      foldOnly(/[\0-\u07ff]+/g),
      'Case counts for letters that take three bytes or more.',
    ],
    'case-counts-for-greek-letters-with-accents': [
      foldOnly(/[^ΆΈΉΊΌΎΏάέήίόύώ]+/gu),
      'Case counts for Greek letters with an accent, such as Ά and ά.',
    ],
    'case-counts-for-ukrainian-letters': [
      foldOnly(/[^ЄІЇҐєіїґ]+/gu),
      'Case counts for Cyrillic letters that are not used in Russian, such as Ї and ї.',
    ],
    'case-counts-for-armenian-letters': [
      foldOnly(/[^\u0531-\u0587]+/gu),
      'Case counts for Armenian letters, such as Ա and ա.',
    ],
    'case-counts-beyond-the-basic-plane': [
      foldOnly(/[^\u{10000}-\u{10ffff}]+/gu),
      'Case counts for letters beyond the basic plane, such as 𐐀 and 𐐨.',
    ],
  }),
  ...breaking('FLT-37', {
    'case-counts-on-following-pages': [
      texts.mindCase((_stored, call) => isFollowing(call)),
      'From the second page on, the letter case of a text counts.',
    ],
  }),
];
