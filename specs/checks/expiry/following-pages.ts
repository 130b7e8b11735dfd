import type { Exchange } from '../../../core/exchange.ts';
import {
  aLaboratory,
  accessTokenIn,
  anAccessToken,
  aKey,
  aUser,
  grant,
  legacyTokenPath,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, authorize, exchangeCode, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { followingCall } from '../../expectations/following-call.ts';
import { isRevoked } from '../../expectations/standing.ts';
import { finding } from '../../../core/judgement.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { answeredWith401, yieldsNoToken } from '../../expectations/refusal.ts';
import { untilKeysExpire } from './dated-keys.ts';
import { day } from '../../../core/spans.ts';

const beyond = 905;
const month = 2_592_000;
const aYear = 365 * day;

/** What has expired in the midst of a listing, or is presented in another place than it was issued at ("Limits"). */
export const followingPagesChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/an-expired-token-gets-no-following-page',
    title: 'An expired access token gets no following page of a listing, and is answered with 401 there too',
    proves: ['EXP-02', 'EXP-03'],
    needs: ['app.create', 'access', 'passing-time'],
    maxSeconds: beyond,
    async gather(scene) {
      const project = await aLaboratory(scene, 2);
      const app = await aClient(scene);
      await grant(scene, project, app);
      const authorization = bearer(await anAccessToken(scene, app));
      const call = await followingCall(scene, authorization, 0);
      await scene.elapse(beyond);
      // page tokens may expire too (FRE-135), so another one that is new
      const anew = await followingCall(scene, bearer(await anAccessToken(scene, app)), 0);
      return { path: call.path, begun: await call.again(), fresh: await anew.again(authorization) };
    },
    *judge({ path, begun, fresh }) {
      yield* isRevoked([begun, fresh], 'EXP-02', 'for a following page with an access token that had expired');
      const subject = `GET ${path} for a following page with an access token that had expired`;
      if (!accepted(fresh)) yield* answeredWith401(fresh, 'EXP-03', subject);
    },
  }),

  check({
    id: 'expiry/an-expired-key-gets-no-following-page',
    title: 'An expired key gets no following page of a listing, and is answered with 401 there too',
    proves: ['EXP-22', 'EXP-23'],
    needs: ['user.create', 'apiKey.create', 'access', 'passing-time'],
    maxSeconds: month + day,
    async gather(scene) {
      const project = await aLaboratory(scene, 2);
      await untilKeysExpire(scene);
      const user = await aUser(scene);
      await grant(scene, project, user);
      const authorization = basic(await aKey(scene, user));
      const call = await followingCall(scene, authorization, 0);
      await scene.elapse(month + day);
      const begun = await call.again();
      // a key that was made since may have ended the one before (FRE-93), what the user authorizes does not
      const able = scene.supports('app.create') && scene.supports('browser.authorize');
      const held = able ? await aGrant(scene, await aClient(scene), user) : undefined;
      const anew = await followingCall(scene, held?.authorization ?? basic(await aKey(scene, user)), 0);
      return { path: call.path, begun, fresh: await anew.again(authorization) };
    },
    *judge({ path, begun, fresh }) {
      yield* isRevoked([begun, fresh], 'EXP-22', 'for a following page with a key that had expired');
      const subject = `GET ${path} for a following page with a key that had expired`;
      if (!accepted(fresh)) yield* answeredWith401(fresh, 'EXP-23', subject);
    },
  }),

  check({
    id: 'expiry/expired-refresh-tokens-yield-nothing-at-either-path',
    title: "A user's refresh tokens for several apps yield nothing after 30 days at either token path",
    proves: ['EXP-12'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'passing-time'],
    maxSeconds: month + 5 + aYear,
    async gather(scene) {
      const user = await aUser(scene);
      const grants = [];
      for (let count = 0; count < 3; count++) grants.push(await aGrant(scene, await aClient(scene), user));
      await scene.elapse(month + 5);
      const answers = [];
      for (const [index, { app, refreshToken }] of grants.entries()) {
        answers.push(await refresh(scene, app, refreshToken, index === 1 ? {} : { path: legacyTokenPath }));
      }
      // what is swept by then is as little good as before
      await scene.elapse(aYear);
      for (const { app, refreshToken } of grants) answers.push(await refresh(scene, app, refreshToken));
      return answers;
    },
    *judge(answers) {
      for (const one of answers) {
        yield* yieldsNoToken(
          one,
          'EXP-12',
          `POST ${new URL(one.request.url).pathname} with a refresh token of 30 days and more`,
        );
      }
    },
  }),

  check({
    id: 'expiry/each-expiry-can-be-followed-by-an-authorization',
    title: 'A user can authorize again after a second refresh token has expired',
    proves: ['EXP-16'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'passing-time'],
    maxSeconds: 2 * month + 20,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      let { refreshToken } = await aGrant(scene, app, user);
      const rounds: { readonly exchanged?: Exchange }[] = [];
      for (let times = 0; times < 2; times++) {
        await scene.elapse(month + 5);
        await refresh(scene, app, refreshToken);
        const { code } = await authorize(scene, { user, app });
        const exchanged = code === undefined ? undefined : await exchangeCode(scene, app, code);
        rounds.push(exchanged === undefined ? {} : { exchanged });
        const next = exchanged === undefined ? undefined : refreshTokenIn(exchanged);
        if (next === undefined) return { rounds, chain: [] };
        refreshToken = next;
      }
      const chain: Exchange[] = [];
      for (let count = 0; count < 2; count++) {
        const answered = await refresh(scene, app, refreshToken);
        chain.push(answered);
        refreshToken = refreshTokenIn(answered) ?? refreshToken;
      }
      return { rounds, chain };
    },
    *judge({ rounds, chain }) {
      for (const [index, { exchanged }] of rounds.entries()) {
        const subject = `an authorization after ${index === 0 ? 'a refresh token' : 'two refresh tokens'} had expired`;
        if (exchanged === undefined) yield finding('EXP-16', subject, 'gave no code', 'a code');
        else {
          yield* yieldsToken(exchanged, 'EXP-16', subject);
          if (accessTokenIn(exchanged) !== undefined && refreshTokenIn(exchanged) === undefined) {
            yield finding('EXP-16', subject, 'brought no refresh_token', 'a refresh token too', exchanged);
          }
        }
      }
      for (const [index, one] of chain.entries()) {
        yield* yieldsToken(one, 'EXP-16', `refresh ${index + 1} of what was authorized after two had expired`);
      }
    },
  }),
];
