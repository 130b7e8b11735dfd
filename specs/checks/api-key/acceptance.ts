import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, finding, held, notApplicable, observation } from '../../../core/judgement.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import {
  aKey,
  aKeyOfAnotherDay,
  aKeyOwnerWithAccess,
  anAccessToken,
  anApp,
  anAppWithAccess,
  anArchivedApp,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import {
  callsAfterWrongCredentials,
  isServedAfterWrongCredentials,
} from '../../expectations/calls-after-wrong-credentials.ts';
import type { CallOfSort } from '../../expectations/calls-of-any-sort.ts';
import { callsOfAnySort } from '../../expectations/calls-of-any-sort.ts';
import type { KeyCall } from '../../expectations/key-reach.ts';
import { acceptedOnEachListing } from '../../expectations/key-reach.ts';
import type { KeyStage } from '../../expectations/open-listings.ts';
import {
  callInsistently,
  callsUntilServed,
  keysOfEachKind,
  keyStage,
  listingAt,
} from '../../expectations/open-listings.ts';
import { isOfCredential } from '../../expectations/refusal.ts';
import { repeatedUseCheck } from '../../expectations/repeated-use.ts';
import { objectOf } from '../../../generators/object.ts';

const in2025 = '2025-11-05T08:00:00Z';

const makesKeys = (scene: Scene): boolean => scene.supports('user.create') && scene.supports('apiKey.create');

/**
 * Events that may come before a call with a key. Each function causes the event and makes the call, if the control can.
 */
const befores: Readonly<Record<string, (scene: Scene, stage: KeyStage, path: string) => Promise<After | undefined>>> = {
  async 'two further keys of its owner'(scene, { owner, authorization }, path) {
    if (!makesKeys(scene)) return undefined;
    // the specification does not say whether the earlier keys end, so the call uses the last one
    let key: string | undefined;
    for (let made = 0; made < 2; made++) key = (await unlessRefused(aKey(scene, owner))) ?? key;
    if (key === undefined) return undefined;
    const last = basic(key);
    const call = await scene.settle(() => scene.call(path, { authorization: last }), accepted);
    return { call, first: await scene.call(path, { authorization, note: 'the first key of the user' }) };
  },
  async 'an authorization by its owner'(scene, { owner, authorization }, path) {
    if (!makesKeys(scene) || !scene.makesGrants) return undefined;
    await aGrant(scene, await aClient(scene), owner);
    return { call: await scene.nowOrSettled(() => scene.call(path, { authorization }), accepted) };
  },
  async 'a token on its connection'(scene, { authorization }, path) {
    if (!scene.supports('app.create')) return undefined;
    const { authorization: token } = await anAppWithAccess(scene);
    // a key that one server knows may still be unknown to another server (FRE-16)
    const afterToken = () =>
      scene.onOneConnection(async (over) => {
        await scene.call(path, { authorization: token, over });
        return scene.call(path, { authorization, over });
      });
    return { call: await scene.nowOrSettled(afterToken, accepted) };
  },
};

interface After {
  readonly call: Exchange;
  /** The same call with the first key of the same owner. */
  readonly first?: Exchange;
}

/**
 * Checks of the calls in which a key is accepted ("Basic authentication (personal API key)", 1 and 5; "Listing
 * endpoints used in examples").
 */
