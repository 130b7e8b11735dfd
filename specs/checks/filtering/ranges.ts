import type { AssayLaboratory, TableDraft } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf } from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { RangeAsked, RangeOperator, RangeType } from '../../../generators/filter-ranges.ts';
import { bounds, isWithin, rangeRows, ranges, rangeText, storedBounds } from '../../../generators/filter-ranges.ts';
import { RANGE_TYPES } from '../../../generators/laboratory/field-values.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { demand, finding, notApplicable, orNotApplicable } from '../../../core/judgement.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import {
  findsAll,
  firstPage,
  leavesJust,
  missed,
  places,
  readable,
  served,
  shownRows,
  describeRows,
  wronglyShown,
} from '../../expectations/filter-look.ts';
import {
  dateSpellings,
  divided,
  isMisleading,
  numberSpellings,
  rangeColumn,
} from '../../expectations/filter-ranges.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { lookFor, needsFilters } from './laboratory.ts';

export const rangeTable: TableDraft = {
  columns: RANGE_TYPES.map((type) => ({ title: type.toLowerCase(), type })),
  rows: rangeRows,
};

/**
 * Creates a laboratory with a column of each range type, and finds the form of a space that the tenant understands in
 * ranges.
 */
export function rangeLaboratory(scene: Scene): Promise<AssayLaboratory> {
  const probes = RANGE_TYPES.map((type) => {
    const column = rangeColumn(type);
    const asked = { operator: '>', bound: type === 'Date' ? '2026-12-01' : 500 } as const;
    return { column, text: rangeText(asked), row: rangeRows.findIndex((values) => isWithin(values[column], asked)) };
  });
  return aLaboratoryOf(scene, rangeTable, { probes });
}

export function describeRange({ type, operator, bound }: RangeAsked): string {
  return `${operator} ${bound} on ${type === 'Integer' ? 'an' : 'a'} ${type} field`;
}

const lookForRange = (scene: Scene, laboratory: AssayLaboratory, asked: RangeAsked, note?: string) =>
  lookFor(scene, laboratory, { column: rangeColumn(asked.type), text: rangeText(asked) }, note);

function supportCheck(type: RangeType, requirement: RequirementId, by: string): SuiteCheck {
  return check({
    id: `filtering/${type.toLowerCase()}-ranges`,
    title: `A range operator on a ${type} field leaves just the records that satisfy it ${by}`.replace('a I', 'an I'),
    proves: [requirement],
    needs: needsFilters,
    cases: ranges(bounds, [type]),
    describe: describeRange,
    arrange: rangeLaboratory,
    gather: lookForRangeOf,
    *judge(look, asked) {
      if (!(yield* readable(look))) return;
      const { within, alike, unclear } = divided(look.rows, asked);
      const judged = leavesJust(look, within, requirement, [...alike, ...unclear]);
      yield* orNotApplicable(judged, `${look.subject}, which no record satisfies, was refused`);
    },
  });
}

function lookForRangeOf(scene: Scene, asked: RangeAsked, laboratory: AssayLaboratory) {
  return lookForRange(scene, laboratory, asked);
}

const strictness: Readonly<Record<RangeOperator, RequirementId>> = {
  '>': 'FLT-19',
  '>=': 'FLT-20',
  '<': 'FLT-21',
  '<=': 'FLT-22',
};

/** Returns a check of the order of values, with values that would be ordered differently as text. */
function orderCheck(
  id: string,
  title: string,
  requirement: RequirementId,
  types: readonly RangeType[],
  spellings: typeof numberSpellings,
): SuiteCheck {
  return check({
    id,
    title,
    proves: [requirement],
    needs: needsFilters,
    cases: ranges(bounds, types),
    describe: describeRange,
    arrange: rangeLaboratory,
    gather: lookForRangeOf,
    *judge(look, asked) {
      if (!(yield* readable(look))) return;
      const { within, outside } = divided(look.rows, asked);
      const misleading = new Set(
        places(look.rows, ({ values }) => isMisleading(values[rangeColumn(asked.type)], asked, spellings)),
      );
      const onlyMisleading = (some: readonly number[]): readonly number[] =>
        some.filter((place) => misleading.has(place));
      const notMisleading = (some: readonly number[]): readonly number[] =>
        some.filter((place) => !misleading.has(place));
      // if values that have the same order as text are on the wrong side too, the cause is not a comparison as text
      const understood =
        served(look) &&
        missed(look, notMisleading(within)).length === 0 &&
        wronglyShown(look, notMisleading(outside)).length === 0;
      if (
        !(yield* premise(understood, `${look.subject} leaves other records than it should, however they are compared`))
      )
        return;
      if ([...within, ...outside].every((place) => !misleading.has(place))) {
        yield notApplicable('as text these values would be in the same order');
      }
      yield* leavesOnItsSide(look, onlyMisleading(within), onlyMisleading(outside), requirement);
    },
  });
}

