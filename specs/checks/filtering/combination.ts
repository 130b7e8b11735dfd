import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable, orNotApplicable, observation } from '../../../core/judgement.ts';
import {
  assayAssertions,
  assayColumns,
  jointAssertions,
  longAssertions,
  severalAssertions,
  describeAsked,
  twinAssertions,
} from '../../../generators/filter-assays.ts';
import { allInCase } from '../../../generators/filter-texts.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import {
  findsAll,
  firstPage,
  hidesAll,
  isExactly,
  readable,
  served,
  shownRows,
  describeRows,
} from '../../expectations/filter-look.ts';
import { assayLaboratory, assayLook, rowCount, satisfying, unsatisfying } from './assays.ts';
import { needsFilters } from './laboratory.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * Pairs of columns of one type, of the two types of numbers or of the two types of texts. A wrong filter on the first
 * column may find the value in the second.
 */
const twins: readonly (readonly number[])[] = [
  ...assayColumns.flatMap(({ type }, column) => {
    const other = assayColumns.findIndex((each, place) => place > column && each.type === type);
    return other < 0 ? [] : [[column, other]];
  }),
  ...[
    ['Integer', 'Float'],
    ['String', 'Long Text'],
  ].map((types) => types.map((type) => assayColumns.findIndex((each) => each.type === type))),
];

const isOfString = ({ column }: { readonly column: number }): boolean => assayColumns[column]?.type === 'String';

function inOtherCase(text: string): string {
  const lower = allInCase(text, 'lower');
  return lower === text ? allInCase(text, 'upper') : lower;
}

/** Number of fields that a filter may name at every tenant that allows several. */
const fewFields = 3;

