import type { Exchange } from '../../../core/exchange.ts';
import { accessTokenIn, aUser, legacyTokenPath } from '../../../drivers/world/actors.ts';
import { aClient, aGrant, authorize, exchangeCode, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { finding } from '../../../core/judgement.ts';
import { yieldsToken } from '../../expectations/acceptance.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { day } from '../../../core/spans.ts';

const month = 2_592_000;
const aYear = 365 * day;

/** What has expired in the midst of a listing, or is presented in another place than it was issued at ("Limits"). */
export const followingPagesChecks: readonly SuiteCheck[] = [
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
