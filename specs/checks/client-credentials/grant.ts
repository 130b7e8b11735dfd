import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../../../core/exchange.ts';
import { jsonObject, succeeded } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import {
  accessTokenIn,
  aLaboratory,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  anAppWithAccess,
  aUser,
  grant,
  learnToken,
  requestToken,
  settledTokenRequest,
  tokenPath,
  setIdleWebhook,
} from '../../../drivers/world/actors.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import { hasNoRefreshMembers } from '../../expectations/token-answer-members.ts';
import { bearer, form } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, authorize } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldWhere, premise } from '../../check.ts';
import { accepted, isAccepted, yieldsToken } from '../../expectations/acceptance.ts';
import { tokensIn } from '../../expectations/refusal.ts';
import { objectOf } from '../../../generators/object.ts';

/** Registered on an app that needs none for this grant; `http://localhost:{port}` is permitted ("Delegated auth", 1). */
const redirectUris = ['http://localhost:7777/callback', 'http://localhost:7778/other'];

/** Fields that ask other servers for a refresh token; whether unknown fields are ignored or refused is free. */
const extras = [undefined, { scope: 'offline_access' }, { access_type: 'offline' }] as const;

/** Several tokens requested by one app, and calls with some of them. */
interface Requested {
  readonly first: Exchange;
  /** A call with the first token when it was new. */
  readonly before?: Exchange;
  readonly later: readonly Exchange[];
  readonly byNewest?: Exchange;
  /** A call with one of the tokens that are not the newest. */
  readonly after?: Exchange;
}

async function requested(
  scene: Scene,
  over: Dispatcher,
  app: App,
  { requests, atOnce, use }: { readonly requests: number; readonly atOnce: boolean; readonly use: number },
): Promise<Requested> {
  const { path } = await scene.usualListing(1);
  const call = (token: string) => scene.call(path, { authorization: bearer(token), over });
  const first = await settledTokenRequest(scene, app);
  const token = accessTokenIn(first);
  if (token === undefined) return { first, later: [] };
  const before = await scene.settle(() => call(token), accepted);
  const later: Exchange[] = [];
  const ask = (part = scene) => requestToken(part, app);
  if (atOnce) later.push(...(await scene.together(Array.from({ length: requests - 1 }, () => ask))));
  else for (let asked = 1; asked < requests; asked++) later.push(await ask());
  const others = later.map(accessTokenIn).filter((other) => other !== undefined);
  const newest = others.at(-1);
  const earlier = [token, ...others.slice(0, -1)];
  return {
    first,
    before,
    later,
    ...(newest === undefined ? {} : { byNewest: await call(newest) }),
    after: await call(earlier[use % earlier.length] ?? token),
  };
}

function canMakeAccess(scene: Scene): boolean {
  return (['app.create', 'project.create', 'project.grant', 'record.create'] as const).every((operation) =>
    scene.supports(operation),
  );
}

