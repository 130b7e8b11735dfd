import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { aKey, anApp } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, authorize } from '../../../drivers/world/delegated.ts';
import type { TokenHolder } from '../../../drivers/world/identity.ts';
import {
  aTokenUser,
  callWithIdToken,
  plainIdToken,
  signInOnce,
  anIdToken,
  aTrustedProvider,
} from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { rightIdTokens } from '../../../generators/id-token.ts';
import { describeIdToken } from '../../../generators/id-token-spec.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import { paletteMoments } from '../../../generators/moment.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, rightCall, servedStage, telling } from '../../expectations/id-token.ts';
import { filteredCall } from '../../expectations/following-call.ts';
import { listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { isOfCredential } from '../../expectations/refusal.ts';
import { objectOf } from '../../../generators/object.ts';

type Query = Readonly<Record<string, string>>;

const aRightToken = 'an ID token of the trusted provider with the e-mail of an existing user';

/** Checks of calls with right ID tokens ("OpenID Connect (legacy)", 1 to 4). */
export const acceptanceChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/an-id-token-authenticates-the-call',
    title: 'A call with an ID token of the trusted provider is served, and the same call without it is not',
    proves: ['OIC-01'],
    needs: idTokenNeeds,
    async gather(scene) {
      // the user must exist already (4), and may have existed before the provider was set up
      const before = await aTokenUser(scene);
      await aTrustedProvider(scene);
      const user = await aTokenUser(scene);
      const first = await triedEverywhere(scene, user);
      const later =
        !accepted(first) && (await signInOnce(scene, user)) ? await triedEverywhere(scene, user) : undefined;
      const last = later ?? first;
      const path = new URL(last.request.url).pathname;
      const bare = await scene.call(path, { note: 'the same call without a credential' });
      const older = accepted(last) ? await triedEverywhere(scene, before, later !== undefined) : undefined;
      const granted = user.laboratory !== undefined;
      return { path, first, later, last, older, bare, granted, witness: await witnessed(scene, path) };
    },
    *judge({ path, first, later, last, older, bare, granted, witness }) {
      if (later !== undefined && accepted(later)) {
        const observed = 'an ID token was served only after its user had signed in to the web application';
        yield observation('FRE-109', observed, first);
      }
      if (accepted(last)) {
        yield* premise(!accepted(bare), `GET ${path} is served without any credential too`);
        if (older === undefined) return;
        yield* isAccepted(older, 'OIC-01', `a call with an ID token of a user from before the provider was set up`);
        return;
      }
      const ofToken = isOfCredential(last, granted);
      if (!(yield* premise(ofToken, `GET ${path} ${answer(last)}, perhaps because permission is missing`))) return;
      // only a refusal needs the witness: a listing that serves no key either says nothing about ID tokens
      if (witness !== undefined && !(yield* premise(accepted(witness), `GET ${path} ${answer(witness)} to an API key`)))
        return;
      yield* isAccepted(last, 'OIC-01', `GET ${path} with ${aRightToken}`);
    },
  }),

  check({
    id: 'openid-connect/every-right-id-token-is-accepted',
    title: 'An ID token is accepted with any further claims, subject and time of issue',
    proves: ['OIC-01'],
    needs: idTokenNeeds,
    cases: objectOf({ spec: rightIdTokens, listing: fc.nat(4) }),
    arrange: servedStage,
    async gather(scene, { spec, listing }, { user, other, open }) {
      const { path } = listingAt(open, listing);
      const call = await scene.settle(() => callWithIdToken(scene, path, spec, { user, other }), accepted);
      // whether the tenant accepts this signing key is a separate question, so a plain token of the same key is tried
      // too
      const control = accepted(call) ? call : await rightCall(scene, path, user, spec);
      return { path, call, control };
    },
    *judge({ path, call, control }, { spec }) {
      const what = `GET ${path} with ${describeIdToken(spec)}`;
      if (!(yield* premise(accepted(control), `GET ${path} with a plain ID token ${answer(control)}`))) return;
      yield* isAccepted(call, 'OIC-01', what);
    },
  }),

  check({
    id: 'openid-connect/right-id-tokens-are-accepted-later-too',
    title: 'A new ID token is accepted after minutes, hours and a day as it was at first',
    proves: ['OIC-01'],
    needs: [...idTokenNeeds, 'passing-time'],
    cases: objectOf({
      seconds: fc.oneof(paletteMoments, fc.constantFrom(61, 301, 3601, 7201, 43_200, 86_401)),
      sent: fc.integer({ min: 1, max: 3 }),
    }),
    maxCases: 12,
    maxSeconds: 86_500,
    describe: ({ seconds, sent }) => inWords`the last of ${sent} new ID tokens, each ${seconds} s after the one before`,
    arrange: servedStage,
    async gather(scene, { seconds, sent }, { user, open }) {
      const { path } = listingAt(open, 0);
      const calls = [await rightCall(scene, path, user)];
      for (let time = 0; time < sent; time++) {
        if (seconds > 0) await scene.elapse(Math.min(seconds, 86_401 / sent));
        calls.push(await rightCall(scene, path, user));
      }
      return { path, calls, witness: await witnessed(scene, path) };
    },
    *judge({ path, calls: [first, ...later], witness }) {
      if (first === undefined || !(yield* premise(accepted(first), `GET ${path} with an ID token ${answer(first)}`)))
        return;
      const refused = later.some((call) => !accepted(call));
      if (
        refused &&
        witness !== undefined &&
        !(yield* premise(accepted(witness), `GET ${path} ${answer(witness)} to an API key`))
      )
        return;
      for (const call of later) yield* isAccepted(call, 'OIC-01', `GET ${path} with a new ID token some time later`);
    },
  }),

  check({
    id: 'openid-connect/an-id-token-is-accepted-on-each-listing',
    title: 'An ID token is accepted on each documented listing, v2 and v3',
    proves: ['OIC-24'],
    needs: idTokenNeeds,
    cases: objectOf({ spec: rightIdTokens, from: fc.nat(4), same: fc.boolean() }),
    maxCases: 8,
    describe: ({ from, same }) =>
      `${same ? 'one ID token' : 'an ID token for each listing'}, from ${listingNamed(from)} on`,
    async arrange(scene) {
      const served = await servedStage(scene);
      const stage = { ...served, guarded: await telling(scene, served.user, await scene.listings()) };
      if (!scene.supports('apiKey.create')) return { ...stage, others: undefined, key: undefined };
      const key = basic(await aKey(scene, stage.user));
      return { ...stage, others: await listingsOpenTo(scene, key).catch(() => []), key };
    },
    async gather(scene, { spec, from, same }, { user, other, open, guarded, others, key }) {
      const granted = user.laboratory !== undefined;
      const all = await scene.listings();
      const once = await anIdToken(scene, spec, { user, other });
      const calls = [];
      for (const { path } of [...all.slice(from), ...all.slice(0, from)]) {
        const token = async () => (same ? once : anIdToken(scene, spec, { user, other }));
        let call = await scene.call(path, { authorization: bearer(await token()) });
        // a refusal because the token was used before is a separate question, so a new token is tried
        if (!accepted(call)) call = await rightCall(scene, path, user);
        const served = others === undefined || others.some((listing) => listing.path === path);
        calls.push({ path, call, served, isGuarded: guarded.some((listing) => listing.path === path) });
      }
      const asked = [];
      const filtered =
        key === undefined || user.laboratory === undefined
          ? undefined
          : await filteredCall(scene, key, user.laboratory);
      if (filtered !== undefined) {
        const token = async () => bearer(await anIdToken(scene, plainIdToken, { user }));
        const call = await scene.settle(async () => filtered.again(await token()), accepted);
        asked.push({ path: filtered.path, query: { schemaFields: 'agarose' }, call, right: await filtered.again() });
      }
      for (const { path, kind } of open) {
        for (const query of kind === 'assayResult' ? [plainQuery] : [plainQuery, ...sortedQueries]) {
          const call = () => callWithIdToken(scene, path, plainIdToken, { user }, { query });
          const right = key === undefined ? undefined : await scene.call(path, { authorization: key, query });
          asked.push({ path, query, call: await scene.settle(call, accepted), right });
        }
      }
      return { calls, asked, granted };
    },
    *judge({ calls, asked, granted }) {
      for (const { path, query, call, right } of asked) {
        // a request that is refused to keys too is a question of listings
        if (accepted(call) || right === undefined || !accepted(right) || !isOfCredential(call, granted)) continue;
        const subject = `GET ${path}?${new URLSearchParams(query).toString()} with an ID token`;
        yield finding('OIC-24', subject, answer(call), 'a page, as without these parameters', call);
      }
      for (const { path, call, served, isGuarded } of calls) {
        if (accepted(call)) {
          yield* premise(isGuarded, `GET ${path} serves a token that nobody issued too`);
          continue;
        }
        if (!(yield* premise(served, `GET ${path} serves no API key of the same user either`))) continue;
        const ofToken = isOfCredential(call, granted);
        if (!(yield* premise(ofToken, `GET ${path} ${answer(call)}, perhaps because permission is missing`))) continue;
        yield finding('OIC-24', `GET ${path} with an ID token`, answer(call), 'a page, as on other listings', call);
      }
    },
  }),

  check({
    id: 'openid-connect/a-denial-ends-no-id-token',
    title: 'The ID tokens of a user who denied an app, and then consented to it, are accepted as before',
    proves: ['OIC-25'],
    needs: [...idTokenNeeds, 'app.create', 'browser.authorize'],
    async gather(scene) {
      const { user } = await servedStage(scene);
      const before = await triedEverywhere(scene, user);
      const app = await aClient(scene);
      const after = [];
      for (const consent of ['deny', 'grant'] as const) {
        await authorize(scene, { app, user, consent });
        const did = consent === 'deny' ? 'denied an app' : 'consented to an app';
        after.push({ did, call: await triedEverywhere(scene, user) });
      }
      for (const [operation, done] of endsOfApps) {
        if (!app.own || !scene.supports(operation)) continue;
        await scene.operate(operation, { appId: app.appId });
        after.push({ did: `consented to an app that was ${done}`, call: await triedEverywhere(scene, user) });
      }
      return { before, after };
    },
    *judge({ before, after }) {
      if (!(yield* premise(accepted(before), `no listing serves an ID token: it ${answer(before)}`))) return;
      for (const { did, call } of after) {
        yield* isAccepted(call, 'OIC-25', `a call with the ID token of a user who ${did}`);
      }
    },
  }),

  check({
    id: 'openid-connect/id-tokens-need-no-app-and-no-consent',
    title: 'A user who never consented to any app calls with an ID token',
    proves: ['OIC-25'],
    needs: idTokenNeeds,
    async gather(scene) {
      const user = await aTokenUser(scene);
      const tried = () => triedEverywhere(scene, user);
      const steps: { after: string; call: Exchange }[] = [{ after: '', call: await tried() }];
      const served = () => steps.some(({ call }) => accepted(call));
      if (!served() && scene.supports('app.create')) {
        await anApp(scene);
        steps.push({ after: 'an app was installed', call: await tried() });
      }
      if (!served() && (await signInOnce(scene, user))) steps.push({ after: 'sign-in', call: await tried() });
      if (!served() && (await signInOnce(scene, user, 'grant'))) {
        steps.push({ after: 'the user consented to one', call: await tried() });
      }
      return { steps };
    },
    *judge({ steps }) {
      const [last, first] = [steps.at(-1), steps[0]];
      if (last === undefined || first === undefined) return;
      if (!(yield* premise(accepted(last.call), `no listing serves an ID token: it ${answer(last.call)}`))) return;
      // a tenant usually requires that a user first signs in to the web application (FRE-109)
      if (last === first || last.after === 'sign-in') return;
      const subject = 'a call with the ID token of a user who had never consented to an app';
      yield finding('OIC-25', subject, `${answer(first.call)} until ${last.after}`, 'a page before that', first.call);
    },
  }),
];

