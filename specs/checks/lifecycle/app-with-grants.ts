import type { App } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, redirectUri, refreshedTimes } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Stage } from './stage.ts';
import { anAppInside, anInsider } from './stage.ts';

/** An app to which several users have consented, with what it holds for them. */
export async function heldBy(
  scene: Scene,
  stage: Stage,
  users: number,
  refreshes: number,
  byWayOf?: string,
): Promise<{ app: App; held: Grant[] }> {
  const app = byWayOf === undefined ? await anAppInside(scene, stage) : await aClient(scene, [redirectUri, byWayOf]);
  const way = byWayOf === undefined ? {} : { redirectUri: byWayOf };
  const held: Grant[] = [];
  while (held.length < users) {
    const grant = await refreshedTimes(scene, await aGrant(scene, app, await anInsider(scene, stage), way), refreshes);
    held.push(grant);
  }
  return { app, held };
}
