import fc from 'fast-check';
import { finding } from '../../../core/judgement.ts';
import type { BlankForm } from '../../../drivers/world/filter.ts';
import type { AssayLaboratory } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf, ask } from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { RangeAsked } from '../../../generators/filter-ranges.ts';
import { boundsBetween, ranges, rangeText } from '../../../generators/filter-ranges.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import { firstPage, isExactly, readable, served, shownRows } from '../../expectations/filter-look.ts';
import { divided, rangeColumn } from '../../expectations/filter-ranges.ts';
import { answer } from '../../../core/exchange.ts';
import { lookAt, needsFilters } from './laboratory.ts';
import { rangeTable, describeRange } from './ranges.ts';

async function lookWith(
  scene: Scene,
  laboratory: AssayLaboratory,
  asked: RangeAsked,
  blank: BlankForm | 'none',
): Promise<FilterLook> {
  const text = blank === 'none' ? `${asked.operator}${asked.bound}` : rangeText(asked);
  const one = { column: rangeColumn(asked.type), text };
  const view = await ask(scene, laboratory, [one], {
    blank: blank === '%20' ? '%20' : '+',
    note: blank === 'none' ? 'without a space, for contrast' : `the space is sent as ${blank}`,
  });
  const look = lookAt(laboratory, view, one);
  return blank === 'none' ? look : { ...look, subject: `${look.subject} with its space sent as ${blank}` };
}

const cases = fc.tuple(ranges(boundsBetween)).map(([asked]) => asked);

/** Describes the result of a filter in a few words. */
function outcome(look: FilterLook): string {
  return served(look) ? `left ${shownRows(look).size} records` : answer(firstPage(look));
}

function sameRows(one: FilterLook, other: FilterLook): boolean {
  if (served(one) !== served(other)) return false;
  const [left, right] = [shownRows(one), shownRows(other)];
  return left.size === right.size && [...left].every((place) => right.has(place));
}

/** The space between an operator and its value ("Filters", 1: "a plus sign in URL encoding"). */
export const spacesChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/the-space-is-a-plus-sign',
    title: 'The space between an operator and its value is sent as a plus sign',
    proves: ['FLT-23'],
    needs: needsFilters,
    cases,
    maxCases: 48,
    describe: describeRange,
    arrange: (scene) => aLaboratoryOf(scene, rangeTable),
    async gather(scene, asked, laboratory) {
      const plus = await lookWith(scene, laboratory, asked, '+');
      const { within, unclear } = divided(plus.rows, asked);
      const right = isExactly(plus, within, unclear);
      if (right) return { plus, others: [] };
      // if the same range works in no other form either, its space is not the cause
      return {
        plus,
        others: [await lookWith(scene, laboratory, asked, '%20'), await lookWith(scene, laboratory, asked, 'none')],
      };
    },
    *judge({ plus, others }, asked) {
      if (!(yield* readable(plus))) return;
      const { within, unclear } = divided(plus.rows, asked);
      if (isExactly(plus, within, unclear)) return;
      const other = others.find((look) => isExactly(look, within, unclear));
      if (!(yield* premise(other !== undefined, `${describeRange(asked)} is right in no form of its space`))) return;
      const expected = `the ${within.length} records that ${other?.subject ?? ''} leaves`;
      yield finding('FLT-23', plus.subject, outcome(plus), expected, firstPage(plus));
    },
  }),

  check({
    id: 'filtering/the-space-may-be-percent-encoded',
    title: 'The space between an operator and its value means the same as %20 and as a plus sign',
    proves: ['FLT-24'],
    needs: needsFilters,
    cases,
    maxCases: 48,
    describe: describeRange,
    arrange: (scene) => aLaboratoryOf(scene, rangeTable),
    async gather(scene, asked, laboratory) {
      const plus = await lookWith(scene, laboratory, asked, '+');
      return { plus, percent: await lookWith(scene, laboratory, asked, '%20') };
    },
    *judge({ plus, percent }, asked) {
      if (!(yield* readable(plus)) || !(yield* readable(percent))) return;
      const { within, outside } = divided(plus.rows, asked);
      const shown = shownRows(plus);
      const works = served(plus) && (within.length === 0 || within.some((place) => shown.has(place)));
      const restricts = outside.length === 0 || outside.some((place) => !shown.has(place));
      if (!(yield* premise(works && restricts, `${plus.subject} does not work`))) return;
      if (sameRows(plus, percent)) return;
      yield finding('FLT-24', percent.subject, outcome(percent), `${shown.size} records as with +`, firstPage(percent));
    },
  }),
];
