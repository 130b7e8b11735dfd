import fc from 'fast-check';
import { jsonObject, succeeded } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { anApp, accessTokenIn, anAppWithAccess, requestToken } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted, yieldsToken } from '../../expectations/acceptance.ts';

/** How an app gets a token by its own credentials ("OAuth bearer with app credentials", 1 and 3). */
export const grantChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/credentials-obtain-a-token',
    title: 'The client_id and client_secret of an app obtain an access token',
    proves: ['CCR-01'],
    needs: ['app'],
    gather: async (scene) => requestToken(scene, await anApp(scene)),
    *judge(request) {
      yield* yieldsToken(request, 'CCR-01', "a client_credentials request with the app's own credentials");
    },
  }),

  check({
    id: 'client-credentials/no-refresh-token-is-issued',
    title: 'The response to client_credentials has neither refresh_token nor refresh_token_expires_in',
    proves: ['CCR-02', 'CCR-03'],
    needs: ['app'],
    given: fc.record({ requests: fc.integer({ min: 1, max: 4 }) }),
    arrange: (scene) => anApp(scene),
    gather: (scene, { requests }, app) =>
      scene.together(Array.from({ length: requests }, () => (part) => requestToken(part, app))),
    *judge(answers) {
      for (const request of answers) {
        const body = jsonObject(request);
        if (!(yield* premise(succeeded(request) && body !== undefined, 'a client_credentials request was not granted')))
          continue;
        const subject = 'the response to a client_credentials request';
        if (body !== undefined && Object.hasOwn(body, 'refresh_token')) {
          yield finding('CCR-02', subject, 'contained refresh_token', 'no such member', request);
        }
        if (body !== undefined && Object.hasOwn(body, 'refresh_token_expires_in')) {
          yield finding('CCR-03', subject, 'contained refresh_token_expires_in', 'no such member', request);
        }
      }
    },
  }),

  check({
    id: 'client-credentials/the-token-is-accepted-on-each-listing',
    title: 'The access token of an app is accepted as a bearer token on each listing',
    proves: ['CCR-04'],
    needs: ['app'],
    async gather(scene) {
      const { authorization } = await anAppWithAccess(scene);
      const calls = [];
      for (const listing of await scene.listings()) {
        const call = await scene.settle(() => scene.call(listing.path, { authorization }), accepted);
        const anonymous = await scene.call(listing.path, { note: 'without a credential, for contrast' });
        calls.push({ path: listing.path, call, anonymous });
      }
      return calls;
    },
    *judge(calls) {
      for (const { path, call, anonymous } of calls) {
        if (!(yield* premise(!accepted(anonymous), `GET ${path} is served without a credential too`))) continue;
        yield* isAccepted(call, 'CCR-04', `GET ${path} with the access token of an app`);
      }
    },
  }),

  check({
    id: 'client-credentials/a-token-can-be-asked-for-again',
    title: 'An app can ask for another token at any time, and the earlier ones go on working',
    proves: ['CCR-06', 'CCR-07'],
    needs: ['app'],
    given: fc.record({ requests: fc.integer({ min: 2, max: 5 }), use: fc.nat(4) }),
    atMost: 25,
    arrange: (scene) => anAppWithAccess(scene),
    async gather(scene, { requests, use }, { app }) {
      const path = '/api/v2/entries';
      const first = await requestToken(scene, app);
      const token = accessTokenIn(first);
      const before =
        token === undefined
          ? undefined
          : await scene.settle(() => scene.call(path, { authorization: bearer(token) }), accepted);
      const later = [];
      for (let asked = 1; asked < requests; asked++) later.push(await requestToken(scene, app));
      const tokens = [token, ...later.map(accessTokenIn)].slice(0, -1);
      const earlier = tokens[use % tokens.length];
      const after = earlier === undefined ? undefined : await scene.call(path, { authorization: bearer(earlier) });
      return { first, before, later, after };
    },
    *judge({ first, before, later, after }) {
      if (!(yield* premise(accessTokenIn(first) !== undefined, 'a first token could not be had'))) return;
      for (const again of later)
        yield* yieldsToken(again, 'CCR-06', 'another client_credentials request of the same app');
      if (
        !(yield* premise(before !== undefined && accepted(before), 'the first token was not accepted when it was new'))
      )
        return;
      if (after === undefined) return;
      yield* isAccepted(after, 'CCR-07', 'a call with a token after another one was requested');
    },
  }),
];
