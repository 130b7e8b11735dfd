import type { App } from '../../../drivers/world/actors.ts';
import {
  anAccessToken,
  anApp,
  aProject,
  aUser,
  grant,
  setIdleWebhook,
  someRecords,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aGrant, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../../drivers/world/view.ts';
import type { PlannedProject } from '../../../generators/permissions.ts';
import { accessPlans, tellAccess } from '../../../generators/permissions.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import type { ReachSeen } from '../../expectations/reach.ts';
import { seesAll } from '../../expectations/reach.ts';
import type { Holding } from './settled-reach.ts';
import { lookAt, recordsIn } from './settled-reach.ts';

/** A project as it was made, with the positions of the apps that were added to it. */
interface MadeProject extends Holding {
  readonly grantedTo: readonly number[];
}

/** Which records apps see, whoever else has been added to what ("OAuth bearer with app credentials", 5). */
export const permissionsChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/apps-see-their-own-projects-and-no-other',
    title: 'On each listing an app sees all records of the projects that it was added to, and no others',
    proves: ['CCR-08', 'CCR-10', 'CCR-13', 'CCR-14'],
    needs: ['app.create', 'access'],
    cases: accessPlans,
    maxCases: 20,
    describe: tellAccess,
    async gather(scene, { apps: count, projects: plans, atOnce, namesakes, projectNamesakes, sharedUser }) {
      const apps: App[] = [];
      // that two apps have one name makes them no more alike
      const name = namesakes ? scene.target.name('app') : undefined;
      for (let made = 0; made < count; made++) {
        apps.push(await anApp(scene, { redirectUris: [redirectUri], ...(name === undefined ? {} : { name }) }));
      }
      // nor that they are told of events at one address
      if (namesakes) for (const app of apps) await setIdleWebhook(scene, app);
      if (sharedUser && scene.supports('user.create') && scene.supports('browser.authorize')) {
        const user = await aUser(scene);
        for (const app of apps) await aGrant(scene, app, user);
      }
      const projects: MadeProject[] = [];
      const called = projectNamesakes ? scene.target.name('project') : undefined;
      for (const plan of plans) projects.push(await made(scene, plan, apps, called, projects));
      const listings = await scene.listings();
      const looks = async (part: Scene, app: App, index: number) => {
        const authorization = bearer(await anAccessToken(part, app));
        const holdings = projects.filter(({ grantedTo }) => grantedTo.includes(index));
        const closed = projects.filter((project) => !holdings.includes(project));
        const seen: ReachSeen[] = [];
        for (const listing of listings) {
          const never = recordsIn(closed, listing);
          seen.push(await lookAt(part, listing, authorization, holdings, { never }));
        }
        return { app: index, seen };
      };
      const parts = apps.map((app, index) => (part: Scene) => looks(part, app, index));
      const views = [];
      if (atOnce) views.push(...(await scene.together(parts)));
      else for (const part of parts) views.push(await part(scene));
      return { projects, listings, views };
    },
    *judge({ projects, listings, views }) {
      for (const { app, seen } of views) {
        for (const [index, listing] of listings.entries()) {
          const look = seen[index];
          if (look === undefined) continue;
          const subject = `GET ${listing.path} by ${app === 0 ? 'an app' : 'another app'}`;
          const own = projects.filter(({ grantedTo }) => grantedTo.includes(app));
          yield* seesAll(
            look,
            recordsIn(own, listing),
            'CCR-08',
            `${subject} that was added to ${own.length} projects`,
            recordsIn(projects, listing),
          );
          for (const project of projects) {
            if (own.includes(project)) continue;
            yield* showsNone(
              look.view,
              project.records,
              brokenBy(project, own.length),
              `${subject} ${telling(project, own.length)}`,
            );
          }
        }
      }
    },
  }),
];

/** The requirement that is broken where an app sees a project that it was not added to. */
function brokenBy({ grantedTo }: MadeProject, ownProjects: number): 'CCR-10' | 'CCR-13' | 'CCR-14' {
  if (ownProjects === 0) return 'CCR-10';
  return grantedTo.length > 0 ? 'CCR-14' : 'CCR-13';
}

function telling({ grantedTo }: MadeProject, ownProjects: number): string {
  if (ownProjects === 0) return 'that was added to nothing';
  return grantedTo.length > 0
    ? 'that was not added to the project of another'
    : 'that was added to other projects only';
}

async function made(
  scene: Scene,
  plan: PlannedProject,
  apps: readonly App[],
  called: string | undefined,
  earlier: readonly MadeProject[],
): Promise<MadeProject> {
  const named = await aProject(scene, called);
  // a name that is taken may lead to the project that has it
  const isTaken = earlier.some(({ project }) => project.projectId === named.projectId);
  const project = isTaken ? await aProject(scene) : named;
  const add = async (): Promise<void> => {
    for (const index of plan.grantedTo) {
      const app = apps[index];
      if (app !== undefined) await grant(scene, project, app);
    }
  };
  if (plan.grantedFirst) await add();
  const records: CreatedRecord[] = [];
  for (const kind of ['entry', 'plate', 'assayResult'] as const) {
    if (plan.records[kind] > 0) records.push(...(await someRecords(scene, project, kind, plan.records[kind])));
  }
  if (!plan.grantedFirst) await add();
  return { project, records, grantedTo: plan.grantedTo };
}
