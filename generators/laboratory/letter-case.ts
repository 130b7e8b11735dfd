import fc from 'fast-check';
import { labels } from './vocabulary.ts';

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
// Letters whose other case is one letter and leads back to them, whatever the language. Left out, since the
// specification leaves them open: ß, the dotted and the dotless i, sigma with its final form, the micro sign.
const UPPER_BEYOND_ASCII =
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ' +
  'ĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽŐŰŒ' +
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΤΥΦΧΨΩ' +
  // whose other case stands elsewhere in the tables than that of their neighbours
  'ΆΈΉΊΌΎΏŸ' +
  'ЄІЇҐ' +
  'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ' +
  // of three octets in UTF-8, where those above have two
  'ẠẾỘỮ' +
  'ԱԲՊ' +
  // beyond the basic plane, where a letter is two units of UTF-16 and four octets in UTF-8
  '𐐀𐐒𐐔';

const pairsOf = (upper: string) => Array.from(upper, (letter) => [letter, letter.toLowerCase()] as const);

/** Letters beyond ASCII with a simple case pair, upper case first: `['É', 'é']` (Endpoints / Filters, "ignoring case"). */
export const simpleCasePairs: readonly (readonly [upper: string, lower: string])[] = pairsOf(UPPER_BEYOND_ASCII);

const otherCase = new Map<string, string>(
  [...pairsOf(UPPER), ...simpleCasePairs].flatMap(([upper, lower]) => [
    [upper, lower],
    [lower, upper],
  ]),
);

/** Whether the text has a letter with a simple case pair. */
export function hasCase(text: string): boolean {
  return Array.from(text).some((letter) => otherCase.has(letter));
}

/**
 * The text with the case of some of its letters changed, as `mask` says for one letter after the other, round and
 * round. Letters without a simple case pair stay. Where the mask would change nothing, the first letter changes.
 */
export function inOtherCase(text: string, mask: readonly boolean[]): string {
  let cased = 0;
  const turned = Array.from(text, (letter) => {
    const other = otherCase.get(letter);
    return other !== undefined && mask[cased++ % mask.length] === true ? other : letter;
  }).join('');
  if (turned !== text) return turned;
  const letters = Array.from(text);
  const first = letters.findIndex((letter) => otherCase.has(letter));
  return letters.map((letter, index) => (index === first ? (otherCase.get(letter) ?? letter) : letter)).join('');
}

/** Two texts that differ in letter case alone: what is stored, and what is asked for. */
export interface CaseVariants {
  readonly stored: string;
  readonly asked: string;
}

function variantsOf(texts: fc.Arbitrary<string>): fc.Arbitrary<CaseVariants> {
  return fc
    .tuple(texts.filter(hasCase), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }))
    .map(([stored, mask]) => ({ stored, asked: inOtherCase(stored, mask) }));
}

/** Laboratory texts in two spellings by case; their letters are mostly ASCII (FLT-07). */
export const caseVariants: fc.Arbitrary<CaseVariants> = variantsOf(labels);

const letters = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...simpleCasePairs.flat()) },
  { weight: 1, arbitrary: fc.constantFrom('a', 'B', 'c', 'X', '7') },
);

/** The same for letters beyond ASCII: É and é, Ж and ж, Ω and ω (FLT-32). */
export const caseVariantsBeyondAscii: fc.Arbitrary<CaseVariants> = variantsOf(
  fc
    .tuple(fc.constantFrom(...simpleCasePairs.flat()), fc.string({ unit: letters, minLength: 1, maxLength: 10 }))
    .map(([first, rest]) => first + rest),
);
