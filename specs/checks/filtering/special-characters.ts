import fc from 'fast-check';
import { inWords } from '../../../core/wording.ts';
import type { AssayLaboratory, ColumnDraft } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf, ask } from '../../../drivers/world/filter-laboratory.ts';
import type { FilterOptions } from '../../../drivers/world/filter.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import {
  literalsLikeOperators,
  longPairs,
  mayBeSameText,
  operatorPairs,
  plainAwkwardTexts,
  plainNeighbours,
  plusPairs,
  isSameText,
  similarPairs,
  storedAwkwardTexts,
  wildcardPairs,
} from '../../../generators/filter-texts.ts';
import type { TextWithDecoy } from '../../../generators/laboratory/awkward-text.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import {
  isStoredAsGiven,
  findsAll,
  hidesAll,
  isStoredUnchanged,
  missed,
  places,
  readable,
  served,
  shownRows,
} from '../../expectations/filter-look.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { workTogether, lookAt, lookFor, needsFilters, lookForPair } from './laboratory.ts';
import { objectOf } from '../../../generators/object.ts';

const columns: readonly ColumnDraft[] = [
  { title: 'sample', type: 'String' },
  { title: 'note', type: 'Long Text' },
];
const eitherColumn = fc.constantFrom(0, 1);
const awkwardTexts = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...plainAwkwardTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...storedAwkwardTexts) },
);

/** A word that is stored in addition to every awkward text. A filter on it shows that filters on text work at all. */
const plain = 'Ferritin';

/**
 * Returns a function that creates a laboratory. It has each text, and a plain word, in a String field and in a Long
 * Text field.
 *
 * @param twice texts that two records have
 */
function laboratoryOf(
  texts: readonly string[],
  twice: readonly string[] = [],
): (scene: Scene) => Promise<AssayLaboratory> {
  const rows = [...new Set([plain, ...texts]), ...twice].map((text) => [text, text]);
  return (scene) => {
    const row = rows.findIndex(([text]) => text?.includes(' '));
    const text = rows[row]?.[0];
    return aLaboratoryOf(scene, { columns, rows }, { probes: text === undefined ? [] : [{ column: 0, text, row }] });
  };
}

function rowsWith(look: FilterLook, column: number, meant: (value: string) => boolean): readonly number[] {
  return places(look.rows, ({ values }) => {
    const value = values[column];
    return typeof value === 'string' && meant(value);
  });
}

/** The result of a filter on an awkward text, and of one on the plain word. */
interface Seen {
  readonly look: FilterLook;
  /** Present only if something may be wrong. */
  readonly contrast?: FilterLook;
}

async function lookWithContrast(
  scene: Scene,
  laboratory: AssayLaboratory,
  column: number,
  text: string,
  options: FilterOptions = {},
): Promise<Seen> {
  const look = lookAt(laboratory, await ask(scene, laboratory, [{ column, text }], options), { column, text });
  const right =
    served(look) &&
    missed(
      look,
      rowsWith(look, column, (value) => isSameText(value, text)),
    ).length === 0;
  if (right) return { look };
  return { look, contrast: await lookFor(scene, laboratory, { column, text: plain }, 'for contrast') };
}

/** Asks for the same filter in pages of one record. */
async function pagesOfOne(
  scene: Scene,
  laboratory: AssayLaboratory,
  column: number,
  text: string,
): Promise<FilterLook> {
  const view = await ask(scene, laboratory, [{ column, text }], { pageSize: 1 });
  const look = lookAt(laboratory, view, { column, text });
  return { ...look, subject: `${look.subject}, followed in pages of one,` };
}

/**
 * Reports whether filters on text work and the text is stored as it was given, so that the filter can be judged.
 *
 * @param asked the text that is stored and asked for
 */
function* plainTextIsFound({ look, contrast }: Seen, column: number, asked: string) {
  if (!(yield* readable(look)) || !(yield* isStoredAsGiven(look, column, asked))) return false;
  if (contrast === undefined) return true;
  const all = rowsWith(contrast, column, (value) => value === plain);
  const found = served(contrast) && missed(contrast, all).length === 0;
  return yield* premise(found, `${contrast.subject} finds no record that has this value`);
}

/**
 * Shares of the pairs. Each is small enough that the records that a filter shows by mistake are on the first page,
 * which alone is judged.
 */
const similarShares = [0, 1, 2, 3, 4].map((share) => similarPairs.filter((_, place) => place % 5 === share));

/**
 * Returns a check of texts that stand for themselves. Each is stored together with a text that a wrong reading would
 * find.
 */
