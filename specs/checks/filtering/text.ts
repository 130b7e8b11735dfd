import fc from 'fast-check';
import type { AssayLaboratory, TableDraft } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf } from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import {
  allInCase,
  caseTurned,
  mayBeSameText,
  nearTexts,
  plainNotes,
  plainWords,
  isSameText,
  textsBeyondAscii,
} from '../../../generators/filter-texts.ts';
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
} from '../../expectations/filter-look.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { type Asked, lookFor, needsFilters } from './laboratory.ts';
import { objectOf } from '../../../generators/object.ts';

/** One of the two types that filters match by text, with the three requirements about it. */
interface TextType {
  readonly type: 'String' | 'Long Text';
  readonly slug: string;
  readonly texts: readonly string[];
  readonly lines: 'one line' | 'several lines';
  readonly equality: RequirementId;
  readonly exactness: RequirementId;
  readonly letterCase: RequirementId;
}

const strings: TextType = {
  type: 'String',
  slug: 'string',
  texts: plainWords,
  lines: 'one line',
  equality: 'FLT-05',
  exactness: 'FLT-06',
  letterCase: 'FLT-07',
};
const longTexts: TextType = {
  type: 'Long Text',
  slug: 'long-text',
  texts: plainNotes,
  lines: 'several lines',
  equality: 'FLT-08',
  exactness: 'FLT-09',
  letterCase: 'FLT-10',
};

const masks = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

/** Returns a table of the texts. Every other text is in two records, because a filter has to find all of them. */
function textTable({ type, texts }: TextType): TableDraft {
  return {
    columns: [{ title: 'text', type }],
    rows: texts.flatMap((text, index) => (index % 2 === 0 ? [[text], [text]] : [[text]])),
  };
}

/**
 * Creates a laboratory with one column of texts. The first text with a space shows which form of a space the tenant
 * understands.
 */
async function textLaboratory(scene: Scene, draft: TableDraft): Promise<AssayLaboratory> {
  const row = draft.rows.findIndex(([text]) => typeof text === 'string' && text.includes(' '));
  const text = draft.rows[row]?.[0];
  return aLaboratoryOf(scene, draft, {
    probes: typeof text === 'string' ? [{ column: 0, text, row }] : [],
  });
}

const column = 0;

function sameAs(look: FilterLook, text: string): readonly number[] {
  return places(look.rows, ({ values: [value] }) => typeof value === 'string' && isSameText(value, text));
}

function textChecks(kind: TextType): readonly SuiteCheck[] {
  const { type, slug, texts, lines, equality, exactness, letterCase } = kind;
  const anyText = fc.constantFrom(...texts);
  return [
    check({
      id: `filtering/${slug}-is-found-by-its-value`,
      title: `A filter on a ${type} field finds every record with the given value`,
      proves: [equality],
      needs: needsFilters,
      cases: fc.shuffledSubarray([...texts], { minLength: 3, maxLength: 3 }),
      maxCases: 16,
      describe: (some) => `the values ${some.map((text) => JSON.stringify(text)).join(', ')}`,
      arrange: (scene) => textLaboratory(scene, textTable(kind)),
      async gather(scene, some, laboratory) {
        const looks: { readonly text: string; readonly look: FilterLook }[] = [];
        for (const text of some) looks.push({ text, look: await lookFor(scene, laboratory, { column, text }) });
        return looks;
      },
      *judge(looks) {
        if (looks.every(({ text, look }) => !isStoredUnchanged(look.rows, column, text)))
          yield notApplicable('each of these texts is stored in another form than it was given');
        for (const { text, look } of looks) {
          if (!(yield* readable(look))) return;
          // a value that the tenant made of two texts is a value of both
          if (!isStoredUnchanged(look.rows, column, text)) continue;
          yield* findsAll(
            look,
            places(look.rows, ({ values: [value] }) => value === text),
            equality,
          );
        }
      },
    }),

    check({
      id: `filtering/${slug}-match-is-exact`,
      title: `A filter on a ${type} field leaves out values that are only similar to the given one`,
      proves: [exactness],
      needs: needsFilters,
      cases: objectOf({ text: anyText, near: fc.option(fc.nat(), { nil: undefined, freq: 2 }) }),
      describe: ({ text, near }) =>
        `a filter on ${JSON.stringify(near === undefined ? text : nearOf(text, near, lines))}`,
      arrange: (scene) =>
        textLaboratory(scene, {
          columns: [{ title: 'text', type }],
          rows: texts.flatMap((text) => [[text], ...nearTexts(text, lines).map((near) => [near])]),
        }),
      async gather(scene, { text, near }, laboratory) {
        const asked = near === undefined ? text : nearOf(text, near, lines);
        const look = await lookFor(scene, laboratory, { column, text: asked });
        // a filter that finds nothing at all would be exact by chance
        const contrast = near === undefined ? look : await lookFor(scene, laboratory, { column, text }, 'for contrast');
        return { asked, look, contrast };
      },
      *judge({ asked, look, contrast }, { text }) {
        if (!(yield* readable(look))) return;
        if (!(yield* isStoredAsGiven(look, column, text))) return;
        if (asked !== text && !(yield* isStoredAsGiven(look, column, asked))) return;
        const found = served(contrast) && missed(contrast, sameAs(contrast, text)).length === 0;
        if (!(yield* premise(found, `${contrast.subject} finds no record that has this value`))) return;
        const different = places(
          look.rows,
          ({ values: [value] }) => typeof value === 'string' && !mayBeSameText(value, asked),
        );
        yield* hidesAll(look, different, exactness, 'of another value');
      },
    }),

    check({
      id: `filtering/${slug}-match-ignores-case`,
      title: `A filter on a ${type} field ignores case, in the stored value and in the given one`,
      proves: [letterCase],
      needs: needsFilters,
      cases: objectOf({ text: anyText, mask: masks }),
      describe: ({ text, mask }) => `a filter on ${JSON.stringify(caseTurned(text, mask, 'ascii'))}`,
      arrange: (scene) =>
        textLaboratory(scene, {
          columns: [{ title: 'text', type }],
          rows: texts.flatMap((text) =>
            [
              text,
              allInCase(text, 'lower'),
              allInCase(text, 'upper'),
              caseTurned(text, [true], 'ascii'),
              caseTurned(text, [true, false], 'ascii'),
            ].map((stored) => [stored]),
          ),
        }),
      async gather(scene, { text, mask }, laboratory) {
        const turned = caseTurned(text, mask, 'ascii');
        const look = await lookFor(scene, laboratory, { column, text: turned });
        return { turned, look, others: await otherCases(scene, laboratory, look, turned) };
      },
      *judge({ turned, look, others }, { text }) {
        if (!(yield* readable(look))) return;
        if (!(yield* isStoredAsGiven(look, column, text))) return;
        const same = sameAs(look, turned);
        // if the value is found in no letter case at all, its letter case is not the cause
        const found = [look, ...others].some((one) => served(one) && missed(one, same).length < same.length);
        if (!(yield* premise(found, `${look.subject} finds no record that has this value, in any letter case`))) return;
        yield* findsAll(look, same, letterCase);
      },
    }),
  ];
}

