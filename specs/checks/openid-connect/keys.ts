import fc from 'fast-check';
import type { JWK } from 'jose';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable, observation } from '../../../core/judgement.ts';
import {
  callWithIdToken,
  aTokenUser,
  aTrustedProvider,
  plainIdToken,
  signInOnce,
} from '../../../drivers/world/identity.ts';
import type { Conduct } from '../../../drivers/identity-provider/documents.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { rightIdTokens } from '../../../generators/id-token.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, idTokenStage, rightCall, servedStage, telling } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** Steps, in seconds, of the time that a tenant may keep keys before it looks for a new one: a day in all (FRE-106). */
const patience = [61, 300, 3600, 18_000, 64_500] as const;
const aDay = patience.reduce((sum, seconds) => sum + seconds, 0);
/** Seconds for which a tenant may accept a withdrawn key after it has fetched the keys without it (FRE-106). */
const aMonth = 31 * day;

interface Trouble {
  readonly document: 'configuration' | 'keys';
  readonly conduct: Conduct;
  /** The answer instead of the document, in words. */
  readonly instead: string;
}

function saying(document: Trouble['document'], instead: string, contents: string): Trouble {
  return { document, conduct: { kind: 'saying', contents }, instead };
}

/** The ways in which a provider may fail to serve its keys. */
const troubles: readonly Trouble[] = [
  ...(['configuration', 'keys'] as const).flatMap((document) => [
    ...[404, 410, 500, 503].map((status): Trouble => ({
      document,
      conduct: { kind: 'failing', status },
      instead: String(status),
    })),
    saying(document, 'an empty object', '{}'),
    saying(document, 'a page', '<!doctype html><title>Please come back later</title>'),
  ]),
  saying('keys', 'an empty set', '{"keys":[]}'),
];

/** A key that signs before it is published. Any effect of that on the tenant must end when the key is published. */
const usedTooEarly = 'a key whose token was refused before';

/** Additional seconds of real time: a tenant whose clock is moved may still measure its cache by another clock. */
const realPatience = 40;