/** How an app gets tokens by its own credentials ("OAuth bearer with app credentials", 1 and 3). */
export const grantChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/credentials-obtain-a-token',
    title: 'The client_id and client_secret of an app obtain an access token',
    proves: ['CCR-01'],
    needs: ['app'],
    cases: objectOf({ registered: fc.nat(2), webhook: fc.boolean() }),
    maxCases: 6,
    describe: ({ registered, webhook }) =>
      `an app with ${registered} redirect URIs and ${webhook ? 'a' : 'no'} webhook address`,
    async gather(scene, { registered, webhook }) {
      const app = await anApp(scene, registered === 0 ? {} : { redirectUris: redirectUris.slice(0, registered) });
      if (webhook && app.own) await setIdleWebhook(scene, app);
      // a new app may take a moment to be known
      return settledTokenRequest(scene, app);
    },
    *judge(request) {
      yield* yieldsToken(request, 'CCR-01', "a client_credentials request with the app's own credentials");
    },
  }),

  check({
    id: 'client-credentials/no-refresh-token-is-issued',
    title: 'The response to client_credentials has neither refresh_token nor refresh_token_expires_in',
    proves: ['CCR-02', 'CCR-03', 'CCR-22'],
    needs: ['app'],
    cases: objectOf({ requests: fc.integer({ min: 1, max: 4 }), extra: fc.constantFrom(...extras.keys()) }),
    maxCases: 36,
    describe: ({ requests, extra }) =>
      inWords`${requests} requests at once${extra === 0 ? '' : ` with ${form(extras[extra] ?? {})} added`}`,
    arrange: (scene) => anApp(scene),
    gather: (scene, { requests, extra }, app) => {
      const added = extras[extra];
      const note = 'a field that the specification does not name';
      const ask = (): Promise<Exchange[]> =>
        scene.together(
          Array.from({ length: requests }, () => async (part) => {
            if (added === undefined) return requestToken(part, app);
            const fields = { client_id: app.clientId, client_secret: app.clientSecret, ...added };
            const request = await part.postForm(tokenPath, form({ grant_type: 'client_credentials', ...fields }), {
              note,
            });
            learnToken(part, request);
            return request;
          }),
        );
      // unknown fields may be refused for good
      return added === undefined ? scene.settle(ask, (answers) => answers.every(succeeded)) : ask();
    },
    *judge(answers, { extra }) {
      for (const request of answers) {
        const body = jsonObject(request);
        const granted = succeeded(request) && body !== undefined;
        if (extra !== 0 && !granted) continue;
        if (!(yield* premise(granted, 'a client_credentials request was not granted')) || body === undefined) continue;
        const subject = 'the response to a client_credentials request';
        const carries = extra !== 0 || tokensIn(request).includes('access_token');
        const tells = yield* premise(carries, `${subject} carried no access token`);
        yield* heldWhere(tells, hasNoRefreshMembers(request, subject));
      }
    },
  }),

  check({
    id: 'client-credentials/the-token-is-accepted-on-each-listing',
    title: 'The access token of an app is accepted as a bearer token on each listing',
    proves: ['CCR-04'],
    needs: ['app'],
    cases: objectOf({ listing: fc.nat(4), forUsers: fc.boolean() }),
    maxCases: 40,
    describe: ({ listing, forUsers }) =>
      `a new token ${forUsers ? 'of an app that a user has authorized ' : ''}on ${listingNamed(listing)}`,
    arrange: async (scene) => {
      const { app, authorization, laboratory } = await anAppWithAccess(scene);
      const anonymous: Exchange[] = [];
      for (const { path } of await scene.listings()) {
        await scene.settle(() => scene.call(path, { authorization }), accepted);
        anonymous.push(await scene.call(path, { note: 'without a credential, for contrast' }));
      }
      const able = scene.supports('app.create') && scene.supports('user.create') && scene.supports('browser.authorize');
      if (!able || laboratory === undefined) return { app, client: app, anonymous, granted: laboratory !== undefined };
      const client = await aClient(scene);
      await grant(scene, laboratory, client);
      const ofClient = bearer(await anAccessToken(scene, client));
      for (const { path } of await scene.listings()) {
        await scene.settle(() => scene.call(path, { authorization: ofClient }), accepted);
      }
      await aGrant(scene, client, await aUser(scene));
      return { app, client, anonymous, granted: true };
    },
    async gather(scene, { listing, forUsers }, { app, client, anonymous, granted }) {
      const path = (await scene.listingAt(listing)).path;
      const token = await anAccessToken(scene, forUsers ? client : app);
      const call = await scene.call(path, { authorization: bearer(token) });
      return { path, call, granted, unguarded: anonymous[listing] };
    },
    *judge({ path, call, granted, unguarded }) {
      if (accepted(call)) {
        yield* premise(
          unguarded === undefined || !accepted(unguarded),
          `GET ${path} is served without a credential too`,
        );
        return;
      }
      // an app of the configuration may have been added to nothing that this listing lists
      const allowed = granted || call.response?.status === 401;
      if (!(yield* premise(allowed, `GET ${path} was refused, perhaps because permission is missing`))) return;
      yield* isAccepted(call, 'CCR-04', `GET ${path} with the access token of an app`);
    },
  }),

  check({
    id: 'client-credentials/a-token-can-be-asked-for-again',
    title: 'An app can ask for another token at any time, and the earlier ones go on working',
    proves: ['CCR-06', 'CCR-07'],
    needs: ['app'],
    cases: objectOf({ requests: fc.integer({ min: 2, max: 5 }), atOnce: fc.boolean(), use: fc.nat(4) }),
    maxCases: 20,
    describe: ({ requests, atOnce }) =>
      inWords`${requests} tokens requested ${atOnce ? 'at once' : 'one after another'}`,
    arrange: async (scene) => (canMakeAccess(scene) ? aLaboratory(scene) : undefined),
    async gather(scene, { requests, atOnce, use }, laboratory) {
      const app = await anApp(scene);
      if (laboratory !== undefined && app.own) await grant(scene, laboratory, app);
      else if (app.own) await aLaboratoryFor(scene, app);
      else scene.journal.lacked.add('app.create');
      // calls go over one connection, so that a token that is used twice differs in nothing but what was requested meanwhile
      return scene.onOneConnection((over) => requested(scene, over, app, { requests, atOnce, use }));
    },
    *judge({ first, before, later, byNewest, after }) {
      if (!(yield* premise(accessTokenIn(first) !== undefined, 'a first token could not be had'))) return;
      for (const again of later)
        yield* yieldsToken(again, 'CCR-06', 'another client_credentials request of the same app');
      const usable = before !== undefined && accepted(before);
      if (!(yield* premise(usable, 'the first token was not accepted when it was new'))) return;
      if (byNewest !== undefined) yield* isAccepted(byNewest, 'CCR-06', 'a call with a token that was requested again');
      if (after !== undefined)
        yield* isAccepted(after, 'CCR-07', 'a call with a token after another one was requested');
    },
  }),

  check({
    id: 'client-credentials/many-tokens-live-side-by-side',
    title: 'Fifty-two tokens of one app, requested one after another, all work',
    proves: ['CCR-07'],
    needs: ['app'],
    async gather(scene) {
      const { app, authorization } = await anAppWithAccess(scene);
      const { path } = await scene.usualListing(1);
      await scene.settle(() => scene.call(path, { authorization }), accepted);
      const tokens: string[] = [];
      for (let asked = 0; asked < 52; asked++) tokens.push(await anAccessToken(scene, app));
      const calls: Exchange[] = [];
      for (const token of tokens) calls.push(await scene.call(path, { authorization: bearer(token) }));
      return calls;
    },
    *judge(calls) {
      const newest = calls.at(-1);
      if (!(yield* premise(newest !== undefined && accepted(newest), 'the newest token was not accepted'))) return;
      const refused = calls.findIndex((call) => !accepted(call));
      const answered = calls[refused];
      if (answered === undefined) return;
      yield* isAccepted(
        answered,
        'CCR-07',
        `a call with a token after ${calls.length - 1 - refused} others were requested`,
      );
    },
  }),

  check({
    id: 'client-credentials/a-denied-app-obtains-a-token',
    title: 'An app that a user has denied obtains a token of its own as before',
    proves: ['CCR-19'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const app = await aClient(scene);
      const before = await settledTokenRequest(scene, app);
      await authorize(scene, { app, user: await aUser(scene), consent: 'deny', freshSession: true });
      return { before, after: await settledTokenRequest(scene, app) };
    },
    *judge({ before, after }) {
      if (!(yield* premise(accessTokenIn(before) !== undefined, 'the app obtained no token before either'))) return;
      yield* yieldsToken(after, 'CCR-19', 'a client_credentials request of an app that a user has denied');
    },
  }),

  check({
    id: 'client-credentials/a-bare-app-obtains-a-token',
    title: 'An app without a redirect URI that nobody consented to obtains a token as any other',
    proves: ['CCR-19'],
    needs: ['app.create'],
    async gather(scene) {
      const bare = await anApp(scene);
      const request = await settledTokenRequest(scene, bare);
      if (accessTokenIn(request) !== undefined) return { request, others: [] };
      const [redirectUri = ''] = redirectUris;
      const registered = await anApp(scene, { redirectUris: [redirectUri] });
      const fields = {
        client_id: registered.clientId,
        client_secret: registered.clientSecret,
        redirect_uri: redirectUri,
      };
      const named = await scene.postForm(tokenPath, form({ grant_type: 'client_credentials', ...fields }), {
        note: 'with a redirect_uri, for contrast',
      });
      learnToken(scene, named);
      return { request, others: [await requestToken(scene, registered), named] };
    },
    *judge({ request, others }) {
      if (others.length === 0) return;
      const told = others.some((other) => accessTokenIn(other) !== undefined);
      if (!(yield* premise(told, 'an app with a redirect URI obtains no token either'))) return;
      yield* yieldsToken(request, 'CCR-19', 'a client_credentials request of an app without a redirect URI');
    },
  }),
];
