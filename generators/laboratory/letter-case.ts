// Letters whose other case is one letter and leads back to them in every language. Left out, since the
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

/** Letters beyond ASCII with a simple case pair, upper case first: `['É', 'é']` (Endpoints / Filters, "ignoring case"). */
export const simpleCasePairs: readonly (readonly [upper: string, lower: string])[] = Array.from(
  UPPER_BEYOND_ASCII,
  (letter) => [letter, letter.toLowerCase()] as const,
);
