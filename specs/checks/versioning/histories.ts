import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import {
  anAccessToken,
  anAppWithAccess,
  aUser,
  legacyTokenPath,
  requestToken,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  aUserWithAccess,
  exchangeCode,
  redirectUri,
  refresh,
  refreshTokenIn,
  refreshed,
} from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { arrive } from '../../expectations/authorization.ts';
import { alternate, worseThanOther } from '../../expectations/alternation.ts';
import { handsOutTokens, namesInvalidGrant } from '../../expectations/spent-refresh-token.ts';
import { granted } from '../../expectations/token-request.ts';
import { isSpentElsewhere, unspentElsewhere, userGrantNeeds } from './user-grants.ts';
import { listingOf } from './versioned.ts';

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

  check({
    id: 'versioning/a-new-token-works-on-either-version-first',
    title: 'An access token that was never used works on v3 as well as on v2',
    proves: ['VER-02'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const { app, authorization } = await anAppWithAccess(scene);
      const [v2, v3] = [listingOf('v2', 'entry').path, listingOf('v3', 'entry').path];
      for (const path of [v2, v3]) await scene.settle(() => scene.call(path, { authorization }), accepted);
      const onFresh = async (path: string): Promise<Exchange> =>
        scene.call(path, { authorization: bearer(await anAccessToken(scene, app)) });
      const turns = await alternate(
        () => onFresh(v3),
        () => onFresh(v2),
        3,
      );
      const used = bearer(await anAccessToken(scene, app));
      const later = [];
      for (const path of [v2, v3, v2]) later.push(await scene.call(path, { authorization: used }));
      return { v2, v3, turns, later };
    },
    *judge({ v2, v3, turns, later }) {
      if (!later.some(accepted)) yield notApplicable('neither version serves a token of an app');
      const worse = worseThanOther(turns, accepted);
      const other = worseThanOther({ one: turns.other, other: turns.one }, accepted);
      const [refused, path] = worse === undefined ? [other, v2] : [worse, v3];
      // a listing that serves no token at all is not a matter of versions
      if (refused === undefined || !later.some((one) => accepted(one) && one.request.url.includes(path))) return;
      const subject = `GET ${path} with an access token that was not used on the other version yet`;
      yield finding('VER-02', subject, answer(refused), 'a page', refused);
    },
  }),

  check({
    id: 'versioning/a-token-is-of-one-age-on-both',
    title: 'An access token works on v2 and on v3 throughout its life',
    proves: ['VER-02'],
    needs: ['app.create', 'access', 'passing-time'],
    maxSeconds: 600,
    async gather(scene) {
      const { app, authorization } = await anAppWithAccess(scene);
      const began = await scene.clock();
      await scene.elapse(600);
      const aged = [];
      for (const { path, version } of scene.versionedListings) {
        aged.push({ path, version, call: await scene.call(path, { authorization }) });
      }
      // last: an app may have only so many tokens (FRE-51)
      const fresh = bearer(await anAccessToken(scene, app));
      const calls = [];
      for (const one of aged) {
        const control = await scene.settle(() => scene.call(one.path, { authorization: fresh }), accepted);
        calls.push({ ...one, control });
      }
      return { calls, lived: (await scene.clock()) - began };
    },
    *judge({ calls, lived }) {
      if (!(yield* premise(lived < 880, 'the calls took so long that the token may have expired'))) return;
      if (!calls.some(({ call }) => accepted(call))) yield notApplicable('neither version served the token');
      const some = (version: string): boolean => calls.some((one) => one.version === version && accepted(one.call));
      for (const { path, version, call, control } of calls) {
        if (accepted(call) || !accepted(control) || !some(version === 'v2' ? 'v3' : 'v2')) continue;
        const subject = `GET ${path} with an access token of ten minutes that works on the other version`;
        yield finding('VER-02', subject, answer(call), 'a page', call);
      }
    },
  }),

  check({
    id: 'versioning/delegated-legacy-tokens-work-on-both',
    title: 'Delegated tokens of the legacy path work on each listing as those of /oauth/token do',
    proves: ['VER-09'],
    needs: [...userGrantNeeds, 'access'],
    async gather(scene) {
      const [app, other, { user }] = [await aClient(scene), await aClient(scene), await aUserWithAccess(scene)];
      // of another app: separate authorizations of one user and app may end one another (FRE-84)
      const unversioned = await aGrant(scene, other, user);
      const legacy = await aGrant(scene, app, user, { path: legacyTokenPath });
      const calls = [];
      for (const { path } of scene.versionedListings) {
        const { authorization } = unversioned;
        const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
        const call = await scene.call(path, { authorization: legacy.authorization });
        calls.push({ path, call, served: accepted(control) });
      }
      return calls;
    },
    *judge(calls) {
      yield* premise(
        calls.some(({ served }) => served),
        'no listing serves delegated tokens of /oauth/token',
      );
      for (const { path, call, served } of calls) {
        if (!served || accepted(call)) continue;
        const subject = `GET ${path} with a delegated access token from the legacy path`;
        yield finding('VER-09', subject, answer(call), 'a page, as with a token from /oauth/token', call);
      }
    },
  }),
];
