import type { Exchange } from '../../../core/exchange.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  aUser,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aCode, aGrant, exchangeCode, grantIn, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { waitForOthers } from '../../expectations/age.ts';
import type { Reusable } from '../../expectations/lifetime.ts';
import type { PrepareGrants } from '../../expectations/refresh-lifetime.ts';
import { day } from '../../../core/spans.ts';
import { reinstallUnused } from '../lifecycle/reinstalled.ts';

/** Seconds of validity ("Limits"). */
export const accessLifetime = 900;
export const refreshLifetime = 2_592_000;

/** Times of issue, in seconds before midnight: lives that go on into the next day, hour or minute, and others. */
export const beforeMidnight = [300, 890, 1800.5, 20_000.3, 43_261, 86_399.2] as const;

/** Lets time pass until the tenant's clock stands so many seconds before midnight. */
export async function untilBeforeMidnight(scene: Scene, seconds: number): Promise<void> {
  const left = (((day - seconds - (await scene.clock())) % day) + day) % day;
  if (left > 0) await scene.elapse(Math.ceil(left * 1000) / 1000, { late: 2 });
}

/** An access token, and how it is sent. */
export interface Bearer {
  readonly app: App;
  readonly authorization: string;
}

/** An app with something to see that has not asked for a token yet. */
export async function anAppThatMaySee(scene: Scene): Promise<App> {
  const app = await anApp(scene);
  if (app.own) await aLaboratoryFor(scene, app);
  return app;
}

/** A token that the app asks for now. */
export async function issuedTo(scene: Scene, app: App): Promise<Bearer> {
  return { app, authorization: bearer(await anAccessToken(scene, app)) };
}

/** App tokens, each of an app of its own: how many of one app live side by side is not what is shown here (FRE-51). */
export function appTokens(
  scene: Scene,
  path: string,
  make: (scene: Scene) => Promise<App> = anAppThatMaySee,
): Reusable<Bearer> {
  return {
    lifetime: accessLifetime,
    issue: async () => issuedTo(scene, await anAppThatMaySee(scene)),
    prepare: async (count) => {
      const apps: App[] = [];
      while (apps.length < count) apps.push(await make(scene));
      await waitForOthers(scene);
      return apps.map((app) => () => issuedTo(scene, app));
    },
    call: ({ authorization }) => scene.call(path, { authorization }),
    accepts: accepted,
  };
}

/** What else there is of the app or the user of a grant, none of which counts for how long it lasts. */
export const bystanders = [
  'nothing',
  'another user before',
  'another user after',
  'an earlier authorization',
  'an earlier authorization of another app',
  'a reinstall before',
  'a suspension before',
  'an archival before',
] as const;

export type Bystander = (typeof bystanders)[number];

/** How grants come about for the checks of one theme. */
export interface GrantOptions {
  /** Whether the users have something to see, so that their access tokens can be tried. */
  readonly withAccess?: boolean;
  /** The path at which tokens are asked for. */
  readonly path?: string;
  /** Seconds for which a code lies before it is exchanged: what is counted from the authorization ends as much too early. */
  readonly codeAge?: number;
  readonly beside?: Bystander;
}

/** Real milliseconds for which a code waits to be exchanged: a minute is promised to it (FRE-62). */
const codeWaits = 25_000;

/** An app that the user has not authorized yet, but for what is asked for. */
async function anAppWithHistory(scene: Scene, user: User, beside: Bystander): Promise<App> {
  const app = await aClient(scene);
  if (beside === 'another user before') await aGrant(scene, app, await aUser(scene));
  if (beside === 'an earlier authorization') await aGrant(scene, app, user);
  if (beside === 'an earlier authorization of another app') await aGrant(scene, await aClient(scene), user);
  if (beside === 'a suspension before' && scene.supports('user.suspend') && scene.supports('user.unsuspend')) {
    await scene.operate('user.suspend', { userId: user.userId });
    await scene.operate('user.unsuspend', { userId: user.userId });
  }
  if (beside === 'an archival before' && scene.supports('app.archive') && scene.supports('app.unarchive')) {
    await scene.operate('app.archive', { appId: app.appId });
    await scene.operate('app.unarchive', { appId: app.appId });
  }
  if (beside !== 'a reinstall before' || !scene.supports('app.uninstall') || !scene.supports('app.install')) return app;
  return reinstallUnused(scene, app);
}

/** Grants of code exchanges, each of a user and an app of its own. */
export function codeGrants(
  scene: Scene,
  { withAccess, path = tokenPath, codeAge = 0, beside = 'nothing' }: GrantOptions = {},
): PrepareGrants {
  return async (count) => {
    const ready: (() => Promise<Grant>)[] = [];
    while (ready.length < count) {
      const user = await aUser(scene);
      if (withAccess === true) await aLaboratoryFor(scene, user);
      const app = await anAppWithHistory(scene, user, beside);
      let code = await aCode(scene, { app, user });
      const drawn = scene.target.realTime.now();
      const exchanged = async (): Promise<Grant> => {
        // where much else goes on at the same time, those that are made meanwhile may have taken long
        if (scene.target.realTime.now() - drawn > codeWaits) code = await aCode(scene, { app, user });
        const answered = await exchangeCode(scene, app, code, { path });
        if (codeAge === 0 || accessTokenIn(answered) !== undefined) {
          return grantIn(app, user, answered, 'the exchange of a fresh code');
        }
        // how long a code is good is free, and others may have moved the clock further
        const anew = await exchangeCode(scene, app, await aCode(scene, { app, user }), { path });
        return grantIn(app, user, anew, 'the exchange of a fresh code');
      };
      ready.push(async () => {
        const grant = await exchanged();
        if (beside === 'another user after') await aGrant(scene, app, await aUser(scene));
        return grant;
      });
    }
    if (codeAge > 0) await scene.elapse(codeAge);
    else if (count > 1) await waitForOthers(scene);
    return ready;
  };
}

/** Seconds by which a pause between refreshes may be longer, so that others share its move: where it is 29 days, half a day. */
export const spareOf = (pause: number): number => (pause < day ? 0.25 : pause / 60);

/**
 * Grants that were refreshed after each of the pauses (in seconds), the last time when they are issued. All of one
 * preparation wait together.
 */
export function renewedGrants(scene: Scene, pauses: readonly number[], options: GrantOptions = {}): PrepareGrants {
  return async (count) => {
    let grants: Grant[] = [];
    for (const issue of await codeGrants(scene, options)(count)) grants.push(await issue());
    for (const [index, pause] of pauses.entries()) {
      if (pause > 0) await scene.elapse(pause, { late: spareOf(pause) });
      if (index === pauses.length - 1) break;
      const next: Grant[] = [];
      for (const grant of grants) next.push(await refreshed(scene, grant, options.path));
      grants = next;
    }
    return grants.map((grant) => () => refreshed(scene, grant, options.path));
  };
}

/** The access tokens of grants, tried on a listing. */
export function accessTokensOf(
  prepare: PrepareGrants,
  call: (grant: Grant) => Promise<Exchange>,
  anew: PrepareGrants = prepare,
): Reusable<Grant> {
  return { lifetime: accessLifetime, issue: () => one(anew), prepare, call, accepts: accepted };
}

/** A grant that is prepared and issued at once. */
export async function one(prepare: PrepareGrants): Promise<Grant> {
  const [issue] = await prepare(1);
  if (issue === undefined) throw new RangeError('no grant was prepared');
  return issue();
}
