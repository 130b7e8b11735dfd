import type { Fault } from '../fault.ts';

/** Letter case is ignored but for the letters that this matches one after the other. */
const keepingTheCaseOf =
  (letters: RegExp): Fault['behaviour'] =>
  (normal) => ({
    foldCase: (call, text) =>
      Array.from(text, (letter) => (letters.test(letter) ? letter : normal.foldCase(call, letter))).join(''),
  });

/** Letters whose other case is not as far away as that of their neighbours in the tables of characters. */
export const rarerLetterFaults: readonly Fault[] = [
  {
    id: 'filtering/case-counts-for-greek-letters-with-accents',
    breaks: ['FLT-32'],
    summary: 'Case counts for Greek letters with an accent, such as Ά and ά.',
    behaviour: keepingTheCaseOf(/[ΆΈΉΊΌΎΏάέήίόύώ]/),
  },
  {
    id: 'filtering/case-counts-for-ukrainian-letters',
    breaks: ['FLT-32'],
    summary: 'Case counts for the Cyrillic letters that Russian has not, such as Ї and ї.',
    behaviour: keepingTheCaseOf(/[ЄІЇҐєіїґ]/),
  },

  {
    id: 'filtering/case-counts-for-armenian-letters',
    breaks: ['FLT-32'],
    summary: 'Case counts for Armenian letters, such as Ա and ա.',
    behaviour: keepingTheCaseOf(/[\u0531-\u0587]/),
  },
  {
    id: 'filtering/case-counts-beyond-the-basic-plane',
    breaks: ['FLT-32'],
    summary: 'Case counts for letters beyond the basic plane, such as 𐐀 and 𐐨.',
    behaviour: keepingTheCaseOf(/[\u{10000}-\u{10ffff}]/u),
  },
];
