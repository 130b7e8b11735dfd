import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { NothingToJudge, PremiseUnmet } from '../../core/trouble.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { Project } from '../../drivers/world/actors.ts';
import { searchOf } from '../../drivers/world/filter.ts';
import type { TableDraft } from '../../drivers/world/filter-laboratory.ts';
import { assayListing, assertionsOn, aTable } from '../../drivers/world/filter-laboratory.ts';
import { nextTokenOf } from '../../drivers/world/page.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { accepted } from './acceptance.ts';
import { listingsOpenTo } from './open-listings.ts';

/**
 * Throws if a small page was refused: pages of one record may be refused (FRE-253), and then no following page of few
 * records can be requested.
 *
 * @throws NothingToJudge if a call for such a page was refused as a wrong request
 */
export function unlessSmallPagesAreRefused(page: Exchange): void {
  const status = page.response?.status;
  if (status === 400 || status === 422) throw new NothingToJudge('pages of one record are refused');
}

/** A call for a following page that was served, and that can be repeated after a change. */
export interface FollowingCall {
  readonly path: string;
  /** Repeats the call with the same credential, or with another one. */
  readonly again: (as?: string) => Promise<Exchange>;
}

/**
 * Requests the second page of a listing that is open to the actor, who must see at least two records of each kind.
 *
 * @param index chooses among those listings
 * @throws PremiseUnmet if there is no second page, or it is not served
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
  if (nextToken === undefined) unlessSmallPagesAreRefused(first);
  if (nextToken === undefined) throw new PremiseUnmet(`GET ${path}?pageSize=1 of two records had no following page`);
  const follow = (as: string, token: string): Promise<Exchange> =>
    scene.call(path, { authorization: as, query: { ...query, nextToken: token }, note: 'a following page' });
  const before = await scene.nowOrSettled(() => follow(authorization, nextToken), accepted);
  if (!accepted(before)) throw new PremiseUnmet(`the second page of GET ${path} ${answer(before)}`);
  // a page token may be usable only once (FRE-135); after that it leads to no further page
  const unused = nextTokenOf(await scene.call(path, { authorization, query })) ?? nextToken;
  return { path, again: (as = authorization) => follow(as, unused) };
}

/** The first page of a listing, and the second one if the first leads to it. */
export interface SecondPage {
  readonly first: Exchange;
  readonly second?: Exchange;
}

/** Requests the first page of a listing, in an order if one is given, and follows the page token once, if there is one. */
export async function secondPage(
  scene: Scene,
  path: string,
  authorization: string,
  order: { readonly sort?: string } = {},
): Promise<SecondPage> {
  const query = { ...order, pageSize: '1' };
  const first = await scene.call(path, { authorization, query });
  const nextToken = accepted(first) ? nextTokenOf(first) : undefined;
  if (nextToken === undefined) return { first };
  return { first, second: await scene.call(path, { authorization, query: { ...query, nextToken } }) };
}

/**
 * Returns the path and query of a filter on the assay results of a project.
 *
 * @returns undefined if no filter can be requested
 */
export async function filteredTarget(scene: Scene, project: Project): Promise<string | undefined> {
  if (scene.target.settings.api.schemaFieldsEncoding === undefined || !scene.supports('schema.create'))
    return undefined;
  const draft: TableDraft = { columns: [{ title: 'word', type: 'String' }], rows: [['agarose']] };
  // the checks of filters judge how the control creates fields
  const table = await unlessRefused(aTable(scene, project, draft));
  if (table === undefined) return undefined;
  const { path } = await assayListing(scene);
  const { schemaId } = table;
  const search = searchOf(scene, assertionsOn(table, [{ column: 0, text: 'agarose' }]), { schemaId });
  return `${path}?${search.join('&')}`;
}

/**
 * Requests filtered assay results of a project that the actor may see.
 *
 * @returns undefined if no filter can be requested, or the filtered listing does not serve the actor
 */
export async function filteredCall(
  scene: Scene,
  authorization: string,
  project: Project,
): Promise<FollowingCall | undefined> {
  const target = await filteredTarget(scene, project);
  if (target === undefined) return undefined;
  const again = (as = authorization): Promise<Exchange> =>
    scene.call(target, { authorization: as, note: 'a filtered listing' });
  const [path = target] = target.split('?');
  return accepted(await scene.settle(() => again(), accepted)) ? { path, again } : undefined;
}

/**
 * Requests a listing in an order.
 *
 * @param index chooses among the sortable listings
 * @returns undefined if that listing does not serve the actor
 */
export async function sortedCall(
  scene: Scene,
  authorization: string,
  index: number,
): Promise<FollowingCall | undefined> {
  const listings = scene.versionedListings;
  const { path } = listings[index % listings.length] ?? listings[0];
  const query = { sort: `modifiedAt:${index % 2 === 0 ? 'desc' : 'asc'}` };
  const again = (as = authorization): Promise<Exchange> =>
    scene.call(path, { authorization: as, query, note: 'a sorted listing' });
  return accepted(await scene.settle(() => again(), accepted)) ? { path, again } : undefined;
}
