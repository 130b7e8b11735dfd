import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, observation } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { anApp, aUser, tokenPath } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aCode, exchangeCode, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { granted, seen } from '../../expectations/token-request.ts';
import type { FreedomId } from '../../requirements/index.ts';
import { ask, askWithBody, encoded, firstRequest, rightFields } from './request.ts';

/** Returns the client's credentials as Authorization headers, in the forms that token endpoints expect. */
function headersOf({ clientId, clientSecret }: App): readonly string[] {
  return [
    basic(clientId, clientSecret),
    basic(encodeURIComponent(clientId), encodeURIComponent(clientSecret)), // RFC 6749, 2.3.1
    bearer('conformance'),
  ];
}

/** Sends requests that the tenant may grant or refuse, and returns each with the freedom that it concerns. */
async function freedoms(scene: Scene, app: App): Promise<{ freedom: FreedomId; what: string; request: Exchange }[]> {
  const fields = rightFields(app);
  const [authorization = ''] = headersOf(app);
  const note = 'a freedom of the tenant';
  const tried: { freedom: FreedomId; what: string; request: Exchange }[] = [
    {
      freedom: 'FRE-29',
      what: 'client authentication by HTTP Basic',
      request: await ask(scene, fields.slice(0, 1), { headers: { authorization }, note }),
    },
    {
      freedom: 'FRE-30',
      what: 'a token request in JSON',
      request: await askWithBody(scene, JSON.stringify(Object.fromEntries(fields)), {
        headers: { 'content-type': 'application/json' },
        note,
      }),
    },
    {
      freedom: 'FRE-33',
      what: 'a token request with a field twice',
      request: await ask(scene, [...fields, ...fields.slice(0, 1)], { note }),
    },
    {
      freedom: 'FRE-34',
      what: 'a token request with a scope',
      request: await ask(scene, [...fields, ['scope', 'all']], { note }),
    },
  ];
  if (app.own) {
    const query = encoded(fields);
    tried.push({
      freedom: 'FRE-31',
      what: 'a token request with its fields in the query string',
      request: await askWithBody(scene, '', { path: `${tokenPath}?${query}`, note }),
    });
  }
  return tried;
}

/** Checks of the place of the credentials in a token request. */
export const authorizationHeaderChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/credentials-in-the-form-are-enough',
    title: 'The token path needs no Authorization header: credentials in the form are enough',
    proves: ['TOK-31'],
    needs: ['app'],
    async gather(scene) {
      const app = await anApp(scene);
      const without = await firstRequest(scene, app);
      if (granted(without)) return { without, withHeader: [], noted: await freedoms(scene, app) };
      const withHeader: Exchange[] = [];
      const note = 'with an Authorization header beside the form';
      for (const authorization of headersOf(app)) {
        withHeader.push(await ask(scene, rightFields(app), { headers: { authorization }, note }));
        withHeader.push(await ask(scene, rightFields(app).slice(0, 1), { headers: { authorization }, note }));
      }
      return { without, withHeader, noted: [] };
    },
    *judge({ without, withHeader, noted }) {
      if (!granted(without)) {
        if (withHeader.some(granted)) {
          const subject = 'a right token request without an Authorization header';
          yield finding('TOK-31', subject, `${seen(without)}, and with one was granted`, 'an access token', without);
        } else yield* premise(false, `a right token request ${answer(without)}, with an Authorization header too`);
      }
      for (const { freedom, what, request } of noted) {
        const observed = `${what} is ${granted(request) ? 'accepted' : `refused (${request.response?.status ?? 'no answer'})`}`;
        yield observation(freedom, observed, request);
      }
    },
  }),

  check({
    id: 'token-issuance/user-grants-need-no-header',
    title: 'A code exchange and a refresh need no Authorization header: credentials in the form are enough',
    proves: ['TOK-31'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const contrast = async (what: string, plain: Exchange, again: (authorization: string) => Promise<Exchange>) => {
        const withHeader: Exchange[] = [];
        // a refused code or refresh token may still be spent, so each header gets a new one
        for (const authorization of granted(plain) ? [] : headersOf(app)) withHeader.push(await again(authorization));
        return { what, plain, withHeader };
      };
      const exchange = async (headers: Record<string, string> = {}): Promise<Exchange> =>
        exchangeCode(scene, app, await aCode(scene, { app, user }), { headers });
      const exchanged = await contrast('a code exchange', await exchange(), (authorization) =>
        exchange({ authorization }),
      );
      const held = [exchanged.plain, ...exchanged.withHeader].find(granted);
      if (held === undefined) return [exchanged];
      const headers = held.request.headers['authorization'];
      const refreshed = async (more: Record<string, string> = {}): Promise<Exchange> => {
        const one = await exchange(typeof headers === 'string' ? { authorization: headers } : {});
        return refresh(scene, app, refreshTokenIn(one) ?? '', { headers: more });
      };
      return [
        exchanged,
        await contrast('a refresh', await refreshed(), (authorization) => refreshed({ authorization })),
      ];
    },
    *judge(requests) {
      for (const { what, plain, withHeader } of requests) {
        if (granted(plain)) continue;
        const isGrantedWithHeader = withHeader.some(granted);
        if (!(yield* premise(isGrantedWithHeader, `${what} ${answer(plain)}, with an Authorization header too`)))
          continue;
        const subject = `${what} without an Authorization header`;
        yield finding('TOK-31', subject, `${seen(plain)}, and with one was granted`, 'an access token', plain);
      }
    },
  }),
];