export const acceptanceChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/the-key-as-username-authenticates',
    title: "HTTP Basic with an API key as username and no password is served at the tenant's own address",
    proves: ['KEY-01', 'KEY-21', 'KEY-22'],
    needs: ['api-key'],
    async gather(scene) {
      const seen = [];
      for await (const { kind, authorization, laboratory } of keysOfEachKind(scene))
        seen.push({
          kind,
          calls: await callsUntilServed(scene, authorization),
          granted: laboratory !== undefined,
          beside:
            kind === 'a new key' && (await anArchivedApp(scene)) ? await callsUntilServed(scene, authorization) : [],
        });
      const { path } = await scene.usualListing(0);
      const anonymous = await scene.call(path, { note: 'without a credential, for contrast' });
      return { seen, anonymous, made: makesKeys(scene) };
    },
    *judge({ seen, anonymous, made }) {
      const guarded = yield* premise(!accepted(anonymous), 'a listing is served without a credential too');
      for (const { kind, calls, granted, beside } of seen) {
        const [last] = calls.slice(-1);
        const isNew = kind === 'a new key';
        const ofKey = calls.some((call) => accepted(call) || isOfCredential(call, granted));
        if (!guarded || !(yield* premise(ofKey, `no listing served ${kind}, perhaps because permission is missing`)))
          continue;
        const [isServed, sentOn] = [calls.some(accepted), last === undefined ? '' : destination(last)];
        const observed = last === undefined ? 'was not made' : `${answer(last)}${sentOn} on each listing`;
        if (isNew) yield demand(isServed, 'KEY-01', `a call with ${kind} as username`, observed, 'a page', last);
        // a user that the suite has just made has consented to no app
        if (isNew && isServed && made) yield held('KEY-22');
        const [call] = beside.slice(-1);
        if (isServed && call !== undefined)
          yield* isAccepted(call, 'KEY-22', `a call with ${kind} at a tenant with an archived app`);
        // Whether a key of another kind works at all is a separate question. Here, only a redirect counts against it.
        if (isNew || isServed || (yield* premise(sentOn !== '', `no listing served ${kind}`)))
          yield demand(isServed, 'KEY-21', `a call with ${kind} at the tenant's own address`, observed, 'a page', last);
      }
    },
  }),

  check({
    id: 'api-key/a-key-is-accepted-after-other-credentials',
    title: 'A key is accepted after an authorization by its owner, a token on its connection and other keys',
    proves: ['KEY-01'],
    needs: ['api-key'],
    cases: fc.constantFrom(...Object.keys(befores)),
    maxCases: 6,
    describe: (what) => `a key after ${what}`,
    async gather(scene, what) {
      const stage = await keyStage(scene);
      const { path } = listingAt(stage.open, 0);
      return { path, after: await befores[what]?.(scene, stage, path) };
    },
    *judge({ path, after }, what) {
      if (after === undefined) yield notApplicable(`the control does not make ${what}`);
      else yield* isAccepted(after.call, 'KEY-01', `GET ${path} with a key after ${what}`);
      if (after?.first === undefined) return;
      const observed = `a user's first key ${accepted(after.first) ? 'still worked' : 'ended'} when another was created`;
      yield observation('FRE-93', observed, after.first);
    },
  }),

  check({
    id: 'api-key/a-key-is-accepted-on-each-listing',
    title: 'An API key is accepted on each documented listing, of either version',
    proves: ['KEY-02', 'KEY-20'],
    needs: ['api-key'],
    cases: objectOf({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }),
      /** Whether the key was created before the date from which keys expire. */
      old: fc.boolean(),
      /** Whether the owner has authorized an app, which therefore holds tokens for the owner. */
      authorizes: fc.boolean(),
    }),
    maxCases: 10,
    describe: ({ order, old, authorizes }) =>
      `the listings in the order ${order.join(', ')}${old ? ', with a key of 2025' : ''}${authorizes ? ', of a user who has authorized an app' : ''}`,
    // if the suite can have an app, the app shows whether a listing serves anybody at all
    async arrange(scene) {
      if (!scene.supports('app.create') && scene.target.settings.fixtures.app === undefined) return undefined;
      return unlessPremiseUnmet(anAppWithAccess(scene));
    },
    async gather(scene, { order, old, authorizes }, app) {
      const appAt = (path: string) =>
        scene.settle(() => scene.call(path, { authorization: app?.authorization ?? '' }), accepted);
      const { owner, authorization: recent, laboratory } = await aKeyOwnerWithAccess(scene);
      const authorization = old && makesKeys(scene) ? basic(await aKeyOfAnotherDay(scene, owner, in2025)) : recent;
      if (authorizes && makesKeys(scene) && scene.makesGrants) await aGrant(scene, await aClient(scene), owner);
      const listings = await scene.listings();
      const calls: KeyCall[] = [];
      for (const index of order) {
        const listing = listingAt(listings, index);
        const call = await callInsistently(scene, listing.path, authorization);
        const anonymous = await scene.call(listing.path, { note: 'without a credential, for contrast' });
        const one = { listing, call, anonymous, granted: laboratory !== undefined };
        calls.push(accepted(call) || app === undefined ? one : { ...one, byApp: await appAt(listing.path) });
      }
      return calls;
    },
    *judge(calls) {
      yield* acceptedOnEachListing(calls);
    },
  }),

  check({
    id: 'api-key/a-key-is-accepted-in-calls-of-any-sort',
    title: 'A key is accepted for small, following, sorted and filtered pages, as an app token is',
    proves: ['KEY-02'],
    needs: ['user.create', 'apiKey.create', 'access', 'app.create'],
    async gather(scene) {
      const { owner, authorization, open } = await keyStage(scene);
      const app = await anApp(scene);
      const calls = await callsOfAnySort(scene, owner, app);
      // a grant need not be known at once to the servers that the pages come from (FRE-14)
      const settled = (as: string): Promise<CallOfSort[]> =>
        scene.nowOrSettled(
          () => calls(as, open),
          (seen) => seen.every(({ call }) => accepted(call)),
        );
      const byKey = await settled(authorization);
      const isServed = byKey.every(({ call }) => accepted(call));
      return { byKey, byApp: isServed ? byKey : await settled(bearer(await anAccessToken(scene, app))) };
    },
    *judge({ byKey, byApp }) {
      for (const { how, plain, call } of byKey) {
        // whether the listing serves keys at all, and whether it serves such a query, are separate questions
        if (!accepted(plain) || accepted(call) || !byApp.some((one) => one.how === how && accepted(one.call))) continue;
        yield finding('KEY-02', `GET ${how} with a key`, answer(call), 'a page, as for an app', call);
      }
    },
  }),

  repeatedUseCheck({
    id: 'api-key/a-key-can-be-used-any-number-of-times',
    title: 'An API key can be used any number of times, at once, in sequence and over new connections',
    proves: ['KEY-17'],
    needs: ['api-key'],
    what: 'an API key',
    arrange: keyStage,
    credential: async (_, { authorization }) => authorization,
  }),

  check({
    id: 'api-key/a-key-is-accepted-on-a-connection-of-refused-calls',
    title: 'A key is accepted on a connection over which other calls were refused',
    proves: ['KEY-17'],
    needs: ['api-key'],
    async gather(scene) {
      const { authorization, open } = await keyStage(scene);
      return callsAfterWrongCredentials(scene, listingAt(open, 0).path, authorization);
    },
    *judge(seen) {
      yield* isServedAfterWrongCredentials(seen, 'KEY-17', 'a key');
    },
  }),
];

async function unlessPremiseUnmet<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (reason) {
    if (reason instanceof PremiseUnmet) return undefined;
    throw reason;
  }
}

function destination(exchange: Exchange): string {
  const location = exchange.response?.headers['location'];
  return typeof location === 'string' ? `, sent on to ${location}` : '';
}
