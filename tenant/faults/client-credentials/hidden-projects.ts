import { sameActor } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** Projects and records that an app was permissioned for and does not see. */
export const hiddenProjectFaults: readonly Fault[] = [
  {
    id: 'client-credentials/two-projects-an-app',
    breaks: ['CCR-08'],
    also: ['CCR-11', 'CCR-12', 'LST-31', 'LST-32'],
    summary: 'An app sees the first two of the projects that it was added to.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (!normal.hasAccess(call, actor, project)) return false;
        if (actor.kind !== 'app') return true;
        const own = [...call.tenant.state.projects.values()].filter((each) => normal.hasAccess(call, actor, each));
        return own.indexOf(project) < 2;
      },
    }),
  },
  {
    id: 'client-credentials/ten-projects-an-app',
    breaks: ['CCR-08'],
    also: ['CCR-11', 'CCR-12'],
    summary: 'Only the first ten projects that an app was added to are read.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (actor.kind !== 'app') return normal.hasAccess(call, actor, project);
        const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
        return open.take(10).some(({ id }) => id === project.id);
      },
    }),
  },
  {
    id: 'client-credentials/one-app-a-project',
    breaks: ['CCR-08'],
    also: ['LST-31'],
    summary: 'Adding an app to a project takes the app out that was in it before.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        for (const grant of project.grants) {
          if (actor.kind === 'app' && grant.actor.kind === 'app' && grant.actor.id !== actor.id) {
            grant.revokedAt ??= tenant.clock.now();
          }
        }
        normal.grantAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'client-credentials/grants-of-apps-last-a-day',
    breaks: ['CCR-08'],
    also: ['CCR-11'],
    summary: 'An app sees a project for a day after it was added to it.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        (actor.kind !== 'app' ||
          project.grants.some(
            (grant) => sameActor(grant.actor, actor) && call.now.getTime() - grant.grantedAt.getTime() < DAY,
          )),
    }),
  },
  {
    id: 'client-credentials/taking-a-user-from-a-project-takes-its-apps',
    breaks: ['CCR-08'],
    also: ['CCR-09', 'CCR-12', 'KEY-03'],
    summary: 'Taking a user from a project takes everybody from it, apps too.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        normal.revokeAccess(tenant, project, actor);
        if (actor.kind !== 'user') return;
        for (const grant of project.grants) grant.revokedAt ??= tenant.clock.now();
      },
    }),
  },
  {
    id: 'client-credentials/a-removal-takes-the-app-from-every-project',
    breaks: ['CCR-08'],
    also: ['CCR-11', 'CCR-12', 'VER-20'],
    summary: 'Taking an app from one project takes it from all.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        for (const each of tenant.state.projects.values()) {
          if (each === project || actor.kind === 'app') normal.revokeAccess(tenant, each, actor);
        }
      },
    }),
  },
  {
    id: 'client-credentials/grants-to-archived-apps-are-lost',
    breaks: ['CCR-11'],
    summary: 'Adding an app to a project while it is archived does nothing.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        if (actor.kind === 'app' && tenant.state.apps.get(actor.id)?.archived === true) return;
        normal.grantAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'client-credentials/unarchived-apps-see-nothing-new',
    breaks: ['CCR-11'],
    also: ['CCR-08', 'CCR-12', 'LIF-33'],
    summary: 'An app that was archived once sees only the projects that it had been added to before.',
    behaviour: (normal) => ({
      grantCounts: (call, grant) => {
        const app = grant.actor.kind === 'app' ? call.tenant.state.apps.get(grant.actor.id) : undefined;
        const wasArchived = app !== undefined && app.archivedChangedAt > app.createdAt;
        return !(wasArchived && grant.grantedAt > app.archivedChangedAt) && normal.grantCounts(call, grant);
      },
    }),
  },
  {
    id: 'client-credentials/what-apps-wrote-is-not-listed-for-apps',
    breaks: ['CCR-08'],
    summary: 'Apps are not shown what an app wrote, not even the one that did.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) && !(actor.kind === 'app' && record.createdBy.kind === 'app'),
    }),
  },
  {
    id: 'client-credentials/results-shared-with-users-are-hidden',
    breaks: ['CCR-08'],
    also: ['LST-31', 'FLT-41'],
    summary: 'Apps do not see the assay results of projects that a user was added to as well.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        const project = call.tenant.state.projects.get(record.projectId);
        const shared = project?.grants.some((grant) => grant.actor.kind === 'user') === true;
        return (
          !(actor.kind === 'app' && record.kind === 'assayResult' && shared) && normal.mayRead(call, actor, record)
        );
      },
    }),
  },
];
