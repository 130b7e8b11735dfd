import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import {
  aKey,
  aKeyOwner,
  aKeyOwnerWithAccess,
  aLaboratoryFor,
  aUser,
  someRecords,
  aReplacedKey,
} from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, aUserWithAccess, refreshed } from '../../../drivers/world/delegated.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import { openListingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { unlessSmallPagesAreRefused } from '../../expectations/following-call.ts';
import { callInsistently, listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { createdAndTakenAway, isTakenAway } from '../../expectations/taken-away.ts';

/** What a key is good for after it was replaced, and what is no key. */
export const historiesChecks: readonly SuiteCheck[] = [
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
