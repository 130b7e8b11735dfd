import type { Dispatcher } from 'undici';
import type { Exchange } from '../../core/exchange.ts';
import type { Grant } from '../../drivers/world/delegated.ts';
import { refresh } from '../../drivers/world/delegated.ts';
import type { Scene } from '../../drivers/world/scene.ts';

/**
 * Presents one refresh token once per given path, at the same time and over as many connections. A call without effect
 * opens the connections first, so that no handshake spreads the requests over time.
 *
 * @param connections `shared`: those of the whole run; `own`: one that is opened for each request
 */
export async function refreshRace(
  scene: Scene,
  { app, refreshToken }: Grant,
  paths: readonly string[],
  connections: 'shared' | 'own' = 'shared',
): Promise<Exchange[]> {
  const note = 'one of several refreshes with one refresh token';
  const warmUp = (part: Scene, over?: Dispatcher): Promise<Exchange> =>
    part.call(scene.versionedListings[0].path, {
      note: 'opens a connection',
      over,
    });
  if (connections === 'shared') {
    await scene.together(paths.map(() => (part) => warmUp(part)));
    return scene.together(paths.map((path) => (part) => refresh(part, app, refreshToken, { path, note })));
  }
  return scene.onConnections(paths.length, async (opened) => {
    await scene.together(opened.map((over) => (part) => warmUp(part, over)));
    return scene.together(
      opened.map((over, index) => (part) => refresh(part, app, refreshToken, { path: paths[index]!, note, over })),
    );
  });
}