function* leavesOnItsSide(
  look: Parameters<typeof missed>[0] & Parameters<typeof firstPage>[0] & { readonly subject: string },
  within: readonly number[],
  outside: readonly number[],
  requirement: RequirementId,
) {
  const lacking = missed(look, within);
  const wrong = wronglyShown(look, outside);
  if (lacking.length > 0) {
    yield finding(
      requirement,
      look.subject,
      `lacked ${describeRows(look.rows, lacking)}`,
      'it, because its value is in the range',
      firstPage(look),
    );
  }
  if (wrong.length > 0) {
    yield finding(
      requirement,
      look.subject,
      `showed ${describeRows(look.rows, wrong)}`,
      'it left out, because its value is outside the range',
      firstPage(look),
    );
  }
}

/** Judges that a record that equals the bound is found by an operator that includes the bound, and by no other. */
function* isStrictAsItSays(look: FilterLook, asked: RangeAsked): Generator<Judgement<RequirementId, never>> {
  if (!(yield* readable(look))) return;
  const { operator } = asked;
  const { equal, beyond, outside, alike } = divided(look.rows, asked);
  const understood = served(look) && missed(look, beyond).length === 0 && wronglyShown(look, outside).length === 0;
  if (!(yield* premise(understood, `${look.subject} does not leave the records on one side of its bound`))) return;
  for (const [some, requirement] of [
    [equal, strictness[operator]],
    // another requirement covers the equality of numbers with the same digits
    [alike, 'FLT-44'],
  ] as const) {
    if (some.length === 0) continue;
    if (operator.endsWith('=')) {
      yield* findsAll(look, some, requirement);
      continue;
    }
    const wrong = wronglyShown(look, some);
    const observed = `showed ${wrong.length} records that equal the bound`;
    yield demand(wrong.length === 0, requirement, look.subject, observed, 'none of them', firstPage(look));
  }
}

/** Range operators ("Filters", 1, and the table: Integer, Float, Date). */
export const rangesChecks: readonly SuiteCheck[] = [
  supportCheck('Integer', 'FLT-16', 'as numbers'),
  supportCheck('Float', 'FLT-17', 'as numbers'),
  supportCheck('Date', 'FLT-18', 'by the calendar'),

  check({
    id: 'filtering/operators-at-their-bound',
    title: 'A record that equals the bound is left out by > and <, and found by >= and <=',
    proves: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-44'],
    needs: needsFilters,
    cases: ranges(storedBounds),
    about: ({ type, operator, bound }) => [
      operator,
      opposite(operator),
      ...(type === 'Float' && Math.fround(Number(bound)) !== bound ? ['a number that a precision may change'] : []),
    ],
    describe: describeRange,
    arrange: rangeLaboratory,
    // the two operators that divide the records at the bound
    gather: async (scene, asked, laboratory) => {
      const both = [asked, { ...asked, operator: opposite(asked.operator) }];
      const looks = [];
      for (const one of both) looks.push({ asked: one, look: await lookForRange(scene, laboratory, one) });
      return looks;
    },
    *judge(looks) {
      for (const { asked, look } of looks) yield* isStrictAsItSays(look, asked);
    },
  }),

  orderCheck(
    'filtering/numbers-are-compared-by-size',
    'Numbers are compared by their size and not as text',
    'FLT-25',
    ['Integer', 'Float'],
    numberSpellings,
  ),
  orderCheck(
    'filtering/dates-are-compared-by-the-calendar',
    'Dates are compared by the calendar, across the ends of months and years',
    'FLT-26',
    ['Date'],
    dateSpellings,
  ),

  check({
    id: 'filtering/opposite-ranges-divide-the-records',
    title: 'The bounds > and <=, and < and >=, divide the records with a value into two complete parts',
    proves: ['FLT-36'],
    needs: needsFilters,
    cases: ranges(bounds).filter(({ operator }) => operator === '>' || operator === '<'),
    describe: ({ type, operator, bound }) => `${operator} and ${opposite(operator)} ${bound} on a ${type} field`,
    arrange: rangeLaboratory,
    async gather(scene, asked, laboratory) {
      const one = await lookForRange(scene, laboratory, asked);
      const other = await lookForRange(scene, laboratory, { ...asked, operator: opposite(asked.operator) });
      return { one, other };
    },
    *judge({ one, other }, asked) {
      if (!(yield* readable(one)) || !(yield* readable(other))) return;
      for (const look of [one, other]) if (!(yield* premise(served(look), `${look.subject} was refused`))) return;
      const [left, right] = [shownRows(one), shownRows(other)];
      const valued = places(one.rows, ({ values }) => values[rangeColumn(asked.type)] !== undefined);
      const both = valued.filter((place) => left.has(place) && right.has(place));
      const neither = valued.filter((place) => !left.has(place) && !right.has(place));
      const subject = `${one.subject}, compared with ${opposite(asked.operator)},`;
      if (both.length > 0) {
        const observed = `had ${both.length} records in common with it (${describeRows(one.rows, both)})`;
        yield finding('FLT-36', subject, observed, 'none', firstPage(other));
      }
      if (neither.length > 0) {
        const observed = `left ${neither.length} records to neither (${describeRows(one.rows, neither)})`;
        yield finding('FLT-36', subject, observed, 'each of them in one of the two', firstPage(other));
      }
    },
  }),
];

function opposite(operator: RangeOperator): RangeOperator {
  return ({ '>': '<=', '>=': '<', '<': '>=', '<=': '>' } as const)[operator];
}
