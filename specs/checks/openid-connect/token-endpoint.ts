import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, anApp, requestToken, tokenPathsOf } from '../../../drivers/world/actors.ts';
import { bearer, form } from '../../../drivers/world/authorization.ts';
import { authorize, redirectUri } from '../../../drivers/world/delegated.ts';
import { anIdToken, aTokenUser, plainIdToken } from '../../../drivers/world/identity.ts';
import { sameShape } from '../../../generators/same-shape.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, listingsOpenToIdTokens } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';

/** Checks that an ID token is no other credential at a token path ("POST {base_url}/oauth/token"). */
export const tokenEndpointChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/an-id-token-obtains-no-access-token',
    title: 'An ID token obtains no access token as code, as refresh token or as client secret',
    proves: ['OIC-27'],
    needs: [...idTokenNeeds, 'app'],
    async gather(scene) {
      const user = await aTokenUser(scene);
      const open = await listingsOpenToIdTokens(scene, user);
      const app = await anApp(scene, scene.supports('app.create') ? { redirectUris: [redirectUri] } : {});
      // a tenant might mistake the ID token for a token of a user who authorized the app
      if (scene.supports('app.create') && scene.supports('browser.authorize')) await authorize(scene, { user, app });
      const token = await anIdToken(scene, plainIdToken, { user });
      // a value of the same form: if it obtains a token too, the ID token is not the reason
      const nobodys = sameShape(token, 1, token.length);
      const requests: { path: string; what: string; request: Exchange; byAnything: boolean }[] = [];
      const granted = [];
      for (const path of tokenPathsOf(scene)) {
        const send = async ({ what, fields, headers }: Attempt): Promise<Exchange> => {
          const options = { note: what, ...(headers === undefined ? {} : { headers }) };
          return scene.postForm(path, form(fields), options);
        };
        const alike = attempts(app, nobodys, user.email);
        for (const [index, attempt] of attempts(app, token, user.email).entries()) {
          const request = await send(attempt);
          const other = alike[index];
          const byAnything =
            accessTokenIn(request) !== undefined &&
            other !== undefined &&
            accessTokenIn(await send(other)) !== undefined;
          requests.push({ path, what: attempt.what, request, byAnything });
        }
        const own = () => requestToken(scene, app, path);
        granted.push(await scene.settle(own, (one) => accessTokenIn(one) !== undefined));
      }
      const live = await scene.call(listingAt(open, 0).path, {
        authorization: bearer(await anIdToken(scene, plainIdToken, { user })),
      });
      return { requests, granted, live };
    },
    *judge({ requests, granted, live }) {
      for (const { path, what, request, byAnything } of requests) {
        if (!byAnything) yield* yieldsNoToken(request, 'OIC-27', `POST ${path} with ${what}`);
      }
      yield* premise(accepted(live), 'ID tokens were not served any more');
      const some = granted.find((one) => accessTokenIn(one) !== undefined);
      const first = granted[0];
      if (some === undefined && first !== undefined) {
        yield* premise(false, `the app's own credentials obtained no token: it ${answer(first)}`);
      }
    },
  }),
];

interface Attempt {
  readonly what: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns attempts with the ID token in each place of a token request. A client_credentials request never carries the
 * right secret as well, because that secret alone obtains a token.
 */
function attempts({ clientId, clientSecret }: App, token: string, email: string): Attempt[] {
  const client = { client_id: clientId, client_secret: clientSecret };
  const code = { grant_type: 'authorization_code', redirect_uri: redirectUri, code: token };
  const refresh = { grant_type: 'refresh_token', refresh_token: token };
  const own = { grant_type: 'client_credentials' };
  return [
    { what: 'an ID token as code', fields: { ...code, ...client } },
    { what: 'an ID token as refresh token', fields: { ...refresh, ...client } },
    { what: 'an ID token as client secret', fields: { ...own, client_id: clientId, client_secret: token } },
    {
      what: "an ID token as client secret of its user's address",
      fields: { ...own, client_id: email, client_secret: token },
    },
    {
      what: 'an ID token as code and as client secret',
      fields: { ...code, client_id: clientId, client_secret: token },
    },
    {
      what: 'an ID token as refresh token and as client secret',
      fields: { ...refresh, client_id: clientId, client_secret: token },
    },
    {
      what: 'an ID token as bearer token, with a client_id field',
      fields: { ...own, client_id: clientId },
      headers: { authorization: bearer(token) },
    },
    {
      what: 'an ID token as the assertion of a grant',
      fields: { ...client, grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: token },
    },
    {
      what: 'an ID token as the subject of a token exchange',
      fields: {
        ...client,
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      },
    },
    {
      what: 'an ID token as client assertion',
      fields: {
        ...own,
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: token,
      },
    },
  ];
}
