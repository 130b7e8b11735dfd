import type { Exchange } from '../../../core/exchange.ts';
import type { App } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  aUser,
  requestToken,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aCode, exchangeCode, grantIn, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { waitForOthers } from '../../expectations/age.ts';
import type { Reusable } from '../../expectations/lifetime.ts';
import type { PrepareGrants } from '../../expectations/refresh-lifetime.ts';
import { lifetimes } from '../../model/vocabulary.ts';
import { day } from '../../../core/spans.ts';

/** An access token, how it is sent, and the answer that brought it. */
export interface Issued {
  readonly authorization: string;
  readonly answered: Exchange;
}

/** An app with something to see that has not asked for a token yet. */
async function anAppThatMaySee(scene: Scene): Promise<App> {
  const app = await anApp(scene);
  if (app.own) await aLaboratoryFor(scene, app);
  return app;
}

/** A token that the app asks for now. */
async function issuedTo(scene: Scene, app: App): Promise<Issued> {
  const answered = await requestToken(scene, app);
  return { authorization: bearer(accessTokenIn(answered) ?? (await anAccessToken(scene, app))), answered };
}

/**
 * App tokens, each of an app of its own: how many of one app live side by side is not what is shown here (FRE-51).
 *
 * @param after how many seconds before each of them the app asked for another one; for none, 0
 */
export function appTokens(scene: Scene, path: string, after = 0): Reusable<Issued> {
  const prepare = async (count: number): Promise<(() => Promise<Issued>)[]> => {
    const apps: App[] = [];
    while (apps.length < count) apps.push(await anAppThatMaySee(scene));
    if (after > 0) for (const app of apps) await anAccessToken(scene, app);
    if (after > 0) await scene.elapse(after);
    else await waitForOthers(scene);
    return apps.map((app) => () => issuedTo(scene, app));
  };
  return {
    lifetime: lifetimes.accessToken,
    issue: async () => issuedTo(scene, await anAppThatMaySee(scene)),
    prepare,
    call: ({ authorization }) => scene.call(path, { authorization }),
    accepts: accepted,
  };
}

/** How grants come about. */
export interface GrantOptions {
  /** Whether the users have something to see, so that their access tokens can be tried. */
  readonly withAccess?: boolean;
  /** The path at which tokens are asked for. */
  readonly path?: string;
}

/** Real milliseconds for which a code waits to be exchanged: a minute is promised to it (FRE-62). */
const codeWaits = 25_000;

/** Grants of code exchanges, each of a user and an app of its own. */
export function codeGrants(scene: Scene, { withAccess, path = tokenPath }: GrantOptions = {}): PrepareGrants {
  return async (count) => {
    const ready: (() => Promise<Grant>)[] = [];
    while (ready.length < count) {
      const user = await aUser(scene);
      if (withAccess === true) await aLaboratoryFor(scene, user);
      const app = await aClient(scene);
      let code = await aCode(scene, { app, user });
      const drawn = scene.target.realTime.now();
      ready.push(async () => {
        // where much else goes on at the same time, those that are made meanwhile may have taken long
        if (scene.target.realTime.now() - drawn > codeWaits) code = await aCode(scene, { app, user });
        return grantIn(app, user, await exchangeCode(scene, app, code, { path }), 'the exchange of a fresh code');
      });
    }
    if (count > 1) await waitForOthers(scene);
    return ready;
  };
}

/** Seconds by which a pause between refreshes may be longer, so that others share its move: where it is 29 days, half a day. */
const spareOf = (pause: number): number => (pause < day ? 0.25 : pause / 60);

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
export function accessTokensOf(prepare: PrepareGrants, call: (grant: Issued) => Promise<Exchange>): Reusable<Issued> {
  return { lifetime: lifetimes.accessToken, issue: () => one(prepare), prepare, call, accepts: accepted };
}

/** A grant that is prepared and issued at once. */
export async function one(prepare: PrepareGrants): Promise<Grant> {
  const [issue] = await prepare(1);
  if (issue === undefined) throw new RangeError('no grant was prepared');
  return issue();
}
