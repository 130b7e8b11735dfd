import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { jsonObject, succeeded } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import {
  accessTokenIn,
  anAccessToken,
  anApp,
  anAppWithAccess,
  aUser,
  grant,
  requestToken,
  settledTokenRequest,
  tokenPath,
  setIdleWebhook,
  somethingToSee,
} from '../../../drivers/world/actors.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { anAppOfKind, anEventfulApp, appKinds } from '../../../drivers/world/eventful-app.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import { hasNoRefreshMembers } from '../../expectations/token-answer-members.ts';
import { bearer, form } from '../../../drivers/world/authorization.ts';
import { aGrant, authorize, localRedirectUri, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldIf, premise } from '../../check.ts';
import { accepted, isAccepted, yieldsToken } from '../../expectations/acceptance.ts';
import { callsWhenServed } from '../../expectations/standing.ts';
import { tokensIn } from '../../expectations/refusal.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * Redirect URIs of an app that needs none for this grant. `http://localhost:{port}` is permitted ("Delegated auth", 1).
 */
const redirectUris = [redirectUri, localRedirectUri];

/** Fields that ask other servers for a refresh token. The tenant may ignore or refuse unknown fields. */
const extras = [undefined, { scope: 'offline_access' }, { access_type: 'offline' }] as const;

