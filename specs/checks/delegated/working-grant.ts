import { PremiseUnmet } from '../../../core/trouble.ts';
import type { Need } from '../../../drivers/session/need.ts';
import type { App, Laboratory, User } from '../../../drivers/world/actors.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { callsUntilServed } from '../../expectations/open-listings.ts';

/** The needs of a check in which users authorize an app of the suite's own. */
export const delegatedNeeds = ['app.create', 'user.create', 'browser.authorize'] as const satisfies readonly Need[];

/** The grant of a user who has records to see, and a listing that served its access token. */
export interface WorkingGrant {
  readonly grant: Grant;
  readonly laboratory: Laboratory | undefined;
  /** Path of a listing that served the access token of the code exchange. */
  readonly served: string;
}

/** Creates an app with a redirect URI, and a user who has nothing to see. */
export async function aConsentingUser(scene: Scene): Promise<{ readonly app: App; readonly user: User }> {
  const app = await aClient(scene);
  return { app, user: await aUser(scene) };
}

/** Creates a grant of a new user who has nothing to see. The app is new too if none is given. */
export async function aFreshGrant(scene: Scene, app?: App, path?: string): Promise<Grant> {
  return aGrant(scene, app ?? (await aClient(scene)), await aUser(scene), path === undefined ? {} : { path });
}

/**
 * Creates a grant whose access token is served by some listing.
 *
 * @throws PremiseUnmet if no listing serves it
 */
export async function aWorkingGrant(scene: Scene, app?: App): Promise<WorkingGrant> {
  const { user, laboratory } = await aUserWithAccess(scene);
  const grant = await aGrant(scene, app ?? (await aClient(scene)), user);
  return { grant, laboratory, served: await servedListing(scene, grant.authorization) };
}

/** Returns the path of the first listing that serves a token. @throws PremiseUnmet if none does */
export async function servedListing(scene: Scene, authorization: string): Promise<string> {
  const calls = await callsUntilServed(scene, authorization);
  const last = calls.at(-1);
  if (last === undefined || !accepted(last)) throw new PremiseUnmet('no listing serves a delegated access token');
  return new URL(last.request.url).pathname;
}
