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

/** Listings that showed more once something had been created, and what they showed when it was taken away again. */
export interface TakenAway {
  readonly served: boolean;
  readonly before: readonly View[];
  readonly after: readonly View[];
}

/** Lets somebody create a record in a project, and takes them from the project; another one they keep. */
export async function createdAndTakenAway(
  scene: Scene,
  actor: App | User,
  authorization: string,
): Promise<TakenAway | null> {
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
  // records of examples may be shown to everybody
  const base = await scene.settle(counted, (views) => views.every(showsKept));
  // where nothing can be recognised, nobody knows whether more is still to come
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

/** @param whose who called, such as "a key whose owner" */
export function* isTakenAway(
  seen: TakenAway | null,
  requirement: RequirementId,
  whose: string,
): Generator<Judgement<RequirementId, never>> {
  if (seen === null) {
    yield notApplicable('records are written in no project');
    return;
  }
  if (!(yield* premise(seen.served, `${whose} may see a project is not shown it`))) return;
  // whether what is created is listed at once, or under this kind, is not said
  if (seen.before.length === 0) {
    yield notApplicable('what is created is not listed');
    return;
  }
  if (seen.after.length === 0) yield held(requirement);
  for (const view of seen.after) {
    const subject = `GET ${view.path} with ${whose} was taken from a project and had written to it`;
    const observed = `showed ${view.items.length} records, as many as before`;
    yield finding(requirement, subject, observed, 'none that was created there', view.pages.at(-1));
  }
}
