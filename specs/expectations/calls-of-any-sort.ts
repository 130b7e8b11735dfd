import type { Exchange } from '../../core/exchange.ts';
import type { Laboratory } from '../../drivers/world/actors.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import { nextTokenOf } from '../../drivers/world/page.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { accepted } from './acceptance.ts';
import { filteredTarget } from './following-call.ts';

/** A call for a page of a listing, and the same listing without a query. */
export interface CallOfSort {
  /** The path and the properties of the query in words. */
  readonly how: string;
  readonly plain: Exchange;
  readonly call: Exchange;
}

/**
 * Returns a function that asks listings for small, following, sorted and filtered pages with a credential.
 *
 * @param laboratory the actors may see it, and it has at least two records of each kind
 */
export async function callsOfAnySort(
  scene: Scene,
  laboratory: Laboratory,
): Promise<(authorization: string, listings: readonly Listing[]) => Promise<CallOfSort[]>> {
  const filtered = await filteredTarget(scene, laboratory);
  return async (authorization, listings) => {
    const seen: CallOfSort[] = [];
    for (const { path, kind } of listings) {
      const plain = await scene.settle(() => scene.call(path, { authorization }), accepted);
      // the listing of assay results has no sort parameter
      const orders = kind === 'assayResult' ? [] : ['asc', 'desc'].map((way) => ({ sort: `modifiedAt:${way}` }));
      for (const order of [{}, ...orders]) {
        const query = { ...order, pageSize: '1' };
        const call = await scene.call(path, { authorization, query });
        const asked = `${path} with ${Object.keys(query).join(' and ')}`;
        seen.push({ how: asked, plain, call });
        const nextToken = nextTokenOf(call);
        if (nextToken === undefined) continue;
        const next = await scene.call(path, { authorization, query: { ...query, nextToken } });
        seen.push({ how: `${asked}, for a following page`, plain, call: next });
      }
      if (kind !== 'assayResult' || filtered === undefined) continue;
      seen.push({ how: `${path} with a filter`, plain, call: await scene.call(filtered, { authorization }) });
    }
    return seen;
  };
}
