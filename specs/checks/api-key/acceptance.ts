import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held, notApplicable, observation } from '../../../core/judgement.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import {
  aKey,
  aKeyOfAnotherDay,
  aKeyOwnerWithAccess,
  anAccessToken,
  anApp,
  anAppWithAccess,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { makesGrants } from '../../../drivers/world/fixture-grant.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { besideStrangers, isServedBesideStrangers } from '../../expectations/beside-strangers.ts';
import { secondPage } from '../../expectations/following-call.ts';
import type { KeyCall } from '../../expectations/key-reach.ts';
import { acceptedOnEachListing } from '../../expectations/key-reach.ts';
import {
  callInsistently,
  callsUntilServed,
  keysOfEachKind,
  keyStage,
  listingAt,
} from '../../expectations/open-listings.ts';
import { filledProject } from '../../expectations/page-by-page.ts';
import { isOfCredential } from '../../expectations/refusal.ts';
import { usedAgainAndAgain } from '../../expectations/repeated-use.ts';
import { objectOf } from '../../../generators/object.ts';

const in2025 = '2025-11-05T08:00:00Z';

const makesKeys = (scene: Scene): boolean => scene.supports('user.create') && scene.supports('apiKey.create');

/** A key in some circumstance, with the calls of one listing after the other until one served it. */
interface Met {
  readonly kind: string;
  readonly calls: readonly Exchange[];
  readonly granted: boolean;
  /** The same call with an earlier key of its owner. */
  readonly earlier?: Exchange;
}

/** What keys there are, and what may have come before a call with one. */
const circumstances: ReadonlyMap<string, (scene: Scene) => Promise<Met[]>> = new Map([
  [
    'a key of each kind',
    async (scene) => {
      const met: Met[] = [];
      for await (const { kind, authorization, laboratory } of keysOfEachKind(scene))
        met.push({ kind, calls: await callsUntilServed(scene, authorization), granted: laboratory !== undefined });
      return met;
    },
  ],
  [
    'the last of three keys of a user',
    async (scene) => {
      if (!makesKeys(scene)) return [];
      const { owner, authorization, laboratory } = await aKeyOwnerWithAccess(scene);
      // whether the earlier keys end is free
      let key: string | undefined;
      for (let made = 1; made < 3; made++) key = (await unlessRefused(aKey(scene, owner))) ?? key;
      if (key === undefined) return [];
      const calls = await callsUntilServed(scene, basic(key));
      const { path } = listingAt(await scene.listings(), calls.length - 1);
      const earlier = await scene.call(path, { authorization, note: 'the first key of the user' });
      return [{ kind: 'the last of three keys of a user', calls, granted: laboratory !== undefined, earlier }];
    },
  ],
  [
    'a key whose owner has authorized an app',
    async (scene) => {
      if (!makesKeys(scene) || !makesGrants(scene)) return [];
      const { owner, authorization, open } = await keyStage(scene);
      await aGrant(scene, await aClient(scene), owner);
      const { path } = listingAt(open, 0);
      const call = await scene.nowOrSettled(() => scene.call(path, { authorization }), accepted);
      return [{ kind: 'a key whose owner has authorized an app', calls: [call], granted: true }];
    },
  ],
  [
    'a key on a connection that has served a token',
    async (scene) => {
      if (!scene.supports('app.create')) return [];
      const { authorization, open } = await keyStage(scene);
      const { authorization: token } = await anAppWithAccess(scene);
      const { path } = listingAt(open, 0);
      // a key that one server knows another one need not know yet (FRE-16)
      const afterToken = () =>
        scene.onOneConnection(async (over) => {
          await scene.call(path, { authorization: token, over });
          return scene.call(path, { authorization, over });
        });
      const call = await scene.nowOrSettled(afterToken, accepted);
      return [{ kind: 'a key on a connection that has served a token', calls: [call], granted: true }];
    },
  ],
]);

