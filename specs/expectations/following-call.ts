import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import { nextTokenOf } from '../../drivers/world/page.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { accepted } from './acceptance.ts';
import { listingsOpenTo } from './open-listings.ts';

/** A call for a following page that was served, to be made again when something has changed. */
export interface FollowingCall {
  readonly path: string;
  /** With the same credential, or with another one. */
  readonly again: (as?: string) => Promise<Exchange>;
}

/**
 * Asks for the second page of a listing that is open to the actor, who must see two records of each kind at least.
 *
 * @param index chooses among those listings
 * @throws PremiseUnmet where there is no second page, or it is not served
 */
export async function followingCall(scene: Scene, authorization: string, index: number): Promise<FollowingCall> {
  const open = await listingsOpenTo(scene, authorization);
  const path = open[index % open.length]?.path;
  if (path === undefined) throw new PremiseUnmet('no listing serves such a credential');
  const query = { pageSize: '1' };
  const first = await scene.settle(
    () => scene.call(path, { authorization, query }),
    (page) => nextTokenOf(page) !== undefined,
  );
  const nextToken = nextTokenOf(first);
  if (nextToken === undefined) throw new PremiseUnmet(`GET ${path}?pageSize=1 of two records had no following page`);
  const again = (as = authorization): Promise<Exchange> =>
    scene.call(path, { authorization: as, query: { ...query, nextToken }, note: 'a following page' });
  const before = await again();
  if (!accepted(before)) throw new PremiseUnmet(`the second page of GET ${path} ${answer(before)}`);
  return { path, again };
}
