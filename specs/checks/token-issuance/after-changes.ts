import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import { answer, jsonObject } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { requestFor } from '../../../core/wording.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import {
  accessTokenIn,
  anAccessToken,
  aUser,
  legacyTokenPath,
  requestToken,
  setIdleWebhook,
  settledTokenRequest,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  redirectUri,
  refresh,
  refreshed,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import {
  appAnswerMembers,
  hasNoRefreshMembers,
  isPlainTokenAnswer,
  userAnswerMembers,
  userAnswerRequirements,
} from '../../expectations/token-answer-members.ts';
import { granted, noTokenByContrast } from '../../expectations/token-request.ts';
import { ask, rightFields } from './request.ts';

/** Events that may precede an app's request for a token. */
export const appEvents = [
  'rotation',
  'archiving',
  'reinstallation',
  'webhook',
  'redirect URI',
  'authorization',
  'refresh',
  'refusal',
  'token',
] as const;
export type AppEvent = (typeof appEvents)[number];

/** Makes the event happen. @returns the app with its credentials after the event */
export async function carryOutEvent(scene: Scene, app: App, what: AppEvent): Promise<App> {
  switch (what) {
    case 'rotation': {
      const renewed = await withNewSecret(scene, app);
      await scene.settleWhole();
      return renewed;
    }
    case 'archiving':
      await scene.operate('app.archive', { appId: app.appId });
      await scene.operate('app.unarchive', { appId: app.appId });
      return app;
    case 'reinstallation':
      await scene.operate('app.uninstall', { appId: app.appId });
      await scene.operate('app.install', { appId: app.appId });
      // the app's credentials may have changed (FRE-49), and the suite does not know new ones
      return granted(await settledTokenRequest(scene, app)) ? app : aClient(scene);
    case 'webhook':
      await setIdleWebhook(scene, app);
      return app;
    case 'redirect URI':
      // the operator decides how many redirect URIs an app may have, and whether one may be registered twice
      await unlessRefused(
        scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: `${redirectUri}/added` }),
      );
      return app;
    case 'authorization':
      await aGrant(scene, app, await aUser(scene));
      return app;
    case 'refresh':
      await refreshed(scene, await aGrant(scene, app, await aUser(scene)));
      return app;
    case 'refusal':
      await requestToken(scene, { clientId: app.clientId, clientSecret: 'nobody-was-ever-given-this' });
      return app;
    case 'token':
      await anAccessToken(scene, app);
      return app;
  }
}

/** Reports whether this control can make the event happen. */
export function possible(scene: Scene, what: AppEvent): boolean {
  switch (what) {
    case 'rotation':
      return scene.supports('app.rotateSecret');
    case 'archiving':
      return scene.supports('app.archive') && scene.supports('app.unarchive');
    case 'reinstallation':
      return scene.supports('app.uninstall') && scene.supports('app.install');
    case 'redirect URI':
      return scene.supports('app.registerRedirectUri');
    case 'authorization':
    case 'refresh':
      return scene.supports('user.create') && scene.supports('browser.authorize');
    case 'webhook':
    case 'refusal':
    case 'token':
      return true;
  }
}