/** Several assertions in one filter, and several filters one after the other ("Filters", 3). */
export const combinationChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/several-fields-hold-together',
    title: 'A filter on several fields leaves just the records that satisfy all of its assertions',
    proves: ['FLT-34'],
    needs: needsFilters,
    cases: fc.oneof(
      { weight: 4, arbitrary: severalAssertions },
      { weight: 1, arbitrary: twinAssertions },
      { weight: 1, arbitrary: longAssertions(rowCount) },
    ),
    describe: describeAsked,
    arrange: assayLaboratory,
    async gather(scene, asked, laboratory) {
      const look = await assayLook(scene, laboratory, asked);
      if (isExactly(look, satisfying(look.rows, asked))) return { look, alone: [] };
      const alone: FilterLook[] = [];
      for (const one of asked) {
        alone.push(await assayLook(scene, laboratory, [one], { note: 'one of the assertions alone, for contrast' }));
      }
      return { look, alone };
    },
    *judge({ look, alone }, asked) {
      if (!(yield* readable(look))) return;
      if (asked.length > fewFields && !served(look)) {
        // the specification does not say how many fields one filter may name
        const observed = `${look.subject} ${answer(firstPage(look))}`;
        yield observation('FRE-170', observed, firstPage(look));
        yield notApplicable('so many fields are refused');
        return;
      }
      for (const [index, single] of alone.entries()) {
        const right = isExactly(single, satisfying(single.rows, asked.slice(index, index + 1)));
        if (!(yield* premise(right, `${single.subject} alone does not leave the records that satisfy it`))) return;
      }
      yield* findsAll(look, satisfying(look.rows, asked), 'FLT-34');
      yield* hidesAll(look, unsatisfying(look.rows, asked), 'FLT-34', 'that do not satisfy all of it');
    },
  }),

  check({
    id: 'filtering/letter-case-is-ignored-beside-another-field',
    title: 'A String is found in another letter case even if the filter names a second field too',
    proves: ['FLT-07'],
    needs: needsFilters,
    cases: jointAssertions(rowCount).filter((asked) => asked.some(isOfString)),
    maxCases: 12,
    describe: describeAsked,
    arrange: assayLaboratory,
    async gather(scene, asked, laboratory) {
      const turned = asked.map((one) => (isOfString(one) ? { ...one, text: inOtherCase(one.text) } : one));
      const plain = await assayLook(scene, laboratory, asked, { note: 'as it is stored, for contrast' });
      return { plain, look: await assayLook(scene, laboratory, turned) };
    },
    *judge({ plain, look }, asked) {
      if (!served(plain)) {
        // it is inferred that a filter may name several fields (FLT-34)
        yield notApplicable('several fields in one filter are refused');
        return;
      }
      const meant = satisfying(plain.rows, asked);
      const found = served(plain) && meant.every((place) => shownRows(plain).has(place));
      if (!(yield* premise(found, `${plain.subject} does not leave the records that satisfy it`))) return;
      if (yield* readable(look)) yield* findsAll(look, meant, 'FLT-07');
    },
  }),

  check({
    id: 'filtering/repeated-filters-give-the-same',
    title: 'A filtered call gives the same records each time',
    proves: ['FLT-42'],
    needs: needsFilters,
    cases: objectOf({
      filters: fc.uniqueArray(assayAssertions(), {
        selector: ({ column, text }) => `${column} ${text}`,
        minLength: 2,
        maxLength: 3,
      }),
      between: fc.boolean(),
    }),
    maxCases: 40,
    describe: ({ filters, between }) =>
      `${filters.map((one) => describeAsked([one])).join(', then ')}, and again${between ? ', with a call without a filter in between' : ''}`,
    arrange: assayLaboratory,
    async gather(scene, { filters, between }, laboratory) {
      const round = async (): Promise<FilterLook[]> => {
        const looks: FilterLook[] = [];
        for (const asked of filters) looks.push(await assayLook(scene, laboratory, [asked]));
        return looks;
      };
      const first = await round();
      const { authorization } = laboratory.reader;
      if (between) await scene.call(laboratory.listing.path, { authorization, note: 'without a filter, in between' });
      return { first, again: [...(await round()), ...(await round())] };
    },
    *judge({ first, again }) {
      for (const look of [...first, ...again]) {
        if (!(yield* readable(look))) return;
      }
      const [one] = first;
      if (!(yield* premise(first.some(served), `${one?.subject ?? ''} was refused`))) return;
      for (const [index, later] of again.entries()) {
        const before = first[index % first.length];
        if (before === undefined) continue;
        const [left, right] = [shownRows(before), shownRows(later)];
        const changed = [...new Set([...left, ...right])].filter((place) => left.has(place) !== right.has(place));
        if (changed.length === 0 && served(before) === served(later)) continue;
        const observed = `left ${right.size} records the next time, after ${left.size} at first (${describeRows(later.rows, changed)})`;
        yield finding('FLT-42', later.subject, observed, 'the same ones', firstPage(later));
        return;
      }
    },
  }),

  check({
    id: 'filtering/a-filter-is-about-its-own-field',
    title: 'A filter on one field does not find records that hold the value in another one',
    proves: ['FLT-40'],
    needs: needsFilters,
    cases: fc
      .constantFrom(...twins.flatMap((pair) => [pair, pair.toReversed()]))
      .chain(([own = 0, twin = own]) => objectOf({ asked: assayAssertions([own]), twin: fc.constant(twin) })),
    describe: ({ asked }) => describeAsked([asked]),
    arrange: assayLaboratory,
    async gather(scene, { asked }, laboratory) {
      return assayLook(scene, laboratory, [asked]);
    },
    *judge(look, { asked, twin }) {
      if (!(yield* readable(look))) return;
      const own = satisfying(look.rows, [asked]);
      const shown = shownRows(look);
      const found = served(look) && (own.length === 0 || own.some((place) => shown.has(place)));
      if (!(yield* premise(found, `${look.subject} finds none of the records that satisfy it`))) return;
      const there = new Set(satisfying(look.rows, [{ ...asked, column: twin }]));
      const wrong = unsatisfying(look.rows, [asked]);
      // if records with the value in neither field come back too, the cause is not a search in the other field
      const nowhere = wrong.filter((place) => !there.has(place));
      const restricts = nowhere.length === 0 || nowhere.some((place) => !shown.has(place));
      if (!(yield* premise(restricts, `${look.subject} leaves out no record`))) return;
      // with the two types of numbers, a value near the bound in one column is often near it in the other
      if (assayColumns[twin]?.type !== assayColumns[asked.column]?.type && nowhere.some((place) => shown.has(place))) {
        yield notApplicable('records are shown that have such a value in neither field');
        return;
      }
      const elsewhere = wrong.filter((place) => there.has(place));
      const judged = hidesAll(look, elsewhere, 'FLT-40', 'with the value in another field');
      yield* orNotApplicable(judged, 'no other record has such a value in the other field');
    },
  }),
];
