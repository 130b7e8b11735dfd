import type { Exchange } from '../../../core/exchange.ts';
import type { App } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  anAccessToken,
  anAppWithAccess,
  aUser,
  learnToken,
  legacyTokenPath,
  requestToken,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { basic, bearer, form } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldWhere, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { isTokenShaped, refusedAsClientError, refusedByContrast, yieldsNoToken } from '../../expectations/refusal.ts';

const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** What the client credentials are not: credentials of the API itself ("Authentication", the table of methods). */
export const secretsChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/client-credentials-are-no-basic-credentials',
    title: 'The client_id and client_secret of an app, sent as HTTP Basic, are answered with 401 on each listing',
    proves: ['CCR-16'],
    needs: ['app'],
    async gather(scene) {
      return probedBeforeAndAfterRotation(scene, ({ appId, clientId, clientSecret }) => [
        { what: 'client_id:client_secret', value: basic(clientId, clientSecret) },
        { what: 'client_secret:', value: basic(clientSecret) },
        { what: 'client_id:', value: basic(clientId) },
        { what: ':client_secret', value: basic('', clientSecret) },
        { what: 'client_secret:client_id', value: basic(clientSecret, clientId) },
        { what: 'the identifier of the app and client_secret', value: basic(appId, clientSecret) },
        // as clients are told to write them at a token endpoint (RFC 6749, 2.3.1)
        { what: 'client_id:client_secret, form-encoded', value: basic(encoded(clientId), encoded(clientSecret)) },
      ]);
    },
    *judge(probes) {
      for (const { path, what, probe, control } of probes) {
        yield* refusedByContrast(probe, control, 'CCR-16', `GET ${path} with HTTP Basic ${what}`);
      }
    },
  }),

  check({
    id: 'client-credentials/client-credentials-are-no-bearer-tokens',
    title: 'A client_secret or client_id as bearer token is answered with 401 on each listing',
    proves: ['CCR-17'],
    needs: ['app'],
    async gather(scene) {
      return probedBeforeAndAfterRotation(
        scene,
        ({ clientId, clientSecret }) =>
          [
            { what: 'the client_secret', value: bearer(clientSecret) },
            { what: 'the client_id', value: bearer(clientId) },
            { what: 'the client_secret, form-encoded', value: bearer(encoded(clientSecret)) },
            // a colon may make the header a malformed one (RFC 6750, 2.1), and base64 is what stands behind Basic
            { what: 'the base64 of both', value: basic(clientId, clientSecret).replace('Basic', 'Bearer') },
          ].filter(({ value }) => /^[\x20-\x7e]+$/.test(value)), // nothing else can stand in a header
      );
    },
    *judge(probes) {
      for (const { path, what, probe, control, shaped } of probes) {
        const judge = shaped ? refusedByContrast : refusedAsClientError;
        yield* judge(probe, control, 'CCR-17', `GET ${path} with ${what} as a bearer token`);
      }
    },
  }),

  check({
    id: 'client-credentials/both-halves-are-no-bearer-token',
    title: 'The client_id and client_secret of an app with a colon between them, as a bearer token, are refused',
    proves: ['CCR-17'],
    needs: ['app'],
    gather: bothHalves,
    *judge(probes) {
      for (const { path, probe, control } of probes) {
        const subject = `GET ${path} with client_id:client_secret as a bearer token`;
        yield* refusedAsClientError(probe, control, 'CCR-17', subject);
      }
    },
  }),

  check({
    id: 'client-credentials/an-access-token-is-no-refresh-token',
    title: 'An access token of an app, presented as a refresh token, yields no token',
    proves: ['CCR-18'],
    needs: ['app'],
    async gather(scene) {
      const { app, token } = await anAppWithAccess(scene);
      const exchanges: Exchange[] = [];
      const present = async ({ clientId, clientSecret }: App, refreshToken: string, path: string): Promise<void> => {
        const fields = { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken };
        const exchange = await scene.postForm(path, form({ grant_type: 'refresh_token', ...fields }), {
          note: 'an access token as refresh_token',
        });
        learnToken(scene, exchange);
        exchanges.push(exchange);
      };
      // a new token, one that was used, and one that was presented before
      for (const one of [await anAccessToken(scene, app), token, token]) await present(app, one, tokenPath);
      if (scene.supports('app.create') && scene.supports('user.create') && scene.supports('browser.authorize')) {
        // an app that has refresh tokens, of its users
        const client = await aClient(scene);
        await aGrant(scene, client, await aUser(scene));
        for (const path of [tokenPath, legacyTokenPath])
          await present(client, await anAccessToken(scene, client), path);
        await present(client, token, tokenPath); // of another app
      }
      return { exchanges, control: await requestToken(scene, app) };
    },
    *judge({ exchanges, control }) {
      const served = accessTokenIn(control) !== undefined;
      const tells = yield* premise(served, 'the app obtains no token by client_credentials either');
      const subject = 'a refresh_token request with an access token of the app as refresh_token';
      for (const exchange of exchanges) yield* heldWhere(tells, yieldsNoToken(exchange, 'CCR-18', subject));
    },
  }),
];

interface Probe {
  readonly path: string;
  readonly what: string;
  readonly probe: Exchange;
  readonly control: Exchange;
  /** Whether what was sent as a bearer token could be one by its form. */
  readonly shaped: boolean;
}

/** A form of client credentials that no bearer token has, so that it may be called malformed. */
async function bothHalves(scene: Scene): Promise<Omit<Probe, 'what' | 'shaped'>[]> {
  const { app, authorization } = await anAppWithAccess(scene);
  const both = `${app.clientId}:${app.clientSecret}`;
  if (!/^[\x21-\x7e]+$/.test(both)) return [];
  return probed(scene, authorization, [{ what: 'client_id:client_secret', value: bearer(both) }]);
}

/** The values made of an app's credentials, of those that it was made with and where it can be of those of a rotation. */
async function probedBeforeAndAfterRotation(
  scene: Scene,
  valuesOf: (app: App) => readonly { readonly what: string; readonly value: string }[],
): Promise<Probe[]> {
  const { app, authorization } = await anAppWithAccess(scene);
  const probes = await probed(scene, authorization, valuesOf(app));
  if (!app.own || !scene.supports('app.rotateSecret')) return probes;
  const renewed = await withNewSecret(scene, app);
  // the tokens of before may have ended with the secret that obtained them (FRE-42)
  const token = bearer(await anAccessToken(scene, renewed));
  const values = valuesOf(renewed).map(({ what, value }) => ({ what: `${what} of a rotation`, value }));
  return [...probes, ...(await probed(scene, token, values))];
}

/** Sends each value to each listing, beside a call with the access token of the app. */
async function probed(
  scene: Scene,
  authorization: string,
  values: readonly { readonly what: string; readonly value: string }[],
): Promise<Probe[]> {
  const probes: Probe[] = [];
  for (const { path } of await scene.listings()) {
    const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
    for (const { what, value } of values) {
      probes.push({
        path,
        what,
        control,
        probe: await scene.call(path, { authorization: value, note: `with ${what}` }),
        shaped: isTokenShaped(value.replace(/^Bearer /, '')),
      });
    }
  }
  return probes;
}
