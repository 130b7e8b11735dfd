import { sameActor } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { hasKey } from './keys-and-owners.ts';

/** Projects of its owner that a key does not show, and others that it does. */
export const visibleProjectFaults: readonly Fault[] = [
  {
    id: 'api-key/ten-projects-a-user',
    breaks: ['KEY-03'],
    also: ['KEY-19'],
    summary: 'Only the first ten projects of the owner of a key are read.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (actor.credential.kind !== 'apiKey') return normal.hasAccess(call, actor, project);
        const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
        return open.take(10).some(({ id }) => id === project.id);
      },
    }),
  },
  {
    id: 'api-key/namesakes-share-their-projects',
    breaks: ['KEY-04', 'KEY-18'],
    summary: 'A key shows also the projects of other users of the name of its owner.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project) || !hasKey(actor)) return normal.hasAccess(call, actor, project);
        const { users } = call.tenant.state;
        const called = users.get(actor.id)?.name;
        return project.grants.some(
          (grant) => users.get(grant.actor.id)?.name === called && grant.revokedAt === undefined,
        );
      },
    }),
  },
  {
    id: 'api-key/third-project-hidden',
    breaks: ['KEY-03'],
    also: ['LST-31', 'LST-32'],
    summary: 'A key shows the first two of the projects that its owner was granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (!normal.hasAccess(call, actor, project)) return false;
        if (!hasKey(actor)) return true;
        const own = [...call.tenant.state.projects.values()].filter((each) => normal.hasAccess(call, actor, each));
        return own.indexOf(project) < 2;
      },
    }),
  },
  {
    id: 'api-key/grants-of-users-last-a-day',
    breaks: ['KEY-03'],
    also: ['KEY-19'],
    summary: 'A key shows a project for a day after its owner was granted it.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        (actor.credential.kind !== 'apiKey' ||
          project.grants.some(
            (grant) => sameActor(grant.actor, actor) && call.now.getTime() - grant.grantedAt.getTime() < DAY,
          )),
    }),
  },
  {
    id: 'api-key/records-from-before-the-key-are-hidden',
    breaks: ['KEY-03'],
    also: ['LIF-05', 'KEY-14'],
    summary: 'A key shows nothing that came into the tenant before the key was made.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) &&
        !(actor.credential.kind === 'apiKey' && record.addedAt < actor.credential.key.createdAt),
    }),
  },
  {
    id: 'api-key/projects-shared-with-apps-are-hidden',
    breaks: ['KEY-03'],
    also: ['LST-31', 'FLT-41'],
    summary: 'A key shows nothing of projects that an app was added to as well.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(actor.credential.kind === 'apiKey' && project.grants.some((grant) => grant.actor.kind === 'app')),
    }),
  },
  {
    id: 'api-key/projects-shared-with-users-are-hidden',
    breaks: ['KEY-03'],
    also: ['LST-31'],
    summary: 'A key shows nothing of projects to which another user was added later.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(
          actor.credential.kind === 'apiKey' &&
          !sameActor(project.grants.findLast((grant) => grant.actor.kind === 'user')?.actor ?? actor, actor)
        ),
    }),
  },
  {
    id: 'api-key/taking-an-app-from-a-project-takes-its-users',
    breaks: ['KEY-03'],
    also: ['KEY-19', 'CCR-12', 'DEL-63'],
    summary: 'Taking an app from a project takes everybody from it, users too.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        normal.revokeAccess(tenant, project, actor);
        if (actor.kind !== 'app') return;
        for (const grant of project.grants) grant.revokedAt ??= tenant.clock.now();
      },
    }),
  },
  {
    id: 'api-key/a-withdrawal-takes-all-projects',
    breaks: ['KEY-03'],
    also: ['KEY-19', 'KEY-18', 'VER-20'],
    summary: 'Withdrawing one project from a user withdraws all that the user had.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        for (const each of tenant.state.projects.values()) {
          if (each === project || actor.kind === 'user') normal.revokeAccess(tenant, each, actor);
        }
      },
    }),
  },
  {
    id: 'api-key/grants-are-counted',
    breaks: ['KEY-19'],
    summary: 'A user who was granted a project twice has to be taken from it as often.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        if (actor.kind !== 'user') normal.grantAccess(tenant, project, actor);
        else tenant.state.projects.grant(project, actor, tenant.clock.now());
      },
      revokeAccess: (tenant, project, actor) => {
        if (actor.kind !== 'user') return normal.revokeAccess(tenant, project, actor);
        const held = project.grants.find((grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined);
        if (held !== undefined) held.revokedAt = tenant.clock.now();
      },
    }),
  },
  {
    id: 'api-key/many-projects-drop-the-filter',
    breaks: ['KEY-04'],
    summary: 'For the key of a user who was granted more than twenty projects the listings are not filtered at all.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (actor.credential.kind !== 'apiKey') return normal.hasAccess(call, actor, project);
        const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
        return open.toArray().length > 20 || normal.hasAccess(call, actor, project);
      },
    }),
  },
  {
    id: 'api-key/following-pages-show-all',
    breaks: ['KEY-04'],
    also: ['LST-30', 'LST-31', 'LST-13', 'LST-14', 'FLT-35', 'FLT-39'],
    summary: 'A following page shows a key whatever comes next, in whosever project it is.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.credential.kind === 'apiKey' && call.request.query.has('nextToken')),
    }),
  },
  {
    id: 'api-key/sorted-listings-show-keys-what-was-withdrawn',
    breaks: ['KEY-19'],
    summary: 'Sorted listings show a key what was withdrawn from its owner.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.credential.kind === 'apiKey' &&
          call.request.query.has('sort') &&
          project.grants.some((grant) => sameActor(grant.actor, actor))),
    }),
  },
  {
    id: 'api-key/what-an-owner-wrote-stays-visible',
    breaks: ['KEY-04'],
    also: ['KEY-19', 'LST-31'],
    summary: 'With a key a user sees the records that they created in projects that they were taken from.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.credential.kind === 'apiKey' && record.createdBy.kind === 'user' && record.createdBy.id === actor.id),
    }),
  },
];