/** Where a key is accepted ("Basic authentication (personal API key)", 1 and 5; "Listing endpoints used in examples"). */
export const acceptanceChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/the-key-as-username-authenticates',
    title: "HTTP Basic with an API key as username and no password authenticates a call at the tenant's own address",
    proves: ['KEY-01', 'KEY-21'],
    needs: ['api-key'],
    cases: fc.constantFrom(...circumstances.keys()),
    about: (name) => [name],
    maxCases: circumstances.size,
    describe: (name) => name,
    gather: async (scene, name) => {
      const met = (await circumstances.get(name)?.(scene)) ?? [];
      return { met, anonymous: await scene.call((await scene.usualListing(0)).path, { note: 'without a credential' }) };
    },
    *judge({ met, anonymous }) {
      if (met.length === 0) yield notApplicable('the control does not make such keys');
      if (!(yield* premise(!accepted(anonymous), 'a listing is served without a credential too'))) return;
      for (const { kind, calls, granted, earlier } of met) {
        const last = calls.at(-1);
        const isPlain = kind === 'a new key';
        const isOfKind = kind === 'a key of 2025' || kind === 'a key of a rotation';
        if (calls.some(accepted)) {
          if (!isOfKind) yield held('KEY-01');
          if (isPlain || isOfKind) yield held('KEY-21');
          if (earlier === undefined) continue;
          const observed = `a user's first key ${accepted(earlier) ? 'went on working' : 'ended'} when another was created`;
          yield observation('FRE-93', observed, earlier);
          continue;
        }
        const ofKey = calls.some((call) => isOfCredential(call, granted));
        if (!(yield* premise(ofKey, `no listing served ${kind}, perhaps because permission is missing`))) continue;
        const sentOn = last === undefined ? '' : destination(last);
        const observed =
          last === undefined ? 'was not made' : `${answer(last)}${sentOn} on each of ${calls.length} listings`;
        if (!isOfKind) yield finding('KEY-01', `a call with ${kind} as Basic username`, observed, 'a page', last);
        // that a key of another kind works at all is a question of its own: here, that it is not sent elsewhere
        if (isPlain || (isOfKind && (yield* premise(sentOn !== '', `no listing served ${kind}`))))
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
      const authorization = old && makesKeys(scene) ? basic(await aKeyOfAnotherDay(scene, owner, in2025)) : recent;
      if (authorizes && makesKeys(scene) && makesGrants(scene)) await aGrant(scene, await aClient(scene), owner);
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
    id: 'api-key/a-key-is-accepted-for-following-pages',
    title: 'A key is accepted on each listing for the pages that follow, as a token of an app is',
    proves: ['KEY-02'],
    needs: ['user.create', 'apiKey.create', 'access', 'app.create'],
    async gather(scene) {
      const { owner, authorization, open } = await keyStage(scene);
      const app = await anApp(scene);
      await filledProject(scene, owner, app);
      const second = async (path: string, as: string): Promise<Exchange | undefined> => {
        // nor need a grant be known at once wherever pages come from (FRE-14)
        const isServed = (page?: Exchange): boolean => page !== undefined && accepted(page);
        return (
          await scene.settle(
            () => secondPage(scene, path, as),
            (seen) => isServed(seen.second),
          )
        ).second;
      };
      const pages = [];
      for (const { path } of open) {
        const byKey = await second(path, authorization);
        if (byKey === undefined) continue;
        const byApp = accepted(byKey) ? byKey : await second(path, bearer(await anAccessToken(scene, app)));
        pages.push({ path, byKey, byApp });
      }
      return pages;
    },
    *judge(pages) {
      for (const { path, byKey, byApp } of pages) {
        if (accepted(byKey)) continue;
        // how page tokens work at all is a question of its own
        const served = byApp !== undefined && accepted(byApp);
        if (yield* premise(served, `GET ${path} gives an app no second page either`))
          yield finding('KEY-02', `GET ${path} for the next page with a key`, answer(byKey), 'a page', byKey);
      }
    },
  }),

  usedAgainAndAgain({
    id: 'api-key/a-key-can-be-used-any-number-of-times',
    title: 'An API key can be used any number of times, at once, in sequence and over new connections',
    proves: ['KEY-17'],
    needs: ['api-key'],
    what: 'an API key',
    arrange: keyStage,
    credential: async (_, { authorization }) => authorization,
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
];

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
    const look = (): Promise<Exchange> => scene.call(one.listing.path, { authorization });
    contrasted.push(accepted(one.call) ? one : { ...one, byApp: await scene.settle(look, accepted) });
  }
  return contrasted;
}

function destination(exchange: Exchange): string {
  const location = exchange.response?.headers['location'];
  return typeof location === 'string' ? `, sent on to ${location}` : '';
}
