import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import {
  accessTokenIn,
  anAccessToken,
  anApp,
  anAppWithAccess,
  aProject,
  aUser,
  grant,
  grantIfAllowed,
  legacyTokenPath,
  revoke,
  settledTokenRequest,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aCode,
  aGrant,
  aUserWithAccess,
  exchangeCode,
  refresh,
  refreshed,
  refreshedTimes,
} from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import { isRevoked } from '../../expectations/standing.ts';
import { noTokenByContrast } from '../../expectations/token-request.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

const users = ['app.create', 'user.create', 'browser.authorize'] as const;

/** The versions and the two token paths after something else has happened ("Versioning", 1 to 3). */
export const afterEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/the-legacy-path-goes-on-after-changes',
    title: 'The legacy path issues tokens to an app after other events',
    proves: ['VER-05'],
    needs: ['app.create'],
    cases: fc.constantFrom(
      'a rotation',
      'an authorization',
      'an archiving',
      'two archivings',
      'a withdrawal',
      'two grants',
      'an archiving of another',
    ),
    maxCases: 8,
    describe: (after) => `an app after ${after}`,
    async gather(scene, after) {
      let app = await aClient(scene);
      if (after === 'a rotation' && scene.supports('app.rotateSecret')) {
        app = await withNewSecret(scene, app);
      } else if (after.includes('archiving') && scene.supports('app.archive') && scene.supports('app.unarchive')) {
        const { appId } = after === 'an archiving of another' ? await anApp(scene) : app;
        for (let times = after === 'two archivings' ? 2 : 1; times > 0; times--) {
          await scene.operate('app.archive', { appId });
          if (appId === app.appId) await scene.operate('app.unarchive', { appId });
        }
      } else if (after === 'a withdrawal' && scene.supports('project.create') && scene.supports('project.revoke')) {
        const project = await aProject(scene);
        if (await grantIfAllowed(scene, project, app)) await revoke(scene, project, app);
      } else if (after === 'two grants' && scene.supports('project.create') && scene.supports('project.grant')) {
        for (let times = 0; times < 2; times++) await grantIfAllowed(scene, await aProject(scene), app);
      } else if (scene.supports('user.create') && scene.supports('browser.authorize')) {
        await aGrant(scene, app, await aUser(scene));
      }
      await anAccessToken(scene, app);
      return settledTokenRequest(scene, app, legacyTokenPath);
    },
    *judge(one, after) {
      yield* yieldsToken(one, 'VER-05', `POST ${legacyTokenPath} of an app after ${after}`);
    },
  }),

  check({
    id: 'versioning/a-token-goes-on-working-on-each-version',
    title: 'A token works on v2 and v3 after it was used on each listing',
    proves: ['VER-02'],
    needs: ['app.create'],
    async gather(scene) {
      const { authorization, laboratory } = await anAppWithAccess(scene);
      const other = await anApp(scene);
      if (laboratory !== undefined) await grant(scene, laboratory, other);
      const open = [];
      // tokens that were not used elsewhere say which listings are open; of another app, since the number of those that
      // live at one time may be limited (FRE-51)
      for (const { path } of await scene.listings()) {
        const fresh = `Bearer ${await anAccessToken(scene, other)}`;
        if (accepted(await scene.settle(() => scene.call(path, { authorization: fresh }), accepted))) open.push(path);
      }
      for (const path of open) await scene.call(path, { authorization });
      const calls = [];
      for (const path of open) calls.push(await scene.call(path, { authorization }));
      return { open, calls };
    },
    *judge({ open, calls }) {
      const both = ['/v2/', '/v3/'].every((version) => open.some((path) => path.includes(version)));
      if (!(yield* premise(both, 'not both versions are open to fresh tokens'))) return;
      for (const call of calls) {
        if (accepted(call)) continue;
        const subject = `GET ${new URL(call.request.url).pathname} with a token that was used on all listings`;
        yield finding('VER-02', subject, answer(call), 'a page', call);
      }
    },
  }),

  check({
    id: 'versioning/each-users-token-works-on-each-version',
    title: 'The delegated tokens of each of several users of an app work on v2 and v3',
    proves: ['VER-03'],
    needs: [...users, 'access'],
    async gather(scene) {
      const app = await aClient(scene);
      const calls = [];
      for (let count = 0; count < 3; count++) {
        const { user } = await aUserWithAccess(scene);
        const { authorization } = await aGrant(scene, app, user);
        for (const { path } of await scene.listings()) {
          calls.push({ path, call: await scene.settle(() => scene.call(path, { authorization }), accepted) });
        }
      }
      return calls;
    },
    *judge(calls) {
      for (const { path, call } of calls) {
        if (accepted(call) || !/^\/api\/v[23]\/(entr|plate)/.test(path)) continue;
        // where nobody's token is served there, it is no matter of one of them
        const some = calls.some((other) => other.path === path && accepted(other.call));
        if (yield* premise(some, `GET ${path} serves no delegated token`)) {
          yield finding(
            'VER-03',
            `GET ${path} with a delegated token of one of several users`,
            answer(call),
            'a page',
            call,
          );
        }
      }
    },
  }),

  check({
    id: 'versioning/a-refresh-token-of-days-is-known-at-both-paths',
    title: 'A refresh token had at one path is exchangeable at the other after some days as well',
    proves: ['VER-10'],
    needs: [...users, 'passing-time'],
    cases: objectOf({ path: fc.constantFrom(tokenPath, legacyTokenPath), days: fc.constantFrom(3, 20) }),
    maxCases: 4,
    maxSeconds: 20 * day,
    describe: ({ path, days }) => inWords`had at ${path} ${days} days ago`,
    async gather(scene, { path, days }) {
      const app = await aClient(scene);
      const [one, two] = [
        await aGrant(scene, app, await aUser(scene), { path }),
        await aGrant(scene, app, await aUser(scene), { path }),
      ];
      await scene.elapse(days * day);
      const elsewhere = path === tokenPath ? legacyTokenPath : tokenPath;
      const crossed = await refresh(scene, app, one.refreshToken, { path: elsewhere });
      return { elsewhere, crossed, own: await refresh(scene, app, two.refreshToken, { path }) };
    },
    *judge({ elsewhere, crossed, own }) {
      if (!(yield* premise(accessTokenIn(own) !== undefined, `a refresh after some days ${answer(own)}`))) return;
      yield* yieldsToken(
        crossed,
        'VER-10',
        `a refresh at ${elsewhere} of a token that was had at the other path days ago`,
      );
    },
  }),

  check({
    id: 'versioning/the-legacy-path-refreshes-late',
    title: 'The legacy path exchanges a refresh token whose access token has expired',
    proves: ['VER-07', 'VER-10'],
    needs: [...users, 'passing-time'],
    cases: fc.constantFrom(905, 12 * day, 27 * day),
    maxCases: 3,
    maxSeconds: 27 * day,
    describe: (seconds) => inWords`${seconds} s after its issue`,
    async gather(scene, seconds) {
      const issue = (path: string): Promise<Grant> =>
        aClient(scene).then(async (app) => aGrant(scene, app, await aUser(scene), { path }));
      const grants = [await issue(tokenPath), await issue(legacyTokenPath), await issue(tokenPath)] as const;
      await scene.elapse(seconds);
      const late = ({ app, refreshToken }: Grant, path: string): Promise<Exchange> =>
        refresh(scene, app, refreshToken, { path });
      const [crossed, own] = [await late(grants[0], legacyTokenPath), await late(grants[1], legacyTokenPath)];
      return { crossed, own, control: await late(grants[2], tokenPath) };
    },
    *judge({ crossed, own, control }) {
      const usual = accessTokenIn(control) !== undefined;
      if (!(yield* premise(usual, `a refresh at ${tokenPath} after that time ${answer(control)}`))) return;
      const what = 'whose access token has expired';
      yield* yieldsToken(own, 'VER-07', `POST ${legacyTokenPath} with a refresh token of that path ${what}`);
      if (accessTokenIn(own) === undefined) return;
      yield* yieldsToken(crossed, 'VER-10', `POST ${legacyTokenPath} with a refresh token of ${tokenPath} ${what}`);
    },
  }),

  check({
    id: 'versioning/user-tokens-of-the-legacy-path-work-on-both',
    title: 'Delegated tokens of the legacy path work on v2 and v3 as those of /oauth/token do',
    proves: ['VER-09'],
    needs: [...users, 'access'],
    cases: fc.nat(2),
    maxCases: 3,
    describe: (refreshes) => inWords`tokens after ${refreshes} refreshes`,
    async gather(scene, refreshes) {
      const { user } = await aUserWithAccess(scene);
      const tokenOf = async (path: string): Promise<string> => {
        const held = await refreshedTimes(
          scene,
          await aGrant(scene, await aClient(scene), user, { path }),
          refreshes,
          path,
        );
        return held.authorization;
      };
      const [legacy, unversioned] = [await tokenOf(legacyTokenPath), await tokenOf(tokenPath)];
      const calls = [];
      for (const { path } of scene.versionedListings) {
        const control = await scene.settle(() => scene.call(path, { authorization: unversioned }), accepted);
        calls.push({ path, control, call: await scene.call(path, { authorization: legacy }) });
      }
      return calls;
    },
    *judge(calls, refreshes) {
      for (const { path, call, control } of calls) {
        if (accepted(call)) continue;
        if (!(yield* premise(accepted(control), `GET ${path} serves no delegated token of /oauth/token either`)))
          continue;
        const what = refreshes === 0 ? 'an exchange' : 'a refresh';
        const subject = `GET ${path} with a delegated token of ${what} at the legacy path`;
        yield finding('VER-09', subject, answer(call), 'a page, as with a token from /oauth/token', call);
      }
    },
  }),

  check({
    id: 'versioning/user-tokens-of-the-legacy-path-last-900-seconds',
    title: 'Tokens of code exchanges and refreshes at the legacy path work, and are refused after 900 seconds',
    proves: ['VER-14'],
    needs: [...users, 'access', 'passing-time'],
    maxSeconds: 905,
    cases: objectOf({ refreshed: fc.boolean(), age: fc.constantFrom(880, 905) }),
    maxCases: 12,
    describe: ({ refreshed: after, age }) =>
      inWords`a token of ${after ? 'a refresh' : 'a code exchange'}, ${age} s old`,
    async gather(scene, { refreshed: after, age }) {
      const { user } = await aUserWithAccess(scene);
      const first = await aGrant(scene, await aClient(scene), user, { path: legacyTokenPath });
      const granted = after ? await refreshed(scene, first, legacyTokenPath) : first;
      const { authorization } = granted;
      const [open] = await listingsOpenTo(scene, authorization);
      const began = await scene.clock();
      await scene.elapse(age);
      if (open === undefined) return null;
      const call = await scene.call(open.path, { authorization });
      return { call, lived: (await scene.clock()) - began };
    },
    *judge(seen, { refreshed: after, age }) {
      if (!(yield* premise(seen !== null, 'no listing serves delegated tokens of the legacy path'))) return;
      if (seen === null) return;
      const subject = `with a token of ${after ? 'a refresh' : 'a code exchange'} at ${legacyTokenPath}`;
      if (age >= 900) yield* isRevoked([seen.call], 'VER-14', `${subject} after 900 seconds`);
      else if (seen.lived >= 895) yield notApplicable('the clock ran on while the token was used');
      else if (!accepted(seen.call)) {
        yield finding('VER-14', `a call ${subject}, ${age} s old,`, answer(seen.call), 'a page', seen.call);
      }
    },
  }),

  check({
    id: 'versioning/the-legacy-path-looks-at-the-redirect-uri',
    title: 'The legacy path refuses a code with another redirect_uri than that of the authorization request',
    proves: ['VER-13'],
    needs: users,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const elsewhere = { redirectUri: 'https://elsewhere.conformance.example/cb', path: legacyTokenPath };
      const probe = await exchangeCode(scene, app, await aCode(scene, { app, user }), elsewhere);
      const control = await exchangeCode(scene, app, await aCode(scene, { app, user }), { path: legacyTokenPath });
      return { probe, control };
    },
    *judge({ probe, control }) {
      yield* noTokenByContrast(
        probe,
        control,
        'VER-13',
        'a code exchange at the legacy path with another redirect_uri',
      );
    },
  }),
];