function literalCheck(
  id: string,
  title: string,
  requirement: RequirementId,
  pairs: readonly TextWithDecoy[],
): SuiteCheck {
  return check({
    id,
    title,
    proves: [requirement],
    needs: needsFilters,
    cases: objectOf({ pair: fc.constantFrom(...pairs), column: eitherColumn }),
    describe: ({ pair }) => `a filter on ${pair.text}, with ${pair.decoy} stored too`,
    arrange: laboratoryOf(pairs.flatMap(({ text, decoy }) => [text, decoy])),
    gather: (scene, { pair, column }, laboratory) => lookWithContrast(scene, laboratory, column, pair.text),
    *judge(seen, { pair: { text, decoy }, column }) {
      if (!(yield* plainTextIsFound(seen, column, text))) return;
      const { look } = seen;
      yield* findsAll(
        look,
        rowsWith(look, column, (value) => value === text),
        requirement,
      );
      yield* hidesAll(
        look,
        rowsWith(look, column, (value) => value === decoy && !mayBeSameText(value, text)),
        requirement,
        'of another text',
      );
    },
  });
}

/** Escaping, encoding and characters that mean something elsewhere ("Filters", 1 and 2; "exact match"). */
export const specialCharactersChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/a-quoted-operator-is-a-value',
    title: 'An operator in double quotes finds the records whose text equals it, and no range of others',
    proves: ['FLT-27', 'FLT-08', 'FLT-28', 'FLT-37'],
    needs: needsFilters,
    cases: objectOf({ pair: fc.constantFrom(...operatorPairs), column: eitherColumn }),
    maxCases: 16,
    describe: ({ pair }) => `a filter on ${pair.asked}`,
    arrange: laboratoryOf(
      [...operatorPairs.map(({ stored }) => stored), ...plainNeighbours, '=', '!', '~', 'é'],
      [plain, ...operatorPairs.map(({ stored }) => stored)],
    ),
    async gather(scene, { pair, column }, laboratory) {
      const seen = await lookWithContrast(scene, laboratory, column, pair.asked);
      const [row = 0] = rowsWith(seen.look, column, (value) => value === pair.stored);
      const [plainRow = 0] = rowsWith(seen.look, column, (value) => value === plain);
      const known = { column, text: plain, row: plainRow };
      const beside = await lookForPair(scene, laboratory, { column, text: pair.asked }, row, known);
      const ofOne = (text: string) => pagesOfOne(scene, laboratory, column, text);
      return { ...seen, row, plainRow, beside, paged: await ofOne(pair.asked), plainPaged: await ofOne(plain) };
    },
    *judge(seen, { pair: { stored }, column }) {
      if (!(yield* plainTextIsFound(seen, column, stored))) return;
      const { look, row, plainRow, beside, paged, plainPaged } = seen;
      const requirement = column === 0 ? 'FLT-27' : 'FLT-08';
      const own = rowsWith(look, column, (value) => value === stored);
      // other checks judge whether filters and pages work together
      const pagesGoOn =
        missed(
          plainPaged,
          rowsWith(plainPaged, column, (value) => value === plain),
        ).length === 0;
      if (missed(look, own).length === 0 && pagesGoOn) yield* findsAll(paged, own, 'FLT-37');
      // other checks judge whether several assertions are refused or do not work together
      if (shownRows(look).has(row) && served(beside.look) && workTogether(beside, plainRow)) {
        yield* findsAll(beside.look, [row], requirement);
      }
      // The specification states for values in general that a quoted operator is found. The catalogue lists this for
      // String fields.
      yield* findsAll(look, own, requirement);
      yield* hidesAll(
        look,
        // another requirement covers quotes in a stored text
        rowsWith(look, column, (value) => value.replaceAll('"', '').trim() !== stored),
        'FLT-28',
        'of another text',
      );
    },
  }),

  check({
    id: 'filtering/an-operator-without-a-space-is-text',
    title: 'A text that begins with an operator and no space after it stands for itself',
    proves: ['FLT-29'],
    needs: needsFilters,
    cases: objectOf({ text: fc.constantFrom(...literalsLikeOperators), column: eitherColumn }),
    maxCases: 40,
    describe: ({ text }) => `a filter on ${text}`,
    arrange: laboratoryOf([...literalsLikeOperators, ...plainNeighbours]),
    gather: (scene, { text, column }, laboratory) => lookWithContrast(scene, laboratory, column, text),
    *judge(seen, { text, column }) {
      if (!(yield* plainTextIsFound(seen, column, text))) return;
      const { look } = seen;
      yield* findsAll(
        look,
        rowsWith(look, column, (value) => value === text),
        'FLT-29',
      );
      yield* hidesAll(
        look,
        rowsWith(look, column, (value) => !/[<>]/.test(value) && !text.includes(value)),
        'FLT-29',
        'of another text',
      );
    },
  }),

  literalCheck(
    'filtering/wildcards-stand-for-themselves',
    'Characters that are wildcards elsewhere stand for themselves in a filter on text',
    'FLT-30',
    wildcardPairs,
  ),

  literalCheck(
    'filtering/an-encoded-plus-is-a-plus',
    'A plus sign that is sent as %2B is a plus sign and no space',
    'FLT-31',
    plusPairs,
  ),

  check({
    id: 'filtering/similar-texts-are-told-apart',
    title: 'A filter on text leaves out texts that differ by a sign, an emoji or the order of words',
    proves: ['FLT-06', 'FLT-09'],
    needs: needsFilters,
    cases: fc.nat(similarShares.length - 1),
    maxCases: similarShares.length,
    describe: (share) =>
      `filters on ${similarShares[share]?.map(({ text, decoy }) => `${text} and ${decoy}`).join(', ') ?? ''}`,
    async arrange(scene) {
      const laboratories = [];
      for (const pairs of similarShares) {
        laboratories.push(await laboratoryOf(pairs.flatMap(({ text, decoy }) => [text, decoy]))(scene));
      }
      return laboratories;
    },
    async gather(scene, share, laboratories) {
      const laboratory = laboratories[share];
      if (laboratory === undefined) return [];
      const filters = [];
      const both = similarShares[share]?.flatMap(({ text, decoy }) => [[text, decoy] as const, [decoy, text] as const]);
      for (const column of columns.keys()) {
        for (const [asked, other] of both ?? [])
          filters.push({ column, asked, other, seen: await lookWithContrast(scene, laboratory, column, asked) });
      }
      return filters;
    },
    *judge(filters) {
      for (const { column, asked, other, seen } of filters) {
        if (!isStoredUnchanged(seen.look.rows, column, asked)) continue;
        if (!(yield* plainTextIsFound(seen, column, asked))) return;
        const { look } = seen;
        yield* hidesAll(
          look,
          rowsWith(look, column, (value) => value === other && !mayBeSameText(value, asked)),
          column === 0 ? 'FLT-06' : 'FLT-09',
          'of another text',
        );
      }
    },
  }),

  check({
    id: 'filtering/long-texts-are-told-apart',
    title: 'A Long Text filter finds a text of thousands of characters, and no other with the same beginning',
    proves: ['FLT-08', 'FLT-09'],
    needs: needsFilters,
    cases: objectOf({ pair: fc.constantFrom(...longPairs), swapped: fc.boolean() }),
    maxCases: 12,
    describe: ({ pair: { text, decoy }, swapped }) =>
      inWords`a filter on ${(swapped ? decoy : text).length} characters, with a text of ${(swapped ? text : decoy).length} stored too`,
    async arrange(scene) {
      const texts = [plain, ...longPairs.flatMap(({ text, decoy }) => [text, decoy])];
      return aLaboratoryOf(scene, {
        columns: columns.filter(({ type }) => type === 'Long Text'),
        rows: texts.map((text) => [text]),
      });
    },
    gather: (scene, { pair: { text, decoy }, swapped }, laboratory) =>
      lookWithContrast(scene, laboratory, 0, swapped ? decoy : text),
    *judge(seen, { pair: { text, decoy }, swapped }) {
      const { look, contrast } = seen;
      // a tenant may refuse a long query, because the specification gives no limit
      if (!served(look) && contrast !== undefined && served(contrast)) return;
      const [asked, other] = swapped ? [decoy, text] : [text, decoy];
      if (!(yield* plainTextIsFound(seen, 0, asked))) return;
      yield* findsAll(
        look,
        rowsWith(look, 0, (value) => value === asked),
        'FLT-08',
      );
      yield* hidesAll(
        look,
        rowsWith(look, 0, (value) => value === other),
        'FLT-09',
        'of another text',
      );
    },
  }),

  check({
    id: 'filtering/awkward-text-is-found',
    title: 'A text with reserved or foreign characters is found by a filter in which it is percent-encoded',
    proves: ['FLT-33'],
    needs: needsFilters,
    cases: objectOf({ text: awkwardTexts, column: eitherColumn, lowerCaseEscapes: fc.boolean() }),
    describe: ({ text, lowerCaseEscapes }) =>
      `a filter on ${text}${lowerCaseEscapes ? ', with percent escapes in lower case' : ''}`,
    arrange: laboratoryOf(storedAwkwardTexts),
    gather: (scene, { text, column, lowerCaseEscapes }, laboratory) =>
      lookWithContrast(scene, laboratory, column, text, { lowerCaseEscapes }),
    *judge(seen, { text, column }) {
      if (!(yield* plainTextIsFound(seen, column, text))) return;
      yield* findsAll(
        seen.look,
        rowsWith(seen.look, column, (value) => value === text),
        'FLT-33',
      );
    },
  }),
];
