import type { Judgement } from '../../core/judgement.ts';
import { heldIf, premise } from '../../core/check.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { aLaboratory, grant } from '../../drivers/world/actors.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { unlessSmallPagesAreRefused } from './following-call.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { shows } from '../../drivers/world/view.ts';
import type { RequirementId } from '../requirements/index.ts';
import { showsNone } from './acceptance.ts';
import { settledView } from './settled-view.ts';

/**
 * Creates a project with two records of each kind: a reader of only that project has a following page in each listing.
 */
export async function filledProject(scene: Scene, ...actors: readonly (App | User)[]): Promise<CreatedRecord[]> {
  const laboratory = await aLaboratory(scene, 2);
  for (const actor of actors) await grant(scene, laboratory, actor);
  return [...laboratory.records];
}

/** One record a page, unsorted and, if the listing can be sorted, in both directions ("Pagination"). */
const ways = [undefined, 'modifiedAt:asc', 'modifiedAt:desc'] as const;

export interface PageByPage {
  readonly views: readonly { readonly view: View; readonly sort: string | undefined }[];
  readonly own: readonly CreatedRecord[];
}

/** Reads one of the listings, a record a page, as an actor that may see `own` and never could see `foreign`. */
export async function pageByPage(
  scene: Scene,
  authorization: string,
  index: number,
  own: readonly CreatedRecord[],
  foreign: readonly CreatedRecord[],
): Promise<PageByPage> {
  const listings = await scene.listings();
  const listing = listings[index % listings.length];
  if (listing === undefined) return { views: [], own: [] };
  const wanted = own.filter(({ kind }) => kind === listing.kind);
  const views = [];
  for (const sort of ways) {
    if (sort !== undefined && listing.kind === 'assayResult') continue; // sort is not among its parameters
    const query = { pageSize: '1', ...(sort === undefined ? {} : { sort }) };
    const look = (): Promise<View> => scene.view(listing, authorization, { query });
    const view = await settledView(scene, look, { due: wanted, never: foreign });
    const [first] = view.pages;
    if (sort === undefined && first !== undefined) unlessSmallPagesAreRefused(first);
    views.push({ view, sort });
  }
  return { views, own: wanted };
}

/** Demands that no page shows records that the actor may not see. */
export function* pagesShowNone(
  { views, own }: PageByPage,
  foreign: readonly CreatedRecord[],
  requirement: RequirementId,
  whose: string,
): Generator<Judgement<RequirementId, never>> {
  const several = views.some(({ view }) => view.pages.length > 1 && own.some((record) => shows(view, record)));
  const led = yield* premise(several, `no listing of two records with pageSize=1 had a following page for ${whose}`);
  for (const { view, sort } of views) {
    const how = sort === undefined ? 'page by page' : `sorted by ${sort}`;
    yield* heldIf(led, showsNone(view, foreign, requirement, `GET ${view.path}, ${how}, with ${whose}`));
  }
}
