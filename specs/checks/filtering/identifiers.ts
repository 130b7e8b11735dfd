import fc from 'fast-check';
import { notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { TableDraft } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf } from '../../../drivers/world/filter-laboratory.ts';
import { nearIdentifiers, storedIdentifiers } from '../../../generators/filter-identifiers.ts';
import { IDENTIFIER_TYPES } from '../../../generators/laboratory/field-values.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import {
  findsAll,
  hidesAll,
  missed,
  places,
  readable,
  served,
  shownRows,
  type FilterLook,
} from '../../expectations/filter-look.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { workTogether, lookFor, needsFilters, lookForPair } from './laboratory.ts';
import { objectOf } from '../../../generators/object.ts';

const columns = IDENTIFIER_TYPES.map((type) => ({ title: 'link', type }));
const stored = IDENTIFIER_TYPES.map(storedIdentifiers);
const count = 4;

/** Every identifier twice, in another order in each column. */
const rows: TableDraft['rows'] = Array.from({ length: 2 * count }, (_, row) =>
  stored.map((ids, column) => ids[(row * (column % 2 === 0 ? 1 : 3) + column) % count]),
);

const options = stored[3] ?? [];
/** A word that each record has in a text field, which is the last column of its table. */
const word = 'Ferritin';
/** A second field with the same options, because several fields may share one list of options. */
const choice = { title: 'choice', type: 'Dropdown' } as const;
const asked = [...columns, choice];

function withWords(some: TableDraft): TableDraft {
  return {
    columns: [...some.columns, { title: 'word', type: 'String' }],
    rows: some.rows.map((row) => [...row, word]),
  };
}

const plainTable = withWords({ columns: asked, rows: rows.map((row, place) => [...row, options[place % count]]) });

/**
 * The identifiers and similar values. A match that does not compare the whole identifier would find the similar
 * values.
 */
const nearTable: TableDraft = {
  columns,
  rows: [
    ...rows.slice(0, count),
    ...Array.from({ length: nearIdentifiers('ent_1').length }, (_, near) =>
      stored.map((ids, column) => nearIdentifiers(ids[(near + column) % count] ?? '')[near]),
    ),
  ],
};

const idRequirements: readonly RequirementId[] = ['FLT-11', 'FLT-12', 'FLT-13', 'FLT-14', 'FLT-14'];

function requirementOf(column: number): RequirementId {
  return idRequirements[column] ?? 'FLT-11';
}

function identifierAt(column: number, id: number): string {
  return (stored[column] ?? options)[id] ?? '';
}

function isId(look: FilterLook, column: number, asked: string): readonly number[] {
  return places(look.rows, ({ values }) => values[column] === asked);
}

/**
 * Returns the rows with another identifier. A difference in letter case alone does not count, because it is open
 * (FRE-177).
 */
function isSurelyOther(look: FilterLook, column: number, asked: string): readonly number[] {
  return places(look.rows, ({ values }) => String(values[column]).toLowerCase() !== asked.toLowerCase());
}

const columnAndId = objectOf({ column: fc.nat(asked.length - 1), id: fc.nat(count - 1) });

/** Links and dropdowns are matched by identifier ("Filters", the table). */
export const identifiersChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/links-and-options-match-by-identifier',
    title: 'A filter on a link or dropdown field finds the records with this identifier, and only these',
    proves: ['FLT-11', 'FLT-12', 'FLT-13', 'FLT-14'],
    needs: needsFilters,
    cases: columnAndId,
    about: ({ column }) => [requirementOf(column)],
    maxCases: 32,
    describe: ({ column, id }) =>
      `the identifier ${identifierAt(column, id)} in a field of type ${asked[column]?.type ?? ''}`,
    arrange: async (scene) =>
      // the specification does not say that two fields may have the same options
      (await unlessRefused(aLaboratoryOf(scene, plainTable))) ?? aLaboratoryOf(scene, withWords({ columns, rows })),
    async gather(scene, { column, id }, laboratory) {
      const words = laboratory.table.columns.length - 1;
      if (column >= words) return null;
      const filter = { column, text: identifierAt(column, id) };
      const look = await lookFor(scene, laboratory, filter);
      const [row = 0] = isId(look, column, filter.text);
      const plain = { column: words, text: word, row };
      return { look, row, beside: await lookForPair(scene, laboratory, filter, row, plain) };
    },
    *judge(seen, { column, id }) {
      if (seen === null) {
        yield notApplicable('there are no two fields with the same options here');
        return;
      }
      const { look, row, beside } = seen;
      if (!(yield* readable(look))) return;
      const [requirement, identifier] = [requirementOf(column), identifierAt(column, id)];
      // other checks judge whether several assertions are refused or do not work together
      const areTogether = served(beside.look) && workTogether(beside, row);
      if (shownRows(look).has(row) && areTogether) yield* findsAll(beside.look, [row], requirement);
      yield* findsAll(look, isId(look, column, identifier), requirement);
      yield* hidesAll(look, isSurelyOther(look, column, identifier), requirement, 'with another identifier');
    },
  }),

  check({
    id: 'filtering/only-the-whole-identifier-matches',
    title: 'A part of an identifier, a longer one or another one finds no record with a different identifier',
    proves: ['FLT-15', 'FLT-40'],
    needs: needsFilters,
    cases: objectOf({
      column: fc.nat(columns.length - 1),
      id: fc.nat(count - 1),
      asked: fc.oneof(
        objectOf({ near: fc.nat(nearIdentifiers('ent_1').length - 1) }),
        objectOf({ column: fc.nat(columns.length - 1) }),
        fc.constant('itself' as const),
      ),
    }),
    describe: (given) => `${askedFor(given)} in a field of type ${columns[given.column]?.type ?? ''}`,
    arrange: (scene) => aLaboratoryOf(scene, nearTable),
    async gather(scene, given, laboratory) {
      const { column, id } = given;
      const look = await lookFor(scene, laboratory, { column, text: askedFor(given) });
      const whole = { column, text: stored[column]?.[id] ?? '' };
      return { look, contrast: await lookFor(scene, laboratory, whole, 'for contrast') };
    },
    *judge({ look, contrast }, given) {
      if (!(yield* readable(look))) return;
      const { column, id } = given;
      const found =
        served(contrast) && missed(contrast, isId(contrast, column, stored[column]?.[id] ?? '')).length === 0;
      if (!(yield* premise(found, `${contrast.subject} finds no record that has it`))) return;
      const others = isSurelyOther(look, column, askedFor(given));
      yield* hidesAll(look, others, 'FLT-15', 'with another identifier');
      const there = new Set(
        places(look.rows, ({ values }) => values.some((value, at) => at !== column && value === askedFor(given))),
      );
      const shown = shownRows(look);
      const nowhere = others.filter((place) => !there.has(place));
      // if records that have the identifier in no field come back too, the cause is not a search in another field
      if (nowhere.length === 0 || nowhere.some((place) => shown.has(place))) return;
      const elsewhere = others.filter((place) => there.has(place));
      yield* hidesAll(look, elsewhere, 'FLT-40', 'with the identifier in another field');
    },
  }),
];

interface AskedId {
  readonly column: number;
  readonly id: number;
  readonly asked: 'itself' | { readonly near: number } | { readonly column: number };
}

/** Returns a stored identifier, a similar one or one of another field. */
function askedFor({ column, id, asked }: AskedId): string {
  const whole = stored[column]?.[id] ?? '';
  if (asked === 'itself') return whole;
  return 'near' in asked ? (nearIdentifiers(whole)[asked.near] ?? whole) : (stored[asked.column]?.[id] ?? whole);
}
