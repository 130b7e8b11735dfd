import fc from 'fast-check';
import { inWords } from '../../../core/wording.ts';
import type { AssayLaboratory, ColumnDraft } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf, ask } from '../../../drivers/world/filter-laboratory.ts';
import type { FilterOptions } from '../../../drivers/world/filter.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import {
  literalsLikeOperators,
  longPairs,
  maySayTheSame,
  operatorPairs,
  plainAwkwardTexts,
  plainNeighbours,
  plusPairs,
  saysTheSame,
  similarPairs,
  storedAwkwardTexts,
  wildcardPairs,
} from '../../../generators/filter-texts.ts';
import type { TextWithDecoy } from '../../../generators/laboratory/awkward-text.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import {
  asksForWhatIsKept,
  findsAll,
  hidesAll,
  isKept,
  missed,
  places,
  readable,
  served,
  shownRows,
} from '../../expectations/filter-look.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { goTogether, lookAt, lookFor, needsFilters, pairFor } from './laboratory.ts';
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

/** A word that is stored beside every awkward text: a filter on it shows that filters on text work at all. */
const plain = 'Ferritin';

/**
 * A laboratory with each text in a String field and in a Long Text field, and a plain word.
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

/** What is seen of an awkward text, and of the plain one. */
interface Seen {
  readonly look: FilterLook;
  /** Asked only where something may be wrong. */
  readonly contrast?: FilterLook;
}

async function seenBeside(
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
      rowsWith(look, column, (value) => saysTheSame(value, text)),
    ).length === 0;
  if (right) return { look };
  return { look, contrast: await lookFor(scene, laboratory, { column, text: plain }, 'for contrast') };
}

/** The same filter, followed in pages of one. */
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

/** @param asked the text that is stored and asked for */
function* plainTextIsFound({ look, contrast }: Seen, column: number, asked: string) {
  if (!(yield* readable(look)) || !(yield* asksForWhatIsKept(look, column, asked))) return false;
  if (contrast === undefined) return true;
  const all = rowsWith(contrast, column, (value) => value === plain);
  const found = served(contrast) && missed(contrast, all).length === 0;
  return yield* premise(found, `${contrast.subject} finds no record that has this value`);
}

/** Few enough at a time that what a filter shows by mistake is on the first page, which alone tells of it. */
const similarShares = [0, 1, 2, 3, 4].map((share) => similarPairs.filter((_, place) => place % 5 === share));

/** Texts that stand for themselves, each beside a text that it would be taken for otherwise. */
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
    describe: ({ pair }) => `a filter on ${pair.text}, beside ${pair.decoy}`,
    arrange: laboratoryOf(pairs.flatMap(({ text, decoy }) => [text, decoy])),
    gather: (scene, { pair, column }, laboratory) => seenBeside(scene, laboratory, column, pair.text),
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
        rowsWith(look, column, (value) => value === decoy && !maySayTheSame(value, text)),
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
      const seen = await seenBeside(scene, laboratory, column, pair.asked);
      const [row = 0] = rowsWith(seen.look, column, (value) => value === pair.stored);
      const [plainRow = 0] = rowsWith(seen.look, column, (value) => value === plain);
      const known = { column, text: plain, row: plainRow };
      const beside = await pairFor(scene, laboratory, { column, text: pair.asked }, row, known);
      const ofOne = (text: string) => pagesOfOne(scene, laboratory, column, text);
      return { ...seen, row, plainRow, beside, paged: await ofOne(pair.asked), plainPaged: await ofOne(plain) };
    },
    *judge(seen, { pair: { stored }, column }) {
      if (!(yield* plainTextIsFound(seen, column, stored))) return;
      const { look, row, plainRow, beside, paged, plainPaged } = seen;
      const requirement = column === 0 ? 'FLT-27' : 'FLT-08';
      const own = rowsWith(look, column, (value) => value === stored);
      // that filters and pages do not go together is a matter of pages
      const pagesGoOn =
        missed(
          plainPaged,
          rowsWith(plainPaged, column, (value) => value === plain),
        ).length === 0;
      if (missed(look, own).length === 0 && pagesGoOn) yield* findsAll(paged, own, 'FLT-37');
      // that several assertions are refused, or do not go together, is a matter of their combination
      if (shownRows(look).has(row) && served(beside.look) && goTogether(beside, plainRow)) {
        yield* findsAll(beside.look, [row], requirement);
      }
      // that a quoted operator is found is stated of values in general, and catalogued of String fields
      yield* findsAll(look, own, requirement);
      yield* hidesAll(
        look,
        // whether quotes that stand in a stored text count is a matter of quotes
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
    gather: (scene, { text, column }, laboratory) => seenBeside(scene, laboratory, column, text),
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
          filters.push({ column, asked, other, seen: await seenBeside(scene, laboratory, column, asked) });
      }
      return filters;
    },
    *judge(filters) {
      for (const { column, asked, other, seen } of filters) {
        if (!isKept(seen.look.rows, column, asked)) continue;
        if (!(yield* plainTextIsFound(seen, column, asked))) return;
        const { look } = seen;
        yield* hidesAll(
          look,
          rowsWith(look, column, (value) => value === other && !maySayTheSame(value, asked)),
          column === 0 ? 'FLT-06' : 'FLT-09',
          'of another text',
        );
      }
    },
  }),

  check({
    id: 'filtering/long-texts-are-told-apart',
    title: 'A filter on a Long Text field finds a text of thousands of characters, and no other beginning alike',
    proves: ['FLT-08', 'FLT-09'],
    needs: needsFilters,
    cases: objectOf({ pair: fc.constantFrom(...longPairs), swapped: fc.boolean() }),
    maxCases: 12,
    describe: ({ pair: { text, decoy }, swapped }) =>
      inWords`a filter on ${(swapped ? decoy : text).length} characters, beside a text of ${(swapped ? text : decoy).length}`,
    async arrange(scene) {
      const texts = [plain, ...longPairs.flatMap(({ text, decoy }) => [text, decoy])];
      return aLaboratoryOf(scene, {
        columns: columns.filter(({ type }) => type === 'Long Text'),
        rows: texts.map((text) => [text]),
      });
    },
    gather: (scene, { pair: { text, decoy }, swapped }, laboratory) =>
      seenBeside(scene, laboratory, 0, swapped ? decoy : text),
    *judge(seen, { pair: { text, decoy }, swapped }) {
      const { look, contrast } = seen;
      // how long a query may be is not said, so that it may be refused where a short one is served
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
      seenBeside(scene, laboratory, column, text, { lowerCaseEscapes }),
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
