import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';

/** A token by which an app acts for a user who sees a laboratory; undefined where the control cannot bring one about. */
export async function tokenForAUser(scene: Scene): Promise<string | undefined> {
  const makes = scene.supports('app.create') && scene.supports('user.create');
  if (!makes || !scene.supports('browser.authorize')) return undefined;
  const { user } = await aUserWithAccess(scene);
  return (await aGrant(scene, await aClient(scene), user)).authorization;
}