/** Checks of the token answers of an app after events ("Access token response": always). */
export const afterChangesChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/answers-have-the-same-members-after-events',
    title: "An app's client_credentials answers have the same members after any event",
    proves: ['TOK-02', 'TOK-03', 'TOK-04', 'TOK-05', 'TOK-10', 'CCR-02', 'CCR-03', 'CCR-22'],
    needs: ['app.create'],
    cases: fc.array(fc.constantFrom(...appEvents), { minLength: 1, maxLength: 4 }),
    maxCases: 20,
    describe: (history) => `an app after ${history.join(', ')}`,
    async gather(scene, history) {
      let app = await aClient(scene);
      for (const what of history.filter((each) => possible(scene, each))) app = await carryOutEvent(scene, app, what);
      return settledTokenRequest(scene, app);
    },
    *judge(one, history) {
      const request = `${requestFor('client_credentials')} of an app after ${history.join(', ')}`;
      const subject = `the answer to ${request}`;
      const body = jsonObject(one);
      const served = one.response?.status !== undefined && one.response.status < 300 && body !== undefined;
      if (!(yield* premise(served, `${request} ${answer(one)}`))) return;
      yield* appAnswerMembers(body ?? {}, one, subject);
      yield* hasNoRefreshMembers(one, subject);
    },
  }),

  check({
    id: 'token-issuance/answers-for-users-have-the-same-members-after-events',
    title: 'Code exchanges and refreshes have the same members after any event of the app or the user',
    proves: [...userAnswerRequirements, ...(['TOK-26', 'TOK-27', 'TOK-28'] as const)],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: fc.record({
      history: fc.array(fc.constantFrom(...appEvents), { minLength: 1, maxLength: 3 }),
      suspended: fc.boolean(),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
    }),
    maxCases: 15,
    describe: ({ history, suspended, path }) =>
      `an app after ${history.join(', ')}${suspended ? ', for a user who was suspended once' : ''}, at ${path}`,
    async gather(scene, { history, suspended, path }) {
      const user = await aUser(scene);
      let app = await aClient(scene);
      for (const what of history.filter((each) => possible(scene, each))) app = await carryOutEvent(scene, app, what);
      if (suspended && scene.supports('user.suspend') && scene.supports('user.unsuspend')) {
        await scene.operate('user.suspend', { userId: user.userId });
        await scene.operate('user.unsuspend', { userId: user.userId });
      }
      const code = await aCode(scene, { app, user });
      const exchanged = await scene.settle(() => exchangeCode(scene, app, code, { path }), granted);
      const token = refreshTokenIn(exchanged);
      if (token === undefined) return { exchanged };
      return { exchanged, again: await scene.settle(() => refresh(scene, app, token, { path }), granted) };
    },
    *judge({ exchanged, again }, { history }) {
      const request = (grant: string): string => `${requestFor(grant)} of an app after ${history.join(', ')}`;
      const subject = (grant: string): string => `the answer to ${request(grant)}`;
      for (const [grant, one] of [
        ['authorization_code', exchanged],
        ['refresh_token', again],
      ] as const) {
        if (one === undefined) continue;
        const body = granted(one) ? jsonObject(one) : undefined;
        if (!(yield* premise(body !== undefined, `${request(grant)} ${answer(one)}`))) return;
        yield* userAnswerMembers(body ?? {}, grant, one, subject(grant));
        yield* isPlainTokenAnswer(one, subject(grant));
      }
    },
  }),

  check({
    id: 'token-issuance/tokens-are-issued-on-any-connection',
    title: 'A token request is granted on a connection that has carried calls and a wrong token request',
    proves: ['TOK-01', 'CCR-06'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await aClient(scene);
      const authorization = bearer(await anAccessToken(scene, app));
      return scene.onOneConnection(async (over) => {
        for (const { path } of await scene.listings()) await scene.call(path, { authorization, over });
        const afterCalls = await requestToken(scene, app, tokenPath, { over });
        await requestToken(scene, { ...app, clientSecret: 'nobody-was-ever-given-this' }, tokenPath, { over });
        const afterWrong = await requestToken(scene, app, tokenPath, { over });
        return { afterCalls, afterWrong, control: await requestToken(scene, app) };
      });
    },
    *judge({ afterCalls, afterWrong, control }) {
      const requests = [
        { requirement: 'TOK-01', what: 'that carried calls before', request: afterCalls },
        // a tenant may delay a client that guesses (FRE-12): that the app may still ask at any time is an inference
        { requirement: 'CCR-06', what: 'that carried a wrong token request before', request: afterWrong },
      ] as const;
      for (const { requirement, what, request } of requests) {
        if (accessTokenIn(request) !== undefined) {
          yield held(requirement);
          continue;
        }
        const alone = accessTokenIn(control) !== undefined;
        if (!(yield* premise(alone, `the same request on another connection ${answer(control)}`))) return;
        const subject = `a token request on a connection ${what}`;
        yield finding(requirement, subject, answer(request), 'an access token response', request);
      }
    },
  }),

  check({
    id: 'token-issuance/a-rotated-secret-is-still-required',
    title: 'After a rotation of the secret a token request without client_secret yields no token',
    proves: ['TOK-12'],
    needs: ['app.create', 'app.rotateSecret'],
    async gather(scene) {
      const app = await carryOutEvent(scene, await aClient(scene), 'rotation');
      const fields = rightFields(app).filter(([name]) => name !== 'client_secret');
      const control = await settledTokenRequest(scene, app);
      return { probe: await ask(scene, fields, { note: 'without client_secret' }), control };
    },
    *judge({ probe, control }) {
      yield* noTokenByContrast(probe, control, 'TOK-12', 'a token request without client_secret after a rotation');
    },
  }),

  check({
    id: 'token-issuance/an-empty-grant-type-yields-no-token',
    title: 'A token request with an empty grant_type yields no token',
    proves: ['TOK-16'],
    needs: ['app.create'],
    async gather(scene) {
      const app = await aClient(scene);
      const control = await settledTokenRequest(scene, app);
      const fields = [['grant_type', ''] as const, ...rightFields(app).slice(1)];
      return { probe: await ask(scene, fields, { note: 'with an empty grant_type' }), control };
    },
    *judge({ probe, control }) {
      yield* noTokenByContrast(probe, control, 'TOK-16', 'a token request with an empty grant_type');
    },
  }),
];
