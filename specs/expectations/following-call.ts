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
 * Pages of one record may be refused (FRE-253): then there is no following page of few records to ask for.
 *
 * @throws NothingToJudge where a call for such a page was refused as a wrong request
 */
export function unlessSmallPagesAreRefused(page: Exchange): void {
  const status = page.response?.status;
  if (status === 400 || status === 422) throw new NothingToJudge('pages of one record are refused');
}

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
  if (nextToken === undefined) unlessSmallPagesAreRefused(first);
  if (nextToken === undefined) throw new PremiseUnmet(`GET ${path}?pageSize=1 of two records had no following page`);
  const follow = (as: string, token: string): Promise<Exchange> =>
    scene.call(path, { authorization: as, query: { ...query, nextToken: token }, note: 'a following page' });
  const before = await scene.nowOrSettled(() => follow(authorization, nextToken), accepted);
  if (!accepted(before)) throw new PremiseUnmet(`the second page of GET ${path} ${answer(before)}`);
  // a page token may be good for one use (FRE-135), and then leads nobody on any more
  const unused = nextTokenOf(await scene.call(path, { authorization, query })) ?? nextToken;
  return { path, again: (as = authorization) => follow(as, unused) };
}

/** The first page of a listing, and the second one where it leads there. */
export interface SecondPage {
  readonly first: Exchange;
  readonly second?: Exchange;
}

/** Begins a listing anew and follows the page token once, where there is one. */
export async function secondPage(scene: Scene, path: string, authorization: string): Promise<SecondPage> {
  const query = { pageSize: '1' };
  const first = await scene.call(path, { authorization, query });
  const nextToken = accepted(first) ? nextTokenOf(first) : undefined;
  if (nextToken === undefined) return { first };
  return { first, second: await scene.call(path, { authorization, query: { ...query, nextToken } }) };
}

/**
 * The path and query of the assay results that a filter leaves of a project.
 *
 * @returns undefined where no filter can be asked for
 */
export async function filteredTarget(scene: Scene, project: Project): Promise<string | undefined> {
  if (scene.target.settings.api.schemaFieldsEncoding === undefined || !scene.supports('schema.create'))
    return undefined;
  const draft: TableDraft = { columns: [{ title: 'word', type: 'String' }], rows: [['agarose']] };
  // what the control makes of fields is a question of the checks of filters
  const table = await unlessRefused(aTable(scene, project, draft));
  if (table === undefined) return undefined;
  const { path } = await assayListing(scene);
  const { schemaId } = table;
  const search = searchOf(scene, assertionsOn(table, [{ column: 0, text: 'agarose' }]), { schemaId });
  return `${path}?${search.join('&')}`;
}

/**
 * Asks for the assay results that a filter leaves of a project that the actor may see.
 *
 * @returns undefined where no filter can be asked for, or the filtered listing does not serve the actor
 */
export async function filteredCall(
  scene: Scene,
  authorization: string,
  project: Project,
): Promise<FollowingCall | undefined> {
  const target = await filteredTarget(scene, project);
  if (target === undefined) return undefined;
  const again = (as = authorization): Promise<Exchange> =>
    scene.call(target, { authorization: as, note: 'what a filter leaves' });
  const [path = target] = target.split('?');
  return accepted(await scene.settle(() => again(), accepted)) ? { path, again } : undefined;
}

/**
 * Asks for a listing in an order.
 *
 * @param index chooses among the sortable listings
 * @returns undefined where that listing does not serve the actor
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
    scene.call(path, { authorization: as, query, note: 'in an order' });
  return accepted(await scene.settle(() => again(), accepted)) ? { path, again } : undefined;
}
