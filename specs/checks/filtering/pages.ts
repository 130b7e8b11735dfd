import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import { filteredView } from '../../../drivers/world/filter.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { AssayAsked } from '../../../generators/filter-assays.ts';
import {
  assayAssertions,
  assayColumns,
  assayRows,
  boundedAssertions,
  satisfiesAsked,
  severalAssertions,
  describeAsked,
} from '../../../generators/filter-assays.ts';
import { caseTurned } from '../../../generators/filter-texts.ts';
import type { FieldType } from '../../../schemas/types/control-operations.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { countsOf, firstPage, missed, served, describeRows } from '../../expectations/filter-look.ts';
import { assayLaboratory, assayLook, satisfying, unsatisfying } from './assays.ts';
import { needsFilters } from './laboratory.ts';

const sizes = [1, 2, 3, 5] as const;
const TEXT_TYPES: ReadonlySet<FieldType> = new Set(['String', 'Long Text']);

/**
 * Creates results, and checks that their listing without a filter yields each of them once, page by page.
 *
 * @throws PremiseUnmet if it does not, because then the pages are wrong and not the filters
 */
async function pagedLaboratory(scene: Scene) {
  const laboratory = await assayLaboratory(scene);
  const { listing, reader, table } = laboratory;
  /** Number of results on a full page of each size without a filter, because there may be a maximum (FRE-140). */
  const full = new Map<number, number>();
  for (const pageSize of sizes) {
    const view = await filteredView(scene, listing, reader.authorization, [], { pageSize });
    const counts = countsOf({ view, rows: table.rows });
    const once = counts.size === table.rows.length && [...counts.values()].every((count) => count === 1);
    if (view.end !== 'whole' || !once) {
      throw new PremiseUnmet(`without a filter the pages of ${pageSize} do not yield all results once`);
    }
    full.set(pageSize, view.pages[0]?.items.length ?? 0);
  }
  return { ...laboratory, full };
}

/** Filters that leave enough records for several pages of one record. */
const manyRows = assayRows(24);
const filters: fc.Arbitrary<readonly AssayAsked[]> = fc
  .oneof(
    { weight: 2, arbitrary: assayAssertions().map((one) => [one]) },
    { weight: 1, arbitrary: boundedAssertions.map((one) => [one]) },
    { weight: 1, arbitrary: severalAssertions },
  )
  .filter((asked) => manyRows.filter((row) => asked.every((one) => satisfiesAsked(row, one))).length >= 2);

/**
 * Returns an assertion on text with its letters in another case than the stored ones. Other assertions stay
 * unchanged.
 */
function inOtherCase(asked: AssayAsked): AssayAsked {
  const isText = TEXT_TYPES.has(assayColumns[asked.column]?.type ?? 'Integer');
  return isText ? { ...asked, text: caseTurned(asked.text, [true], 'ascii') } : asked;
}

/** Filters with pages ("Filters", 3; "Pagination", 3). */
export const pagesChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/pages-keep-the-filter',
    title: 'Following the pages of a filtered listing yields each matching record exactly once, and no other',
    proves: ['FLT-37', 'LST-16', 'LST-17'],
    needs: needsFilters,
    cases: fc
      .record({ asked: filters, pageSize: fc.constantFrom(...sizes), turned: fc.boolean() }, { noNullPrototype: true })
      .map(({ asked, pageSize, turned }) => ({ asked: turned ? asked.map(inOtherCase) : asked, pageSize })),
    maxCases: 60,
    describe: ({ asked, pageSize }) => `${describeAsked(asked)}, ${pageSize} to a page`,
    arrange: pagedLaboratory,
    async gather(scene, { asked, pageSize }, laboratory) {
      const look = await assayLook(scene, laboratory, asked, { pageSize });
      const full = laboratory.full.get(pageSize) ?? pageSize;
      const wanted = satisfying(look.rows, asked);
      const counts = countsOf(look);
      if (
        look.view.end === 'whole' &&
        counts.size === wanted.length &&
        wanted.every((place) => counts.get(place) === 1)
      ) {
        return { look, full };
      }
      const contrast = await assayLook(scene, laboratory, asked, { note: 'in pages of their own size' });
      return { look, full, contrast };
    },
    *judge({ look, full, contrast }, { asked, pageSize: wished }) {
      const { pageSize = wished } = look.view;
      // other checks judge how many assertions a filter may have
      if (asked.length > 1 && !served(look) && contrast !== undefined && !served(contrast)) return;
      const wanted = satisfying(look.rows, asked);
      const others = unsatisfying(look.rows, asked);
      if (contrast !== undefined) {
        const onOnePage = contrast.view.pages.length === 1;
        const right = onOnePage
          ? missed(contrast, wanted).length === 0 && countsOf(contrast).size === wanted.length
          : served(contrast);
        if (!(yield* premise(right, `${contrast.subject} is not right on one page either`))) return;
      }
      const subject = `the pages of ${look.subject} with pageSize ${pageSize}`;
      const { view } = look;
      const last = view.pages.at(-1)?.exchange ?? firstPage(look);
      if (view.end === 'refused') {
        const observed = `ended as page ${view.pages.length} ${answer(last)}`;
        yield finding('FLT-37', subject, observed, `all ${wanted.length} matching records`, last);
        return;
      }
      if (!(yield* premise(view.end !== 'unreadable', `the items of ${look.subject} cannot be recognised`))) return;
      const large = view.pages.find(({ items }) => items.length > pageSize);
      if (large !== undefined) {
        yield finding('LST-16', subject, `held ${large.items.length} items`, `${pageSize} at most`, large.exchange);
      } else if (view.pages.some(({ items }) => items.length > 0)) yield held('LST-16');
      // it is inferred that pages are full, and only for small sizes (FRE-142)
      const isFull = ({ items }: (typeof view.pages)[number]): boolean => items.length >= Math.min(pageSize, full);
      const short = view.pages.slice(0, -1).find((page) => !isFull(page));
      if (short !== undefined) {
        yield finding(
          'LST-17',
          subject,
          `held ${short.items.length} items`,
          `${pageSize}, as more follow`,
          short.exchange,
        );
      } else if (view.pages.length > 1 && full >= pageSize) yield held('LST-17');
      const counts = countsOf(look);
      const problems: readonly (readonly [readonly number[], string, string])[] = [
        [wanted.filter((place) => !counts.has(place)), 'lacked', 'each matching record'],
        [wanted.filter((place) => (counts.get(place) ?? 0) > 1), 'repeated', 'each matching record once'],
        [others.filter((place) => counts.has(place)), 'showed', 'matching records only'],
      ];
      for (const [some, what, expected] of problems) {
        if (some.length > 0) {
          yield finding(
            'FLT-37',
            subject,
            `${what} ${some.length} records (${describeRows(look.rows, some)})`,
            expected,
            last,
          );
          return;
        }
      }
      if (view.end === 'endless') yield finding('FLT-37', subject, 'did not end', `${wanted.length} records`, last);
      else yield held('FLT-37');
    },
  }),
];
