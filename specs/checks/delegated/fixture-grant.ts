import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, finding } from '../../../core/judgement.ts';
import { accessTokenIn, aKey, requestToken } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { refreshTokenIn } from '../../../drivers/world/delegated.ts';
import { withDelegatedGrant } from '../../../drivers/world/fixture-grant.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { servedListing } from './working-grant.ts';

/** Checks of a grant that already exists. They leave it as usable as it was. */
export const fixtureGrantChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/an-existing-grant-is-refreshed',
    title: 'Refreshes of an existing grant bring working access tokens and new refresh tokens',
    proves: ['DEL-37', 'DEL-38'],
    needs: ['delegated-grant'],
    gather: (scene) =>
      withDelegatedGrant(scene, async (held) => {
        const served = await servedListing(scene, held.grant.authorization);
        const seen: { readonly sent: string; readonly refresh: Exchange; readonly call?: Exchange }[] = [];
        for (let index = 0; index < 2; index++) {
          const sent = held.grant.refreshToken;
          const refresh = await held.refresh();
          const token = accessTokenIn(refresh);
          seen.push({
            sent,
            refresh,
            ...(token === undefined ? {} : { call: await scene.call(served, { authorization: bearer(token) }) }),
          });
          if (refreshTokenIn(refresh) === undefined) break;
        }
        const last = seen.at(-1)?.refresh;
        const refused = last !== undefined && accessTokenIn(last) === undefined;
        return {
          seen,
          served,
          anonymous: await scene.call(served),
          // if the tenant also refuses the app's own token request, the cause lies elsewhere
          ...(refused ? { ofApp: await requestToken(scene, held.grant.app) } : {}),
        };
      }),
    *judge({ seen, served, anonymous, ofApp }) {
      const appServed = ofApp === undefined || accessTokenIn(ofApp) !== undefined;
      yield* premise(appServed, `a token request of the app itself ${ofApp === undefined ? '' : answer(ofApp)}`);
      yield* premise(!accepted(anonymous), `GET ${served} is served without a credential too`);
      for (const { sent, refresh, call } of seen) {
        const subject = 'a refresh of a grant that had been refreshed before';
        if (appServed) yield* yieldsToken(refresh, 'DEL-37', subject);
        if (call !== undefined && !accepted(call)) {
          yield finding('DEL-37', `a call with the access token of ${subject}`, answer(call), 'a page', call);
        }
        if (accessTokenIn(refresh) === undefined) continue;
        const next = refreshTokenIn(refresh);
        const observed = next === undefined ? 'brought no refresh token' : 'brought the refresh token that was sent';
        const isAnother = next !== undefined && next !== sent;
        yield demand(isAnother, 'DEL-38', subject, observed, 'another refresh token than the one sent', refresh);
      }
    },
  }),

  check({
    id: 'delegated/an-existing-grant-is-served-on-each-listing',
    title: 'The access token of an existing grant is accepted on each listing that serves user and app',
    proves: ['DEL-62'],
    needs: ['delegated-grant'],
    gather: (scene) =>
      withDelegatedGrant(scene, async (held) => {
        const { authorization, user } = held.grant;
        const seen: { path: string; call: Exchange; anonymous?: Exchange; byKey?: Exchange; byApp?: Exchange }[] = [];
        let key = held.apiKey;
        for (const { path } of await scene.listings()) {
          const call = await scene.settle(() => scene.call(path, { authorization }), accepted);
          if (accepted(call)) {
            seen.push({ path, call, anonymous: await scene.call(path) });
            continue;
          }
          if (key === undefined && scene.makesGrants && scene.supports('apiKey.create')) key = await aKey(scene, user);
          const byKey = key === undefined ? undefined : await scene.call(path, { authorization: basic(key) });
          const own = accessTokenIn(await requestToken(scene, held.grant.app));
          const byApp = own === undefined ? undefined : await scene.call(path, { authorization: bearer(own) });
          seen.push({
            path,
            call,
            ...(byKey === undefined ? {} : { byKey }),
            ...(byApp === undefined ? {} : { byApp }),
          });
        }
        return seen;
      }),
    *judge(seen) {
      for (const { path, call, anonymous, byKey, byApp } of seen) {
        if (accepted(call)) {
          const open = anonymous !== undefined && accepted(anonymous);
          yield* premise(!open, `GET ${path} is served without a credential too`);
          continue;
        }
        const unknown = `GET ${path} ${answer(call)}, and no API key of the same user tells whether the user may list`;
        if (!(yield* premise(byKey !== undefined, unknown)) || byKey === undefined) continue;
        if (!(yield* premise(accepted(byKey), `GET ${path} does not serve the user's own key either`))) continue;
        const bearers = byApp !== undefined && accepted(byApp);
        if (!(yield* premise(bearers, `GET ${path} does not serve a token of the app itself either`))) continue;
        yield finding('DEL-62', `GET ${path} with a delegated access token`, answer(call), 'a page', call);
      }
    },
  }),
];
