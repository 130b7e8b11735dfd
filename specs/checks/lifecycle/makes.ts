import type { App } from '../../../drivers/world/actors.ts';
import { grant, setIdleWebhook } from '../../../drivers/world/actors.ts';
import { aClient, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { endings } from '../../expectations/odd-names.ts';
import type { Stage } from './stage.ts';

/** Registered beside the usual one. */
export const otherRedirectUri = 'https://another.conformance.example/callback';

/** What an app may be like: nothing of it keeps a change of its state from being done. */
export const makes = [
  ...(['a plain app', 'an app with two redirect URIs', 'an app with a webhook'] as const),
  ...(['an app with a name with marks of HTML', 'an app with a name beyond ASCII'] as const),
] as const;

/** An app of such a make that may see the laboratory; a plain one where the control cannot make it. */
export async function anAppLike(scene: Scene, { laboratory }: Stage, made: (typeof makes)[number]): Promise<App> {
  const uris = made === 'an app with two redirect URIs' ? [redirectUri, otherRedirectUri] : [redirectUri];
  const ending =
    made === 'an app with a name with marks of HTML' || made === 'an app with a name beyond ASCII'
      ? endings[made.slice('an app with '.length) as keyof typeof endings]
      : undefined;
  const app = await aClient(scene, uris, ending === undefined ? undefined : scene.target.name('app') + ending);
  if (laboratory !== undefined) await grant(scene, laboratory, app);
  if (made === 'an app with a webhook') await setIdleWebhook(scene, app);
  return app;
}
