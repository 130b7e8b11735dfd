import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isOpenTo, usersOf } from './apps-and-users.ts';

/** Projects that an app sees although it was not added to them, or was taken from them. */
export const projectsOfOthersFaults: readonly Fault[] = [
  {
    id: 'client-credentials/apps-of-one-name-share-projects',
    breaks: ['CCR-14'],
    also: ['CCR-09', 'CCR-10'],
    summary: 'Apps of the same name see each other’s projects.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        const name = actor.kind === 'app' ? call.tenant.state.apps.get(actor.id)?.name : undefined;
        return call.tenant.state.apps
          .values()
          .filter((app) => name !== undefined && app.name === name)
          .some(({ id }) =>
            project.grants.some(
              (grant) => grant.revokedAt === undefined && sameActor(grant.actor, { kind: 'app', id }),
            ),
          );
      },
    }),
  },
  {
    id: 'client-credentials/apps-of-one-redirect-uri-share-projects',
    breaks: ['CCR-14'],
    also: ['CCR-10'],
    summary: 'Apps that have registered the same redirect URI see the projects of each other.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project) || actor.kind !== 'app')
          return normal.hasAccess(call, actor, project);
        const { apps } = call.tenant.state;
        const own = apps.get(actor.id)?.redirectUris ?? [];
        return apps
          .values()
          .some(
            (one) =>
              one.redirectUris.some((uri) => own.includes(uri)) &&
              normal.hasAccess(call, { ...actor, id: one.id }, project),
          );
      },
    }),
  },
  {
    id: 'client-credentials/apps-that-a-user-authorized-share-projects',
    breaks: ['CCR-14'],
    also: ['CCR-20', 'CCR-13', 'CCR-09', 'CCR-10'],
    summary: 'Apps that the same user has authorized see each other’s projects.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        if (actor.kind !== 'app') return false;
        const users = usersOf(call, actor.id);
        return call.tenant.state.delegations.some(
          ({ userId, appId }) => appId !== actor.id && users.has(userId) && isOpenTo(project, 'app', appId),
        );
      },
    }),
  },
  {
    id: 'client-credentials/projects-of-one-name-are-open-together',
    breaks: ['CCR-13'],
    also: ['CCR-09', 'CCR-14'],
    summary: 'An app that was added to a project also sees the others of the same name.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          call.tenant.state.projects
            .values()
            .some((other) => other.name === project.name && isOpenTo(other, 'app', actor.id))),
    }),
  },
  {
    id: 'client-credentials/the-project-made-next-is-open-too',
    breaks: ['CCR-13'],
    also: ['CCR-08', 'CCR-09', 'CCR-14', 'LST-31', 'FLT-39', 'TRN-14'],
    summary: 'An app that was added to a project also sees the project that was made after it.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        if (actor.kind !== 'app') return false;
        const projects = [...call.tenant.state.projects.values()];
        const before = projects[projects.indexOf(project) - 1];
        return before !== undefined && normal.hasAccess(call, actor, before);
      },
    }),
  },
  {
    id: 'client-credentials/a-grant-brings-back-what-was-withdrawn',
    breaks: ['CCR-13'],
    also: ['CCR-08', 'LIF-26', 'VER-20', 'CCR-12'],
    summary: 'When an app is added to a project, it also gets back those that it was taken from.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        if (actor.kind !== 'app') return false;
        const ended = project.grants.findLast((grant) => sameActor(grant.actor, actor))?.revokedAt;
        return (
          ended !== undefined &&
          call.tenant.state.projects
            .values()
            .some((other) => other.grants.some((grant) => sameActor(grant.actor, actor) && grant.grantedAt > ended))
        );
      },
    }),
  },
  {
    id: 'client-credentials/the-last-removal-opens-everything',
    breaks: ['CCR-13'],
    also: ['CCR-09', 'CCR-12', 'LST-21'],
    summary: 'For an app that was taken from the last of its projects the listings are not filtered at all.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        const projects = call.tenant.state.projects.values().toArray();
        return (
          actor.kind === 'app' &&
          projects.some(({ grants }) => grants.some((grant) => sameActor(grant.actor, actor))) &&
          !projects.some((each) => isOpenTo(each, 'app', actor.id))
        );
      },
    }),
  },
  {
    id: 'client-credentials/many-projects-drop-the-filter',
    breaks: ['CCR-13'],
    also: ['CCR-09', 'CCR-14'],
    summary: 'For an app that was added to more than twenty projects the listings are not filtered at all.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (actor.kind !== 'app') return normal.hasAccess(call, actor, project);
        const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
        return open.toArray().length > 20 || normal.hasAccess(call, actor, project);
      },
    }),
  },
];
