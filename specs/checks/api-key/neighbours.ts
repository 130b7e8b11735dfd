import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import {
  aKey,
  aLaboratory,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  anAppWithAccess,
  aProject,
  aUser,
  grant,
  someRecords,
  aReplacedKey,
} from '../../../drivers/world/actors.ts';
import type { Project } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted, closedTo, isAccepted, showsAll, showsNone } from '../../expectations/acceptance.ts';
import { besideStrangers, isServedBesideStrangers } from '../../expectations/beside-strangers.ts';
import { keyStage, listingAt, listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

const needs = ['user.create', 'apiKey.create', 'access'] as const;

const noLaboratory = notApplicable('the owner of a key can be granted nothing');

/** More than fit on the first page of what a tenant may read its permissions from. */
const manyProjects = 26;

/** A key beside other actors, and after what its owner did otherwise ("Basic authentication", 1 and 2). */
export const neighboursChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/a-key-sees-what-its-owner-shares',
    title: 'A key sees what its owner was granted before the key was made, and what others were granted as well',
    proves: ['KEY-03'],
    needs: [...needs, 'app.create'],
    cases: objectOf({ listing: fc.nat(4), with: fc.constantFrom('nobody', 'an app', 'a user'), rotate: fc.boolean() }),
    maxCases: 25,
    describe: (one) => `a project shared with ${one.with}${one.rotate ? ', and a rotated key' : ''}`,
    arrange: listingsOpenToKeys,
    async gather(scene, { listing, with: whom, rotate }, open) {
      const target = listingAt(open, listing);
      const user = await aUser(scene);
      const laboratory = await aLaboratoryFor(scene, user);
      if (laboratory === undefined) return null;
      let key = await aKey(scene, user);
      if (rotate && scene.supports('apiKey.rotate')) {
        key = await aReplacedKey(scene, user);
      }
      const records = laboratory.records.filter(({ kind }) => kind === target.kind);
      const sees = (authorization: string) =>
        scene.settle(
          () => scene.view(target, authorization),
          (view) => records.every((record) => shows(view, record)),
        );
      const witness = await anApp(scene);
      if (whom === 'an app') await grant(scene, laboratory, witness);
      if (whom === 'a user') await grant(scene, laboratory, await aUser(scene));
      const view = await sees(basic(key));
      if (records.every((record) => shows(view, record))) return { view, records, elsewhere: true };
      // somebody else with the same project tells whether the records are shown at all
      await grant(scene, laboratory, witness);
      const other = await sees(bearer(await anAccessToken(scene, witness)));
      return { view, records, elsewhere: records.every((record) => shows(other, record)) };
    },
    *judge(seen, { with: whom, rotate }) {
      if (seen === null) {
        yield noLaboratory;
        return;
      }
      const { view, records, elsewhere } = seen;
      const missing = records.filter((record) => !shows(view, record));
      if (missing.length === 0) return;
      if (!(yield* premise(elsewhere && view.end === 'whole', `GET ${view.path} showed the records to nobody`))) return;
      const subject = `GET ${view.path} with a ${rotate ? 'rotated ' : ''}key for a project shared with ${whom}`;
      yield finding('KEY-03', subject, `lacked ${missing[0]?.name ?? ''}`, 'what the owner may see', lastPage(view));
    },
  }),

  check({
    id: 'api-key/strangers-spoil-no-connection',
    title: 'A key is accepted on a connection over which others were refused',
    proves: ['KEY-17'],
    needs: ['api-key'],
    async gather(scene) {
      const { authorization, open } = await keyStage(scene);
      return besideStrangers(scene, listingAt(open, 0).path, authorization);
    },
    *judge(seen) {
      yield* isServedBesideStrangers(seen, 'KEY-17', 'a key');
    },
  }),

  check({
    id: 'api-key/a-key-sees-each-of-many-projects',
    title: 'A key shows what its owner was granted in each of many projects, and nothing of another',
    proves: ['KEY-03', 'KEY-04'],
    needs,
    arrange: listingsOpenToKeys,
    async gather(scene, _, open) {
      const target = listingAt(open, 0);
      const [user, witness] = [await aUser(scene), await aUser(scene)];
      const records: CreatedRecord[] = [];
      const projects: Project[] = [];
      for (let count = 0; count < manyProjects; count++) {
        const project = await aProject(scene);
        projects.push(project);
        records.push(...(await someRecords(scene, project, target.kind)));
        await grant(scene, project, user);
      }
      const others = await someRecords(scene, await aProject(scene), target.kind);
      const sees = (authorization: string, some: readonly CreatedRecord[]) =>
        scene.settle(
          () => scene.view(target, authorization),
          (view) => some.every((record) => shows(view, record)),
        );
      const authorization = basic(await aKey(scene, user));
      const view = await sees(authorization, records);
      const missing = records.findIndex((record) => !shows(view, record));
      const [project, record] = [projects[missing], records[missing]];
      if (project === undefined || record === undefined) return { view, others };
      // where another listing shows it with this key, the key is permitted to see it (LST-32)
      for (const sister of open.filter(({ kind, path }) => kind === target.kind && path !== target.path))
        if (shows(await scene.view(sister, authorization), record))
          return { view, others, record, sister: sister.path };
      // somebody who was granted that project alone tells whether the record is shown at all
      await grant(scene, project, witness);
      const other = await sees(basic(await aKey(scene, witness)), [record]);
      return { view, others, record, elsewhere: shows(other, record) };
    },
    *judge({ view, others, record, sister, elsewhere }) {
      const subject = `GET ${view.path} with the key of a user who was granted ${manyProjects} projects`;
      yield* showsNone(view, others, 'KEY-04', `${subject}, for what is in another,`);
      if (record === undefined) {
        yield held('KEY-03');
        return;
      }
      if (!(yield* premise(sister === undefined, `GET ${sister} shows ${record.name} with the key`))) return;
      const told = elsewhere === true && view.end === 'whole';
      if (!(yield* premise(told, `GET ${view.path} showed ${record.name} to nobody`))) return;
      yield finding('KEY-03', subject, `lacked ${record.name}`, 'what the owner may see', lastPage(view));
    },
  }),

  check({
    id: 'api-key/access-does-not-lapse',
    title: 'A month after its owner was granted a project an old key still shows the records of the project',
    proves: ['KEY-03'],
    needs: [...needs, 'passing-time'],
    maxSeconds: 31 * day,
    arrange: listingsOpenToKeys,
    async gather(scene, _, open) {
      const target = listingAt(open, 0);
      const user = await aUser(scene);
      const laboratory = await aLaboratoryFor(scene, user);
      if (laboratory === undefined) return null;
      // keys of before 7 August 2026 do not expire
      const authorization = basic(await aKey(scene, user, '2026-03-01T00:00:00Z'));
      const records = laboratory.records.filter(({ kind }) => kind === target.kind);
      const views: View[] = [];
      for (const seconds of [0, day, 30 * day]) {
        if (seconds > 0) await scene.elapse(seconds);
        const look = () => scene.view(target, authorization);
        views.push(await scene.settle(look, (view) => records.every((record) => shows(view, record))));
      }
      return { views, records };
    },
    *judge(seen) {
      const [first, ...later] = seen?.views ?? [];
      if (seen === null || first === undefined) {
        yield noLaboratory;
        return;
      }
      const saw = seen.records.every((record) => shows(first, record));
      if (!(yield* premise(saw, `GET ${first.path} did not show the key its records at first either`))) return;
      for (const [index, view] of later.entries()) {
        // that the key itself goes on is a question of its own
        if (closedTo(view) !== undefined) continue;
        const subject = `GET ${view.path} with the key of a user who was granted a project ${index === 0 ? 'a day' : 'a month'} before`;
        yield* showsAll(view, seen.records, 'KEY-03', subject);
      }
    },
  }),

  check({
    id: 'api-key/a-key-is-accepted-beside-tokens',
    title: 'A key is accepted on a connection that served an access token, and after its owner authorized an app',
    proves: ['KEY-01'],
    needs: [...needs, 'app.create'],
    cases: objectOf({ listing: fc.nat(4), after: fc.constantFrom('a token', 'a consent') }),
    maxCases: 8,
    arrange: listingsOpenToKeys,
    async gather(scene, { listing, after }, open) {
      const { path } = listingAt(open, listing);
      const user = await aUser(scene);
      await aLaboratoryFor(scene, user);
      const authorization = basic(await aKey(scene, user));
      const look = () => scene.call(path, { authorization });
      const before = await scene.settle(look, accepted);
      if (after === 'a consent') {
        if (!scene.supports('browser.authorize')) return null;
        await aGrant(scene, await aClient(scene), user);
        return { path, before, call: await scene.nowOrSettled(look, accepted) };
      }
      const { authorization: token } = await anAppWithAccess(scene);
      const afterToken = () =>
        scene.onOneConnection(async (over) => {
          await scene.call(path, { authorization: token, over });
          return scene.call(path, { authorization, over });
        });
      // a new key that one server knows another one need not know yet (FRE-16)
      return { path, before, call: await scene.nowOrSettled(afterToken, accepted) };
    },
    *judge(seen, { after }) {
      if (seen === null) {
        yield notApplicable('no user can consent to an app here');
        return;
      }
      const { path, before, call } = seen;
      if (
        !accepted(call) &&
        !(yield* premise(accepted(before), `GET ${path} with the same key ${answer(before)} before`))
      )
        return;
      yield* isAccepted(call, 'KEY-01', `GET ${path} with a key after ${after}`);
    },
  }),

  check({
    id: 'api-key/a-key-is-accepted-for-following-pages',
    title: 'A key is accepted on each listing for the pages that follow, as a token of an app is',
    proves: ['KEY-02'],
    needs: [...needs, 'app.create'],
    arrange: listingsOpenToKeys,
    async gather(scene, _, open) {
      const [user, app] = [await aUser(scene), await anApp(scene)];
      const laboratory = await aLaboratory(scene);
      for (const actor of [user, app]) await grant(scene, laboratory, actor);
      for (const kind of new Set(open.map((one) => one.kind))) await someRecords(scene, laboratory, kind, 2);
      const credentials = [basic(await aKey(scene, user)), bearer(await anAccessToken(scene, app))] as const;
      const second = (path: string, authorization: string): Promise<Exchange | undefined> => {
        const query = { pageSize: '1' };
        // nor need a grant be known at once wherever pages come from (FRE-14)
        return scene.settle(
          async () => {
            const first = await scene.call(path, { authorization, query });
            const nextToken = accepted(first) ? nextTokenOf(first) : undefined;
            if (nextToken === undefined) return undefined;
            return scene.call(path, { authorization, query: { ...query, nextToken } });
          },
          (page) => page !== undefined && accepted(page),
        );
      };
      const pages = [];
      for (const { path } of open) {
        const byKey = await second(path, credentials[0]);
        if (byKey === undefined) continue;
        pages.push({ path, byKey, byApp: accepted(byKey) ? byKey : await second(path, credentials[1]) });
      }
      return pages;
    },
    *judge(pages) {
      for (const { path, byKey, byApp } of pages) {
        if (accepted(byKey)) continue;
        // how page tokens work at all is a question of its own
        const served = byApp !== undefined && accepted(byApp);
        if (!(yield* premise(served, `GET ${path} gives an app no second page either`))) continue;
        yield finding('KEY-02', `GET ${path} for the next page with a key`, answer(byKey), 'a page', byKey);
      }
    },
  }),
];
