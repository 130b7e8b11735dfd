import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import {
  aKey,
  aKeyOwner,
  aKeyOwnerWithAccess,
  aLaboratoryFor,
  anApp,
  aUser,
  grant,
  revoke,
  someRecords,
  aReplacedKey,
} from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, aUserWithAccess, authorize, refreshed } from '../../../drivers/world/delegated.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { View } from '../../../drivers/world/view.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import { openListingNamed } from '../../../generators/listing-cases.ts';
import { unlessSmallPagesAreRefused } from '../../expectations/following-call.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted, showsAll } from '../../expectations/acceptance.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { callInsistently, listingAt, listingsOpenTo, listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { createdAndTakenAway, isTakenAway } from '../../expectations/taken-away.ts';
import { filledProject, listedBy, showsEvery } from './project-records.ts';
import { objectOf } from '../../../generators/object.ts';

const full = { entry: 1, plate: 1, assayResult: 1 } as const;

/** What a key is good for after something has happened to its owner, their apps or their projects. */
export const historiesChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/withdrawals-take-what-they-name',
    title: "A key keeps its owner's projects after withdrawals from an app, or from another project",
    proves: ['KEY-03'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'access', 'project.revoke'],
    cases: objectOf({ listing: fc.nat(4), takes: fc.constantFrom('an app', 'the owner') }),
    maxCases: 8,
    describe: ({ takes }) => `${takes} taken from a project`,
    arrange: listingsOpenToKeys,
    async gather(scene, { listing, takes }, open) {
      const at = listingAt(open, listing);
      const [owner, app] = [await aKeyOwner(scene), await anApp(scene)];
      const [kept, other] = [await filledProject(scene, full), await filledProject(scene, full)];
      for (const project of [kept, other]) await grant(scene, project, owner);
      await grant(scene, kept, app);
      const own = listedBy(at, [kept]);
      const look = (): Promise<View> =>
        scene.settle(
          () => scene.view(at, basic(owner.apiKey)),
          (view) => showsEvery(view, own),
        );
      const before = await look();
      if (takes === 'an app') await revoke(scene, kept, app);
      else await revoke(scene, other, owner);
      return { own, known: listedBy(at, [kept, other]), before, after: await look() };
    },
    *judge({ own, known, before, after }, { takes }) {
      if (!(yield* premise(showsEvery(before, own), 'the key did not show what its owner could see'))) return;
      const subject = `GET ${after.path} with a key after ${takes} was taken from ${takes === 'an app' ? 'its project' : 'another project'}`;
      yield* showsAll(after, own, 'KEY-03', subject, known);
    },
  }),

  check({
    id: 'api-key/a-new-key-follows-its-owner-too',
    title: 'A key that took the place of another shows what its owner is granted since',
    proves: ['KEY-19'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate', 'access'],
    async gather(scene) {
      const { owner, authorization, laboratory } = await aKeyOwnerWithAccess(scene);
      const at = listingAt(await listingsOpenTo(scene, authorization), 0);
      const apiKey = await aReplacedKey(scene, owner);
      const before = await scene.settle(() => scene.call(at.path, { authorization: basic(apiKey) }), accepted);
      const project = await filledProject(scene, full);
      await grant(scene, project, owner);
      const records = listedBy(at, [project]);
      const view = await scene.settle(
        () => scene.view(at, basic(apiKey)),
        (one) => showsEvery(one, records),
      );
      const earlier = laboratory?.records.filter(({ kind }) => kind === at.kind) ?? [];
      return { before, view, records, known: [...earlier, ...records] };
    },
    *judge({ before, view, records, known }) {
      if (!(yield* premise(accepted(before), `the key obtained by rotation ${answer(before)}`))) return;
      const subject = `GET ${view.path} with a key obtained by rotation, of a project granted since`;
      yield* showsAll(view, records, 'KEY-19', subject, known);
    },
  }),

  check({
    id: 'api-key/a-key-outlives-the-apps-of-its-owner',
    title: "A key works on after its owner's app is archived, uninstalled, refreshed or denied",
    proves: ['KEY-22'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'browser.authorize'],
    cases: fc.constantFrom('app.archive', 'app.uninstall', 'a refresh', 'a denial of another app'),
    maxCases: 6,
    describe: (does) => `after ${does}`,
    async gather(scene, does) {
      const { owner, authorization } = await aKeyOwnerWithAccess(scene);
      const { path } = listingAt(await listingsOpenTo(scene, authorization), 0);
      const app = await aClient(scene);
      const granted = await aGrant(scene, app, owner);
      const before = await callInsistently(scene, path, authorization);
      if (does === 'a refresh') await refreshed(scene, granted);
      else if (does === 'a denial of another app') {
        await authorize(scene, { user: owner, app: await aClient(scene), consent: 'deny' });
      } else if (scene.supports(does)) await scene.operate(does, { appId: app.appId });
      return { path, before, after: await callInsistently(scene, path, authorization) };
    },
    *judge({ path, before, after }, does) {
      if (!(yield* premise(accepted(before), `the key after the consent ${answer(before)}`))) return;
      yield* isAccepted(after, 'KEY-22', `GET ${path} with the key of a user who consented to an app, after ${does},`);
    },
  }),

  check({
    id: 'api-key/no-app-is-named-by-what-a-key-creates',
    title: 'A record created with a key names its owner where the owner has consented to an app as well',
    proves: ['KEY-05'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'browser.authorize', 'write-probe'],
    async gather(scene) {
      const [owner, app] = [await aKeyOwner(scene), await aClient(scene)];
      await aGrant(scene, app, owner);
      const project = await aWritableProject(scene, owner);
      const write = (): Promise<Exchange> => writeRecord(scene, basic(owner.apiKey), project?.projectId);
      return {
        written: await scene.settle(write, ({ response }) => (response?.status ?? 0) < 300),
        owner,
        app,
        pointer: creatorPointer(scene),
      };
    },
    *judge({ written, owner, app, pointer }) {
      const others = [identityOf(app, 'an app to which the owner consented')];
      const subject = 'a record created with the key of a user who consented to an app';
      yield* isAttributedTo(written, pointer, identityOf(owner, "the key's owner"), others, 'KEY-05', subject);
    },
  }),

  check({
    id: 'api-key/what-its-owner-wrote-is-no-exception',
    title: "A key shows nothing of a project that its owner was taken from, not even the owner's records",
    proves: ['KEY-04'],
    needs: ['user.create', 'apiKey.create', 'access', 'project.revoke', 'write-probe'],
    async gather(scene) {
      const owner = await aKeyOwner(scene);
      return createdAndTakenAway(scene, owner, basic(owner.apiKey));
    },
    *judge(seen) {
      yield* isTakenAway(seen, 'KEY-04', 'a key whose owner');
    },
  }),

  check({
    id: 'api-key/a-delegated-token-as-username-is-answered-401',
    title: 'A delegated access token sent as Basic username is answered with 401',
    proves: ['KEY-12'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'browser.authorize'],
    cases: fc.boolean(),
    maxCases: 6,
    describe: (ofRefresh) => `the access token of a ${ofRefresh ? 'refresh' : 'code exchange'}`,
    async gather(scene, ofRefresh) {
      const { user } = await aUserWithAccess(scene);
      const first = await aGrant(scene, await aClient(scene), user);
      const { accessToken } = ofRefresh ? await refreshed(scene, first) : first;
      const authorization = basic(await aKey(scene, user));
      const { path } = listingAt(await listingsOpenTo(scene, authorization), 0);
      const probe = await scene.call(path, {
        authorization: basic(accessToken),
        note: 'a delegated token as username',
      });
      return { path, probe, control: await callInsistently(scene, path, authorization) };
    },
    *judge({ path, probe, control }) {
      yield* refusedByContrast(probe, control, 'KEY-12', `GET ${path} with a delegated token as Basic username`);
    },
  }),

  check({
    id: 'api-key/an-unsuspension-revives-no-replaced-key',
    title: 'A replaced key is answered with 401 before the new one is used and after a suspension',
    proves: ['KEY-15'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    async gather(scene) {
      const { owner, authorization } = await aKeyOwnerWithAccess(scene);
      const { path } = listingAt(await listingsOpenTo(scene, authorization), 0);
      const apiKey = await aReplacedKey(scene, owner);
      const old = (): Promise<Exchange> =>
        scene.settle(
          () => scene.call(path, { authorization, note: 'a replaced key' }),
          (one) => !accepted(one),
        );
      const unused = await old();
      const live = await scene.settle(() => scene.call(path, { authorization: basic(apiKey) }), accepted);
      if (!scene.supports('user.suspend') || !scene.supports('user.unsuspend')) return { path, unused, live };
      await scene.operate('user.suspend', { userId: owner.userId });
      await scene.operate('user.unsuspend', { userId: owner.userId });
      const resumed = await scene.settle(() => scene.call(path, { authorization: basic(apiKey) }), accepted);
      return { path, unused, live, resumed, revived: await old() };
    },
    *judge({ path, unused, live, resumed, revived }) {
      yield* refusedByContrast(unused, live, 'KEY-15', `GET ${path} with a replaced key before the new one was used`);
      if (resumed === undefined || revived === undefined || accepted(unused)) return;
      if (!accepted(revived)) return;
      const subject = `GET ${path} with a replaced key after its owner was suspended and un-suspended`;
      yield finding('KEY-15', subject, `${answer(revived)} and a page`, 'status 401', revived);
    },
  }),

  check({
    id: 'api-key/a-replaced-key-does-not-go-on-with-its-listing',
    title: 'A key that was replaced amid a listing is answered with 401 for the next page',
    proves: ['KEY-15'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate', 'access'],
    cases: fc.nat(4),
    maxCases: 6,
    describe: openListingNamed,
    async gather(scene, listing) {
      const { owner, authorization, laboratory } = await aKeyOwnerWithAccess(scene);
      const at = listingAt(await listingsOpenTo(scene, authorization), listing);
      if (laboratory !== undefined) await someRecords(scene, laboratory, at.kind, 2);
      const page = { pageSize: '1' };
      const first = await scene.settle(
        () => scene.call(at.path, { authorization, query: page }),
        (one) => accepted(one) && nextTokenOf(one) !== undefined,
      );
      const query = { ...page, nextToken: nextTokenOf(first) ?? '' };
      if (query.nextToken === '') unlessSmallPagesAreRefused(first);
      if (query.nextToken === '') return null;
      const apiKey = await aReplacedKey(scene, owner);
      const old = await scene.settle(
        () => scene.call(at.path, { authorization, query, note: 'a replaced key' }),
        // a page token that works once may have been used up while the rotation was still on its way (FRE-135)
        ({ response }) => response?.status === 401,
      );
      const live = await scene.settle(
        () => scene.call(at.path, { authorization: basic(apiKey), query: page }),
        accepted,
      );
      return { path: at.path, old, live };
    },
    *judge(seen) {
      if (!(yield* premise(seen !== null, 'no page with another after it was served')) || seen === null) return;
      yield* refusedByContrast(seen.old, seen.live, 'KEY-15', `GET ${seen.path} for the next page with a replaced key`);
    },
  }),

  check({
    id: 'api-key/the-name-of-its-owner-does-not-go-with-a-key',
    title: "The owner's own name as username with the key as password is answered with 401",
    proves: ['KEY-10'],
    needs: ['user.create', 'apiKey.create'],
    async gather(scene) {
      const name = `Conformance ${scene.target.name('user')}`;
      const user = await aUser(scene, name);
      const apiKey = await aKey(scene, user);
      await aLaboratoryFor(scene, user);
      const { path } = listingAt(await listingsOpenTo(scene, basic(apiKey)), 0);
      const probe = await scene.call(path, { authorization: basic(name, apiKey), note: 'a name, and the key' });
      return { path, probe, control: await scene.call(path, { authorization: basic(apiKey) }) };
    },
    *judge({ path, probe, control }) {
      yield* refusedByContrast(probe, control, 'KEY-10', `GET ${path} with its owner's name and the key as password`);
    },
  }),
];
