import type { Exchange } from '../../core/exchange.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { aLaboratory, grant } from '../../drivers/world/actors.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { accepted } from './acceptance.ts';
import { filteredTarget, secondPage } from './following-call.ts';

/** A call for a page of a listing, and the same listing without a query. */
export interface CallOfSort {
  /** The path and the properties of the query in words. */
  readonly how: string;
  readonly plain: Exchange;
  readonly call: Exchange;
}

/**
 * Gives actors something to see, and returns a function that asks listings for small, following, sorted and filtered
 * pages with a credential of one of them.
 */
export async function callsOfAnySort(
  scene: Scene,
  ...actors: readonly (App | User)[]
): Promise<(authorization: string, listings: readonly Listing[]) => Promise<CallOfSort[]>> {
  const laboratory = await aLaboratory(scene, 2);
  for (const actor of actors) await grant(scene, laboratory, actor);
  const filtered = await filteredTarget(scene, laboratory);
  return async (authorization, listings) => {
    const seen: CallOfSort[] = [];
    for (const { path, kind } of listings) {
      const plain = await scene.settle(() => scene.call(path, { authorization }), accepted);
      // the listing of assay results has no sort parameter
      const orders = kind === 'assayResult' ? [] : ['asc', 'desc'].map((way) => ({ sort: `modifiedAt:${way}` }));
      for (const order of [{}, ...orders]) {
        const { first, second } = await secondPage(scene, path, authorization, order);
        const asked = `${path} with ${[...Object.entries(order).map((one) => one.join('=')), 'pageSize'].join(' and ')}`;
        seen.push({ how: asked, plain, call: first });
        if (second !== undefined) seen.push({ how: `${asked}, for a following page`, plain, call: second });
      }
      if (kind !== 'assayResult' || filtered === undefined) continue;
      seen.push({ how: `${path} with a filter`, plain, call: await scene.call(filtered, { authorization }) });
    }
    return seen;
  };
}
