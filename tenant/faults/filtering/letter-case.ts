import type { Fault } from '../fault.ts';
import { isFollowing } from '../calls.ts';
import { breaking } from './rows.ts';
import { foldOnly, longTexts, strings, texts } from './text-decisions.ts';

const behindTheFirstLine = (text: string): string => text.slice(text.indexOf('\n') + 1 || text.length);

/** Texts whose letter case counts, and letters whose case is not known. */
export const letterCaseFaults: readonly Fault[] = [
  ...breaking('FLT-07', {
    'string-minds-its-case': [strings.mindCase(), 'A String matches in the same case only.', ['FLT-32']],
    'case-counts-in-long-strings': [
      strings.mindCase((stored) => stored.length > 100),
      'The case of a String longer than 100 characters counts.',
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
      'Letter case counts where more than one field is named.',
      ['FLT-10', 'FLT-34'],
    ],
  }),
  ...breaking(['FLT-07', 'FLT-05'], {
    'asked-string-minds-its-case': [
      strings.compareBy((asked, stored) => stored.toLowerCase() === asked),
      'The stored String alone is taken to lower case.',
    ],
    'stored-string-minds-its-case': [
      strings.compareBy((asked, stored) => asked.toLowerCase() === stored),
      'The given String alone is taken to lower case.',
    ],
  }),
  ...breaking(['FLT-07', 'FLT-10'], {
    'case-of-the-first-letter-counts': [
      texts.mindCaseOf((text) => text[0]),
      'The case of the first letter of a text counts.',
    ],
  }),
  ...breaking('FLT-10', {
    'long-text-minds-its-case': [longTexts.mindCase(), 'A Long Text matches in the same case only.', ['FLT-32']],
    'case-counts-in-long-text-beyond-a-line': [
      longTexts.mindCase((stored) => stored.length > 80),
      'Letter case counts in Long Text of more than 80 characters.',
    ],
    'case-counts-after-the-first-line': [
      texts.mindCaseOf(behindTheFirstLine),
      'The case of a text counts from its second line on.',
    ],
  }),
  ...breaking('FLT-32', {
    'case-is-folded-in-ascii-only': [foldOnly(/[A-Z]+/g), 'Case is ignored for the letters A to Z only.'],
    'case-is-folded-in-latin-only': [foldOnly(/\p{Script=Latin}+/gu), 'Case is ignored for Latin letters only.'],
    'case-is-folded-in-one-byte-only': [foldOnly(/[\0-\xff]+/g), 'Case is ignored for letters of Latin-1 only.'],
    'case-is-folded-up-to-two-octets': [
      foldOnly(/[\0-\u07ff]+/g),
      'Letters that take three octets or more keep their case.',
    ],
    'case-counts-for-greek-letters-with-accents': [
      foldOnly(/[^ΆΈΉΊΌΎΏάέήίόύώ]+/gu),
      'Case counts for Greek letters with an accent, such as Ά and ά.',
    ],
    'case-counts-for-ukrainian-letters': [
      foldOnly(/[^ЄІЇҐєіїґ]+/gu),
      'Case counts for the Cyrillic letters that Russian has not, such as Ї and ї.',
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
      'From the second page on a text is compared with regard to its case.',
    ],
  }),
];
