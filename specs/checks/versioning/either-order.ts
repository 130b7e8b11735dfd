import type { Version } from '../../../drivers/world/listing.ts';
import type { Exchange } from '../../../core/exchange.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { Alternation } from '../../expectations/alternation.ts';
import { alternate } from '../../expectations/alternation.ts';
import type { Kind } from './versioned.ts';
import { listingOf } from './versioned.ts';

/** The version that a token is used on first, and the listing of each version. */
export type Order = Readonly<Record<Version, Kind>> & { readonly first: Version };

/** What became of a token that was used on both versions. */
export interface UsedInOrder {
  readonly calls: readonly Exchange[];
  /** The first listing that refused it, which was then asked in turn with the one of the other version. */
  readonly refused?: { readonly version: Version; readonly path: string; readonly turns: Alternation };
}

/** Uses a token on one version, on the other and on the first again, until it is refused. */
export async function usedInOrder(scene: Scene, authorization: string, order: Order): Promise<UsedInOrder> {
  const second = order.first === 'v2' ? 'v3' : 'v2';
  const calls: Exchange[] = [];
  for (const version of [order.first, second, order.first] as const) {
    const { path } = listingOf(version, order[version]);
    const call = () => scene.call(path, { authorization });
    const first = await call();
    calls.push(first);
    if (accepted(first)) continue;
    const opposite = version === 'v2' ? 'v3' : 'v2';
    const there = listingOf(opposite, order[opposite]).path;
    const turns = await alternate(call, () => scene.call(there, { authorization }));
    return { calls, refused: { version, path, turns } };
  }
  return { calls };
}
