import fc from 'fast-check';
import {
  askableTexts,
  freedomOf,
  operatorLookalikes,
  OPERATORS,
  textsAround,
  twiceDecodedTexts,
  wildcardTexts,
  type TextWithDecoy,
} from './laboratory/awkward-text.ts';
import { simpleCasePairs } from './laboratory/letter-case.ts';
import { observations } from './laboratory/vocabulary.ts';

// All cases of a check share the stored texts. So the texts are drawn from a fixed seed: the same case asks for the
// same text in every run.
const seed = 20261120;

function some<T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}

/** Words of ASCII letters, digits and hyphens, all different. */
export const plainWords = [
  'Ferritin',
  'kinase',
  'GLUCOSE',
  'HEK293',
  'lot-QX20314',
  'aBcDeFgH',
  'Z9',
  'W',
  'mutant-R175H',
  '40713',
  '9.50',
  // values that some programming languages treat as empty, or not as text
  'null',
  'true',
  'false',
  '0',
  'Tris buffer, cold',
  // nearly as long as the maximum of a one-line text on some platforms
  `Sequence-${'ACGTTGCA'.repeat(30)}`,
] as const;

/** Texts of several words or lines in ASCII, short and long, as in a Long Text field. */
export const plainNotes: readonly string[] = [
  'Ferritin',
  'Washed three times, then frozen',
  'First line of a note\nSecond line of it',
  'HEK293 cells\n\nno growth after 48 h\nDiscarded',
  'Tube\tvolume\nA1\t5 mL',
  'lot-QX20314',
  `Long protocol: ${'wash, spin, decant and repeat; '.repeat(12)}done`,
  ...some(
    observations.map((text) => text.replaceAll('°', 'deg').replaceAll(/[^ -~\n]/g, '')),
    4,
  ),
];

/**
 * Returns texts that differ from the given one, although an inexact match may treat them as equal. They contain it, are
 * contained in it, or differ by a character that some searches ignore.
 */
export function nearTexts(text: string, lines: 'one line' | 'several lines'): readonly string[] {
  const [middle, last] = [Math.ceil(text.length / 2), text.length - 1];
  const spelled = [
    `${text.slice(0, middle - 1)}${text[middle - 1] === 'q' ? 'w' : 'q'}${text.slice(middle)}`,
    text.replaceAll('-', ' '),
    text.replaceAll(/[ -]/g, ''),
    text.replaceAll(' ', '  '),
    text.replaceAll('\n', ' '),
    text.replace(' ', '\n'),
    // leading zeros, which are ignored if texts are sorted by the numbers in them
    text.replace(/(?<=[A-Za-z]-?)(?=\d)/, '00'),
    text.replaceAll(/[aA]/g, 'á').replaceAll(/[eE]/g, 'é'),
    `${text}.`,
    `${text}s`,
    // spellings that are equal if the value is read as a number, or as a list
    ...(/^\d+(\.\d+)?$/.test(text) ? [`0${text}`, text.includes('.') ? `${text}0` : `${text}.0`] : []),
    ...(text.includes(',') ? text.split(',') : []),
  ];
  const parts = [text.slice(0, middle), text.slice(middle), text.slice(0, last)];
  const near = [...textsAround(text), ...spelled, ...parts];
  const allowed = near.filter(
    (each) => freedomOf(each) === undefined && (lines === 'several lines' || !each.includes('\n')),
  );
  return [...new Set(allowed)].filter((each) => !isSameText(each, text));
}

/**
 * Texts with letters beyond ASCII. Each has the letters of one part of the alphabets; together they have all letters
 * with a simple case pair.
 */
export const textsBeyondAscii: readonly string[] = Array.from(
  { length: Math.ceil(simpleCasePairs.length / 3) },
  (_, part) => {
    const pairs = simpleCasePairs.slice(part * 3, part * 3 + 3);
    return `x${pairs.map(([upper, lower], index) => ((part + index) % 2 === 0 ? upper : lower)).join('7')}z`;
  },
);

/**
 * Texts with characters that are wildcards in other systems, each with a text that such a pattern would match (FLT-30).
 */
export const wildcardPairs: readonly TextWithDecoy[] = [
  { text: 'a%b', decoy: 'axb' },
  { text: 'well_7', decoy: 'wellA7' },
  { text: '5*', decoy: '5 mM' },
  { text: 'lot?', decoy: 'lots' },
  { text: '%', decoy: 'anything' },
  { text: '%ase', decoy: 'kinase' },
  { text: 'buffer%', decoy: 'buffer A' },
  { text: 'lot[12]', decoy: 'lot1' },
  { text: 'plate#', decoy: 'plate7' },
  { text: 'a.c', decoy: 'abc' },
  { text: '.*', decoy: 'whatever' },
  { text: 'colou?r', decoy: 'color' },
  { text: '**frozen** lot', decoy: 'frozen lot' },
  ...some(wildcardTexts, 28),
];

