import type { TableDraft } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf } from '../../../drivers/world/filter-laboratory.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { findsAll, places, readable } from '../../expectations/filter-look.ts';
import { lookFor, needsFilters } from './laboratory.ts';

/** So many that a search which ends after a hundred matches, or after two hundred records, does not come to all. */
const results = 260;
const [isotype, amount] = [0, 1];
const draft: TableDraft = {
  columns: [
    { title: 'isotype', type: 'String' },
    { title: 'amount', type: 'Integer' },
  ],
  rows: Array.from({ length: results }, (_, index) => [index % 2 === 0 ? 'IgG' : 'IgM', index]),
};
const [least, most] = [results / 4, (3 * results) / 4];

/** Filters that leave much ("Filters", 3). */
export const manyMatchChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/many-matches-are-all-found',
    title: `A filter finds each of the ${results / 2} results that satisfy it, among ${results}`,
    proves: ['FLT-05', 'FLT-16'],
    needs: needsFilters,
    async gather(scene) {
      const laboratory = await aLaboratoryOf(scene, draft);
      return {
        alike: await lookFor(scene, laboratory, { column: isotype, text: 'IgM' }),
        above: await lookFor(scene, laboratory, { column: amount, text: `>= ${most}` }),
        below: await lookFor(scene, laboratory, { column: amount, text: `< ${least}` }),
      };
    },
    *judge({ alike, above, below }) {
      if (yield* readable(alike)) {
        const wanted = places(alike.rows, ({ values }) => values[isotype] === 'IgM');
        yield* findsAll(alike, wanted, 'FLT-05');
      }
      for (const [look, isMeant] of [
        [above, (value: number) => value >= most],
        [below, (value: number) => value < least],
      ] as const) {
        if (!(yield* readable(look))) continue;
        const wanted = places(look.rows, ({ values }) => isMeant(Number(values[amount])));
        yield* findsAll(look, wanted, 'FLT-16');
      }
    },
  }),
];
