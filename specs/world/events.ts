import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { OperationName } from '../../drivers/control/operation.ts';
import type { App, Project, User } from '../../drivers/world/actors.ts';
import { addToFurtherProject, aProject, grantIfAllowed, revoke, setIdleWebhook } from '../../drivers/world/actors.ts';
import { bearer } from '../../drivers/world/authorization.ts';
import { aClient, authorize, exchangeCode, refresh } from '../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken } from '../../drivers/world/identity.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { BesideApp, BesideUser } from '../../generators/beside-event.ts';
import type { Misuse } from '../../generators/history.ts';

export const unissuedCredential = 'nobody-was-ever-given-this';

/** An event that happens to an actor beside its states, and the operations that the control must offer for it. */
interface BesideEvent<Actor> {
  readonly needs: readonly OperationName[];
  /** @param own the project that the actor has from the beginning. Returns false if the event did not happen. */
  readonly happen: (scene: Scene, actor: Actor, own?: Project) => Promise<unknown>;
}

// The specification leaves open whether a suspended or archived actor can be changed: these events allow a refusal.

const isAdded: BesideEvent<App | User> = {
  needs: ['project.create', 'project.grant'],
  happen: addToFurtherProject,
};

const isTakenOut: BesideEvent<App | User> = {
  needs: ['project.create', 'project.grant', 'project.revoke'],
  async happen(scene, actor) {
    const project = await aProject(scene);
    if (await grantIfAllowed(scene, project, actor)) await unlessRefused(revoke(scene, project, actor));
  },
};

const eventsOfUsers: Readonly<Record<BesideUser, BesideEvent<User>>> = {
  'was added to a project': isAdded,
  'was taken out of a project': isTakenOut,
  'presented an ID token': {
    needs: ['identityProvider.trust'],
    async happen(scene, user) {
      const authorization = bearer(await anIdToken(scene, plainIdToken, { user }));
      const [{ path }] = await scene.listings();
      await scene.call(path, { authorization });
    },
  },
  'signed in anew': {
    needs: ['browser.authorize', 'app.create'],
    happen: async (scene, user) => authorize(scene, { app: await aClient(scene), user, freshSession: true }),
  },
};

export const eventsOfApps: Readonly<Record<BesideApp, BesideEvent<App>>> = {
  'was added to a project': isAdded,
  // an app that was reinstalled may have lost its project (FRE-50)
  'was added to its project again': {
    ...isAdded,
    happen: async (scene, app, own) => own !== undefined && grantIfAllowed(scene, own, app),
  },
  'was taken out of a project': isTakenOut,
  'was given a redirect URI': {
    needs: ['app.registerRedirectUri'],
    happen: (scene, { appId }) =>
      unlessRefused(
        scene.operate('app.registerRedirectUri', {
          appId,
          redirectUri: 'https://further.conformance.example/callback',
        }),
      ),
  },
  'was given a webhook': { needs: ['app.setWebhook'], happen: setIdleWebhook },
  'presented a code and a refresh token of nobody': {
    needs: [],
    async happen(scene, app) {
      await exchangeCode(scene, app, unissuedCredential, { note: 'a code of nobody' });
      await refresh(scene, app, unissuedCredential, { note: 'a refresh token of nobody' });
    },
  },
};

/** Returns a function that lets an event happen to an actor. It reports whether the event happened. */
function happening<What extends string, Actor>(events: Readonly<Record<What, BesideEvent<Actor>>>) {
  return async (scene: Scene, what: What, actor: Actor, own?: Project): Promise<boolean> => {
    const { needs, happen } = events[what];
    return needs.every((operation) => scene.supports(operation)) && (await happen(scene, actor, own)) !== false;
  };
}

export const happensToUser = happening(eventsOfUsers);
export const happensToApp = happening(eventsOfApps);

/** Presents a refresh token in a way that yields no tokens, whether the refresh token is live or not. */
export async function misuse(scene: Scene, how: Misuse, own: App, refreshToken: string): Promise<void> {
  const wrong = { ...own, clientSecret: `${own.clientSecret.slice(0, -4)}none` };
  await refresh(scene, how === 'by another app' ? await aClient(scene) : wrong, refreshToken, { note: how });
}
