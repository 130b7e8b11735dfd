import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import {
  aLaboratory,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  anAppWithAccess,
  aProject,
  aUser,
  createApp,
  grant,
  requestToken,
  revoke,
  settledTokenRequest,
  tokenPath,
  withNewSecret,
  setIdleWebhook,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, redirectUri, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { aroundCreation, goesOnAfterCreation } from '../../expectations/after-creation.ts';
import { besideStrangers, isServedBesideStrangers } from '../../expectations/beside-strangers.ts';
import { listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import type { ReachSeen } from '../../expectations/reach.ts';
import { seesAll } from '../../expectations/reach.ts';
import { authorizeUntilTokens } from '../../expectations/standing.ts';
import { lookAt, recordsIn } from './settled-reach.ts';
import { granted } from '../../expectations/token-request.ts';

/** What may happen to a token, or to its app, and ends neither ("States and transitions" has nothing of the kind). */
interface Incident {
  readonly what: string;
  readonly possible?: (scene: Scene) => boolean;
  readonly happen: (
    scene: Scene,
    at: { readonly app: App; readonly path: string; readonly token: string },
  ) => Promise<void>;
  /** Headers of the calls afterwards. */
  readonly headers?: Readonly<Record<string, string>>;
}

const incidents: readonly Incident[] = [
  {
    what: 'bad requests were made with it',
    async happen(scene, { path, token }) {
      const authorization = bearer(token);
      for (const query of [{ pageSize: 'abc' }, { nextToken: 'bogus' }]) {
        await scene.call(path, { authorization, query, note: 'a wrong query' });
      }
      await scene.call('/api/v2/conformance-finds-nothing-here', { authorization, note: 'a path that is not there' });
    },
  },
  {
    what: 'another program has used it',
    async happen(scene, { path, token }) {
      await scene.call(path, { authorization: bearer(token), headers: { 'user-agent': 'curl/8.5.0' } });
    },
    headers: { 'user-agent': 'conformance-client/2.0' },
  },
  {
    what: 'a redirect URI was registered on its app',
    possible: (scene) => scene.supports('app.registerRedirectUri'),
    async happen(scene, { app }) {
      await scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: `${redirectUri}/added` });
    },
  },
  {
    what: 'a webhook address was set on its app',
    possible: (scene) => scene.supports('app.setWebhook'),
    happen: (scene, { app }) => setIdleWebhook(scene, app),
  },
  {
    what: 'its app refreshed for a user',
    possible: (scene) => scene.supports('user.create') && scene.supports('browser.authorize'),
    async happen(scene, { app }) {
      await refreshed(scene, await aGrant(scene, app, await aUser(scene)));
    },
  },
  {
    what: 'its app was added to another project',
    possible: (scene) => scene.supports('project.create') && scene.supports('project.grant'),
    happen: async (scene, { app }) => grant(scene, await aProject(scene), app),
  },
  {
    what: 'its app was taken from another project',
    possible: (scene) =>
      scene.supports('project.create') && scene.supports('project.grant') && scene.supports('project.revoke'),
    async happen(scene, { app }) {
      const other = await aProject(scene);
      await grant(scene, other, app);
      await revoke(scene, other, app);
    },
  },
  {
    what: 'a token was requested for its app with a wrong secret',
    async happen(scene, { app }) {
      const crooked = { ...app, clientSecret: 'nobody-was-ever-given-this' };
      await requestToken(scene, crooked, tokenPath, { note: 'a wrong client secret' });
    },
  },
  {
    what: 'the secret of another app was rotated',
    possible: (scene) => scene.supports('app.rotateSecret'),
    async happen(scene) {
      await withNewSecret(scene, await anApp(scene));
    },
  },
  {
    what: 'another app was archived',
    possible: (scene) => scene.supports('app.archive'),
    async happen(scene) {
      const other = await anApp(scene);
      await anAccessToken(scene, other);
      await scene.operate('app.archive', { appId: other.appId });
    },
  },
];

/**
 * Tokens after what is no end of them ("OAuth bearer with app credentials", 2 and 3): that nothing else ends a token is
 * inference, from no such transition being listed.
 */
