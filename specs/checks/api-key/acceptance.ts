import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { isRefusal, PremiseUnmet } from '../../../core/trouble.ts';
import type { KeyOwner } from '../../../drivers/world/actors.ts';
import { aKey, aKeyOfAnotherDay, aKeyOwnerWithAccess, anAppWithAccess } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { aroundCreation, goesOnAfterCreation } from '../../expectations/after-creation.ts';
import type { KeyCall } from '../../expectations/key-reach.ts';
import { acceptedOnEachListing } from '../../expectations/key-reach.ts';
import {
  callInsistently,
  callsUntilServed,
  keysOfEachKind,
  keyStage,
  listingAt,
} from '../../expectations/open-listings.ts';
import { isOfCredential } from '../../expectations/refusal.ts';
import { objectOf } from '../../../generators/object.ts';

/** Where a key is accepted ("Basic authentication (personal API key)", 1 and 5; "Listing endpoints used in examples"). */
export const acceptanceChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/the-key-as-username-authenticates',
    title: 'HTTP Basic with an API key as username and an empty password authenticates the call',
    proves: ['KEY-01'],
    needs: ['api-key'],
    cases: objectOf({ keys: fc.integer({ min: 1, max: 3 }) }),
    maxCases: 12,
    describe: ({ keys }) => `the ${keys === 1 ? 'only' : `last of ${keys}`} key made for a new user`,
    async gather(scene, { keys }) {
      const { owner, laboratory } = await aKeyOwnerWithAccess(scene);
      const granted = laboratory !== undefined;
      // whether the earlier keys end is free, so only the last one is called with
      const key = await lastKey(scene, owner, keys);
      const calls = await callsUntilServed(scene, basic(key));
      const path = (await scene.listings())[calls.length - 1]?.path ?? '';
      const anonymous = await scene.call(path, { note: 'without a credential, for contrast' });
      if (key === owner.apiKey) return { calls, anonymous, granted };
      const first = await scene.call(path, { authorization: basic(owner.apiKey), note: 'the first key of the user' });
      return { calls, anonymous, granted, first };
    },
    *judge({ calls, anonymous, granted, first }) {
      const last = calls.at(-1);
      if (!(yield* premise(!accepted(anonymous), 'the listing is served without a credential too'))) return;
      if (last === undefined || !accepted(last)) {
        const ofKey = calls.some((call) => isOfCredential(call, granted));
        if (!(yield* premise(ofKey, 'no listing served the key, perhaps because permission is missing'))) return;
        const observed = `${last === undefined ? 'was not made' : answer(last)} on each of ${calls.length} listings`;
        yield finding('KEY-01', 'a call with an API key as Basic username', observed, 'a page', last);
      } else if (first !== undefined) {
        const observed = `a user's first key ${accepted(first) ? 'went on working' : 'ended'} when another was created`;
        yield observation('FRE-93', observed, first);
      }
    },
  }),

  check({
    id: 'api-key/a-key-works-at-the-tenants-own-address',
    title: "An API key works at the tenant's own address",
    proves: ['KEY-21'],
    needs: ['api-key'],
    async gather(scene) {
      const seen = [];
      for (const { kind, authorization, laboratory } of await keysOfEachKind(scene)) {
        seen.push({ kind, calls: await callsUntilServed(scene, authorization), granted: laboratory !== undefined });
      }
      return seen;
    },
    *judge(seen) {
      for (const [index, { kind, calls, granted }] of seen.entries()) {
        const last = calls.at(-1);
        if (calls.some(accepted)) continue;
        // that a key of another kind works at all is a question of its own: here, that it is not sent elsewhere
        const sentOn = last !== undefined && destination(last) !== '';
        if (index > 0 && !(yield* premise(sentOn, `no listing served ${kind}`))) continue;
        const ofKey = calls.some((call) => isOfCredential(call, granted));
        if (!(yield* premise(ofKey, 'no listing served the key, perhaps because permission is missing'))) continue;
        const observed = last === undefined ? 'was not made' : `${answer(last)}${destination(last)}`;
        yield finding('KEY-21', `a call with ${kind} at the tenant's own address`, observed, 'a page', last);
      }
    },
  }),

  check({
    id: 'api-key/a-key-is-accepted-on-each-listing',
    title: 'An API key is accepted on each documented listing, of either version',
    proves: ['KEY-02', 'KEY-20'],
    needs: ['api-key'],
    cases: objectOf({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }),
      /** Whether the key is from before keys expired. */
      old: fc.boolean(),
      /** Whether its owner has authorized an app, which has tokens for them since. */
      authorizes: fc.boolean(),
    }),
    maxCases: 10,
    describe: ({ order, old, authorizes }) =>
      `the listings in the order ${order.join(', ')}${old ? ', with a key of 2025' : ''}${authorizes ? ', of a user who has authorized an app' : ''}`,
    async gather(scene, { order, old, authorizes }) {
      const { owner, authorization: recent, laboratory } = await aKeyOwnerWithAccess(scene);
      const makesKeys = scene.supports('user.create') && scene.supports('apiKey.create');
      const authorization =
        old && makesKeys ? basic(await aKeyOfAnotherDay(scene, owner, '2025-11-05T08:00:00Z')) : recent;
      const able = makesKeys && scene.supports('app.create') && scene.supports('browser.authorize');
      if (authorizes && able) await aGrant(scene, await aClient(scene), owner);
      const listings = await scene.listings();
      const calls: KeyCall[] = [];
      for (const index of order) {
        const listing = listingAt(listings, index);
        const call = await callInsistently(scene, listing.path, authorization);
        const anonymous = await scene.call(listing.path, { note: 'without a credential, for contrast' });
        calls.push({ listing, call, anonymous, granted: laboratory !== undefined });
      }
      return calls.every(({ call }) => accepted(call)) ? calls : withApp(scene, calls);
    },
    *judge(calls) {
      yield* acceptedOnEachListing(calls);
    },
  }),

  check({
    id: 'api-key/a-key-can-be-used-any-number-of-times',
    title: 'An API key can be used any number of times, at once and in sequence',
    proves: ['KEY-17'],
    needs: ['api-key'],
    cases: objectOf({
      inTurn: fc.constantFrom(0, 1, 2, 5, 12, 30),
      atOnce: fc.constantFrom(2, 3, 8, 16),
      listings: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
    }),
    maxCases: 16,
    describe: ({ inTurn, atOnce }) => inWords`${inTurn} calls one after the other, then ${atOnce} at once`,
    arrange: keyStage,
    async gather(scene, { inTurn, atOnce, listings }, { authorization, open }) {
      const call = (part: Scene, index: number): Promise<Exchange> =>
        part.call(listingAt(open, listings[index % listings.length] ?? 0).path, { authorization });
      const calls: Exchange[] = [];
      for (let made = 0; made < inTurn; made++) calls.push(await call(scene, made));
      const parts = Array.from({ length: atOnce }, (_, index) => (part: Scene) => call(part, index));
      return { calls, together: await scene.together(parts) };
    },
    *judge({ calls, together }) {
      for (const call of calls) yield* isAccepted(call, 'KEY-17', 'another call with the same API key');
      for (const call of together) {
        yield* isAccepted(call, 'KEY-17', `one of ${together.length} calls at once with the same API key`);
      }
    },
  }),

  check({
    id: 'api-key/a-key-goes-on-after-a-creation',
    title: 'A key with which a record was created is accepted afterwards',
    proves: ['KEY-17'],
    needs: ['user.create', 'apiKey.create', 'access', 'write-probe'],
    async gather(scene) {
      const { owner, authorization } = await aKeyOwnerWithAccess(scene);
      return aroundCreation(scene, authorization, owner);
    },
    *judge(seen) {
      yield* goesOnAfterCreation(seen, 'KEY-17', 'the key', 'a key');
    },
  }),
];

