import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import type { OperationName } from '../../../drivers/control/operation.ts';
import type { App, Laboratory } from '../../../drivers/world/actors.ts';
import {
  anAccessToken,
  anAppWithAccess,
  grantIfAllowed,
  legacyTokenPath,
  requestToken,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, aUserWithAccess, refresh, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { userGrantNeeds } from './both-paths.ts';

/** An event of the holder of a token, and the control operations that it takes. */
interface Happening<Holder> {
  readonly takes?: readonly OperationName[];
  readonly happen: (scene: Scene, holder: Holder) => Promise<unknown>;
}

interface AppWithAccess {
  readonly authorization: string;
  readonly app: App;
  readonly laboratory?: Laboratory;
}

type OfApps = 'app.archive' | 'app.unarchive' | 'app.uninstall' | 'app.install';

const ofApp = async (scene: Scene, { appId }: App, ...names: readonly OfApps[]): Promise<void> => {
  for (const name of names) await scene.operate(name, { appId });
};

// Each event may end tokens or not (FRE-42, 47, 81, 83, 114, 120), but with the same effect on both versions.

const toApps: Readonly<Record<string, Happening<AppWithAccess>>> = {
  'a rotation of the secret': {
    takes: ['app.rotateSecret'],
    happen: (scene, { app }) => withNewSecret(scene, app),
  },
  'another token': { happen: (scene, { app }) => requestToken(scene, app) },
  'a reinstallation': {
    takes: ['app.uninstall', 'app.install'],
    async happen(scene, { app, laboratory }) {
      await ofApp(scene, app, 'app.uninstall', 'app.install');
      // the app's grants may be lost (FRE-50), and one version may refuse an app without grants while the other does
      // not (FRE-05)
      if (laboratory !== undefined) await grantIfAllowed(scene, laboratory, app);
    },
  },
  'an unarchiving': {
    takes: ['app.archive', 'app.unarchive'],
    happen: (scene, { app }) => ofApp(scene, app, 'app.archive', 'app.unarchive'),
  },
};

const toUsers: Readonly<Record<string, Happening<Grant>>> = {
  'a refresh': { happen: (scene, held) => refreshed(scene, held) },
  'a spent refresh token': {
    async happen(scene, held) {
      await refreshed(scene, held);
      await refresh(scene, held.app, held.refreshToken);
    },
  },
  'another authorization': { happen: (scene, { app, user }) => aGrant(scene, app, user) },
  'an un-suspension': {
    takes: ['user.suspend', 'user.unsuspend'],
    async happen(scene, { user: { userId } }) {
      await scene.operate('user.suspend', { userId });
      await scene.operate('user.unsuspend', { userId });
    },
  },
};

const byVersion = async (scene: Scene, authorization: string) => {
  const calls = [];
  for (const { path, version } of scene.versionedListings)
    calls.push({ version, call: await scene.call(path, { authorization }) });
  return calls;
};
type Calls = Awaited<ReturnType<typeof byVersion>>;

const areServed = (calls: Calls): boolean => calls.every(({ call }) => accepted(call));

/** Repeats the calls until all listings serve a token, or none does. */
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
  const subject = `GET ${new URL(refused.call.request.url).pathname} with a token from before ${what}`;
  yield finding(requirement, subject, answer(refused.call), `a page, as on ${served.version}`, refused.call);
}

/** Returns a check that a token from before a change is served on both versions or on neither. */
function alikeAfter<Holder extends { readonly authorization: string }>({
  changes,
  holder,
  requirement,
  ...definition
}: Pick<SuiteCheck, 'id' | 'title' | 'needs'> & {
  readonly requirement: 'VER-02' | 'VER-03';
  readonly holder: (scene: Scene) => Promise<Holder>;
  readonly changes: Readonly<Record<string, Happening<Holder>>>;
}): SuiteCheck {
  return check({
    ...definition,
    proves: [requirement],
    cases: fc.constantFrom(...Object.keys(changes)),
    maxCases: 12,
    describe: (what) => `a token from before ${what}`,
    async gather(scene, what) {
      const { takes = [], happen } = changes[what] as Happening<Holder>;
      if (!takes.every((operation) => scene.supports(operation))) return null;
      const held = await holder(scene);
      const before = await scene.settle(() => byVersion(scene, held.authorization), areServed);
      await happen(scene, held);
      return { before, after: await settledCalls(scene, held.authorization) };
    },
    *judge(seen, what) {
      if (seen === null) yield notApplicable(`the control cannot bring about ${what}`);
      else yield* isAlike(seen.before, seen.after, requirement, what);
    },
  });
}

/** Checks of tokens after events of their holders ("Versioning", 1 to 3). */
export const endingsOnBothVersionsChecks: readonly SuiteCheck[] = [
  alikeAfter({
    id: 'versioning/what-ends-a-token-ends-it-on-both',
    title: 'An app’s token that one version still serves after a change is served by the other too',
    requirement: 'VER-02',
    needs: ['app.create', 'access'],
    holder: (scene): Promise<AppWithAccess> => anAppWithAccess(scene),
    changes: toApps,
  }),

  alikeAfter({
    id: 'versioning/what-ends-a-users-token-ends-it-on-both',
    title: 'A delegated token that one version still serves after a change is served by the other too',
    requirement: 'VER-03',
    needs: [...userGrantNeeds, 'access'],
    holder: async (scene) => aGrant(scene, await aClient(scene), (await aUserWithAccess(scene)).user),
    changes: toUsers,
  }),

  check({
    id: 'versioning/each-legacy-token-of-an-app-has-its-own-900-seconds',
    title: 'A further access token of an app from the legacy path still works when the one before has expired',
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
      if (!(yield* premise(expired, `GET ${path} did not serve the further token, or still serves the first`))) return;
      if (accepted(after)) return;
      // that each token expires on its own is an inference
      const subject = `GET ${path} with a further token of the legacy path, ${Math.round(lived)} s old,`;
      yield finding('EXP-08', subject, answer(after), 'a page', after);
    },
  }),
];
