import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';

/**
 * Returns a token with which an app acts for a user who sees a laboratory, or undefined if the control cannot provide
 * one.
 */
export async function tokenForAUser(scene: Scene): Promise<string | undefined> {
  const makes = scene.supports('app.create') && scene.supports('user.create');
  if (!makes || !scene.supports('browser.authorize')) return undefined;
  const { user } = await aUserWithAccess(scene);
  return (await aGrant(scene, await aClient(scene), user)).authorization;
}
