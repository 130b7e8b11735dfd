import { finding } from '../../../core/judgement.ts';
import { aKeyOwner, aProject, grant } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { FilteredView } from '../../../drivers/world/filter.ts';
import { filteredView } from '../../../drivers/world/filter.ts';
import type { Reader, Table } from '../../../drivers/world/filter-laboratory.ts';
import {
  addRows,
  anAppReader,
  assayListing,
  assertionsOn,
  aTable,
  rowsIn,
} from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { pick } from '../../expectations/listing-stock.ts';

const value = 'asked by several';
const columns = [{ title: 'note', type: 'String' }] as const;

/** Calls that differ only in their caller ("What the service does": every call is tied to exactly one actor). */
export const equalFiltersChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/equal-filters-at-once-are-answered-each-for-its-actor',
    title: 'Simultaneous calls with the same filter are each answered for their own actor',
    proves: ['TRN-15'],
    needs: ['filters', 'schema.create', 'app.create', 'user.create', 'apiKey.create', 'access'],
    async gather(scene) {
      const owner = await aKeyOwner(scene);
      const readers: Reader[] = [{ actor: owner, authorization: basic(owner.apiKey) }, await anAppReader(scene)];
      const tables: Table[] = [];
      for (const { actor } of readers) {
        const project = await aProject(scene);
        const [first] = tables;
        const table: Table =
          first === undefined
            ? await aTable(scene, project, { columns, rows: [[value]] })
            : await addRows(scene, project, first, [[value]]);
        await grant(scene, project, actor);
        tables.push(table);
      }
      const listing = await assayListing(scene);
      const shared = pick(tables, 0);
      const assertions = assertionsOn(shared, [{ column: 0, text: value }]);
      const look = (part: Scene, { authorization }: Reader): Promise<FilteredView> =>
        filteredView(part, listing, authorization, assertions, { schemaId: shared.schemaId });
      const alone: FilteredView[] = [];
      for (const [who, reader] of readers.entries()) {
        const rows = tables[who]?.rows ?? [];
        alone.push(
          await scene.settle(
            () => look(scene, reader),
            (view) => rowsIn(view, rows).size === rows.length,
          ),
        );
      }
      const turns = [0, 1, 0, 1, 1, 0];
      const together = await scene.together(
        turns.map((who) => async (part: Scene) => ({ who, view: await look(part, readers[who] as Reader) })),
      );
      return { path: listing.path, tables, alone, together };
    },
    *judge({ path, tables, alone, together }) {
      const holds = (view: FilteredView | undefined, who: number): boolean =>
        view !== undefined && rowsIn(view, tables[who]?.rows ?? []).size > 0;
      const right = [0, 1].every((who) => holds(alone[who], who) && !holds(alone[who], 1 - who));
      if (!(yield* premise(right, `GET ${path} with a filter did not show each actor alone just their own record`)))
        return;
      for (const { who, view } of together) {
        if (!holds(view, 1 - who)) continue;
        const subject = `GET ${path} with a filter that another actor asks for at the same time`;
        const observed = "showed another actor's record";
        yield finding('TRN-15', subject, observed, 'nothing of another actor', view.pages[0]?.exchange);
      }
    },
  }),
];
