import type { OperationName } from '../control/operation.ts';
import { unlessRefused } from '../control/unless-refused.ts';
import type { App } from './actors.ts';
import { addToFurtherProject, anApp, aUser, setIdleWebhook, withNewSecret } from './actors.ts';
import { authorize, redirectUri } from './delegated.ts';
import { reinstall, reinstalledAppsGoOn } from './reinstallation.ts';
import type { Scene } from './scene.ts';

/**
 * Makes an app to which most of what can happen to an app has happened: it was reinstalled, has two redirect URIs, two
 * users, two projects, a webhook and a new secret, and was archived and unarchived twice. What the control or the
 * operator does not do is left out. A tenant may treat such an app by other code than a new one.
 */
export async function anEventfulApp(scene: Scene): Promise<App> {
  const app = await anApp(scene, { redirectUris: [redirectUri, 'https://further.conformance.example/callback'] });
  if (!app.own) return app;
  const { appId } = app;
  const does = (...operations: readonly OperationName[]): boolean => operations.every((one) => scene.supports(one));
  // a reinstalled app may have another secret, and be in no project (FRE-49, FRE-50)
  if (await reinstalledAppsGoOn(scene)) await reinstall(scene, app);
  for (let count = 0; count < 2; count++) {
    if (scene.makesGrants) await authorize(scene, { app, user: await aUser(scene) });
    if (does('project.create', 'project.grant')) await addToFurtherProject(scene, app);
  }
  await setIdleWebhook(scene, app);
  for (let count = 0; count < 2 && does('app.archive', 'app.unarchive'); count++) {
    const archived = await unlessRefused(scene.operate('app.archive', { appId }));
    if (archived !== undefined) await scene.operate('app.unarchive', { appId });
  }
  const renewed = does('app.rotateSecret') ? await unlessRefused(withNewSecret(scene, app)) : undefined;
  // one server may have noticed less of this than another
  await scene.settleWhole();
  return renewed ?? app;
}

/** The kinds of app that a check compares, for the reader. */
export const appKinds = ['a new app', 'an app to which much has happened'] as const;

export function anAppOfKind(scene: Scene, kind: (typeof appKinds)[number]): Promise<App> {
  return kind === 'a new app' ? anApp(scene) : anEventfulApp(scene);
}
