import type { Scene } from '../../../drivers/world/scene.ts';

/** Does the same on each listing, side by side, so that all of them take no more time than one. */
export async function onEachListing<T>(scene: Scene, work: (part: Scene, path: string) => Promise<T>): Promise<T[]> {
  const listings = await scene.listings();
  return scene.together(
    listings.map(
      ({ path }) =>
        (part: Scene) =>
          work(part, path),
    ),
  );
}
