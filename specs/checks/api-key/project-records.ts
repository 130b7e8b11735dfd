import type { Project } from '../../../drivers/world/actors.ts';
import { accessTokenIn, anApp, aProject, grant, requestToken, someRecords } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { ProjectPlan } from '../../../generators/project-plan.ts';
import type { ReachSeen } from '../../expectations/reach.ts';
import { settledView } from '../../expectations/settled-view.ts';
import { recordKinds } from '../../../drivers/world/listing.ts';

/** A project and what the suite put into it. */
export interface FilledProject extends Project {
  readonly records: readonly CreatedRecord[];
}

/** Makes a project and fills it, before or after whoever is to see it is granted it. */
export async function filledProject(scene: Scene, plan: ProjectPlan): Promise<FilledProject> {
  const project = await aProject(scene);
  const records: CreatedRecord[] = [];
  for (const kind of recordKinds)
    if (plan[kind] > 0) records.push(...(await someRecords(scene, project, kind, plan[kind])));
  return { ...project, records };
}

/** The records that a listing could list. */
export function listedBy(listing: Listing, projects: readonly FilledProject[]): readonly CreatedRecord[] {
  return projects.flatMap(({ records }) => records.filter(({ kind }) => kind === listing.kind));
}

export function showsEvery(view: View, records: readonly CreatedRecord[]): boolean {
  return records.every((record) => shows(view, record));
}

/**
 * Looks at a listing with a key until it shows all that the projects hold, or what it shows the key's owner at no time.
 * Where something stays missing, it is found out whether the listing shows it to an app with the same projects, and
 * whether other listings show it to the key.
 */
export async function lookWithKey(
  scene: Scene,
  listing: Listing,
  authorization: string,
  projects: readonly FilledProject[],
  never: readonly CreatedRecord[] = [],
): Promise<ReachSeen> {
  const wanted = listedBy(listing, projects);
  const complete = (view: View): boolean => showsEvery(view, wanted);
  const view = await settledView(scene, () => scene.view(listing, authorization), { due: wanted, never });
  if (complete(view)) return { view, sisters: [] };
  const sisters: View[] = [];
  for (const other of await scene.listings()) {
    if (other.kind === listing.kind && other.path !== listing.path)
      sisters.push(await scene.view(other, authorization));
  }
  if (!scene.supports('app.create')) return { view, sisters };
  const app = await anApp(scene);
  for (const project of projects) await grant(scene, project, app);
  const token = accessTokenIn(await requestToken(scene, app));
  if (token === undefined) return { view, sisters };
  const note = 'an app with the same projects';
  return { view, sisters, witness: await scene.settle(() => scene.view(listing, bearer(token), { note }), complete) };
}
