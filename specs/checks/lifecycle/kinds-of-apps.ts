import type { App } from '../../../drivers/world/actors.ts';
import { grant, setIdleWebhook } from '../../../drivers/world/actors.ts';
import { aClient, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { endings } from '../../expectations/odd-names.ts';
import type { Stage } from './stage.ts';

/** Registered beside the usual one. */
export const otherRedirectUri = 'https://another.conformance.example/callback';

interface AppKind {
  readonly redirectUris?: readonly string[];
  /** What stands behind its name. */
  readonly ending?: string;
  readonly webhook?: true;
}

/** What an app may be like: nothing of it keeps a change of its state from being done. */
const kinds = {
  'a plain app': {},
  'an app with two redirect URIs': { redirectUris: [redirectUri, otherRedirectUri] },
  'an app with a webhook': { webhook: true },
  'an app with a name with marks of HTML': { ending: endings['a name with marks of HTML'] },
  'an app with a name beyond ASCII': { ending: endings['a name beyond ASCII'] },
} as const satisfies Record<string, AppKind>;

export const appKinds = Object.keys(kinds) as readonly (keyof typeof kinds)[];

/** An app of such a make that may see the laboratory; a plain one where the control cannot make it. */
export async function anAppLike(scene: Scene, { laboratory }: Stage, made: (typeof appKinds)[number]): Promise<App> {
  const { redirectUris, ending, webhook }: AppKind = kinds[made];
  const app = await aClient(scene, redirectUris, ending === undefined ? undefined : scene.target.name('app') + ending);
  if (laboratory !== undefined) await grant(scene, laboratory, app);
  if (webhook === true) await setIdleWebhook(scene, app);
  return app;
}
