import type { CellValue, TableDraft } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf, ask } from '../../../drivers/world/filter-laboratory.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import { findsAll, missed, places, readable, served } from '../../expectations/filter-look.ts';
import { lookFor, needsFilters } from './laboratory.ts';

/**
 * Number of results. A search that ends after a hundred matches, or after two hundred records, does not reach all of
 * them.
 */
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

/** A page size that fills a page even at a tenant with a low maximum. */
const largest = 100;

const filters = [
  { column: isotype, text: 'IgM', requirement: 'FLT-05', isMeant: (value: CellValue) => value === 'IgM' },
  { column: amount, text: `>= ${most}`, requirement: 'FLT-16', isMeant: (value: CellValue) => Number(value) >= most },
  { column: amount, text: `< ${least}`, requirement: 'FLT-16', isMeant: (value: CellValue) => Number(value) < least },
] as const;

/** The result of a filter that leaves many records. */
interface ManyMatches {
  readonly look: FilterLook;
  readonly wanted: readonly number[];
  readonly requirement: 'FLT-05' | 'FLT-16';
  /** If records are missing after several pages: the result of the same filter in the largest pages. */
  readonly large?: FilterLook;
}

/** Filters that leave many records ("Filters", 3). */
export const manyMatchesChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/many-matches-are-all-found',
    title: `A filter finds each of the ${results / 2} results that satisfy it, among ${results}`,
    proves: ['FLT-05', 'FLT-16', 'FLT-37'],
    needs: needsFilters,
    async gather(scene) {
      const laboratory = await aLaboratoryOf(scene, draft);
      const looks: ManyMatches[] = [];
      for (const { column, text, requirement, isMeant } of filters) {
        const look = await lookFor(scene, laboratory, { column, text });
        const wanted = places(look.rows, ({ values }) => isMeant(values[column]));
        const lost = served(look) && missed(look, wanted).length > 0 && look.view.pages.length > 1;
        const large = lost ? await ask(scene, laboratory, [{ column, text }], { pageSize: largest }) : undefined;
        looks.push({ look, wanted, requirement, ...(large === undefined ? {} : { large: { ...look, view: large } }) });
      }
      return looks;
    },
    *judge(looks) {
      for (const { look, wanted, requirement, large } of looks) {
        if (!(yield* readable(look))) continue;
        // Records that are lost between pages break the requirement about pages. On one page alone, none can be lost
        // that way.
        const alone = large?.view.pages.length === 1 ? large : look;
        if (large === undefined || alone === large) yield* findsAll(alone, wanted, requirement);
        if (look.view.pages.length > 1) yield* findsAll(look, wanted, 'FLT-37');
      }
    },
  }),
];
