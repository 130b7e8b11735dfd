import type { Scene } from '../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { shows, sightOf } from '../../drivers/world/view.ts';

/** What a view is to show, and what it shows at no time: no change that may take a moment ever let its reader see it. */
export interface Expected {
  readonly due: readonly CreatedRecord[];
  readonly never: readonly CreatedRecord[];
}

/**
 * Looks again until what is due stands there. A record that its reader may never see ends it at once: what is shown for
 * a moment only was shown, and no delay explains it.
 */
export async function settledView(scene: Scene, look: () => Promise<View>, { due, never }: Expected): Promise<View> {
  const complete = (view: View): boolean => due.every((record) => shows(view, record));
  return scene.settle(look, (view) => complete(view) || never.some((record) => sightOf(view, record) === 'surely'));
}
