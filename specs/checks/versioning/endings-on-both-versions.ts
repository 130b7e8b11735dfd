import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import type { OperationName } from '../../../drivers/control/operation.ts';
import type { App, Laboratory } from '../../../drivers/world/actors.ts';
import {
  anAccessToken,
  anAppWithAccess,
  aUser,
  grantIfAllowed,
  legacyTokenPath,
  requestToken,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { bearer, form } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aCode,
  aGrant,
  aUserWithAccess,
  redirectUri,
  refresh,
  refreshed,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { granted } from '../../expectations/token-request.ts';
import { userGrantNeeds } from './user-grants.ts';

/** What may end tokens or leave them alone: either is open (FRE-42, 47, 81, 83, 114, 120), and the same on both versions. */
const ofApps = ['a rotation of the secret', 'another token', 'a reinstallation', 'an unarchiving'] as const;
const ofUsers = ['a refresh', 'a spent refresh token', 'another authorization', 'an un-suspension'] as const;

type OfApps = (typeof ofApps)[number];
type OfUsers = (typeof ofUsers)[number];

const operations: Partial<Record<OfApps | OfUsers, readonly [OperationName, OperationName]>> = {
  'a rotation of the secret': ['app.rotateSecret', 'app.rotateSecret'],
  'a reinstallation': ['app.uninstall', 'app.install'],
  'an unarchiving': ['app.archive', 'app.unarchive'],
  'an un-suspension': ['user.suspend', 'user.unsuspend'],
};

function canHappen(scene: Scene, what: OfApps | OfUsers): boolean {
  return (operations[what] ?? []).every((operation) => scene.supports(operation));
}

async function happenToApp(scene: Scene, app: App, laboratory: Laboratory | undefined, what: OfApps): Promise<void> {
  const { appId } = app;
  switch (what) {
    case 'a rotation of the secret':
      await withNewSecret(scene, app);
      return;
    case 'another token':
      await requestToken(scene, app);
      return;
    case 'a reinstallation':
      await scene.operate('app.uninstall', { appId });
      await scene.operate('app.install', { appId });
      // its grants may be lost (FRE-50), and who was granted nothing may be refused in one place and not in another (FRE-05)
      if (laboratory !== undefined) await grantIfAllowed(scene, laboratory, app);
      return;
    case 'an unarchiving':
      await scene.operate('app.archive', { appId });
      await scene.operate('app.unarchive', { appId });
  }
}

async function happenToUser(scene: Scene, held: Grant, userId: string, what: OfUsers): Promise<void> {
  switch (what) {
    case 'a refresh':
      await refreshed(scene, held);
      return;
    case 'a spent refresh token':
      await refreshed(scene, held);
      await refresh(scene, held.app, held.refreshToken);
      return;
    case 'another authorization':
      await aGrant(scene, held.app, held.user);
      return;
    case 'an un-suspension':
      await scene.operate('user.suspend', { userId });
      await scene.operate('user.unsuspend', { userId });
  }
}

const byVersion = async (scene: Scene, authorization: string) => {
  const calls = [];
  for (const { path, version } of scene.versionedListings)
    calls.push({ version, call: await scene.call(path, { authorization }) });
  return calls;
};
type Calls = Awaited<ReturnType<typeof byVersion>>;

const areServed = (calls: Calls): boolean => calls.every(({ call }) => accepted(call));

/** Looks until all listings serve a token, or none does. */
function settledCalls(scene: Scene, authorization: string): Promise<Calls> {
  return scene.settle(
    () => byVersion(scene, authorization),
    (calls) => areServed(calls) || !calls.some(({ call }) => accepted(call)),
  );
}

function* isAlike(before: Calls, after: Calls, requirement: 'VER-02' | 'VER-03', what: string) {
  if (!(yield* premise(areServed(before), 'not all listings served the token before'))) return;
  const served = after.find(({ call }) => accepted(call));
  const refused = after.find(({ version, call }) => version !== served?.version && !accepted(call));
  if (served === undefined || refused === undefined) return;
  const subject = `GET ${new URL(refused.call.request.url).pathname} with a token of before ${what}`;
  yield finding(requirement, subject, answer(refused.call), `a page, as on ${served.version}`, refused.call);
}

/** The two token grants of users and that of apps, with their fields the other way round. */
async function turned(scene: Scene, path: string, fields: readonly (readonly [string, string])[]): Promise<Exchange> {
  const body = form(Object.fromEntries(fields.toReversed()));
  return scene.postForm(path, body, { note: 'its fields in another order' });
}

/** Tokens that meet with something, and token requests in another form ("Versioning", 1 to 3). */
export const endingsOnBothVersionsChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/what-ends-a-token-ends-it-on-both',
    title: 'An app’s token that one version goes on serving after a change is served by the other too',
    proves: ['VER-02'],
    needs: ['app.create', 'access'],
    cases: fc.constantFrom(...ofApps),
    maxCases: 12,
    describe: (what) => `a token of before ${what}`,
    async gather(scene, what) {
      if (!canHappen(scene, what)) return null;
      const { app, authorization, laboratory } = await anAppWithAccess(scene);
      const before = await scene.settle(() => byVersion(scene, authorization), areServed);
      await happenToApp(scene, app, laboratory, what);
      return { before, after: await settledCalls(scene, authorization) };
    },
    *judge(seen, what) {
      if (seen === null) yield notApplicable(`the control cannot bring about ${what}`);
      else yield* isAlike(seen.before, seen.after, 'VER-02', what);
    },
  }),

  check({
    id: 'versioning/what-ends-a-users-token-ends-it-on-both',
    title: 'A delegated token that one version goes on serving after a change is served by the other too',
    proves: ['VER-03'],
    needs: [...userGrantNeeds, 'access'],
    cases: fc.constantFrom(...ofUsers),
    maxCases: 12,
    describe: (what) => `a delegated token of before ${what}`,
    async gather(scene, what) {
      if (!canHappen(scene, what)) return null;
      const { user } = await aUserWithAccess(scene);
      const held = await aGrant(scene, await aClient(scene), user);
      const before = await scene.settle(() => byVersion(scene, held.authorization), areServed);
      await happenToUser(scene, held, user.userId, what);
      return { before, after: await settledCalls(scene, held.authorization) };
    },
    *judge(seen, what) {
      if (seen === null) yield notApplicable(`the control cannot bring about ${what}`);
      else yield* isAlike(seen.before, seen.after, 'VER-03', what);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-reads-fields-in-any-order',
    title: 'The legacy path issues tokens in any order of the fields, as /oauth/token does',
    proves: ['VER-08'],
    needs: userGrantNeeds,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      await anAccessToken(scene, app);
      const client = [
        ['client_id', app.clientId],
        ['client_secret', app.clientSecret],
      ] as const;
      const ways = {
        client_credentials: async () => [['grant_type', 'client_credentials'], ...client] as const,
        authorization_code: async () =>
          [
            ['grant_type', 'authorization_code'],
            ...client,
            ['redirect_uri', redirectUri],
            ['code', await aCode(scene, { app, user })],
          ] as const,
        refresh_token: async (path: string) =>
          [
            ['grant_type', 'refresh_token'],
            ...client,
            // of the same path: what the one knows of the tokens of the other is a matter of VER-10
            ['refresh_token', (await aGrant(scene, app, user, { path })).refreshToken],
          ] as const,
      };
      const seen = [];
      for (const how of Object.keys(ways) as (keyof typeof ways)[]) {
        const legacy = await turned(scene, legacyTokenPath, await ways[how](legacyTokenPath));
        const again = granted(legacy) ? legacy : await turned(scene, legacyTokenPath, await ways[how](legacyTokenPath));
        if (granted(again)) continue;
        seen.push({ how, legacy: again, unversioned: await turned(scene, tokenPath, await ways[how](tokenPath)) });
      }
      return seen;
    },
    *judge(seen) {
      for (const { how, legacy, unversioned } of seen) {
        if (!(yield* premise(granted(unversioned), `the grant ${how} goes no better at /oauth/token`))) continue;
        // that the order of fields is nothing to a form is not said of it
        const subject = `the grant ${how} at the legacy path, with its fields in another order,`;
        yield finding('VER-08', subject, answer(legacy), 'tokens, as at /oauth/token', legacy);
      }
    },
  }),

  check({
    id: 'versioning/each-legacy-token-of-an-app-has-its-own-900-seconds',
    title: 'A further access token of an app from the legacy path works when the one before has expired',
    proves: ['EXP-08'],
    needs: ['app', 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const { app, token } = await anAppWithAccess(scene, legacyTokenPath);
      await scene.elapse(500);
      const further = bearer(await anAccessToken(scene, app, legacyTokenPath));
      const { path } = scene.versionedListings[0];
      const began = await scene.clock();
      const before = await scene.call(path, { authorization: further });
      await scene.elapse(410);
      const [after, first] = [
        await scene.call(path, { authorization: further }),
        await scene.call(path, { authorization: bearer(token) }),
      ];
      return { path, before, after, first, lived: (await scene.clock()) - began };
    },
    *judge({ path, before, after, first, lived }) {
      if (!(yield* premise(lived < 880, 'the calls took so long that the further token may have expired'))) return;
      const expired = accepted(before) && !accepted(first);
      if (!(yield* premise(expired, `GET ${path} did not serve the further token, or goes on serving the first`)))
        return;
      if (accepted(after)) return;
      // that each expires on its own is inference
      const subject = `GET ${path} with a further token of the legacy path, ${Math.round(lived)} s old,`;
      yield finding('EXP-08', subject, answer(after), 'a page', after);
    },
  }),
];
