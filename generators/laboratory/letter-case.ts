// Letters whose other case is one letter that maps back to them in every language. The specification leaves these open,
// so they are left out: ß, the dotted and the dotless i, sigma with its final form, the micro sign.
const UPPER_BEYOND_ASCII =
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ' +
  'ĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽŐŰŒ' +
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΤΥΦΧΨΩ' +
  // the other case of these letters is at another distance in the code tables than that of their neighbours
  'ΆΈΉΊΌΎΏŸ' +
  'ЄІЇҐ' +
  'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ' +
  // three octets in UTF-8; the letters above have two
  'ẠẾỘỮ' +
  'ԱԲՊ' +
  // beyond the basic plane: a letter is two units in UTF-16 and four octets in UTF-8
  '𐐀𐐒𐐔';

/**
 * Letters beyond ASCII with a simple case pair, upper case first: `['É', 'é']` (Endpoints / Filters, "ignoring case").
 */
export const simpleCasePairs: readonly (readonly [upper: string, lower: string])[] = Array.from(
  UPPER_BEYOND_ASCII,
  (letter) => [letter, letter.toLowerCase()] as const,
);