/** The newest of so many keys of a user, as far as the control makes several for one (FRE-93). */
async function lastKey(scene: Scene, owner: KeyOwner, keys: number): Promise<string> {
  let key = owner.apiKey;
  if (!scene.supports('user.create') || !scene.supports('apiKey.create')) return key;
  try {
    for (let made = 1; made < keys; made++) key = await aKey(scene, owner);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  return key;
}

/** What an app is answered where the key was not served; nothing is added where no app can be had. */
async function withApp(scene: Scene, calls: readonly KeyCall[]): Promise<readonly KeyCall[]> {
  if (!scene.supports('app.create') && scene.target.settings.fixtures.app === undefined) return calls;
  let authorization: string;
  try {
    authorization = (await anAppWithAccess(scene)).authorization;
  } catch (error) {
    if (error instanceof PremiseUnmet) return calls;
    throw error;
  }
  const contrasted: KeyCall[] = [];
  for (const one of calls) {
    const { path } = one.listing;
    contrasted.push(
      accepted(one.call)
        ? one
        : { ...one, byApp: await scene.settle(() => scene.call(path, { authorization }), accepted) },
    );
  }
  return contrasted;
}

function destination(exchange: Exchange): string {
  const location = exchange.response?.headers['location'];
  return typeof location === 'string' ? `, sent on to ${location}` : '';
}
