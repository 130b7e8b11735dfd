import { json } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import {
  anAccessToken,
  anApp,
  anAppWithAccess,
  requestToken,
  accessTokenIn,
  tokenPathsOf,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { assertionsOn } from '../../../drivers/world/filter-laboratory.ts';
import { filteredView } from '../../../drivers/world/filter.ts';
import { heldBy, identifierOf, pointerToListWith, valueAt } from '../../../drivers/world/page.ts';
import type { View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import { assayRows } from '../../../generators/filter-assays.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldIf, premise } from '../../check.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import { glimpse } from '../../expectations/disclosure.ts';
import { assayLaboratory } from '../filtering/assays.ts';
import { needsFilters } from '../filtering/laboratory.ts';

/** Checks that an app sees nothing before it is added to a project, and nothing that only users may see. */
export const noAccessChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/a-new-app-has-no-data',
    title: 'A new app that was added to nothing is shown nothing on any listing',
    proves: ['CCR-10'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const { authorization, laboratory } = await anAppWithAccess(scene);
      const newcomer = await anApp(scene);
      const tokens = [await anAccessToken(scene, newcomer)];
      for (const path of tokenPathsOf(scene).slice(1)) {
        const other = accessTokenIn(await requestToken(scene, newcomer, path));
        if (other !== undefined) tokens.push(other);
      }
      const listings = [];
      for (const listing of await scene.listings()) {
        const record = laboratory?.records.find(({ kind }) => kind === listing.kind);
        if (record === undefined) continue;
        const known = await scene.settle(
          () => scene.view(listing, authorization),
          (view) => shows(view, record),
        );
        const views: View[] = [];
        for (const token of tokens) {
          views.push(await scene.view(listing, bearer(token)));
          // a tenant may apply other rules to a listing with parameters
          const query = { sort: 'modifiedAt:desc', pageSize: '5' };
          const sorted = await scene.call(listing.path, { authorization: bearer(token), query });
          views.push(glimpse(scene, listing, sorted));
          const single = await scene.call(listing.path, { authorization: bearer(token), query: { pageSize: '1' } });
          views.push(glimpse(scene, listing, single));
        }
        listings.push({ path: listing.path, record, known, views, settings: scene.target.settings.api });
      }
      return listings;
    },
    *judge(listings) {
      const telling = listings.some(({ known, record }) => shows(known, record));
      const tells = yield* premise(
        telling,
        'no listing shows an app what it was added to, so an empty listing proves nothing',
      );
      for (const { path, record, known, views, settings } of listings) {
        const isRecord = (item: unknown): boolean =>
          known.identifiers.length === 0 || identifierOf(item, path, settings) !== undefined;
        const place = known.pages
          .map((page) => pointerToListWith(json(page), record))
          .find((found) => found !== undefined);
        for (const view of views) {
          const subject = `GET ${path} by a new app that was added to nothing`;
          yield* heldIf(tells, showsNone(view, [record], 'CCR-10', subject));
          if (place === undefined || shows(view, record)) continue;
          // The page of an actor with records shows which list holds the items: an empty page may have other, non-empty
          // lists. An entry of that list that is no record is no data: LST-21 judges such entries.
          const items = view.pages.flatMap((page) => heldBy(valueAt(json(page), place)) ?? []).filter(isRecord);
          if (items.length > 0)
            yield finding('CCR-10', subject, `listed ${items.length} items`, 'none', lastPage(view));
        }
      }
    },
  }),

  check({
    id: 'client-credentials/a-filter-opens-nothing-to-a-new-app',
    title: 'An app that was added to nothing finds no assay results with a filter',
    proves: ['CCR-10'],
    needs: [...needsFilters, 'app.create'],
    async gather(scene) {
      const laboratory = await assayLaboratory(scene);
      const { listing, reader, table, blank } = laboratory;
      const looks = [];
      const authorization = bearer(await anAccessToken(scene, await anApp(scene)));
      for (const asked of assayRows(6).flatMap((row) => row.slice(0, 2).map((value, column) => ({ column, value })))) {
        if (typeof asked.value !== 'string') continue;
        const assertions = assertionsOn(table, [{ column: asked.column, text: asked.value }]);
        const options = { blank, schemaId: table.schemaId };
        const own = await filteredView(scene, listing, reader.authorization, assertions, options);
        const view = await filteredView(scene, listing, authorization, assertions, options);
        looks.push({ own, view });
      }
      return looks;
    },
    *judge(looks) {
      const items = ({ pages }: (typeof looks)[number]['view']): number => pages.flatMap((page) => page.items).length;
      if (
        !(yield* premise(
          looks.some(({ own }) => items(own) > 0),
          'no filter found anything for anybody',
        ))
      )
        return;
      for (const { view } of looks) {
        if (items(view) === 0) continue;
        const subject = 'a filter on assay results of an app that was added to nothing';
        yield finding('CCR-10', subject, `showed ${items(view)} records`, 'none', view.pages[0]?.exchange);
      }
    },
  }),
];
