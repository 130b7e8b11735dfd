import type { OperationName } from '../../drivers/control/operation.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aReplacedKey,
  legacyTokenPath,
  requestToken,
  tokenPath,
  withNewSecret,
} from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import { reinstalledAppsGoOn } from '../../drivers/world/reinstallation.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { BesideApp } from '../../generators/beside-event.ts';
import type { ActorAct, ActorKind } from '../../generators/reach-story.ts';
import { eventsOfApps, unissuedCredential } from '../world/events.ts';

/** An actor of a story, with its present credential. */
export interface ReachActor {
  readonly kind: ActorKind;
  readonly who: App | User;
  /** The value of its Authorization header; undefined for an actor that never calls. */
  readonly authorization?: string | undefined;
  /** The app that calls for a 'user of an app'. */
  readonly app?: App | undefined;
  /** The client program (User-Agent) of its calls; by default the suite's own. */
  readonly program?: string;
  /** Whether its credentials may be refused for its state. */
  readonly isStopped?: boolean;
}

/** An act that is done to an actor, or that an actor does. */
interface Change {
  /** The operations that the control must offer. */
  readonly needs?: readonly OperationName[];
  /** Does the act. Returns the changed properties of the actor, or undefined if the act was not done. */
  readonly happen: (scene: Scene, who: App & User, actor: ReachActor) => Promise<Partial<ReachActor> | undefined>;
  /**
   * Whether the actor needs a new token. Its earlier tokens are then unspecified, or other requirements concern them.
   */
  readonly renews?: true;
}

/** Returns the changed properties once the work is done, or undefined if the operator refuses it. */
const done = (work: Promise<unknown>, then: Partial<ReachActor> = {}): Promise<Partial<ReachActor> | undefined> =>
  unlessRefused(work.then(() => then));

/** Returns an event that leaves the actor unchanged. */
const beside = (what: BesideApp): Change => {
  const { needs, happen } = eventsOfApps[what];
  return { needs, happen: (scene, app) => done(happen(scene, app)) };
};

const byId = (who: App | User) => ('userId' in who ? { userId: who.userId } : { appId: who.appId });

/**
 * Returns the beginning of a state in which an actor may be refused. The control must also be able to end the state.
 */
const stopping = (...needs: readonly [OperationName, ...OperationName[]]): Change => ({
  needs,
  happen: (scene, who) => done(scene.operate(needs[0], byId(who)), { isStopped: true }),
});

/** Returns the end of such a state. */
const resuming = (operation: OperationName): Change => ({
  needs: [operation],
  happen: async (scene, who, { isStopped }) =>
    isStopped === true ? done(scene.operate(operation, byId(who)), { isStopped: false }) : undefined,
  renews: true,
});

/** The changes by name. Those of apps are done only with apps, and those of users only with users. */
export const changes: Readonly<Partial<Record<ActorAct, Change>>> = {
  archive: stopping('app.archive', 'app.unarchive'),
  unarchive: resuming('app.unarchive'),
  uninstall: stopping('app.uninstall'),
  suspend: stopping('user.suspend', 'user.unsuspend'),
  unsuspend: resuming('user.unsuspend'),
  'rotate its secret': {
    needs: ['app.rotateSecret'],
    happen: async (scene, app) => ({ who: await withNewSecret(scene, app) }),
    renews: true,
  },
  'set a webhook': beside('was given a webhook'),
  'register a redirect URI': beside('was given a redirect URI'),
  'send bad requests': {
    async happen(scene, _, { authorization = '' }) {
      const [{ path }] = await scene.listings();
      for (const query of [{ pageSize: 'abc' }, { nextToken: 'bogus' }])
        await scene.call(path, { authorization, query, note: 'a wrong query' });
      const nowhere = '/api/v2/conformance-finds-nothing-here';
      await scene.call(nowhere, { authorization, note: 'a path that does not exist' });
      return {};
    },
  },
  'send a wrong secret': {
    happen: (scene, app) =>
      done(
        requestToken(scene, { ...app, clientSecret: unissuedCredential }, tokenPath, {
          note: 'a wrong client secret',
        }),
      ),
  },
  'ask for a token': { happen: (scene, app) => done(requestToken(scene, app)) },
  'ask for a token at the legacy path': { happen: (scene, app) => done(requestToken(scene, app, legacyTokenPath)) },
  'take a token of the legacy path': {
    async happen(scene, app) {
      // other checks judge whether the legacy path issues tokens at all
      const token = accessTokenIn(await requestToken(scene, app, legacyTokenPath));
      return token === undefined ? undefined : { authorization: bearer(token) };
    },
  },
  'go on by another program': { happen: async () => ({ program: 'conformance-client/2.0' }) },
  'reinstall its app': {
    needs: ['app.uninstall', 'app.install'],
    async happen(scene, _, { app }) {
      if (app === undefined || !(await reinstalledAppsGoOn(scene))) return undefined;
      await scene.operate('app.uninstall', { appId: app.appId });
      await scene.operate('app.install', { appId: app.appId });
      // a reinstalled app may have a new secret (FRE-49)
      return scene.supports('app.rotateSecret') ? { app: await withNewSecret(scene, app) } : {};
    },
    renews: true,
  },
  'rotate the key': {
    needs: ['apiKey.rotate'],
    happen: async (scene, user) => ({ authorization: basic(await aReplacedKey(scene, user)) }),
  },
};
