import fc from 'fast-check';
import { addRows } from '../../../drivers/world/filter-laboratory.ts';
import {
  assayAssertions,
  assayColumns,
  assayRows,
  satisfiesAsked,
  tellAsked,
} from '../../../generators/filter-assays.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { findsAll, missed, readable, served } from '../../expectations/filter-look.ts';
import { assayLaboratory, assayLook, satisfying } from './assays.ts';
import { needsFilters } from './laboratory.ts';

const columns = (['String', 'Integer'] as const).map((type) => assayColumns.findIndex((each) => each.type === type));

/** What is added after a filter was asked for ("Filters", the table). */
export const laterChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/records-added-later-are-found',
    title: 'A filter that was asked for before finds the records that were added since',
    proves: ['FLT-05', 'FLT-16'],
    needs: needsFilters,
    given: fc.constantFrom(...columns).chain((column) => assayAssertions([column])),
    atMost: 8,
    tell: (asked) => tellAsked([asked]),
    arrange: assayLaboratory,
    async gather(scene, asked, laboratory) {
      const before = await assayLook(scene, laboratory, [asked]);
      const { project, table } = laboratory;
      const fresh = assayRows(12, true).filter((values) => satisfiesAsked(values, asked));
      const added = await addRows(scene, project, table, fresh);
      const look = () => assayLook(scene, laboratory, [asked], { among: added });
      const wanted = satisfying(added.rows, [asked]);
      const after = await scene.settle(look, (one) => served(one) && missed(one, wanted).length === 0);
      const lost = missed(after, wanted).length > 0;
      // whether they are to be seen at all
      const unfiltered = lost ? await assayLook(scene, laboratory, [], { among: added }) : after;
      return { before, after, unfiltered, wanted };
    },
    *judge({ before, after, unfiltered, wanted }, { column }) {
      if (!(yield* readable(after)) || !(yield* readable(unfiltered))) return;
      const found = served(before) && satisfying(before.rows, []).length > 0;
      if (!(yield* premise(found && wanted.length > 0, `${before.subject} was refused`))) return;
      const visible = missed(unfiltered, wanted).length === 0;
      if (!(yield* premise(visible, 'the records that were added are not listed without a filter either'))) return;
      const told = { ...after, subject: `${after.subject}, after records were added,` };
      yield* findsAll(told, wanted, assayColumns[column]?.type === 'Integer' ? 'FLT-16' : 'FLT-05');
    },
  }),
];