export const afterEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/a-token-outlives-what-does-not-end-it',
    title: "An app's token goes on after bad requests, wrong secrets, and changes to this or another app",
    proves: ['CCR-07'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await aClient(scene);
      await aLaboratoryFor(scene, app);
      const [{ path }] = await scene.listings();
      const seen: { what: string; before: Exchange; after: Exchange; control: Exchange }[] = [];
      for (const incident of incidents.filter(({ possible }) => possible?.(scene) !== false)) {
        const token = await anAccessToken(scene, app);
        const headers = incident.headers ?? {};
        const before = await scene.settle(() => scene.call(path, { authorization: bearer(token) }), accepted);
        await incident.happen(scene, { app, path, token });
        const after = await scene.call(path, { authorization: bearer(token), headers });
        // that nobody is served any more may have another cause
        const another = async () =>
          scene.call(path, { authorization: bearer(await anAccessToken(scene, app)), headers });
        const control = accepted(after) ? after : await another();
        seen.push({ what: incident.what, before, after, control });
      }
      return { path, seen };
    },
    *judge({ path, seen }) {
      for (const { what, before, after, control } of seen) {
        if (accepted(after)) continue;
        const served = accepted(before) && accepted(control);
        if (!(yield* premise(served, `GET ${path} with another token ${answer(control)} too`))) continue;
        const subject = `GET ${path} with a token after ${what}`;
        yield finding('CCR-07', subject, answer(after), 'a page', after);
      }
    },
  }),

  check({
    id: 'client-credentials/what-an-app-was-added-to-outlives-what-takes-nothing',
    title: 'An app sees what it was added to after a rotation of its secret and after other changes to it',
    proves: ['CCR-08'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      let app = await aClient(scene);
      const laboratory = await aLaboratory(scene);
      await grant(scene, laboratory, app);
      const holdings = [{ project: laboratory, records: laboratory.records }];
      const listing = listingAt(await scene.listings(), 0);
      const look = async (): Promise<ReachSeen> =>
        lookAt(scene, listing, bearer(await anAccessToken(scene, app)), holdings);
      const before = await look();
      const seen = [];
      for (const incident of incidents.filter(({ possible }) => possible?.(scene) !== false)) {
        const token = await anAccessToken(scene, app);
        await incident.happen(scene, { app, path: listing.path, token });
        seen.push({ what: incident.what, after: await look() });
      }
      if (scene.supports('app.rotateSecret')) {
        app = await withNewSecret(scene, app);
        seen.push({ what: 'its secret was rotated', after: await look() });
      }
      return { listing, own: recordsIn(holdings, listing), before, seen };
    },
    *judge({ listing, own, before, seen }) {
      const saw = own.every((record) => shows(before.view, record));
      if (!(yield* premise(saw, `GET ${listing.path} did not show an app what it was added to`))) return;
      for (const { what, after } of seen) {
        yield* seesAll(after, own, 'CCR-08', `GET ${listing.path} by an app after ${what}`);
      }
    },
  }),

  check({
    id: 'client-credentials/a-token-goes-on-after-a-creation',
    title: 'A token with which a record was created is accepted afterwards',
    proves: ['CCR-05'],
    needs: ['app.create', 'access', 'write-probe'],
    async gather(scene) {
      const app = await anApp(scene);
      await aLaboratoryFor(scene, app);
      const authorization = bearer(await anAccessToken(scene, app));
      return aroundCreation(scene, authorization, app);
    },
    *judge(seen) {
      yield* goesOnAfterCreation(seen, 'CCR-05', 'the app', 'a token');
    },
  }),

  check({
    id: 'client-credentials/strangers-spoil-no-connection',
    title: 'A token is accepted on a connection over which others were refused',
    proves: ['CCR-05'],
    needs: ['app'],
    async gather(scene) {
      const { authorization } = await anAppWithAccess(scene);
      const [{ path }] = await listingsOpenTo(scene, authorization);
      return besideStrangers(scene, path, authorization);
    },
    *judge(seen) {
      yield* isServedBesideStrangers(seen, 'CCR-05', 'a token of an app');
    },
  }),

  check({
    id: 'client-credentials/apps-take-turns-on-a-connection',
    title: 'Two apps that ask for tokens by turns over one connection each get them',
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
      // with the installation there may be a new secret, which nobody was told (FRE-49)
      const { appId, clientId, clientSecret } = await withNewSecret(scene, draft);
      const app: App = { appId, clientId, clientSecret, own: true };
      const request = await settledTokenRequest(scene, app);
      if (granted(request)) return { request };
      // and there may be a new client id: these are the app's credentials where a code can be exchanged by them
      return { request, exchanged: (await authorizeUntilTokens(scene, { app, user: await aUser(scene) })).exchanged };
    },
    *judge({ request, exchanged }) {
      if (granted(request)) return;
      const known = exchanged !== undefined && granted(exchanged);
      if (!(yield* premise(known, 'the app exchanged no code either: are its credentials others now?'))) return;
      yield* yieldsToken(request, 'CCR-01', 'client_credentials of an app that was installed after it was made');
    },
  }),
];
