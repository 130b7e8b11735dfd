import fc from 'fast-check';
import { anAccessToken, aProject, grant } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { addRows } from '../../../drivers/world/filter-laboratory.ts';
import type { AssayAsked } from '../../../generators/filter-assays.ts';
import {
  assayAssertions,
  assayColumns,
  assayRows,
  satisfiesAsked,
  describeAsked,
} from '../../../generators/filter-assays.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import { findsAll, missed, readable, served } from '../../expectations/filter-look.ts';
import { assayLaboratory, assayLook, satisfying } from './assays.ts';
import { needsFilters } from './laboratory.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

const columns = (['String', 'Integer'] as const).map((type) => assayColumns.findIndex((each) => each.type === type));

/** A word that no record has until it is added. A tenant may also remember that nothing was found. */
const unheardOf: fc.Arbitrary<AssayAsked> = fc.nat(999).map((number) => {
  const word = `unheard-of-${number}`;
  return { column: columns[0] ?? 0, text: word, value: word };
});

/** Long enough for a tenant to move recent records to another store. */
const twoDays = 2 * day;

/** Records that are added after a filter was used ("Filters", the table). */
export const recordsAddedLaterChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/records-added-later-are-found',
    title: 'A filter that was used before finds the records that were added since',
    proves: ['FLT-05', 'FLT-16'],
    needs: needsFilters,
    cases: objectOf({
      asked: fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...columns).chain((column) => assayAssertions([column])) },
        { weight: 1, arbitrary: unheardOf },
      ),
      /** Whether the records are in a project that the reader is granted only then. */
      granted: fc.boolean(),
    }),
    maxCases: 8,
    describe: ({ asked, granted }) =>
      `${describeAsked([asked])}${granted ? ', in a project that was granted since' : ''}`,
    arrange: assayLaboratory,
    async gather(scene, { asked, granted }, laboratory) {
      const before = await assayLook(scene, laboratory, [asked]);
      const { table, reader } = laboratory;
      const project = granted ? await aProject(scene) : laboratory.project;
      const alike = assayRows(12, true).filter((values) => satisfiesAsked(values, asked));
      const fresh =
        alike.length > 0 ? alike : assayRows(2, true).map((values) => values.with(asked.column, asked.value));
      const added = await addRows(scene, project, table, fresh);
      if (granted) await grant(scene, project, reader.actor);
      const look = () => assayLook(scene, laboratory, [asked], { among: added });
      const wanted = satisfying(added.rows, [asked]);
      const after = await scene.settle(look, (one) => served(one) && missed(one, wanted).length === 0);
      const lost = missed(after, wanted).length > 0;
      // without a filter, the listing shows whether the records are visible at all
      const unfiltered = lost ? await assayLook(scene, laboratory, [], { among: added }) : after;
      return { before, after, unfiltered, wanted };
    },
    *judge({ before, after, unfiltered, wanted }, { asked: { column } }) {
      if (!(yield* readable(after)) || !(yield* readable(unfiltered))) return;
      const found = served(before) && satisfying(before.rows, []).length > 0;
      if (!(yield* premise(found && wanted.length > 0, `${before.subject} was refused`))) return;
      const visible = missed(unfiltered, wanted).length === 0;
      if (!(yield* premise(visible, 'the records that were added are not listed without a filter either'))) return;
      const described = { ...after, subject: `${after.subject}, after records were added,` };
      yield* findsAll(described, wanted, assayColumns[column]?.type === 'Integer' ? 'FLT-16' : 'FLT-05');
    },
  }),

  check({
    id: 'filtering/records-are-found-after-days',
    title: 'A filter still finds the records that satisfy it days after they were added',
    proves: ['FLT-05', 'FLT-16'],
    needs: [...needsFilters, 'passing-time'],
    cases: fc.tuple(...columns.map((column) => assayAssertions([column]))),
    maxCases: 1,
    maxSeconds: twoDays,
    describe: (some) => `${some.map((asked) => describeAsked([asked])).join(', then ')}, two days later`,
    arrange: assayLaboratory,
    async gather(scene, some, laboratory) {
      const before: FilterLook[] = [];
      for (const asked of some) before.push(await assayLook(scene, laboratory, [asked]));
      await scene.elapse(twoDays);
      const { actor, authorization } = laboratory.reader;
      // an access token has expired by then, but a key has not
      const renewed = 'appId' in actor ? bearer(await anAccessToken(scene, actor)) : authorization;
      const later = { ...laboratory, reader: { actor, authorization: renewed } };
      const unfiltered = await assayLook(scene, later, []);
      const looks = [];
      for (const [index, asked] of some.entries())
        looks.push({ asked, before: before[index], after: await assayLook(scene, later, [asked]) });
      return { looks, unfiltered };
    },
    *judge({ looks, unfiltered }) {
      if (!(yield* readable(unfiltered))) return;
      for (const { asked, before, after } of looks) {
        if (!(yield* readable(after))) continue;
        const wanted = satisfying(after.rows, [asked]);
        const found = before !== undefined && served(before) && missed(before, wanted).length === 0;
        if (!(yield* premise(found, `${after.subject} did not find all before`))) continue;
        const listed = served(unfiltered) && missed(unfiltered, wanted).length === 0;
        if (!(yield* premise(listed, 'the records are not listed without a filter either, two days later'))) return;
        const described = { ...after, subject: `${after.subject}, two days after the records were added,` };
        yield* findsAll(described, wanted, assayColumns[asked.column]?.type === 'Integer' ? 'FLT-16' : 'FLT-05');
      }
    },
  }),
];
