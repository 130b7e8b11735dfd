import { unlessRefused } from '../control/unless-refused.ts';
import type { App } from './actors.ts';
import { addToFurtherProject, anApp, aUser, setIdleWebhook, withNewSecret } from './actors.ts';
import { authorize, redirectUri } from './delegated.ts';
import type { Scene } from './scene.ts';

/**
 * Makes an app to which most of what can happen to an app has happened: it has two redirect URIs, two users, two
 * projects, a webhook and a new secret, and was archived and unarchived twice. What the control or the operator does not
 * do is left out. A tenant may treat such an app by other code than a new one.
 */
export async function anEventfulApp(scene: Scene): Promise<App> {
  const app = await anApp(scene, { redirectUris: [redirectUri, 'https://further.conformance.example/callback'] });
  if (!app.own) return app;
  for (let count = 0; count < 2; count++) {
    if (scene.makesGrants) await authorize(scene, { app, user: await aUser(scene) });
    if (scene.supports('project.create') && scene.supports('project.grant')) await addToFurtherProject(scene, app);
  }
  await setIdleWebhook(scene, app);
  const { appId } = app;
  for (let count = 0; count < 2 && scene.supports('app.archive') && scene.supports('app.unarchive'); count++) {
    const archived = await unlessRefused(scene.operate('app.archive', { appId }));
    if (archived !== undefined) await scene.operate('app.unarchive', { appId });
  }
  const renewed = scene.supports('app.rotateSecret') ? await unlessRefused(withNewSecret(scene, app)) : undefined;
  return renewed ?? app;
}