/** Checks that an app gets tokens with its own credentials ("OAuth bearer with app credentials", 1 and 3). */
export const grantChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/credentials-obtain-a-token',
    title: 'An app obtains a token with its own credentials, with or without redirect URIs, webhook and denial',
    proves: ['CCR-01', 'CCR-19'],
    needs: ['app'],
    cases: objectOf({ registered: fc.nat(2), webhook: fc.boolean(), denied: fc.boolean() }),
    about: ({ registered, webhook, denied }) => [
      registered === 0 && !webhook ? 'a bare app' : denied ? 'a denied app' : 'another app',
    ],
    maxCases: 12,
    describe: ({ registered, webhook, denied }) =>
      `an app with ${registered} redirect URIs and ${webhook ? 'a' : 'no'} webhook address${denied ? ', that a user denies if possible' : ''}`,
    async gather(scene, { registered, webhook, denied }) {
      const app = await anApp(scene, registered === 0 ? {} : { redirectUris: redirectUris.slice(0, registered) });
      if (webhook && app.own) await setIdleWebhook(scene, app);
      // a new app may take a moment to be known
      const request = await settledTokenRequest(scene, app);
      if (registered === 0 && !webhook && app.own) return { request, others: await withRedirectUri(scene, request) };
      if (!denied || registered === 0 || !app.own || !scene.makesGrants) return { request };
      await authorize(scene, { app, user: await aUser(scene), consent: 'deny', freshSession: true });
      return { request, after: await settledTokenRequest(scene, app) };
    },
    *judge({ request, others, after }) {
      yield* yieldsToken(request, 'CCR-01', "a client_credentials request with the app's own credentials");
      const obtains = (one: Exchange): boolean => accessTokenIn(one) !== undefined;
      // if no app obtains a token, the missing redirect URI is not the reason
      if (others?.some(obtains) === true)
        yield* yieldsToken(request, 'CCR-19', 'a client_credentials request of an app without a redirect URI');
      if (after !== undefined && (yield* premise(obtains(request), 'the app obtained no token before either')))
        yield* yieldsToken(after, 'CCR-19', 'a client_credentials request of an app that a user has denied');
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
    arrange: anEventfulApp,
    gather: (scene, { requests, extra }, app) => {
      const added = extras[extra];
      const one = (part: Scene) => (added === undefined ? requestToken(part, app) : requestWith(part, app, added));
      const ask = (): Promise<Exchange[]> => scene.together(Array.from({ length: requests }, () => one));
      // a tenant that refuses unknown fields refuses every retry too
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
        yield* heldIf(tells, hasNoRefreshMembers(request, subject));
      }
    },
  }),

  check({
    id: 'client-credentials/the-token-is-accepted-on-each-listing',
    title: 'The access token of an app is accepted as a bearer token on each listing',
    proves: ['CCR-04'],
    needs: ['app'],
    cases: objectOf({ listing: fc.nat(4), isEventful: fc.boolean() }),
    maxCases: 40,
    describe: ({ listing, isEventful }) =>
      `a new token ${isEventful ? 'of an app with users to which much has happened ' : ''}on ${listingNamed(listing)}`,
    arrange: async (scene) => {
      const paths = (await scene.listings()).map(({ path }) => path);
      const { app, authorization, laboratory } = await anAppWithAccess(scene);
      await callsWhenServed(scene, authorization, paths);
      const anonymous: Exchange[] = [];
      for (const path of paths) anonymous.push(await scene.call(path, { note: 'without a credential, for contrast' }));
      if (!scene.makesGrants || laboratory === undefined)
        return { app, eventful: app, anonymous, granted: laboratory !== undefined };
      const eventful = await anEventfulApp(scene);
      await grant(scene, laboratory, eventful);
      await callsWhenServed(scene, bearer(await anAccessToken(scene, eventful)), paths);
      await aGrant(scene, eventful, await aUser(scene));
      return { app, eventful, anonymous, granted: true };
    },
    async gather(scene, { listing, isEventful }, { app, eventful, anonymous, granted }) {
      const path = (await scene.listingAt(listing)).path;
      const token = await anAccessToken(scene, isEventful ? eventful : app);
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
      // a fixture app may have no access to anything on this listing
      const allowed = granted || call.response?.status === 401;
      if (!(yield* premise(allowed, `GET ${path} was refused, perhaps because permission is missing`))) return;
      yield* isAccepted(call, 'CCR-04', `GET ${path} with the access token of an app`);
    },
  }),

  check({
    id: 'client-credentials/a-token-can-be-asked-for-again',
    title: 'An app can ask for another token at any time, and the earlier ones still work',
    proves: ['CCR-06', 'CCR-07'],
    needs: ['app'],
    cases: fc.oneof(
      {
        weight: 9,
        arbitrary: objectOf({
          requests: fc.integer({ min: 2, max: 5 }),
          atOnce: fc.boolean(),
          client: fc.constantFrom(...appKinds),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ requests: 52, atOnce: false, client: 'a new app' as const }) },
    ),
    maxCases: 20,
    describe: ({ requests, atOnce, client }) =>
      inWords`${requests} tokens requested ${atOnce ? 'at once' : 'one after another'} by ${client}`,
    arrange: (scene) => somethingToSee(scene),
    async gather(scene, { requests, atOnce, client }, project) {
      const app = await anAppOfKind(scene, client);
      if (!app.own) scene.journal.lacked.add('app.create');
      else if (project !== undefined) await grant(scene, project, app);
      const { path } = await scene.usualListing(1);
      // all calls go over one connection, so two calls with one token differ only in the requests between them
      return scene.onOneConnection(async (over) => {
        const call = (token: string) => scene.call(path, { authorization: bearer(token), over });
        const first = await settledTokenRequest(scene, app);
        const token = accessTokenIn(first);
        if (token === undefined) return { first, later: [], calls: [] };
        const before = await scene.settle(() => call(token), accepted);
        const ask = (part = scene) => requestToken(part, app);
        const later: Exchange[] = atOnce ? await scene.together(Array.from({ length: requests - 1 }, () => ask)) : [];
        while (later.length < requests - 1) later.push(await ask());
        const tokens = [token, ...later.map(accessTokenIn).filter((other) => other !== undefined)];
        const calls: Exchange[] = [];
        for (const one of tokens.toReversed()) calls.push(await call(one));
        return { first, before, later, calls };
      });
    },
    *judge({ first, before, later, calls }) {
      if (!(yield* premise(accessTokenIn(first) !== undefined, 'a first token could not be obtained'))) return;
      for (const again of later)
        yield* yieldsToken(again, 'CCR-06', 'another client_credentials request of the same app');
      const usable = before !== undefined && accepted(before);
      if (!(yield* premise(usable, 'the first token was not accepted when it was new'))) return;
      const [newest, ...earlier] = calls;
      if (newest !== undefined && earlier.length > 0)
        yield* isAccepted(newest, 'CCR-06', 'a call with a token that was requested again');
      if (newest === undefined || !accepted(newest)) return;
      const refused = earlier.findIndex((call) => !accepted(call));
      const call = earlier[refused < 0 ? 0 : refused];
      if (call !== undefined)
        yield* isAccepted(call, 'CCR-07', `a call with a token after ${refused + 1} others were requested`);
    },
  }),
];

/**
 * Returns the bare app's answer if it has a token. Otherwise an app with a redirect URI asks too: the answers to a
 * request without the URI and to one with it show whether a redirect URI makes the difference.
 */
async function withRedirectUri(scene: Scene, bare: Exchange): Promise<Exchange[]> {
  if (accessTokenIn(bare) !== undefined) return [bare];
  const app = await anApp(scene, { redirectUris: [redirectUri] });
  return [await requestToken(scene, app), await requestWith(scene, app, { redirect_uri: redirectUri })];
}

/** Sends a client_credentials request with more fields than the specification names. */
async function requestWith(scene: Scene, app: App, added: Readonly<Record<string, string>>): Promise<Exchange> {
  const fields = { client_id: app.clientId, client_secret: app.clientSecret, ...added };
  return scene.postForm(tokenPath, form({ grant_type: 'client_credentials', ...fields }), {
    note: 'with a field that this grant does not name',
  });
}
