import type { Call } from '../../call.ts';
import { sameActor, type ActorReference } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isFor } from './apps-and-users.ts';
import { hasAnyProject } from './permissions.ts';

/** The users that were added to a project. */
function membersOf(call: Call, projectId: string): ActorReference[] {
  const grants = call.tenant.state.projects.get(projectId)?.grants ?? [];
  return grants.filter((grant) => grant.actor.kind === 'user').map((grant) => grant.actor);
}

/** How many projects an app is in. */
const projectsOf = (call: Call, appId: string): number =>
  [...call.tenant.state.projects.values()].filter(({ grants }) =>
    grants.some((grant) => sameActor(grant.actor, { kind: 'app', id: appId }) && grant.revokedAt === undefined),
  ).length;

/** What apps must not see: anything before they are added to something, and what only users see. */
export const strangerFaults: readonly Fault[] = [
  {
    id: 'client-credentials/no-projects-no-filter',
    breaks: ['CCR-10'],
    also: ['LST-21'],
    summary: 'For an app that was added to nothing the listings are not filtered at all.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) || (actor.kind === 'app' && !hasAnyProject(call, actor)),
    }),
  },
  {
    id: 'client-credentials/sorted-listings-are-not-filtered',
    breaks: ['CCR-10'],
    summary: 'A listing that is to be sorted is read from an index that knows nothing of who was added to what.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) || (actor.kind === 'app' && call.request.query.has('sort')),
    }),
  },
  {
    id: 'client-credentials/new-apps-see-the-demonstration',
    breaks: ['CCR-10'],
    also: ['LST-21'],
    summary: 'An app that was added to nothing sees the plates of the first project of the tenant.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        if (normal.mayRead(call, actor, record)) return true;
        const [first] = call.tenant.state.projects.keys();
        return (
          actor.kind === 'app' && record.kind === 'plate' && record.projectId === first && !hasAnyProject(call, actor)
        );
      },
    }),
  },
  {
    id: 'client-credentials/apps-see-what-their-colleagues-see',
    breaks: ['CCR-09'],
    also: ['TRN-14', 'TRN-15', 'LST-31'],
    summary: 'An app sees the projects of every user with whom it has a project in common.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        if (normal.mayRead(call, actor, record)) return true;
        if (actor.kind !== 'app') return false;
        const members = membersOf(call, record.projectId);
        return [...call.tenant.state.projects.values()].some(
          (project) =>
            normal.hasAccess(call, actor, project) &&
            membersOf(call, project.id).some((user) => members.some((member) => sameActor(member, user))),
        );
      },
    }),
  },
  {
    id: 'client-credentials/plates-of-users-are-open',
    breaks: ['CCR-09'],
    also: ['CCR-10', 'TRN-14', 'TRN-15', 'LST-31'],
    summary: 'Apps see the plates of v2 of every project that some user was added to.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.kind === 'app' &&
          call.request.path === '/api/v2/plates' &&
          membersOf(call, record.projectId).length > 0),
    }),
  },
  {
    id: 'client-credentials/connection-keeps-what-a-user-may',
    breaks: ['CCR-09'],
    also: ['TRN-14', 'TRN-15', 'LST-31'],
    summary: 'On a connection on which a user has called, apps see what the user sees.',
    behaviour: (normal) => {
      const users = new Map<number, ActorReference>();
      return {
        actorOfKey: (call, key) => {
          const actor = normal.actorOfKey(call, key);
          users.set(call.connection.id, actor);
          return actor;
        },
        mayRead: (call, actor, record) => {
          if (normal.mayRead(call, actor, record)) return true;
          const user = users.get(call.connection.id);
          return (
            actor.kind === 'app' &&
            user !== undefined &&
            membersOf(call, record.projectId).some((member) => sameActor(member, user))
          );
        },
      };
    },
  },
  {
    id: 'client-credentials/pages-of-one-are-not-filtered',
    breaks: ['CCR-10'],
    also: ['CCR-09', 'CCR-13', 'CCR-14', 'LST-31'],
    summary: 'With a pageSize of 1 the listings show an app that was added to nothing everything.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          call.request.query.get('pageSize') === '1' &&
          !call.tenant.state.projects.values().some((each) => isFor(each, actor.id))),
    }),
  },
  {
    id: 'client-credentials/projects-of-nobody-are-open-to-new-apps',
    breaks: ['CCR-10'],
    summary: 'An app that was added to nothing sees the projects to which nobody was added.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' && project.grants.length === 0 && projectsOf(call, actor.id) === 0),
    }),
  },
  {
    id: 'client-credentials/filters-are-open-to-new-apps',
    breaks: ['CCR-10'],
    summary: 'An app that was added to nothing sees assay results where it asks for them with a filter.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' && call.request.target.includes('schemaFields') && projectsOf(call, actor.id) === 0),
    }),
  },
];
