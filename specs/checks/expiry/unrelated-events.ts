import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import {
  aKey,
  anAccessToken,
  aProject,
  aReplacedKey,
  aUser,
  grantIfAllowed,
  legacyTokenPath,
  revoke,
  setIdleWebhook,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, authorize, exchangeCode, refresh, refreshed } from '../../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';

/** What may happen around an authorization, none of which is a refresh of it. */
export const unrelatedEvents = [
  'another app is authorized',
  'another app refreshes',
  'the app is authorized again',
  'the user signs in anew',
  'the user is given a key, which is used',
  'a refresh with a wrong secret',
  'a refresh by another app',
  'the app asks for a token of its own',
  'the app is archived and unarchived',
  'the app is given a redirect URI',
  'the app refreshes for another user',
  'an ID token of the user is used',
  'the user is added to a project',
  'the app is added to a project',
  'the user is taken out of a project',
  'the app is taken out of a project',
  "the user's key is rotated",
  'the app is given a webhook',
  'another user denies the app',
  'the user denies another app',
  'the app presents a code and a refresh token of nobody',
] as const;

const ofNobody = 'nobody-was-ever-given-this';

export type UnrelatedEvent = (typeof unrelatedEvents)[number];

/** Happenings by which the refresh token itself is presented. */
export const presentations: ReadonlySet<UnrelatedEvent> = new Set([
  'a refresh with a wrong secret',
  'a refresh by another app',
]);

/**
 * Happenings that may end it: what presents it, what is open (FRE-75, FRE-76, FRE-98) or by what access is taken away,
 * and what is shown elsewhere. Of the others none is said to end it, which is inference: the reasons that are given are
 * examples ("Delegated auth", 7; FRE-240).
 */
export const mayEndIt: ReadonlySet<UnrelatedEvent> = new Set([
  ...presentations,
  'the app is archived and unarchived',
  'the app is given a redirect URI',
  'the app is authorized again',
  'the user is given a key, which is used',
  "the user's key is rotated",
  'the user is taken out of a project',
  'the app is taken out of a project',
]);

/** The requirements that say of a happening that it leaves a refresh token as it is. */
const named: Partial<Record<UnrelatedEvent, 'DEL-46' | 'DEL-47' | 'DEL-63'>> = {
  'another app refreshes': 'DEL-46',
  'the app refreshes for another user': 'DEL-47',
  'the app asks for a token of its own': 'DEL-63',
};

/** The requirement that a happening leaves a refresh token as it is. */
export function requirementOnEffect(what: UnrelatedEvent): 'DEL-46' | 'DEL-47' | 'DEL-63' | 'EXP-34' {
  return named[what] ?? 'EXP-34';
}

interface Held {
  readonly app: App;
  readonly user: User;
  readonly refreshToken: string;
}

/**
 * Has it happen, where the control can; what comes of it is a question of other checks.
 *
 * @returns what the app itself was granted anew
 */
export async function carryOutEvent(
  scene: Scene,
  what: UnrelatedEvent,
  { app, user, refreshToken }: Held,
): Promise<Grant | undefined> {
  switch (what) {
    case 'another app is authorized':
      await aGrant(scene, await aClient(scene), user);
      return undefined;
    case 'another app refreshes':
      await refreshed(scene, await aGrant(scene, await aClient(scene), user));
      return undefined;
    case 'the app is authorized again':
      return aGrant(scene, app, user);
    case 'the user signs in anew':
      await authorize(scene, { app: await aClient(scene), user, freshSession: true });
      return undefined;
    case 'the user is given a key, which is used': {
      if (!scene.supports('apiKey.create')) return undefined;
      const authorization = basic(await aKey(scene, user));
      for (const { path } of await scene.listings()) await scene.call(path, { authorization });
      return undefined;
    }
    case 'a refresh with a wrong secret':
      await refresh(scene, { ...app, clientSecret: `${app.clientSecret.slice(0, -4)}none` }, refreshToken, {
        note: 'a wrong client secret',
      });
      return undefined;
    case 'a refresh by another app':
      await refresh(scene, await aClient(scene), refreshToken, { path: legacyTokenPath, note: 'another app' });
      return undefined;
    case 'the app asks for a token of its own':
      await anAccessToken(scene, app);
      return undefined;
    case 'the app is archived and unarchived':
      if (!scene.supports('app.archive') || !scene.supports('app.unarchive')) return undefined;
      // a console may decline one or the other (FRE-119)
      await unlessRefused(scene.operate('app.archive', { appId: app.appId }));
      await unlessRefused(scene.operate('app.unarchive', { appId: app.appId }));
      return undefined;
    case 'the app is given a redirect URI':
      if (!scene.supports('app.registerRedirectUri')) return undefined;
      await scene.operate('app.registerRedirectUri', {
        appId: app.appId,
        redirectUri: 'https://further.conformance.example/callback',
      });
      return undefined;
    case 'the app refreshes for another user':
      await refreshed(scene, await aGrant(scene, app, await aUser(scene)));
      return undefined;
    case 'an ID token of the user is used': {
      if (!scene.supports('identityProvider.trust')) return undefined;
      const authorization = bearer(await anIdToken(scene, plainIdToken, { user }));
      for (const { path } of await scene.listings()) await scene.call(path, { authorization });
      return undefined;
    }
    case 'the user is added to a project':
    case 'the app is added to a project': {
      if (!scene.supports('project.create') || !scene.supports('project.grant')) return undefined;
      const actor = what === 'the user is added to a project' ? user : app;
      await grantIfAllowed(scene, await aProject(scene), actor);
      return undefined;
    }
    case 'the user is taken out of a project':
    case 'the app is taken out of a project': {
      if (!scene.supports('project.create') || !scene.supports('project.grant')) return undefined;
      if (!scene.supports('project.revoke')) return undefined;
      const actor = what === 'the user is taken out of a project' ? user : app;
      const project = await aProject(scene);
      await grantIfAllowed(scene, project, actor);
      await revoke(scene, project, actor);
      return undefined;
    }
    case "the user's key is rotated":
      if (!scene.supports('apiKey.create') || !scene.supports('apiKey.rotate')) return undefined;
      await aKey(scene, user);
      await aReplacedKey(scene, user);
      return undefined;
    case 'the app is given a webhook':
      await setIdleWebhook(scene, app);
      return undefined;
    case 'another user denies the app':
      await authorize(scene, { app, user: await aUser(scene), consent: 'deny' });
      return undefined;
    case 'the user denies another app':
      await authorize(scene, { app: await aClient(scene), user, consent: 'deny' });
      return undefined;
    case 'the app presents a code and a refresh token of nobody':
      await exchangeCode(scene, app, ofNobody, { note: 'a code of nobody' });
      await refresh(scene, app, ofNobody, { note: 'a refresh token of nobody' });
      return undefined;
  }
}