/** Checks of the source of a provider's keys ("OpenID Connect (legacy)", 3). */
export const keysChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/keys-come-by-way-of-the-configuration',
    title: 'Before an ID token is accepted, the configuration and the keys that it names have been fetched',
    proves: ['OIC-10'],
    needs: idTokenNeeds,
    async gather(scene) {
      const { provider } = await aTrustedProvider(scene);
      const user = await aTokenUser(scene);
      const calls: { call: Exchange; configuration: number; keys: number }[] = [];
      const look = async (): Promise<boolean> => {
        for (const { path } of await scene.listings()) {
          const call = await scene.settle(() => callWithIdToken(scene, path, plainIdToken, { user }), accepted);
          calls.push({ call, configuration: provider.fetches('configuration'), keys: provider.fetches('keys') });
          if (accepted(call)) return true;
        }
        return false;
      };
      // a tenant usually requires that a user first signs in to the web application (FRE-109)
      if (!(await look()) && (await signInOnce(scene, user))) await look();
      return { calls };
    },
    *judge({ calls }) {
      const served = calls.find(({ call }) => accepted(call));
      if (!(yield* premise(served !== undefined, 'no listing served an ID token')) || served === undefined) return;
      const { call, configuration, keys } = served;
      const missing = [...(configuration === 0 ? ['configuration'] : []), ...(keys === 0 ? ['keys'] : [])];
      if (missing.length === 0) return;
      const observed = `was served before the tenant had fetched the provider's ${missing.join(' and ')}`;
      yield finding('OIC-10', 'an ID token', observed, 'its key to come by way of the configuration', call);
    },
  }),

  check({
    id: 'openid-connect/no-id-token-is-believed-without-keys',
    title: 'While the provider does not serve its keys, no ID token of an unknown key is accepted',
    proves: ['OIC-10'],
    needs: [...idTokenNeeds, 'tenant-of-its-own', 'passing-time'],
    maxSeconds: troubles.length * aDay,
    async gather(scene) {
      const { provider } = await aTrustedProvider(scene);
      const { user, open } = await idTokenStage(scene);
      const { path } = listingAt(open, 0);
      const before = await rightCall(scene, path, user);
      const forged = { ...plainIdToken, signature: { kind: 'stranger', algorithm: 'RS256' } } as const;
      const sendForged = async (options: { readonly mayBeUnreachable?: true } = {}) => {
        const calls = [];
        for (const kid of ['own', 'another', 'unknown', 'missing'] as const) {
          calls.push(await callWithIdToken(scene, path, { ...forged, kid }, { user }, options));
        }
        return calls;
      };
      // whether such tokens are accepted while the keys are served is a separate question
      const usual = await sendForged();
      const failing = [];
      for (const { document, conduct, instead } of troubles) {
        // so that the tenant may no longer use the keys that it fetched before
        await scene.elapse(aDay);
        provider.conduct(document, conduct);
        const away = { mayBeUnreachable: true } as const;
        const calls = await sendForged(away);
        const cached = await callWithIdToken(scene, path, plainIdToken, { user }, away);
        failing.push({ trouble: `answered ${instead} for its ${document}`, calls, cached });
        provider.conduct(document, { kind: 'plain' });
      }
      return { path, before, usual, failing };
    },
    *judge({ path, before, usual, failing }) {
      yield* premise(accepted(before), `GET ${path} with an ID token ${answer(before)}`);
      for (const { trouble, calls, cached } of failing) {
        for (const [index, call] of calls.entries()) {
          const earlier = usual[index];
          if (!accepted(call) || earlier === undefined || accepted(earlier)) continue;
          const subject = `GET ${path} with an ID token of a key that nobody published`;
          const observed = `${answer(call)} and a page while the provider ${trouble}`;
          yield finding('OIC-10', subject, observed, 'a refusal', call);
        }
        const observed = `a right ID token ${answer(cached)} while the provider ${trouble}`;
        yield observation('FRE-107', observed, cached);
      }
    },
  }),

  check({
    id: 'openid-connect/a-withdrawn-key-is-no-longer-believed',
    title: 'A token of a withdrawn key is answered with 401 a month after the tenant fetched the keys without it',
    proves: ['OIC-29'],
    needs: [...idTokenNeeds, 'tenant-of-its-own', 'passing-time'],
    maxSeconds: aDay + aMonth,
    async gather(scene) {
      const { provider } = await aTrustedProvider(scene);
      const { user, open } = await idTokenStage(scene);
      const { path } = listingAt(open, 0);
      const second = { ...plainIdToken, signature: { kind: 'published', key: 1 } } as const;
      const before = await rightCall(scene, path, user, second);
      const withdrawn = { ...plainIdToken, signature: { kind: 'withdrawn', key: 0 } } as const;
      const send = () => callWithIdToken(scene, path, withdrawn, { user });
      const { kid = '' } = provider.keys.published[1] ?? {};
      provider.keys.withdraw(kid);
      // the case may be repeated
      scene.atEnd(async () => provider.keys.restore(kid));
      // The specification does not say how long keys are kept (FRE-106). Only a call long after the next fetch counts.
      for (const seconds of patience) {
        await scene.elapse(seconds);
        const fetches = provider.fetches('keys');
        await send();
        if (provider.fetches('keys') === fetches) continue;
        await scene.elapse(aMonth);
        const call = await scene.settle(send, (seen) => !accepted(seen));
        return { path, before, call, right: await rightCall(scene, path, user) };
      }
      return null;
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('the tenant did not fetch the keys again');
        return;
      }
      const { path, before, call, right } = seen;
      // whether the tenant accepts that key at all is a separate question
      if (!(yield* premise(accepted(before), `GET ${path} with an ID token of that key ${answer(before)} before`)))
        return;
      const subject = `GET ${path} with an ID token of a withdrawn key, a month after the keys were fetched without it`;
      yield* refusedByContrast(call, right, 'OIC-29', subject);
    },
  }),

  check({
    id: 'openid-connect/any-published-key-is-good',
    title: 'An ID token is accepted when any of the published keys signed it',
    proves: ['OIC-11'],
    needs: idTokenNeeds,
    cases: objectOf({
      spec: rightIdTokens,
      keys: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
      listing: fc.nat(4),
    }),
    maxCases: 20,
    describe: ({ keys }) => `tokens signed with the published keys ${keys.map((key) => key + 1).join(', ')}`,
    arrange: openToAnyKey,
    async gather(scene, { spec, keys, listing }, { user, open }) {
      const { path } = listingAt(open, listing);
      const calls = [];
      for (const key of keys) {
        const signed = { ...spec, signature: { kind: 'published', key } } as const;
        const call = await scene.settle(() => callWithIdToken(scene, path, signed, { user }), accepted);
        calls.push({ key, call });
      }
      const control = [];
      for (const key of [0, 1, 2]) {
        const signature = { kind: 'published', key } as const;
        control.push(await callWithIdToken(scene, path, { ...plainIdToken, signature }, { user }));
      }
      return { path, calls, control };
    },
    *judge({ path, calls, control }) {
      if (!(yield* premise(control.some(accepted), `GET ${path} serves no ID token of any published key`))) return;
      for (const { key, call } of calls) {
        // if a plain token of the same key is served, the key is not the reason
        if (accepted(call) || accepted(control[key] ?? call)) continue;
        const subject = `GET ${path} with an ID token signed with the published key ${key + 1} of ${control.length}`;
        yield* isAccepted(call, 'OIC-11', subject);
      }
    },
  }),

  check({
    id: 'openid-connect/keys-of-other-kinds-do-no-harm',
    title: 'An ID token is accepted while keys of other kinds and uses are published in addition to its own',
    proves: ['OIC-11'],
    needs: [...idTokenNeeds, 'tenant-of-its-own', 'passing-time'],
    maxSeconds: 9 * aDay,
    async gather(scene) {
      const { provider } = await aTrustedProvider(scene);
      const { user, open } = await servedStage(scene);
      const { path } = listingAt(open, 0);
      const send = async () => {
        // so that the keys are fetched anew (FRE-106)
        await scene.elapse(aDay);
        const fetches = provider.fetches('keys');
        const call = await rightCall(scene, path, user);
        return { call, isFetched: provider.fetches('keys') > fetches };
      };
      const before = await send();
      const published = [];
      for (const { what, jwks } of otherKeys) {
        provider.keys.listInAddition(jwks);
        published.push({ how: `that is published with ${what}`, ...(await send()) });
      }
      provider.keys.listInAddition([]);
      // both members of a key are optional (RFC 7517, sections 4.2 and 4.4)
      for (const unsaid of [['alg'], ['use'], ['alg', 'use']] as const) {
        provider.keys.omitMembers(unsaid);
        published.push({ how: `that is published without ${unsaid.join(' and ')}`, ...(await send()) });
      }
      provider.keys.omitMembers([]);
      return { path, before, published, after: await send() };
    },
    *judge({ path, before, published, after }) {
      const served = accepted(before.call) && accepted(after.call);
      if (!(yield* premise(served, `GET ${path} serves no ID token while only its own keys are published`))) return;
      if (!published.some(({ isFetched }) => isFetched)) yield notApplicable('the tenant did not fetch the keys again');
      for (const { how, call, isFetched } of published) {
        if (isFetched) yield* isAccepted(call, 'OIC-11', `GET ${path} with an ID token of a key ${how}`);
      }
    },
  }),

  check({
    id: 'openid-connect/the-address-of-keys-may-have-a-query',
    title: 'Keys are fetched from the address that the configuration names, with the query of that address',
    proves: ['OIC-10'],
    needs: [...idTokenNeeds, 'tenant-of-its-own', 'passing-time'],
    maxSeconds: 3 * aDay,
    async gather(scene) {
      const { provider } = await aTrustedProvider(scene);
      const { user, open } = await servedStage(scene);
      const { path } = listingAt(open, 0);
      // a tenant knows the key of this token only if it has fetched the keys since
      const sendNewest = async () => {
        await provider.keys.add('RS256');
        await scene.elapse(aDay);
        const fetches = provider.fetches('configuration');
        const send = () => callWithIdToken(scene, path, plainIdToken, { user, newestKey: true });
        const call = await scene.settle(send, accepted);
        return { call, isRead: provider.fetches('configuration') > fetches };
      };
      const before = await sendNewest();
      provider.moveKeys('set=current&use=sig');
      return { path, before, after: await sendNewest() };
    },
    *judge({ path, before, after }) {
      // whether and when a tenant learns a new key is a separate question (OIC-12), and so is when it reads the address
      if (!accepted(before.call) || !after.isRead) {
        yield notApplicable('no new key was known, or the tenant did not read the address again');
        return;
      }
      const subject = `GET ${path} with an ID token of a key that is published at an address with a query`;
      yield* isAccepted(after.call, 'OIC-10', subject);
    },
  }),

  check({
    id: 'openid-connect/a-key-added-later-becomes-usable',
    title: 'Keys that the provider adds one after another each become usable within a day',
    proves: ['OIC-12'],
    needs: idTokenNeeds,
    maxSeconds: 3 * aDay,
    async gather(scene) {
      const { provider } = await aTrustedProvider(scene);
      const { user, open } = await servedStage(scene);
      const { path } = listingAt(open, 0);
      const rounds = [];
      for (const key of ['a key', 'a second key', usedTooEarly]) {
        const { kid } = await provider.keys.add('RS256');
        if (key === usedTooEarly) {
          provider.keys.withdraw(kid);
          const place = provider.keys.withdrawn.length - 1;
          await callWithIdToken(
            scene,
            path,
            { ...plainIdToken, signature: { kind: 'withdrawn', key: place } },
            { user },
          );
          provider.keys.restore(kid);
        }
        const fresh = () => callWithIdToken(scene, path, plainIdToken, { user, newestKey: true });
        const round = { key, ...(await triedPatiently(scene, fresh)), control: await rightCall(scene, path, user) };
        rounds.push(round);
        if (!accepted(round.call)) break;
      }
      return { path, rounds };
    },
    *judge({ path, rounds }) {
      for (const { key, call, waited, control } of rounds) {
        if (accepted(call)) {
          const when = waited === 0 ? 'at once' : `within ${waited} s`;
          const observed = `${key} that was added to the provider's set was usable ${when}`;
          yield observation('FRE-106', observed, call);
          continue;
        }
        if (!(yield* premise(accepted(control), `GET ${path} serves no ID token any more`))) return;
        const long = yield* premise(
          waited >= aDay,
          `${key} was not known after ${waited} s, and the suite did not wait longer`,
        );
        if (long) yield* isAccepted(call, 'OIC-12', `GET ${path} with an ID token of ${key} added a day before`);
      }
    },
  }),
];

