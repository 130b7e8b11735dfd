import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import {
  aKeyOwner,
  aLaboratory,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  aUser,
  grant,
  requestToken,
  grantIfAllowed,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import { assertionsOn } from '../../../drivers/world/filter-laboratory.ts';
import { filteredView } from '../../../drivers/world/filter.ts';
import { assayRows } from '../../../generators/filter-assays.ts';
import { assayLaboratory } from '../filtering/assays.ts';
import { needsFilters } from '../filtering/laboratory.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { seesAll } from '../../expectations/reach.ts';
import { lookInto } from './settled-reach.ts';
import { objectOf } from '../../../generators/object.ts';

/** An app beside users, and after what happened to it before ("OAuth bearer with app credentials"). */
export const neighboursChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/one-token-serves-each-listing',
    title: 'One access token is accepted on all listings that are open to the app, one after the other and again',
    proves: ['CCR-05'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await anApp(scene);
      await aLaboratoryFor(scene, app);
      // a token each shows which listings are open to the app at all
      const open = [];
      for (const { path } of await scene.listings()) {
        const authorization = bearer(await anAccessToken(scene, app));
        const alone = await scene.settle(() => scene.call(path, { authorization }), accepted);
        if (accepted(alone)) open.push(path);
      }
      const authorization = bearer(await anAccessToken(scene, app));
      const calls = [];
      for (const path of [...open, ...open]) calls.push({ path, call: await scene.call(path, { authorization }) });
      return { open, calls };
    },
    *judge({ open, calls }) {
      if (!(yield* premise(open.length > 1, 'there are not two listings that are open to an app'))) return;
      for (const { path, call } of calls) {
        if (accepted(call)) continue;
        const subject = `GET ${path} with a token that was used on other listings before`;
        yield finding('CCR-05', subject, answer(call), 'a page', call);
      }
    },
  }),

  check({
    id: 'client-credentials/a-token-need-not-be-used',
    title: 'An app that never used its tokens gets further ones by the same request',
    proves: ['CCR-01'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await anApp(scene);
      await anAccessToken(scene, app);
      return [await requestToken(scene, app), await requestToken(scene, app)];
    },
    *judge(answers) {
      for (const one of answers) yield* yieldsToken(one, 'CCR-01', 'client_credentials of an app with unused tokens');
    },
  }),

  check({
    id: 'client-credentials/apps-see-what-they-share-with-users',
    title: 'An app sees the records of a project that users were added to as well',
    proves: ['CCR-08'],
    needs: ['app.create', 'user.create', 'access'],
    cases: objectOf({ listing: fc.nat(4), userFirst: fc.boolean() }),
    maxCases: 10,
    async gather(scene, { listing: index, userFirst }) {
      const listing = listingAt(await scene.listings(), index);
      const [app, user, laboratory] = [await anApp(scene), await aUser(scene), await aLaboratory(scene)];
      for (const actor of userFirst ? [user, app] : [app, user]) await grant(scene, laboratory, actor);
      return lookInto(scene, listing, bearer(await anAccessToken(scene, app)), laboratory);
    },
    *judge(seen) {
      const subject = `GET ${seen.look.view.path} of an app, of a project that it shares with a user`;
      yield* seesAll(seen.look, seen.records, 'CCR-08', subject);
    },
  }),

  check({
    id: 'client-credentials/a-grant-while-archived-counts',
    title: 'An app that was added to a project while it was archived sees the project once it is unarchived',
    proves: ['CCR-11'],
    needs: ['app.create', 'app.archive', 'app.unarchive', 'access'],
    async gather(scene) {
      const [app, laboratory] = [await anApp(scene), await aLaboratory(scene)];
      await scene.operate('app.archive', { appId: app.appId });
      const isAdded = await grantIfAllowed(scene, laboratory, app);
      await scene.operate('app.unarchive', { appId: app.appId });
      if (!isAdded) return null;
      const authorization = bearer(await anAccessToken(scene, app));
      const listing = listingAt(await scene.listings(), 0);
      return lookInto(scene, listing, authorization, laboratory);
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('an archived app cannot be added to a project');
        return;
      }
      const subject = `GET ${seen.look.view.path} of an app that was added to a project while it was archived`;
      yield* seesAll(seen.look, seen.records, 'CCR-11', subject);
    },
  }),

  check({
    id: 'client-credentials/each-record-of-an-app-names-it',
    title: 'Each of several records that an app creates one after the other names the app as its creator',
    proves: ['CCR-15'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'write-probe'],
    async gather(scene) {
      const [app, owner] = [await anApp(scene), await aKeyOwner(scene)];
      const project = await aWritableProject(scene, app, owner);
      const authorization = bearer(await anAccessToken(scene, app));
      await scene.settle(() => writeRecord(scene, basic(owner.apiKey), project?.projectId), succeeded);
      const written = [await scene.settle(() => writeRecord(scene, authorization, project?.projectId), succeeded)];
      for (let count = 0; count < 3; count++) written.push(await writeRecord(scene, authorization, project?.projectId));
      return { written, app, owner, pointer: creatorPointer(scene) };
    },
    *judge({ written, app, owner, pointer }) {
      for (const one of written) {
        const others = [identityOf(owner, 'a user')];
        yield* isAttributedTo(one, pointer, identityOf(app, 'the app'), others, 'CCR-15', "one of an app's records");
      }
    },
  }),

  check({
    id: 'client-credentials/a-filter-opens-nothing-to-a-new-app',
    title: 'An app that was added to nothing finds no assay results by a filter either',
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
