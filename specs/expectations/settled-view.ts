import type { Scene } from '../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { shows, sightOf } from '../../drivers/world/view.ts';

/** The records that a view must show, and those that it must never show: no change gave its reader access to them. */
export interface Expected {
  readonly due: readonly CreatedRecord[];
  readonly never: readonly CreatedRecord[];
}

/**
 * Looks again until all due records appear. Stops at once if a forbidden record appears: even a brief appearance
 * counts, and no propagation delay explains it.
 */
export async function settledView(scene: Scene, look: () => Promise<View>, { due, never }: Expected): Promise<View> {
  const complete = (view: View): boolean => due.every((record) => shows(view, record));
  return scene.settle(look, (view) => complete(view) || never.some((record) => sightOf(view, record) === 'surely'));
}