/** Texts with a plus sign, each with the text that results if the plus sign is read as a space (FLT-31). */
export const plusPairs: readonly TextWithDecoy[] = [
  { text: 'a+b', decoy: 'a b' },
  { text: 'Ca++ buffer', decoy: 'Ca   buffer' },
  { text: 'x+y+z', decoy: 'x y z' },
  { text: 'Ca2+', decoy: 'Ca2' },
  { text: 'CD4++', decoy: 'CD4+' },
  { text: '+80', decoy: '80' },
  ...some(
    twiceDecodedTexts.filter(({ text }) => text.includes('+')),
    8,
  ),
];

/**
 * Texts that begin with the characters of an operator but have no space after them, so they are not operators (FLT-29).
 */
export const literalsLikeOperators: readonly string[] = [
  ...new Set([
    '>abc',
    '<5',
    '>=5',
    '<=2026-01-01',
    '>-1',
    '<>',
    '>>',
    // as people write results beyond the limits of an assay, and as markup
    '<LOD',
    '<lloq>',
    '<b>x</b>',
    '>ULOQ',
    ...some(
      operatorLookalikes.filter(
        (text) => /^[<>]/.test(text) && freedomOf(text) === undefined && !/^[<>]=? /.test(text),
      ),
      24,
    ),
  ]),
];

/** Texts that would be found if one of {@link literalsLikeOperators} were read as a range. */
export const plainNeighbours: readonly string[] = [
  'abc',
  'abd',
  'zzz',
  'a',
  '0',
  '4',
  '6',
  '5',
  '-2',
  '2025-12-31',
  '2026-06-01',
];

/**
 * Texts, each with a different text that some comparisons treat as equal: those that ignore some characters, or read
 * texts as numbers, times or words in any order (FLT-06, FLT-09).
 */
export const similarPairs: readonly TextWithDecoy[] = [
  { text: '🧪 batch', decoy: '🧬 batch' },
  { text: "3' end", decoy: '3 end' },
  { text: 'pH 7/8', decoy: 'pH 78' },
  { text: '10:30', decoy: '1030' },
  { text: '(A)', decoy: 'A' },
  { text: '#1', decoy: '1' },
  { text: 'well!', decoy: 'well' },
  { text: '2026-01-05T08:00', decoy: '2026-01-05T09:00' },
  { text: '2026-01-06', decoy: '2026-01-06T00:00' },
  { text: '1e3', decoy: '1000' },
  { text: '1,000', decoy: '1.000' },
  { text: '0042', decoy: '42' },
  { text: '7.0', decoy: '7' },
  { text: 'wash spin', decoy: 'spin wash' },
  { text: 'R&amp;D', decoy: 'R&D' },
  { text: '日本', decoy: '日木' },
  { text: 'façade', decoy: 'facade' },
  // invisible characters
  { text: 'lot\u200b77', decoy: 'lot77' },
  { text: 'co\u00adop', decoy: 'coop' },
  { text: 'a_b', decoy: 'a-b' },
  { text: 'a_c', decoy: 'a c' },
  // typographic signs that word processors insert
  { text: '5’ end', decoy: "5' end" },
  { text: 'IL–2', decoy: 'IL-2' },
  { text: String.raw`plate\7`, decoy: 'plate7' },
  // syntax in other query languages: either of two, all but one, one and not the other
  { text: 'CD3|CD8', decoy: 'CD8' },
  { text: 'CD3,CD8', decoy: 'CD8' },
  { text: 'IgG OR IgM', decoy: 'IgM' },
  { text: '!IgA', decoy: 'IgE' },
  { text: '-IgA', decoy: 'IgE' },
  { text: 'NOT IgA', decoy: 'IgE' },
  { text: '=IgA', decoy: 'IgA' },
  { text: '~IgA', decoy: 'IgA' },
  { text: 'A..C', decoy: 'B' },
  { text: 'CD3;CD8', decoy: 'CD8' },
  { text: 'CD4/CD9', decoy: 'CD9' },
  { text: 'IgA AND IgD', decoy: 'IgD' },
  { text: '[A TO C]', decoy: 'C' },
  // letters and signs that have other spellings elsewhere
  { text: 'ærø', decoy: 'aero' },
  { text: 'Fuß', decoy: 'Fus' },
  { text: 'サンプル', decoy: 'さんぷる' },
  { text: '2×3', decoy: '2x3' },
  { text: '3,000', decoy: '3000' },
  { text: '5 %', decoy: '5' },
  { text: '$7', decoy: '7' },
  { text: 'the plate', decoy: 'plate' },
  { text: 'batch 🧪 4', decoy: 'batch  4' },
  { text: '✔\ufe0f washed', decoy: '✔ washed' },
  { text: 'a <i>fresh</i> lot', decoy: 'a fresh lot' },
  { text: '2026-01-05T08:00:00Z', decoy: '2026-01-05T09:00:00+01:00' },
];