const curveKey: JWK = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

/**
 * Keys that a set may hold in addition to those that sign ID tokens: of other types (RFC 8037, and a future type), for
 * another use, and more of the same.
 */
const otherKeys: readonly { readonly what: string; readonly jwks: readonly JWK[] }[] = [
  {
    what: 'an Edwards curve key',
    jwks: [
      { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'edwards', use: 'sig' },
    ],
  },
  {
    what: 'a key of a future type',
    jwks: [{ kty: 'XYZ', pub: 'AQAB', kid: 'to-come', use: 'sig', alg: 'XYZ-65' }],
  },
  { what: 'an encryption key', jwks: [{ ...curveKey, kid: 'encryption', use: 'enc', alg: 'ECDH-ES' }] },
  {
    what: 'a dozen more keys',
    jwks: Array.from({ length: 12 }, (_, place) => ({
      ...curveKey,
      kid: `one-more-${place}`,
      use: 'sig',
      alg: 'ES256',
    })),
  },
];

/** Repeats a call until it is served, for a day at most, or for less if the suite would have to wait in real time. */
async function triedPatiently(
  scene: Scene,
  fresh: () => Promise<Exchange>,
): Promise<{ readonly call: Exchange; readonly waited: number }> {
  const { target } = scene;
  let waited = 0;
  let call = await scene.settle(fresh, accepted);
  for (const seconds of patience) {
    if (accepted(call) || (target.time === 'real' && waited + seconds > target.allowedWait)) break;
    await scene.elapse(seconds);
    waited += seconds;
    call = await scene.settle(fresh, accepted);
  }
  for (let real = 0; target.time === 'shared' && !accepted(call) && real < realPatience; real += 4) {
    await target.realTime.pause(4000);
    call = await fresh();
  }
  return { call, waited };
}

/** Returns a user, and the listings that serve tokens of at least one key: not necessarily of the first. */
async function openToAnyKey(scene: Scene) {
  const user = await aTokenUser(scene);
  const listings = await telling(scene, user, await scene.listings());
  const look = async (): Promise<Listing[]> => {
    const open: Listing[] = [];
    for (const listing of listings) {
      const calls = [];
      for (const key of [0, 1, 2]) {
        const spec = { ...plainIdToken, signature: { kind: 'published', key } } as const;
        calls.push(await scene.settle(() => callWithIdToken(scene, listing.path, spec, { user }), accepted));
      }
      if (calls.some(accepted)) open.push(listing);
    }
    return open;
  };
  const open = await look();
  const signedIn = open.length === 0 && (await signInOnce(scene, user));
  return { user, open: signedIn ? await look() : open };
}