/** Returns the look. If a record is missing in it, asks for the same value in the letter case in which it is stored. */
async function storedCase(
  scene: Scene,
  laboratory: AssayLaboratory,
  look: FilterLook,
  asked: Asked,
): Promise<FilterLook> {
  const stored = places(look.rows, ({ values }) => values[asked.column] === asked.text);
  if (served(look) && missed(look, stored).length === 0) return look;
  return lookFor(scene, laboratory, asked, 'in the case in which it is stored');
}

/** If a record is missing, asks for the same value in the letter cases in which it may have been stored. */
async function otherCases(
  scene: Scene,
  laboratory: AssayLaboratory,
  look: FilterLook,
  turned: string,
): Promise<readonly FilterLook[]> {
  if (served(look) && missed(look, sameAs(look, turned)).length === 0) return [];
  const looks: FilterLook[] = [];
  for (const text of [allInCase(turned, 'lower'), allInCase(turned, 'upper')]) {
    looks.push(await lookFor(scene, laboratory, { column, text }, 'in another case, for contrast'));
  }
  return looks;
}

function nearOf(text: string, index: number, lines: TextType['lines']): string {
  const near = nearTexts(text, lines);
  return near[index % near.length] ?? text;
}

/** Equality of texts ("Filters", the table: String, Long Text). */
export const textFilterChecks: readonly SuiteCheck[] = [
  ...textChecks(strings),
  ...textChecks(longTexts),

  check({
    id: 'filtering/case-is-ignored-beyond-ascii',
    title: 'A filter on text ignores the case of letters beyond ASCII that have a simple case pair',
    proves: ['FLT-32'],
    needs: needsFilters,
    cases: objectOf({ text: fc.constantFrom(...textsBeyondAscii), mask: masks, column: fc.constantFrom(0, 1) }),
    describe: ({ text, mask }) => `${text} is stored, ${caseTurned(text, mask, 'beyond ascii')} is asked for`,
    arrange: (scene) =>
      aLaboratoryOf(scene, {
        columns: [
          { title: 'sample', type: 'String' },
          { title: 'note', type: 'Long Text' },
        ],
        rows: textsBeyondAscii.map((text) => [text, text]),
      }),
    async gather(scene, { text, mask, column: at }, laboratory) {
      const look = await lookFor(scene, laboratory, { column: at, text: caseTurned(text, mask, 'beyond ascii') });
      return { look, contrast: await storedCase(scene, laboratory, look, { column: at, text }) };
    },
    *judge({ look, contrast }, { text, column: at }) {
      if (!(yield* readable(look))) return;
      if (!(yield* isStoredAsGiven(look, at, text))) return;
      const stored = places(look.rows, ({ values: [value] }) => value === text);
      const found = served(contrast) && missed(contrast, stored).length === 0;
      if (!(yield* premise(found, `${contrast.subject} finds no record that has this value as it is`))) return;
      yield* findsAll(look, stored, 'FLT-32');
    },
  }),
];
