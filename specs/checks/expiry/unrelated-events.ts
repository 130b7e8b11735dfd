import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { aKey, anAccessToken, aReplacedKey, aUser, legacyTokenPath } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, authorize, exchangeCode, refresh, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { BesideApp, BesideUser } from '../../../generators/beside-event.ts';
import { besideApps, besideUsers } from '../../../generators/beside-event.ts';
import { happensToApp, happensToUser } from '../../world/beside-events.ts';

const others = [
  'another app is authorized',
  'another app refreshes',
  'the app is authorized again',
  'the user is given a key, which is used',
  'a refresh with a wrong secret',
  'a refresh by another app',
  'the app asks for a token of its own',
  'the app is archived and unarchived',
  'the app refreshes for another user',
  "the user's key is rotated",
  'another user denies the app',
  'the user denies another app',
  'the app presents a code and a refresh token of nobody',
] as const;

export type UnrelatedEvent = (typeof others)[number] | `the user ${BesideUser}` | `the app ${BesideApp}`;

/** What may happen around an authorization, none of which is a refresh of it. */
export const unrelatedEvents: readonly UnrelatedEvent[] = [
  ...others,
  ...besideUsers.map((what) => `the user ${what}` as const),
  ...besideApps.map((what) => `the app ${what}` as const),
];

const ofNobody = 'nobody-was-ever-given-this';

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
  const ofUser = besideUsers.find((one) => what === `the user ${one}`);
  const ofApp = besideApps.find((one) => what === `the app ${one}`);
  if (ofUser !== undefined) await happensToUser(scene, ofUser, user);
  else if (ofApp !== undefined) await happensToApp(scene, ofApp, app);
  const other = others.find((one) => what === one);
  switch (other) {
    case 'another app is authorized':
      await aGrant(scene, await aClient(scene), user);
      return undefined;
    case 'another app refreshes':
      await refreshed(scene, await aGrant(scene, await aClient(scene), user));
      return undefined;
    case 'the app is authorized again':
      return aGrant(scene, app, user);
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
    case 'the app refreshes for another user':
      await refreshed(scene, await aGrant(scene, app, await aUser(scene)));
      return undefined;
    case "the user's key is rotated":
      if (!scene.supports('apiKey.create') || !scene.supports('apiKey.rotate')) return undefined;
      await aKey(scene, user);
      await aReplacedKey(scene, user);
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
    case undefined:
      return undefined;
  }
}
