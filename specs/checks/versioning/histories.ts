import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import {
  anAccessToken,
  aUser,
  legacyTokenPath,
  requestToken,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  redirectUri,
  refresh,
  refreshTokenIn,
  refreshed,
} from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive } from '../../expectations/authorization.ts';
import { alternate, worseThanOther } from '../../expectations/alternation.ts';
import { handsOutTokens, namesInvalidGrant } from '../../expectations/spent-refresh-token.ts';
import { granted } from '../../expectations/token-request.ts';
import { isSpentElsewhere, unspentElsewhere, userGrantNeeds } from './user-grants.ts';

const secondUri = 'https://client.conformance.example/second';

/** The versions and paths in an order, or for a user or an address, that few clients come to ("Versioning", 1 to 3). */
export const historiesChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/an-app-of-the-legacy-path-is-served-elsewhere-too',
    title: 'An app that has had tokens at the legacy path gets them at /oauth/token, and its users a code',
    proves: ['VER-04', 'VER-19'],
    needs: userGrantNeeds,
    cases: fc.boolean(),
    maxCases: 4,
    describe: (rotated) => `an app ${rotated ? 'whose secret was rotated' : 'with its first secret'}`,
    async gather(scene, rotated) {
      let app = await aClient(scene);
      const [other, user] = [await aClient(scene), await aUser(scene)];
      await anAccessToken(scene, other);
      if (rotated && scene.supports('app.rotateSecret')) {
        app = await withNewSecret(scene, app);
      }
      await anAccessToken(scene, app, legacyTokenPath);
      const turns = () =>
        alternate(
          () => requestToken(scene, app),
          () => requestToken(scene, other),
          2,
        );
      // a new secret that one path knows another one need not know yet (FRE-16)
      const own = await scene.nowOrSettled(turns, (all) => worseThanOther(all, granted) === undefined);
      const visit = await arrive(scene, { user, app });
      const contrast = visit.code === undefined ? await arrive(scene, { user, app: other }) : undefined;
      return { own, code: visit.code !== undefined, contrast: contrast?.code !== undefined };
    },
    *judge({ own, code, contrast }) {
      const worse = worseThanOther(own, granted);
      const subject = 'a client_credentials request to /oauth/token of an app that has a token of the legacy path';
      if (worse !== undefined) yield finding('VER-04', subject, answer(worse), 'an access token', worse);
      else if (own.one.some(granted)) yield held('VER-04');
      if (code) yield held('VER-19');
      if (code || own.one[0] === undefined) return;
      if (!(yield* premise(contrast, 'no authorization gave a code'))) return;
      const sent = 'an authorization at /oauth/authorize for an app that has a token of the legacy path';
      yield finding('VER-19', sent, 'gave no code', 'a code, as for other apps', own.one[0]);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-serves-each-user-and-address',
    title: 'The legacy path exchanges codes of each redirect URI and user, and refreshes for each user',
    proves: ['VER-06', 'VER-07'],
    needs: userGrantNeeds,
    async gather(scene) {
      const app = await aClient(scene, [redirectUri, secondUri]);
      const [first, second] = [await aUser(scene), await aUser(scene)];
      const ways = (path: string) => ({
        'the exchange of a code of the second redirect URI': async () =>
          exchangeCode(scene, app, await aCode(scene, { app, user: second, redirectUri: secondUri }), {
            redirectUri: secondUri,
            path,
          }),
        'the exchange of a code of a user who returns': async () =>
          exchangeCode(scene, app, await aCode(scene, { app, user: first }), { path }),
        'a refresh for an earlier authorization of the user': async () => {
          const refreshToken = await hadAt(path);
          await aGrant(scene, app, second);
          return refresh(scene, app, refreshToken, { path });
        },
        'a refresh for the second user': async () => refresh(scene, app, await hadAt(path), { path }),
      });
      // of the same path where that exchanges codes: what it knows of the tokens of the other is a matter of VER-10
      const hadAt = async (path: string): Promise<string> => {
        const answered = await exchangeCode(scene, app, await aCode(scene, { app, user: second }), { path });
        return refreshTokenIn(answered) ?? (await aGrant(scene, app, second)).refreshToken;
      };
      await aGrant(scene, app, first);
      const [legacy, unversioned] = [ways(legacyTokenPath), ways(tokenPath)];
      const seen = [];
      for (const how of Object.keys(legacy) as (keyof typeof legacy)[]) {
        const one = await legacy[how]();
        // that authorizations live side by side is inference, and a question of its own
        if (how.includes('earlier') && !granted(one) && !granted(await unversioned[how]())) continue;
        const turns = granted(one) ? undefined : await alternate(legacy[how], unversioned[how], 2);
        seen.push({ how, one, ...(turns === undefined ? {} : { turns }) });
      }
      return seen;
    },
    *judge(seen) {
      for (const { how, one, turns } of seen) {
        const requirement = how.startsWith('a refresh') ? 'VER-07' : 'VER-06';
        if (granted(one)) yield held(requirement);
        if (turns === undefined) continue;
        const worse = worseThanOther(turns, granted);
        if (!(yield* premise(worse !== undefined, `${how} goes no better at /oauth/token`)) || worse === undefined)
          continue;
        yield finding(requirement, `${how} at the legacy path`, answer(worse), 'tokens, as at /oauth/token', worse);
      }
    },
  }),

  check({
    id: 'versioning/spent-long-ago-is-spent-at-the-other-path',
    title: 'A refresh token spent an hour ago at one path gets invalid_grant at the other',
    proves: ['VER-11', 'VER-21'],
    needs: [...userGrantNeeds, 'passing-time'],
    maxSeconds: 3700,
    async gather(scene) {
      const spent = [];
      for (const [at, other] of [
        [tokenPath, legacyTokenPath],
        [legacyTokenPath, tokenPath],
      ] as const) {
        const grant = await aGrant(scene, await aClient(scene), await aUser(scene), { path: at });
        await refreshed(scene, grant, at);
        spent.push({ at, other, grant });
      }
      await scene.elapse(3700);
      const presented = [];
      for (const { at, other, grant } of spent) {
        const note = `a refresh token that was spent at ${at}`;
        const one = await refresh(scene, grant.app, grant.refreshToken, { path: other, note });
        const isAsExpected = !handsOutTokens(one) && namesInvalidGrant(one);
        presented.push({ at, other, one, beside: isAsExpected ? undefined : await unspentElsewhere(scene, at) });
      }
      return presented;
    },
    *judge(presented) {
      for (const { at, other, one, beside } of presented) {
        const subject = `presenting a refresh token at ${other} that was spent an hour before at ${at}`;
        yield* isSpentElsewhere([one], beside, subject);
      }
    },
  }),
];
