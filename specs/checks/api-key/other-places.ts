import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import {
  accessTokenIn,
  anApp,
  anAppWithAccess,
  learnToken,
  legacyTokenPath,
  requestToken,
  settledTokenRequest,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import type { App, KeyOwner } from '../../../drivers/world/actors.ts';
import { basic, bearer, form } from '../../../drivers/world/authorization.ts';
import { aGrant, redirectUri } from '../../../drivers/world/delegated.ts';
import { sameShape } from '../../../generators/same-shape.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldWhere, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { isTokenShaped, refusedAsClientError, refusedByContrast, yieldsNoToken } from '../../expectations/refusal.ts';
import { keyStage, keyStages, listingAt } from '../../expectations/open-listings.ts';

/** Keys and tokens in one another's place ("Authentication", the table of methods: each has its own form). */
export const otherPlacesChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/a-key-as-bearer-token-is-answered-401',
    title: 'An API key sent as a bearer token is answered with 401',
    proves: ['KEY-11'],
    needs: ['api-key'],
    async gather(scene) {
      const calls = [];
      for (const { kind, owner, authorization, open } of await keyStages(scene)) {
        // a header takes octets: those of the key's UTF-8 form
        const asBearer = bearer(Buffer.from(owner.apiKey, 'utf8').toString('latin1'));
        const tokenShaped = isTokenShaped(owner.apiKey);
        for (const { path } of open) {
          const wrong = await scene.call(path, { authorization: asBearer, note: `${kind} as a bearer token` });
          const withColon = await scene.call(path, { authorization: `${asBearer}:`, note: `${kind} and a colon` });
          const right = await scene.settle(() => scene.call(path, { authorization }), accepted);
          calls.push({ path, kind, tokenShaped, wrong, withColon, right });
        }
      }
      return calls;
    },
    *judge(calls) {
      for (const { path, kind, tokenShaped, wrong, withColon, right } of calls) {
        yield* refusedAsClientError(withColon, right, 'KEY-11', `GET ${path} with ${kind} and a colon as bearer token`);
        // what cannot stand in a bearer header may be called malformed (RFC 6750, sections 2.1 and 3.1)
        if (!tokenShaped && wrong.response?.status === 400 && accepted(right)) continue;
        yield* refusedByContrast(wrong, right, 'KEY-11', `GET ${path} with ${kind} as bearer token`);
      }
    },
  }),

  check({
    id: 'api-key/an-access-token-as-username-is-answered-401',
    title: 'An access token sent as Basic username, or as the password beside one, is answered with 401',
    proves: ['KEY-12'],
    needs: ['app', 'api-key'],
    async gather(scene) {
      const { authorization: key, open } = await keyStage(scene);
      const { app, token } = await anAppWithAccess(scene);
      const calls: { path: string; wrong: Exchange; asBearer: Exchange; byKey: Exchange }[] = [];
      const present = async (live: string): Promise<void> => {
        for (const { path } of open) {
          // beside no password, and beside what other services want there
          const refused = [];
          for (const password of ['', 'x-oauth-basic', 'oauth2']) {
            const note = 'an access token as username';
            refused.push(await scene.call(path, { authorization: basic(live, password), note }));
          }
          for (const username of ['oauth2', 'x-token-auth', 'token', 'Bearer', '']) {
            const note = 'an access token as password';
            refused.push(await scene.call(path, { authorization: basic(username, live), note }));
          }
          const wrong = refused.find((one) => one.response?.status !== 401) ?? refused[0];
          if (wrong === undefined) continue;
          const asBearer = await scene.settle(() => scene.call(path, { authorization: bearer(live) }), accepted);
          calls.push({ path, wrong, asBearer, byKey: await scene.call(path, { authorization: key }) });
        }
      };
      await present(token);
      // asked for only now: it may take the place of the one before (FRE-51)
      const legacy = accessTokenIn(await requestToken(scene, app, legacyTokenPath));
      if (legacy !== undefined) await present(legacy);
      return calls;
    },
    *judge(calls) {
      for (const { path, wrong, asBearer, byKey } of calls) {
        if (!(yield* premise(accepted(byKey), `GET ${path} with an API key ${answer(byKey)}`))) continue;
        yield* refusedByContrast(wrong, asBearer, 'KEY-12', `GET ${path} with a live access token under Basic`);
      }
    },
  }),

  check({
    id: 'api-key/a-key-obtains-no-token',
    title: 'An API key obtains no token, be it sent as client secret, refresh token or Basic credential',
    proves: ['KEY-13'],
    needs: ['app', 'api-key'],
    async gather(scene) {
      const { owner, authorization, open } = await keyStage(scene);
      const app = await anApp(scene, scene.supports('app.create') ? { redirectUris: [redirectUri] } : {});
      // whoever authorized the app has to do with it, and their key has not
      if (app.own && scene.supports('browser.authorize')) await aGrant(scene, app, owner);
      const requests: { path: string; what: string; request: Exchange; byAnything: boolean }[] = [];
      // a value of the same form: where it obtains a token too, the key is not what obtains it
      const nobodys = attempts(app, { ...owner, apiKey: sameShape(owner.apiKey, 1, owner.apiKey.length) });
      const granted: Exchange[] = [];
      for (const path of [tokenPath, legacyTokenPath]) {
        const send = async ({ what, fields, headers }: Attempt, note = what): Promise<Exchange> => {
          const options = { note, ...(headers === undefined ? {} : { headers }) };
          const request = await scene.postForm(path, form(fields), options);
          learnToken(scene, request);
          return request;
        };
        for (const [index, one] of attempts(app, owner).entries()) {
          const request = await send(one);
          const alike = nobodys[index];
          const byAnything =
            accessTokenIn(request) !== undefined &&
            alike !== undefined &&
            accessTokenIn(await send(alike, 'a value of nobody in place of the key')) !== undefined;
          requests.push({ path, what: one.what, request, byAnything });
        }
        granted.push(await settledTokenRequest(scene, app, path));
      }
      const live = await scene.call(listingAt(open, 0).path, { authorization });
      return { requests, granted, live };
    },
    *judge({ requests, granted, live }) {
      const isLive = yield* premise(accepted(live), 'the key was not live any more');
      for (const one of granted) {
        yield* premise(
          accessTokenIn(one) !== undefined,
          `the app's own credentials obtained no token: it ${answer(one)}`,
        );
      }
      const tells = isLive && granted.every((one) => accessTokenIn(one) !== undefined);
      for (const { path, what, request, byAnything } of requests) {
        if (byAnything) continue;
        yield* heldWhere(tells, yieldsNoToken(request, 'KEY-13', `POST ${path} with ${what}`));
      }
    },
  }),
];