/** Long texts, each with one that differs only in its last word or in a word in its middle (FLT-09). */
export const longPairs: readonly TextWithDecoy[] = [30, 60, 120].flatMap((times) => {
  const protocol = 'wash and spin and decant and repeat '.repeat(times);
  const lastWord = { text: `${protocol}then freeze`, decoy: `${protocol}then thaw` };
  // many servers refuse a query of more than eight thousand characters
  if (times > 100) return [lastWord];
  return [lastWord, { text: `${protocol}hot ${protocol}`.trim(), decoy: `${protocol}cold ${protocol}`.trim() }];
});

/** Texts with reserved and foreign characters that occur in laboratories. */
export const plainAwkwardTexts: readonly string[] = [
  'é',
  '🧬 sample',
  '細胞',
  "O'Neill",
  'R&D',
  'a&b=c',
  '#fragment',
  'a/b?c',
  '100%',
  'C:\\plates\\1',
  '[a]{b}(c)',
  'a;b,c:d',
  'a%41b',
  '50%25',
];

/**
 * Texts that begin or end with a sign, have markup, name a location or stand for an empty value. The suite asks for
 * each of them in every run (FLT-33).
 */
export const signedTexts: readonly string[] = [
  ...['=IgA', '==IgA', '-IgA', '~IgA', '^IgA', '@IgA', '!IgA', '/IgA', '.IgA', 'IgA$', 'IgA;', 'IgA--', 'IgA#2'],
  ...['(IgA)', '[IgA]', '{IgA}', '`IgA`', '${IgA}', '{{IgA}}', '%IgA%', '/* IgA */', '=>IgA', '=<IgA'],
  ...['a--b', 'a=b=c', 'sample:7', 'https://conformance.example/a?b=c#d', 'IgA OR IgM', 'IgA AND IgM', 'NOT IgM'],
  // separators of values in other systems
  ...['IgA|IgM', 'IgA||IgM', 'IgA; IgM', 'IgA, IgM'],
  ...['N/A', 'none', 'nil', '-', 'NaN', 'Infinity', 'undefined', '1e5', '0x1F', '-0', '007', '[]', '{}'],
];

/** Texts with reserved and foreign characters, which a filter must find (FLT-33). */
export const storedAwkwardTexts: readonly string[] = [
  ...plainAwkwardTexts,
  ...some(
    askableTexts.filter((text) => !/^[<>]/.test(text) && !text.includes('+') && !text.includes('\n')),
    130,
  ),
];

/** Texts that equal an operator, as stored and as a filter asks for them, in double quotes (FLT-27). */
export const operatorPairs = OPERATORS.map((operator) => ({ stored: operator, asked: `"${operator}"` }));

const otherCase = new Map<string, string>(
  [
    ...Array.from('ABCDEFGHJKLMNOPQRSTUVWXYZ', (letter) => [letter, letter.toLowerCase()] as const),
    ...simpleCasePairs,
  ].flatMap(([upper, lower]) => [
    [upper, lower],
    [lower, upper],
  ]),
);

/**
 * Returns the text with the case of some letters changed. `mask` says for each letter in turn, cyclically, whether it
 * changes; if none would change, all do. The letter i stays as it is: it is free whether its two cases match, because a
 * tenant may follow Turkish rules.
 *
 * @param which the letters that may change: those of ASCII, or those beyond it
 */
export function caseTurned(text: string, mask: readonly boolean[], which: 'ascii' | 'beyond ascii'): string {
  const turn = (letter: string): string | undefined =>
    letter <= '\x7f' === (which === 'ascii') ? otherCase.get(letter) : undefined;
  let cased = 0;
  const turned = Array.from(text, (letter) => {
    const other = turn(letter);
    return other !== undefined && mask[cased++ % mask.length] === true ? other : letter;
  }).join('');
  return turned === text ? Array.from(text, (letter) => turn(letter) ?? letter).join('') : turned;
}

/** Returns the text with all ASCII letters in one case, except the letter i. */
export function allInCase(text: string, letterCase: 'lower' | 'upper'): string {
  return text.replaceAll(/[A-HJ-Z]/gi, (letter) =>
    letterCase === 'lower' ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/**
 * Reports whether two texts differ only in the case of letters with a simple case pair. Then a filter for one must find
 * the other.
 */
export function isSameText(one: string, other: string): boolean {
  return one.length === other.length && simplyFolded(one) === simplyFolded(other);
}

/**
 * Reports whether a tenant may or may not treat two texts as equal: by case rules outside the simple pairs, composed
 * and decomposed forms, and spaces or quotes at the ends (FRE-168, FRE-174, FRE-175).
 */
export function mayBeSameText(one: string, other: string): boolean {
  return isSameText(one, other) || looselyFolded(one) === looselyFolded(other);
}

function simplyFolded(text: string): string {
  return Array.from(text, (letter) => {
    const other = otherCase.get(letter);
    return other !== undefined && other > letter ? other : letter;
  }).join('');
}

function looselyFolded(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('\u0307', '')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ');
}
