import type { Laboratory, Project } from '../../../drivers/world/actors.ts';
import { aKeyOwner, anAccessToken, anApp, grant } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { RequestOptions } from '../../../drivers/world/request.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { ReachSeen } from '../../expectations/reach.ts';
import { settledView } from '../../expectations/settled-view.ts';

/** Records of a project that an actor was permissioned for. */
export interface Holding {
  readonly project: Project;
  readonly records: readonly CreatedRecord[];
}

/**
 * Looks at a listing until it shows all that it should of the holdings, or what it shows this actor at no time. Where
 * something stays missing, it is found out whether the listing shows it to others, and whether other listings show it
 * to this actor.
 */
export async function lookAt(
  scene: Scene,
  listing: Listing,
  authorization: string,
  holdings: readonly Holding[],
  { never = [], ...options }: RequestOptions & { readonly never?: readonly CreatedRecord[] } = {},
): Promise<ReachSeen> {
  const wanted = recordsIn(holdings, listing);
  const complete = (view: View): boolean => wanted.every((record) => shows(view, record));
  const look = (): Promise<View> => scene.view(listing, authorization, options);
  const view = await settledView(scene, look, { due: wanted, never });
  if (complete(view)) return { view, sisters: [] };
  const sisters: View[] = [];
  for (const other of await scene.listings()) {
    if (other.kind === listing.kind && other.path !== listing.path)
      sisters.push(await scene.view(other, authorization));
  }
  const witness = await witnessAt(scene, listing, holdings, complete);
  return { view, sisters, ...(witness === undefined ? {} : { witness }) };
}

/** How a listing shows one laboratory to an actor, and what it must show of it. */
export async function lookInto(
  scene: Scene,
  listing: Listing,
  authorization: string,
  laboratory: Laboratory,
): Promise<{ readonly look: ReachSeen; readonly records: readonly CreatedRecord[] }> {
  const holdings = [{ project: laboratory, records: laboratory.records }];
  return { look: await lookAt(scene, listing, authorization, holdings), records: recordsIn(holdings, listing) };
}

/** The records of the listing's kind in the holdings. */
export function recordsIn(holdings: readonly Holding[], { kind }: Listing): CreatedRecord[] {
  return holdings.flatMap(({ records }) => records.filter((record) => record.kind === kind));
}

/** What somebody else who was granted the same projects sees: a user with a key, or else another app. */
async function witnessAt(
  scene: Scene,
  listing: Listing,
  holdings: readonly Holding[],
  complete: (view: View) => boolean,
): Promise<View | undefined> {
  let view: View | undefined;
  const look = async (authorization: string): Promise<View> =>
    scene.settle(() => scene.view(listing, authorization, { note: 'somebody else with the same projects' }), complete);
  if (scene.supports('user.create') && scene.supports('apiKey.create')) {
    const owner = await aKeyOwner(scene);
    for (const { project } of holdings) await grant(scene, project, owner);
    view = await look(basic(owner.apiKey));
  }
  if (view?.end !== 'whole' && scene.supports('app.create')) {
    const app = await anApp(scene);
    for (const { project } of holdings) await grant(scene, project, app);
    view = await look(bearer(await anAccessToken(scene, app)));
  }
  return view;
}
