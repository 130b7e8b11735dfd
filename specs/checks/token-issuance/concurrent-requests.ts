import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import {
  anApp,
  aUser,
  legacyTokenPath,
  requestToken,
  settledTokenRequest,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { aClient, aCode, exchangeCode, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { yieldsToken } from '../../expectations/acceptance.ts';
import { hasNoRefreshMembers } from '../../expectations/token-answer-members.ts';
import { granted, noTokenByContrast, seen } from '../../expectations/token-request.ts';
import { aServedApp } from './request.ts';

const rounds = 3;

/** Checks of token requests of different kinds at the same time ("POST {base_url}/oauth/token"). */
export const concurrentRequestsChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/an-app-asks-for-itself-beside-its-users',
    title: 'Simultaneous token requests for an app itself and for its users each get their own answer',
    proves: ['TOK-34', 'CCR-02', 'CCR-03', 'CCR-22'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const exchange = await exchangeCode(scene, app, await aCode(scene, { app, user }));
      const single = await requestToken(scene, app);
      const own: Exchange[] = [];
      const exchanges: Exchange[] = [];
      const refreshes: Exchange[] = [];
      const first = refreshTokenIn(exchange);
      // whether a refresh alone is granted is a separate question
      const refreshesAlone = first !== undefined && granted(await refresh(scene, app, first));
      for (let round = 0; round < rounds; round++) {
        // one code at a time: an earlier code need not stay valid after a later one (FRE-63)
        const code = await aCode(scene, { app, user });
        const itself = (part: Scene): Promise<Exchange> => requestToken(part, app);
        const answers = await scene.together([itself, (part: Scene) => exchangeCode(part, app, code), itself, itself]);
        for (const [index, one] of answers.entries()) (index === 1 ? exchanges : own).push(one);
        const token = refreshTokenIn(answers[1] ?? exchange);
        if (!refreshesAlone || token === undefined) continue;
        const refreshing = (part: Scene): Promise<Exchange> => refresh(part, app, token);
        const beside = await scene.together([itself, refreshing, itself, itself]);
        for (const [index, one] of beside.entries()) (index === 1 ? refreshes : own).push(one);
      }
      return { exchange, single, own, exchanges, refreshes };
    },
    *judge({ exchange, single, own, exchanges, refreshes }) {
      if (!(yield* premise(granted(single), `a client_credentials request alone ${answer(single)}`))) return;
      if (!(yield* premise(granted(exchange), `a code exchange alone ${answer(exchange)}`))) return;
      const kinds = [
        { what: 'a client_credentials request during a code exchange or a refresh of the app', requests: own },
        { what: 'a code exchange during client_credentials requests of the app', requests: exchanges },
        { what: 'a refresh during client_credentials requests of the app', requests: refreshes },
      ];
      for (const { what, requests } of kinds) {
        for (const one of requests) yield demand(granted(one), 'TOK-34', what, seen(one), 'an access token', one);
      }
      for (const one of own) yield* hasNoRefreshMembers(one, 'the answer to a request during a code exchange');
    },
  }),

  check({
    id: 'token-issuance/a-wrong-secret-beside-a-right-one-yields-no-token',
    title: 'A wrong client secret yields no token while requests with the right one are being answered',
    proves: ['TOK-18'],
    needs: ['app'],
    async gather(scene) {
      const app = await aServedApp(scene);
      const appWithWrongSecret = { ...app, clientSecret: 'nobody-was-ever-given-this' };
      const right = (part: Scene): Promise<Exchange> => requestToken(part, app);
      const wrong = (part: Scene): Promise<Exchange> =>
        requestToken(part, appWithWrongSecret, tokenPath, { note: 'a wrong client secret beside right ones' });
      const probes: Exchange[] = [];
      for (let round = 0; round < rounds; round++) {
        const answers = await scene.together([right, wrong, right, wrong, wrong]);
        probes.push(...answers.filter((_, index) => [1, 3, 4].includes(index)));
      }
      return { probes, control: await requestToken(scene, app) };
    },
    *judge({ probes, control }) {
      for (const probe of probes) {
        yield* noTokenByContrast(probe, control, 'TOK-18', 'a token request with a wrong secret during right ones');
      }
    },
  }),

  check({
    id: 'token-issuance/apps-of-one-name-get-tokens-each',
    title: 'An app still gets tokens after another app of the same name was made, and so does the other',
    proves: ['TOK-01'],
    needs: ['app.create'],
    cases: fc.constantFrom(tokenPath, legacyTokenPath),
    maxCases: 2,
    async gather(scene, path) {
      const name = scene.target.name('namesake');
      const one = await anApp(scene, { name });
      const before = await settledTokenRequest(scene, one, path);
      // the operator decides whether two apps may have one name
      const other = await unlessRefused(anApp(scene, { name }));
      if (other === undefined || other.clientId === one.clientId) return null;
      return {
        before,
        others: await settledTokenRequest(scene, other, path),
        after: await requestToken(scene, one, path),
      };
    },
    *judge(seen, path) {
      if (seen === null) {
        yield notApplicable('there are no two apps of one name');
        return;
      }
      const { before, others, after } = seen;
      const subject = `POST ${path} of an app with the name of another`;
      if (!(yield* premise(granted(before), `POST ${path} of the first app of its name ${answer(before)}`))) return;
      yield* yieldsToken(others, 'TOK-01', `${subject}, the younger of them,`);
      yield* yieldsToken(after, 'TOK-01', `${subject}, the older of them,`);
    },
  }),
];
