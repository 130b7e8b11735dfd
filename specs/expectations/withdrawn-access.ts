import { succeeded } from '../../core/exchange.ts';
import { premise } from '../../core/check.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding, held, notApplicable } from '../../core/judgement.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { aLaboratory, grant, revoke } from '../../drivers/world/actors.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { View } from '../../drivers/world/view.ts';
import { shows } from '../../drivers/world/view.ts';
import { aWritableProject, writeRecord } from '../../drivers/world/write-probe.ts';
import type { RequirementId } from '../requirements/index.ts';
import { listingsOpenTo } from './open-listings.ts';

/** Listings that showed more after a record was created, and their views after access was withdrawn. */
export interface WithdrawnAccess {
  readonly served: boolean;
  readonly before: readonly View[];
  readonly after: readonly View[];
}

/** Lets an actor create a record in a project, and removes the actor from that project but not from another one. */
export async function createAndWithdraw(
  scene: Scene,
  actor: App | User,
  authorization: string,
): Promise<WithdrawnAccess | null> {
  const project = await aWritableProject(scene, actor);
  if (project === undefined) return null;
  const kept = await aLaboratory(scene);
  await grant(scene, kept, actor);
  const open = await listingsOpenTo(scene, authorization);
  const counted = async (): Promise<View[]> => {
    const views = [];
    for (const listing of open) views.push(await scene.view(listing, authorization));
    return views;
  };
  const showsKept = (view: View | undefined): boolean =>
    view !== undefined && kept.records.some((one) => shows(view, one));
  // a tenant may show example records to every actor
  const base = await scene.settle(counted, (views) => views.every(showsKept));
  // if no record can be recognised, the suite cannot know whether more records will appear
  const more = (views: readonly View[]): View[] =>
    views.filter(
      (view, index) => showsKept(base[index]) && view.items.length > (base[index]?.items.length ?? Infinity),
    );
  await scene.settle(() => writeRecord(scene, authorization, project.projectId), succeeded);
  const before = more(await scene.settle(counted, (views) => more(views).length > 0));
  await revoke(scene, project, actor);
  const after = more(await scene.settle(counted, (views) => more(views).length === 0));
  return { served: base.some(showsKept), before, after };
}

/**
 * Demands that the created records are no longer listed.
 *
 * @param whose the caller, such as "a key whose owner"
 */
export function* judgeWithdrawnAccess(
  seen: WithdrawnAccess | null,
  requirement: RequirementId,
  whose: string,
): Generator<Judgement<RequirementId, never>> {
  if (seen === null) {
    yield notApplicable('the write probe names no project');
    return;
  }
  if (!(yield* premise(seen.served, `${whose} may see a project is not shown its records`))) return;
  // the specification does not say whether a created record is listed at once, or under this kind
  if (seen.before.length === 0) {
    yield notApplicable('created records are not listed');
    return;
  }
  if (seen.after.length === 0) yield held(requirement);
  for (const view of seen.after) {
    const subject = `GET ${view.path} with ${whose} was taken from a project and had written to it`;
    const observed = `showed ${view.items.length} records, as many as before`;
    yield finding(requirement, subject, observed, 'none that was created there', view.pages.at(-1));
  }
}