/** The parameters of the listings ("Listing endpoints used in examples"). */
const plainQuery: Query = { pageSize: '2' };
const sortedQueries: readonly Query[] = [{ sort: 'modifiedAt:desc' }, { sort: 'modifiedAt:asc', pageSize: '2' }];

/** Changes of an app that must not affect its users as users. */
const endsOfApps = [
  ['app.archive', 'archived then'],
  ['app.unarchive', 'archived and unarchived then'],
  ['app.uninstall', 'uninstalled then'],
] as const;

/** Calls the listings in turn until one serves a plain ID token of the user. Returns the last answer. */
async function triedEverywhere(scene: Scene, user: TokenHolder, signsIn = false): Promise<Exchange> {
  if (signsIn) await signInOnce(scene, user);
  const listings = await telling(scene, user, await scene.listings());
  const look = async (): Promise<Exchange> => {
    let call = await callWithIdToken(scene, listings[0]?.path ?? '/', plainIdToken, { user });
    for (const { path } of listings.slice(1)) {
      if (accepted(call)) break;
      call = await callWithIdToken(scene, path, plainIdToken, { user });
    }
    return call;
  };
  return scene.settle(look, accepted);
}

/**
 * Makes the same call with an API key, to see if the listing serves anybody. Returns undefined if no key can be made.
 */
async function witnessed(scene: Scene, path: string) {
  if (!scene.supports('apiKey.create')) return undefined;
  const user = await aTokenUser(scene);
  const authorization = basic(await aKey(scene, user));
  return scene.settle(() => scene.call(path, { authorization, note: 'is anybody served?' }), accepted);
}