interface Attempt {
  readonly what: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The key in each place, beside other fields that are right. Never beside the right client secret, which would do by itself. */
function attempts({ clientId, clientSecret }: App, { apiKey, email, userId }: KeyOwner): Attempt[] {
  const grant = { grant_type: 'client_credentials' };
  const byKey = { authorization: basic(apiKey) };
  return [
    { what: 'an API key as client secret', fields: { ...grant, client_id: clientId, client_secret: apiKey } },
    {
      what: "an API key as client secret of its owner's address",
      fields: { ...grant, client_id: email, client_secret: apiKey },
    },
    {
      what: "an API key as client secret of its owner's identifier",
      fields: { ...grant, client_id: userId, client_secret: apiKey },
    },
    {
      what: 'an API key as client id and as client secret',
      fields: { ...grant, client_id: apiKey, client_secret: apiKey },
    },
    {
      what: 'an API key as client secret of a refresh',
      fields: { grant_type: 'refresh_token', client_id: clientId, client_secret: apiKey, refresh_token: apiKey },
    },
    {
      what: 'an API key as refresh token',
      fields: { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret, refresh_token: apiKey },
    },
    {
      what: 'an API key as code',
      fields: {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code: apiKey,
      },
    },
    { what: 'an API key as Basic credential', fields: grant, headers: byKey },
    {
      what: 'an API key as Basic credential beside a client id',
      fields: { ...grant, client_id: clientId },
      headers: byKey,
    },
    {
      what: 'an API key as Basic credential beside a wrong secret',
      fields: { ...grant, client_id: clientId, client_secret: apiKey },
      headers: byKey,
    },
    {
      what: 'a client id and an API key as Basic credential',
      fields: grant,
      headers: { authorization: basic(clientId, apiKey) },
    },
    {
      what: 'an API key as the password of a grant',
      fields: {
        grant_type: 'password',
        client_id: clientId,
        client_secret: clientSecret,
        username: email,
        password: apiKey,
      },
    },
    {
      what: 'an API key as the subject of a token exchange',
      fields: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_id: clientId,
        client_secret: clientSecret,
        subject_token: apiKey,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      },
    },
    {
      what: 'an API key as Basic credential and as refresh token',
      fields: { grant_type: 'refresh_token', refresh_token: apiKey },
      headers: byKey,
    },
  ];
}
