import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import {
  aUser,
  legacyTokenPath,
  requestToken,
  settledTokenRequest,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { form } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  redirectUri,
  refresh,
  refreshed,
} from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { granted } from '../../expectations/token-request.ts';
import { userGrantNeeds } from './user-grants.ts';

/** What the legacy path must refuse where users are concerned ("Versioning", 3; "POST {base_url}/oauth/token", rule 3). */
export const refusedUserGrantsChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/the-legacy-path-refuses-user-grants-alike',
    title: 'The legacy path refuses foreign, incomplete and wrongly signed user grants as /oauth/token does',
    proves: ['VER-13'],
    needs: userGrantNeeds,
    async gather(scene) {
      const [app, other, user] = [await aClient(scene), await aClient(scene), await aUser(scene)];
      // of the same path: what the one knows of the tokens of the other is a matter of VER-10
      const token = async (path: string): Promise<string> => (await aGrant(scene, app, user, { path })).refreshToken;
      const code = (): Promise<string> => aCode(scene, { app, user });
      const send = async (path: string, fields: Readonly<Record<string, string>>): Promise<Exchange> => {
        return scene.postForm(path, form(fields), { note: 'a wrong request' });
      };
      const swapped = Array.from(app.clientSecret, (one) =>
        one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
      ).join('');
      scene.journal.secrets.learnNearMiss(app.clientSecret, swapped, 'upper and lower case exchanged');
      const inOtherCase: App = { ...app, clientSecret: swapped };
      const client = { client_id: app.clientId, client_secret: app.clientSecret };
      const ways: Record<string, (path: string) => Promise<Exchange>> = {
        "a refresh with another app's token": async (path) => refresh(scene, other, await token(path), { path }),
        "an exchange of another app's code": async (path) => exchangeCode(scene, other, await code(), { path }),
        'a refresh with a token that was spent right before': async (path) => {
          const grant = await aGrant(scene, app, user, { path });
          await refreshed(scene, grant, path);
          return refresh(scene, app, grant.refreshToken, { path });
        },
        'a refresh without client_secret': async (path) =>
          send(path, { grant_type: 'refresh_token', client_id: app.clientId, refresh_token: await token(path) }),
        'a refresh without client_id': async (path) =>
          send(path, {
            grant_type: 'refresh_token',
            client_secret: app.clientSecret,
            refresh_token: await token(path),
          }),
        'an exchange without client_id': async (path) =>
          send(path, {
            grant_type: 'authorization_code',
            client_secret: app.clientSecret,
            redirect_uri: redirectUri,
            code: await code(),
          }),
        'an exchange without client_secret': async (path) =>
          send(path, {
            grant_type: 'authorization_code',
            client_id: app.clientId,
            redirect_uri: redirectUri,
            code: await code(),
          }),
        'an exchange without code, while one waits,': async (path) => {
          await code();
          return send(path, { grant_type: 'authorization_code', ...client, redirect_uri: redirectUri });
        },
        'a refresh without refresh_token, while one is live,': async (path) => {
          await token(path);
          return send(path, { grant_type: 'refresh_token', ...client });
        },
        'an exchange without redirect_uri': async (path) =>
          send(path, { grant_type: 'authorization_code', ...client, code: await code() }),
        'an exchange with another redirect_uri': async (path) =>
          exchangeCode(scene, app, await code(), { path, redirectUri: 'https://elsewhere.conformance.example/cb' }),
        "a refresh with another app's secret": async (path) =>
          refresh(scene, { ...app, clientSecret: other.clientSecret }, await token(path), { path }),
        "an exchange with another app's secret": async (path) =>
          exchangeCode(scene, { ...app, clientSecret: other.clientSecret }, await code(), { path }),
        ...(swapped === app.clientSecret
          ? {}
          : {
              'an exchange with the secret in another letter case': async (path: string) =>
                exchangeCode(scene, inOtherCase, await code(), { path }),
              'a refresh with the secret in another letter case': async (path: string) =>
                refresh(scene, inOtherCase, await token(path), { path }),
            }),
      };
      const seen = [];
      for (const [how, send_] of Object.entries(ways)) {
        const legacy = await send_(legacyTokenPath);
        seen.push({ how, legacy, ...(granted(legacy) ? { unversioned: await send_(tokenPath) } : {}) });
      }
      const control = await refresh(scene, app, await token(legacyTokenPath), { path: legacyTokenPath });
      return { seen, control };
    },
    *judge({ seen, control }) {
      for (const { how, legacy, unversioned } of seen) {
        if (unversioned === undefined || granted(unversioned)) continue; // not refused at /oauth/token either
        yield finding(
          'VER-13',
          `${how} at the legacy path`,
          `${answer(legacy)} and an access_token`,
          'no token',
          legacy,
        );
      }
      yield* premise(granted(control), `a right refresh at the legacy path ${answer(control)}`);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-refuses-former-secrets-alike',
    title: 'The legacy path refuses a client secret that a rotation has ended as /oauth/token does',
    proves: ['VER-13'],
    needs: ['app.create', 'app.rotateSecret'],
    async gather(scene) {
      const app = await aClient(scene);
      await settledTokenRequest(scene, app);
      const { clientSecret } = await withNewSecret(scene, app);
      const former = (path: string): Promise<Exchange> =>
        scene.settle(
          () => requestToken(scene, app, path, { note: 'a secret that was rotated away' }),
          (one) => !granted(one),
        );
      const unversioned = await former(tokenPath);
      const legacy = await former(legacyTokenPath);
      return {
        unversioned,
        legacy,
        control: await settledTokenRequest(scene, { ...app, clientSecret }, legacyTokenPath),
      };
    },
    *judge({ unversioned, legacy, control }) {
      if (granted(legacy) && !granted(unversioned)) {
        const subject = 'a request with a former client secret to the legacy path';
        yield finding('VER-13', subject, `${answer(legacy)} and an access_token`, 'no token', legacy);
      } else yield* premise(granted(control), `a request with the new secret ${answer(control)}`);
    },
  }),
];
