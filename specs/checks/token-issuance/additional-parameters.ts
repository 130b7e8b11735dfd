import { createHash } from 'node:crypto';
import type { Exchange } from '../../../core/exchange.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { requestFor } from '../../../core/wording.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { aUser, requestToken } from '../../../drivers/world/actors.ts';
import { aClient, aCode, aGrant, authorize, exchangeCode, redirectUri } from '../../../drivers/world/delegated.ts';
import type { RequestOptions } from '../../../drivers/world/request.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldIf, premise } from '../../check.ts';
import {
  appAnswerMembers,
  hasNoRefreshMembers,
  userAnswerMembers,
  userAnswerRequirements,
} from '../../expectations/token-answer-members.ts';
import { granted, noTokenByContrast, tokenAnswer } from '../../expectations/token-request.ts';
import type { Fields } from './request.ts';
import { ask, aServedApp, rightFields } from './request.ts';

const needs = ['app.create', 'user.create', 'browser.authorize'] as const;

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** A proof of possession that proves nothing: {"typ":"dpop+jwt","alg":"none"} and no claims. */
const proof = 'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6Im5vbmUifQ.e30.';

/**
 * Additions that the specification does not mention. A tenant may ignore or refuse them (FRE-34, FRE-88), but they do
 * not change the answer to a granted request.
 */
const additions: readonly { readonly what: string; readonly fields: Fields; readonly options: RequestOptions }[] = [
  {
    what: 'a shorter expires_in asked for',
    fields: [
      ['expires_in', '60'],
      ['refresh_token_expires_in', '60'],
    ],
    options: {},
  },
  { what: 'a scope', fields: [['scope', 'read']], options: {} },
  { what: 'a DPoP header', fields: [], options: { headers: { dpop: proof } } },
];

/** Gets a code with a code_challenge (FRE-38). Returns undefined if the tenant refuses that. */
async function aChallengedCode(scene: Scene, app: App, user: User): Promise<string | undefined> {
  const extra = { code_challenge: challenge, code_challenge_method: 'S256' };
  return (await authorize(scene, { app, user, extra })).code;
}

const exchangeFields = (app: App, code: string): Fields => [
  ['grant_type', 'authorization_code'],
  ...rightFields(app).slice(1),
  ['redirect_uri', redirectUri],
  ['code', code],
];

/** Checks of token requests with more than their own fields ("Access token response": always). */
export const additionalParametersChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/additions-change-no-answer-of-an-app',
    title: 'A client_credentials answer has the same members with any additional parameters',
    proves: ['TOK-02', 'TOK-03', 'TOK-04', 'TOK-05', 'TOK-10', 'CCR-02', 'CCR-03', 'CCR-22'],
    needs: ['app'],
    async gather(scene) {
      const app = await aServedApp(scene);
      const answers: { what: string; one: Exchange }[] = [];
      for (const { what, fields, options } of additions) {
        const one = await ask(scene, [...rightFields(app), ...fields], { ...options, note: what });
        answers.push({ what, one });
      }
      return { answers, control: await requestToken(scene, app) };
    },
    *judge({ answers, control }) {
      const served = yield* premise(granted(control), 'the same request without an addition was not granted');
      for (const { what, one } of answers) {
        const body = tokenAnswer(one);
        if (body === undefined) continue; // refused because of the addition
        const subject = `the answer to a client_credentials request with ${what}`;
        yield* heldIf(served, appAnswerMembers(body, one, subject));
        yield* heldIf(served, hasNoRefreshMembers(one, subject));
      }
    },
  }),

  check({
    id: 'token-issuance/additions-change-no-answer-of-a-user',
    title: 'The answer to a code exchange or refresh has the same members with any additional parameters',
    proves: userAnswerRequirements,
    needs,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const answers: { what: string; grant: 'authorization_code' | 'refresh_token'; one: Exchange }[] = [];
      const put = (grant: 'authorization_code' | 'refresh_token', what: string, one: Exchange): void => {
        answers.push({ what, grant, one });
      };
      const control = await exchangeCode(scene, app, await aCode(scene, { app, user }));
      for (const { what, fields, options } of additions) {
        const exchange = [...exchangeFields(app, await aCode(scene, { app, user })), ...fields];
        put('authorization_code', what, await ask(scene, exchange, { ...options, note: what }));
        const { refreshToken } = await aGrant(scene, app, user);
        const own: Fields = [['grant_type', 'refresh_token'], ...rightFields(app).slice(1)];
        const refresh: Fields = [...own, ['refresh_token', refreshToken], ...fields];
        put('refresh_token', what, await ask(scene, refresh, { ...options, note: what }));
      }
      const code = await aChallengedCode(scene, app, user);
      if (code !== undefined) {
        const fields: Fields = [...exchangeFields(app, code), ['code_verifier', verifier]];
        const what = 'a code_challenge and its code_verifier';
        put('authorization_code', what, await ask(scene, fields, { note: what }));
      }
      return { answers, control };
    },
    *judge({ answers, control }) {
      const served = yield* premise(granted(control), 'a code exchange without an addition was not granted');
      for (const { what, grant, one } of answers) {
        const body = tokenAnswer(one);
        if (body === undefined) continue;
        const subject = `the answer to ${requestFor(grant)} with ${what}`;
        yield* heldIf(served, userAnswerMembers(body, grant, one, subject));
      }
    },
  }),

  check({
    id: 'token-issuance/a-code-verifier-spares-no-redirect-uri',
    title: 'A code from a request with a code_challenge is not exchanged without redirect_uri either',
    proves: ['TOK-14'],
    needs,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const control = await exchangeCode(scene, app, await aCode(scene, { app, user }));
      const code = await aChallengedCode(scene, app, user);
      if (code === undefined) return { control };
      const fields: Fields = [...exchangeFields(app, code), ['code_verifier', verifier]];
      const bare = fields.filter(([name]) => name !== 'redirect_uri');
      return { control, probe: await ask(scene, bare, { note: 'a code_verifier and no redirect_uri' }) };
    },
    *judge({ control, probe }) {
      const subject = 'a code exchange with its code_verifier and without redirect_uri';
      if (probe !== undefined) yield* noTokenByContrast(probe, control, 'TOK-14', subject);
      else if (yield* premise(granted(control), 'a code exchange without a code_challenge was not granted')) {
        yield notApplicable('code challenges are refused here');
      }
    },
  }),
];
