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

/** An access token in the form in which it is sent, and the answer that brought it. */
export interface Issued {
  readonly authorization: string;
  readonly answered: Exchange;
}

/** Makes an app that has access to records and has not asked for a token yet. */
async function anAppThatMaySee(scene: Scene): Promise<App> {
  const app = await anApp(scene);
  if (app.own) await aLaboratoryFor(scene, app);
  return app;
}

/** Requests a token of the app now. */
async function issuedTo(scene: Scene, app: App): Promise<Issued> {
  const answered = await requestToken(scene, app);
  return { authorization: bearer(accessTokenIn(answered) ?? (await anAccessToken(scene, app))), answered };
}

/**
 * Returns app tokens for probes of their lifetime. Each token has its own app, because several tokens of one app need
 * not be valid at the same time (FRE-51).
 *
 * @param after seconds between an earlier token request of each app and the one that counts; 0 for no earlier request
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

/** Options for making grants. */
export interface GrantOptions {
  /** Whether the users have access to records, so that their access tokens can be tried. */
  readonly withAccess?: boolean;
  /** The path of the token requests. */
  readonly path?: string;
}

/**
 * Real milliseconds after which a code that waits for its exchange is replaced. A code lasts for at least about a
 * minute (FRE-62).
 */
const codeWaits = 25_000;

/** Returns a function that prepares grants by code exchange, each with its own user and app. */
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
        // under load, making the other codes may have taken so long that this one is too old
        if (scene.target.realTime.now() - drawn > codeWaits) code = await aCode(scene, { app, user });
        return grantIn(app, user, await exchangeCode(scene, app, code, { path }), 'the exchange of a fresh code');
      });
    }
    if (count > 1) await waitForOthers(scene);
    return ready;
  };
}

/**
 * Returns the seconds by which a pause between refreshes may be longer, so that other checks can share its move of the
 * clock: half a day for a pause of 29 days.
 */
const spareOf = (pause: number): number => (pause < day ? 0.25 : pause / 60);

/**
 * Returns a function that prepares grants that were refreshed after each of the pauses (in seconds). The last refresh
 * is made when the grant is issued. All grants of one preparation wait together.
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

/** Returns the access tokens of grants for probes of their lifetime. `call` tries one on a listing. */
export function accessTokensOf(prepare: PrepareGrants, call: (grant: Issued) => Promise<Exchange>): Reusable<Issued> {
  return { lifetime: lifetimes.accessToken, issue: () => one(prepare), prepare, call, accepts: accepted };
}

/** Prepares one grant and issues it at once. */
export async function one(prepare: PrepareGrants): Promise<Grant> {
  const [issue] = await prepare(1);
  if (issue === undefined) throw new RangeError('no grant was prepared');
  return issue();
}
