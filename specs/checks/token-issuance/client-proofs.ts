import type { Exchange } from '../../../core/exchange.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { aKeyOwner, anAccessToken, aUser, requestToken } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  localRedirectUri,
  redirectUri,
  refresh,
} from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { noTokenByContrast } from '../../expectations/token-request.ts';
import { cookiesSetBy } from '../transport/connection.ts';
import type { Fields } from './request.ts';
import { ask, aServedApp, rightFields, withField } from './request.ts';

const users = ['app.create', 'user.create', 'browser.authorize'] as const;

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** A JWT without a real issuer: {"alg":"none"}, {"iss":"nobody"} and no signature. */
const assertion = 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJub2JvZHkifQ.';

/** Fields that other services, or careless parsers of a form, accept instead of a secret. */
const secretless: readonly Fields[] = [
  [
    ['client_assertion', assertion],
    ['client_assertion_type', assertionType],
  ],
  [['client_secret[$ne]', 'x']],
  [['client_secret[$gt]', '']],
  [['client_secret[$regex]', '.*']],
  [['client_secret[]', '']],
  [['code_verifier', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk']],
];

/** Returns the fields of a code exchange without the client's secret. */
const exchangeOf = (app: App, code: string, sentTo: string): Fields => [
  ['grant_type', 'authorization_code'],
  ['client_id', app.clientId],
  ['redirect_uri', sentTo],
  ['code', code],
];

/** Checks that nothing replaces the client's own secret, or a documented grant ("POST {base_url}/oauth/token"). */
export const clientProofsChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/a-token-in-the-header-proves-no-client',
    title: 'A live access token in the Authorization header replaces no field of a token request',
    proves: ['TOK-12', 'TOK-16', 'TOK-18'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await aServedApp(scene);
      const headers = { authorization: bearer(await anAccessToken(scene, app)) };
      const right = rightFields(app);
      const send = (fields: Fields, note: string): Promise<Exchange> => ask(scene, fields, { headers, note });
      return {
        unproven: await send(withField(right, 'client_secret', undefined), 'a live token in place of client_secret'),
        wrong: await send(withField(right, 'client_secret', 'nobodys'), 'a live token beside a wrong client_secret'),
        untyped: await send(withField(right, 'grant_type', undefined), 'a live token and no grant_type'),
        control: await requestToken(scene, app),
      };
    },
    *judge({ unproven, wrong, untyped, control }) {
      const how = 'and a live access token in the Authorization header';
      yield* noTokenByContrast(unproven, control, 'TOK-12', `a token request without client_secret ${how}`);
      yield* noTokenByContrast(wrong, control, 'TOK-18', `a token request with a wrong client_secret ${how}`);
      yield* noTokenByContrast(untyped, control, 'TOK-16', `a token request without grant_type ${how}`);
    },
  }),

  check({
    id: 'token-issuance/nothing-stands-in-for-the-client-secret',
    title: "An unsigned assertion, or an operator in the field's name, does not replace client_secret",
    proves: ['TOK-12'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await aServedApp(scene);
      const bare = withField(rightFields(app), 'client_secret', undefined);
      const probes = [];
      for (const fields of secretless) {
        const [[name] = ['']] = fields;
        probes.push({ name, probe: await ask(scene, [...bare, ...fields], { note: `${name} in place of a secret` }) });
      }
      return { probes, control: await requestToken(scene, app) };
    },
    *judge({ probes, control }) {
      for (const { name, probe } of probes) {
        yield* noTokenByContrast(probe, control, 'TOK-12', `a token request with ${name} and no client_secret`);
      }
    },
  }),

  check({
    id: 'token-issuance/no-kind-of-client-exchanges-codes-without-its-secret',
    title: 'A client on localhost or with a code_verifier exchanges no code without its client_secret',
    proves: ['TOK-12'],
    needs: users,
    async gather(scene) {
      const [local, web, user] = [await aClient(scene, [localRedirectUri]), await aClient(scene), await aUser(scene)];
      const localCode = (): Promise<string> => aCode(scene, { app: local, user, redirectUri: localRedirectUri });
      const note = 'without client_secret';
      const onLocalhost = await ask(scene, exchangeOf(local, await localCode(), localRedirectUri), { note });
      const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
      const code = await aCode(scene, { app: web, user });
      const fields: Fields = [...exchangeOf(web, code, redirectUri), ['code_verifier', verifier]];
      const withVerifier = await ask(scene, fields, { note: 'code_verifier in place of client_secret' });
      return {
        onLocalhost,
        withVerifier,
        local: await exchangeCode(scene, local, await localCode(), { redirectUri: localRedirectUri }),
        web: await exchangeCode(scene, web, await aCode(scene, { app: web, user })),
      };
    },
    *judge({ onLocalhost, withVerifier, local, web }) {
      yield* noTokenByContrast(onLocalhost, local, 'TOK-12', 'a code exchange of a client on localhost without secret');
      yield* noTokenByContrast(withVerifier, web, 'TOK-12', 'a code exchange with code_verifier and no client_secret');
    },
  }),

  check({
    id: 'token-issuance/other-grant-types-yield-nothing-with-their-fields-either',
    title: 'Grant types of other services yield no token, even with the fields that belong to them',
    proves: ['TOK-17'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await aServedApp(scene);
      const token = await anAccessToken(scene, app);
      const able = scene.supports('user.create') && scene.supports('apiKey.create');
      const owner = able ? await aKeyOwner(scene) : undefined;
      const urn = 'urn:ietf:params:oauth:grant-type:';
      const type = 'urn:ietf:params:oauth:token-type:access_token';
      const attempts: { grantType: string; fields: Fields }[] = [
        {
          grantType: `${urn}token-exchange`,
          fields: [
            ['subject_token', token],
            ['subject_token_type', type],
          ],
        },
        { grantType: `${urn}jwt-bearer`, fields: [['assertion', token]] },
        { grantType: `${urn}device_code`, fields: [['device_code', token]] },
      ];
      if (owner !== undefined) {
        for (const password of [owner.apiKey, 'password']) {
          attempts.push({
            grantType: 'password',
            fields: [
              ['username', owner.email],
              ['password', password],
            ],
          });
        }
      }
      const probes = [];
      for (const { grantType, fields } of attempts) {
        const own = withField(rightFields(app), 'grant_type', grantType);
        const note = 'a grant_type outside the documented ones, with its fields';
        probes.push({ grantType, probe: await ask(scene, [...own, ...fields], { note }) });
      }
      return { probes, control: await requestToken(scene, app) };
    },
    *judge({ probes, control }) {
      for (const { grantType, probe } of probes) {
        yield* noTokenByContrast(
          probe,
          control,
          'TOK-17',
          `a token request with grant_type ${grantType} and its fields`,
        );
      }
    },
  }),

  check({
    id: 'token-issuance/a-field-of-another-grant-does-not-stand-in',
    title: 'A live refresh token does not replace a code, and a live code or a cookie replaces no refresh token',
    proves: ['TOK-13', 'TOK-15'],
    needs: users,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const client = rightFields(app).slice(1);
      const { refreshToken } = await aGrant(scene, app, user);
      const uncoded: Fields = [
        ['grant_type', 'authorization_code'],
        ...client,
        ['redirect_uri', redirectUri],
        ['refresh_token', refreshToken],
      ];
      const untokened: Fields = [
        ['grant_type', 'refresh_token'],
        ...client,
        ['redirect_uri', redirectUri],
        ['code', await aCode(scene, { app, user })],
      ];
      const held = await aGrant(scene, app, user);
      const cookies = [cookiesSetBy([held.answered]), `refresh_token=${held.refreshToken}`].filter(Boolean);
      const byCookie = await ask(scene, [['grant_type', 'refresh_token'], ...client], {
        headers: { cookie: cookies.join('; ') },
        note: 'a cookie in place of the refresh token',
      });
      return {
        byRefreshToken: await ask(scene, uncoded, { note: 'a refresh token in place of the code' }),
        byCode: await ask(scene, untokened, { note: 'a code in place of the refresh token' }),
        byCookie,
        exchange: await exchangeCode(scene, app, await aCode(scene, { app, user })),
        refresh: await refresh(scene, app, (await aGrant(scene, app, user)).refreshToken),
      };
    },
    *judge({ byRefreshToken, byCode, byCookie, exchange, refresh: refreshing }) {
      const subject = 'an authorization_code request with a live refresh_token and no code';
      yield* noTokenByContrast(byRefreshToken, exchange, 'TOK-13', subject);
      yield* noTokenByContrast(byCode, refreshing, 'TOK-15', 'a refresh_token request with a live code and no token');
      const where = 'a refresh_token request with a live refresh token in a cookie only';
      yield* noTokenByContrast(byCookie, refreshing, 'TOK-15', where);
    },
  }),

  check({
    id: 'token-issuance/the-secret-of-another-app-fits-no-grant',
    title: 'The client secret of another app exchanges no code, refreshes no token and obtains none',
    proves: ['TOK-21'],
    needs: users,
    async gather(scene) {
      const [app, other, user] = [await aClient(scene), await aServedApp(scene), await aUser(scene)];
      const mismatched = { clientId: app.clientId, clientSecret: other.clientSecret };
      const sendMismatched = async () => ({
        itself: await requestToken(scene, mismatched, undefined, { note: "another app's secret" }),
        exchange: await exchangeCode(scene, mismatched, await aCode(scene, { app, user })),
        refresh: await refresh(scene, mismatched, (await aGrant(scene, app, user)).refreshToken),
      });
      const live = await sendMismatched();
      const archivable = scene.supports('app.archive');
      if (archivable) await scene.operate('app.archive', { appId: other.appId });
      const archived = archivable ? [await sendMismatched()] : [];
      const exchange = await exchangeCode(scene, app, await aCode(scene, { app, user }));
      const refreshing = await refresh(scene, app, (await aGrant(scene, app, user)).refreshToken);
      const right = { itself: await requestToken(scene, app), exchange, refresh: refreshing };
      return { mismatched: [live, ...archived], right };
    },
    *judge({ mismatched, right }) {
      for (const [index, one] of mismatched.entries()) {
        const whose = `the client secret of another app${index === 0 ? '' : ', which is archived'}`;
        yield* noTokenByContrast(one.itself, right.itself, 'TOK-21', `a client_credentials request with ${whose}`);
        yield* noTokenByContrast(one.exchange, right.exchange, 'TOK-21', `a code exchange with ${whose}`);
        yield* noTokenByContrast(one.refresh, right.refresh, 'TOK-21', `a refresh with ${whose}`);
      }
    },
  }),
];
