import fc from 'fast-check';
import { held, notApplicable } from '../../../core/judgement.ts';
import { aLaboratoryOf } from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { assayAssertions, describeAsked } from '../../../generators/filter-assays.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import { findsAll, hidesAll, isExactly, missed, places, readable, served } from '../../expectations/filter-look.ts';
import { assayLaboratory, assayLook, satisfying, unsatisfying } from './assays.ts';
import { lookFor, needsFilters } from './laboratory.ts';

/** Number of records: more than a tenant is likely to read in one step. */
const many = 150;
const words = { first: 'agarose', rest: 'buffer', last: 'collagen' } as const;

/** Results. The first three and the last three have words of their own. */
const manyRows = Array.from({ length: many }, (_, row) => [
  row < 3 ? words.first : row >= many - 3 ? words.last : words.rest,
]);

/** Many records, and several filters of one reader at the same time ("Filters", 3). */
export const concurrentFiltersChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/a-match-among-many-is-found',
    title: 'A filter finds the first and the last of many records that satisfy it',
    proves: ['FLT-05'],
    needs: needsFilters,
    arrange: (scene) => aLaboratoryOf(scene, { columns: [{ title: 'word', type: 'String' }], rows: manyRows }),
    async gather(scene, _, laboratory) {
      const looks = [];
      for (const word of [words.first, words.last]) {
        const look = await lookFor(scene, laboratory, { column: 0, text: word });
        looks.push({ look, wanted: places(look.rows, ({ values }) => values[0] === word) });
      }
      return looks;
    },
    *judge(looks) {
      for (const { look } of looks) if (!(yield* readable(look))) return;
      const some = looks.some(({ look, wanted }) => served(look) && missed(look, wanted).length === 0);
      if (!(yield* premise(some, 'no word finds all records that have it'))) return;
      for (const { look, wanted } of looks) {
        yield* findsAll({ ...look, subject: `${look.subject}, among ${many} records,` }, wanted, 'FLT-05');
      }
    },
  }),

  check({
    id: 'filtering/simultaneous-filters-do-not-disturb-each-other',
    title: 'Simultaneous filters of one reader each leave the same records as they leave alone',
    proves: ['FLT-42'],
    needs: needsFilters,
    cases: fc.array(assayAssertions(), { minLength: 2, maxLength: 4 }),
    maxCases: 10,
    describe: (some) => some.map((asked) => describeAsked([asked])).join(' and at once '),
    arrange: assayLaboratory,
    async gather(scene, some, laboratory) {
      const looks = await scene.together(some.map((asked) => (part: Scene) => assayLook(part, laboratory, [asked])));
      const right = looks.every((look, index) => isExactly(look, satisfying(look.rows, some.slice(index, index + 1))));
      const alone: FilterLook[] = [];
      if (!right) for (const asked of some) alone.push(await assayLook(scene, laboratory, [asked]));
      return { looks, alone };
    },
    *judge({ looks, alone }, some) {
      if (alone.length > 0 && looks.every(({ view }) => view.pages.length > 1)) {
        yield notApplicable('each filter had a following page');
      }
      for (const [index, look] of looks.entries()) {
        const asked = some.slice(index, index + 1);
        const single = alone[index];
        if (single === undefined) yield held('FLT-42');
        if (single === undefined || !(yield* readable(look))) continue;
        // without a sort, a following page may use another order (FRE-145)
        if (look.view.pages.length > 1) continue;
        const right = isExactly(single, satisfying(single.rows, asked));
        if (!(yield* premise(right, `${single.subject} alone does not leave the records that satisfy it`))) continue;
        const described = { ...look, subject: `${look.subject}, with other filters of the reader at the same time,` };
        yield* findsAll(described, satisfying(look.rows, asked), 'FLT-42');
        yield* hidesAll(described, unsatisfying(look.rows, asked), 'FLT-42');
      }
    },
  }),
];
