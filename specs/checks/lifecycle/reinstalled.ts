import { answer } from '../../../core/exchange.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aUser, settledTokenRequest, withNewSecret } from '../../../drivers/world/actors.ts';
import { aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { callsAfterRevocation, refreshAfterRevocation } from '../../expectations/standing.ts';
import { install, uninstall } from './stage.ts';

/**
 * Uninstalls an app and installs it again. The app holds no grant yet that would show when the uninstallation takes
 * effect. If changes take time, the function therefore makes a grant of a new user and waits until that grant is
 * refused: an uninstallation that takes effect later would also end grants from after the installation. The app's
 * credentials may have changed (FRE-49), so the function returns the app with a secret that works.
 *
 * @throws PremiseUnmet if the app gets no token of its own any more
 */
export async function reinstallUnused(scene: Scene, app: App): Promise<App> {
  const held = scene.changesTakeTime ? await aGrant(scene, app, await aUser(scene)) : undefined;
  await uninstall(scene, app);
  if (held !== undefined) {
    await callsAfterRevocation(scene, held.authorization, [scene.versionedListings[0].path]);
    await refreshAfterRevocation(scene, held);
  }
  await install(scene, app);
  return knownAgain(scene, app);
}

/** Returns the app with a secret that works. @throws PremiseUnmet if there is none */
async function knownAgain(scene: Scene, app: App): Promise<App> {
  const ask = (secret: string) => settledTokenRequest(scene, { ...app, clientSecret: secret });
  const asked = await ask(app.clientSecret);
  if (accessTokenIn(asked) !== undefined) return app;
  if (scene.supports('app.rotateSecret')) {
    const renewed = await withNewSecret(scene, app);
    if (accessTokenIn(await ask(renewed.clientSecret)) !== undefined) return renewed;
  }
  throw new PremiseUnmet(
    `client_credentials of a reinstalled app ${answer(asked)}: perhaps its credentials have changed`,
  );
}
