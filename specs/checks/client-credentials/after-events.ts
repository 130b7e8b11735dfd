import { heldIf } from '../../../core/check.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import {
  aLaboratoryFor,
  anAccessToken,
  anApp,
  anAppWithAccess,
  aUser,
  createApp,
  requestToken,
  settledTokenRequest,
  tokenPath,
  withNewSecret,
  accessTokenIn,
  tokenPathsOf,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aGrant, redirectUri, refresh } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { aroundCreation, isServedAfterCreation } from '../../expectations/after-creation.ts';
import {
  callsAfterWrongCredentials,
  isServedAfterWrongCredentials,
} from '../../expectations/calls-after-wrong-credentials.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { authorizeUntilTokens } from '../../expectations/standing.ts';
import { granted } from '../../expectations/token-request.ts';

const addresses = ['callback', 'second'].map((path) => `https://client.conformance.example/${path}`);

/** Seconds to wait, and the state of an access token afterwards. */
const moments = [
  [860, 'an access token in its last minute'],
  [45, 'an expired access token'],
] as const;

/**
 * Checks of tokens after events that do not end them, and of tokens of apps that were changed ("OAuth bearer with app
 * credentials").
 */
export const afterEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/a-token-goes-on-after-a-creation',
    title: 'A token is still accepted after a record was created with it',
    proves: ['CCR-05'],
    needs: ['app.create', 'access', 'write-probe'],
    async gather(scene) {
      const app = await anApp(scene);
      await aLaboratoryFor(scene, app);
      const authorization = bearer(await anAccessToken(scene, app));
      return aroundCreation(scene, authorization, app);
    },
    *judge(seen) {
      yield* isServedAfterCreation(seen, 'CCR-05', 'the app', 'a token');
    },
  }),

  check({
    id: 'client-credentials/a-token-is-accepted-on-a-connection-of-refused-calls',
    title: 'A token is accepted on a connection over which other calls were refused',
    proves: ['CCR-05'],
    needs: ['app'],
    async gather(scene) {
      const { authorization } = await anAppWithAccess(scene);
      const [{ path }] = await listingsOpenTo(scene, authorization);
      return callsAfterWrongCredentials(scene, path, authorization);
    },
    *judge(seen) {
      yield* isServedAfterWrongCredentials(seen, 'CCR-05', 'a token of an app');
    },
  }),

  check({
    id: 'client-credentials/apps-take-turns-on-a-connection',
    title: 'Two apps that ask for tokens in turn over one connection both get them',
    proves: ['CCR-01'],
    needs: ['app.create'],
    async gather(scene) {
      const apps = [await anApp(scene), await anApp(scene)];
      for (const app of apps) await settledTokenRequest(scene, app);
      const requests = await scene.onOneConnection(async (over) => {
        const answers = [];
        for (const app of [...apps, ...apps]) answers.push(await requestToken(scene, app, tokenPath, { over }));
        return answers;
      });
      const alone = [];
      for (const app of apps) alone.push(await requestToken(scene, app));
      return { requests, alone };
    },
    *judge({ requests, alone }) {
      if (!(yield* premise(alone.every(granted), 'the apps obtain no tokens over connections of their own either'))) {
        return;
      }
      for (const request of requests) {
        yield* yieldsToken(request, 'CCR-01', 'client_credentials over a connection that two apps share');
      }
    },
  }),

  check({
    id: 'client-credentials/an-app-that-was-installed-later-obtains-a-token',
    title: 'An app that was made without being installed obtains a token once it is installed',
    proves: ['CCR-01'],
    needs: ['app.create', 'app.install', 'app.rotateSecret', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const draft = await createApp(scene, 'app', { installed: false, redirectUris: [redirectUri] });
      await scene.operate('app.install', { appId: draft.appId });
      // the installation may have made a new secret, which the suite does not know (FRE-49)
      const { appId, clientId, clientSecret } = await withNewSecret(scene, draft);
      const app: App = { appId, clientId, clientSecret, own: true };
      const request = await settledTokenRequest(scene, app);
      if (granted(request)) return { request };
      // The client id may be new too. If a code can be exchanged with these credentials, they are still the app's.
      return { request, exchanged: (await authorizeUntilTokens(scene, { app, user: await aUser(scene) })).exchanged };
    },
    *judge({ request, exchanged }) {
      if (granted(request)) return;
      const known = exchanged !== undefined && granted(exchanged);
      if (!(yield* premise(known, 'the app exchanged no code either: perhaps its credentials have changed'))) return;
      yield* yieldsToken(request, 'CCR-01', 'client_credentials of an app that was installed after it was made');
    },
  }),

  check({
    id: 'client-credentials/one-token-serves-each-listing',
    title: 'One access token is accepted, twice in turn, on every listing that is open to the app',
    proves: ['CCR-05'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await anApp(scene);
      await aLaboratoryFor(scene, app);
      // a separate token for each listing shows which listings are open to the app at all
      const open = [];
      for (const { path } of await scene.listings()) {
        const authorization = bearer(await anAccessToken(scene, app));
        const alone = await scene.settle(() => scene.call(path, { authorization }), accepted);
        if (accepted(alone)) open.push(path);
      }
      const authorization = bearer(await anAccessToken(scene, app));
      const calls = [];
      for (const path of [...open, ...open]) calls.push({ path, call: await scene.call(path, { authorization }) });
      return { open, calls };
    },
    *judge({ open, calls }) {
      if (!(yield* premise(open.length > 1, 'fewer than two listings are open to an app'))) return;
      for (const { path, call } of calls) {
        if (accepted(call)) continue;
        const subject = `GET ${path} with a token that was used on other listings before`;
        yield finding('CCR-05', subject, answer(call), 'a page', call);
      }
    },
  }),

  check({
    id: 'client-credentials/a-token-need-not-be-used',
    title: 'An app that never used its tokens gets further ones by the same request',
    proves: ['CCR-01'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await anApp(scene);
      await anAccessToken(scene, app);
      return [await requestToken(scene, app), await requestToken(scene, app)];
    },
    *judge(answers) {
      for (const one of answers) yield* yieldsToken(one, 'CCR-01', 'client_credentials of an app with unused tokens');
    },
  }),

  check({
    id: 'client-credentials/an-app-for-users-obtains-a-token-without-them',
    title: 'An app with one redirect URI or two obtains a token of its own before any user has consented to it',
    proves: ['CCR-19'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const requests = [];
      for (const registered of [1, 2]) {
        const redirectUris = addresses.slice(0, registered);
        const app = await anApp(scene, { redirectUris });
        const before = await settledTokenRequest(scene, app);
        if (accessTokenIn(before) !== undefined) continue;
        const [redirectUri = ''] = redirectUris;
        await aGrant(scene, app, await aUser(scene), { redirectUri });
        requests.push({ registered, before, after: await requestToken(scene, app) });
      }
      return requests;
    },
    *judge(requests) {
      for (const { registered, before, after } of requests) {
        const subject = `a client_credentials request of an app with ${registered} redirect URIs and no consent`;
        const since = accessTokenIn(after) !== undefined;
        if (!(yield* premise(since, `the same request after a consent ${answer(after)}`))) continue;
        yield* yieldsToken(before, 'CCR-19', subject);
      }
    },
  }),

  check({
    id: 'client-credentials/an-expired-access-token-refreshes-nothing',
    title: "An app's access token, sent as refresh token, yields no token before and after it expires",
    proves: ['CCR-18'],
    needs: ['app.create', 'passing-time'],
    maxSeconds: 905,
    async gather(scene) {
      const app = await anApp(scene);
      const token = await anAccessToken(scene, app);
      const attempts: { path: string; what: string; probe: Exchange }[] = [];
      for (const [pause, what] of moments) {
        await scene.elapse(pause);
        for (const path of tokenPathsOf(scene)) {
          const note = `${what} as refresh_token`;
          attempts.push({ path, what, probe: await refresh(scene, app, token, { path, note }) });
        }
      }
      return { attempts, control: await requestToken(scene, app) };
    },
    *judge({ attempts, control }) {
      const tells = yield* premise(granted(control), `a client_credentials request ${answer(control)}`);
      for (const { path, what, probe } of attempts) {
        yield* heldIf(tells, yieldsNoToken(probe, 'CCR-18', `POST ${path} with ${what} as refresh_token`));
      }
    },
  }),
];
