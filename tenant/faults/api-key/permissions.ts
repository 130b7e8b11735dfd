import type { Actor, Call } from '../../call.ts';
import type { ActorReference, ApiKey, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Keys that act with other powers than their owner's. */
export const permissionFaults: readonly Fault[] = [
  {
    id: 'api-key/only-the-first-project',
    breaks: ['KEY-03'],
    also: ['KEY-19', 'LST-31'],
    summary: 'A key sees only the first project that its owner was granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) && (!byKey(actor) || firstGranted(call, actor) === project),
    }),
  },
  {
    id: 'api-key/plates-of-v3-hidden',
    breaks: ['KEY-03'],
    also: ['KEY-19', 'VER-20'],
    summary: 'The v3 listing of plates is always empty for keys.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) =>
        byKey(actor) && listing.kind === 'plate' && listing.version === 'v3'
          ? []
          : normal.recordsFor(call, actor, listing),
    }),
  },
  {
    id: 'api-key/one-record-a-project',
    breaks: ['KEY-03'],
    also: ['LST-31'],
    summary: 'A key sees only one record of a kind in each project.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (!byKey(actor)) return records;
        return records.filter(
          (record, index) => records.findIndex((one) => one.projectId === record.projectId) === index,
        );
      },
    }),
  },
  {
    id: 'api-key/projects-of-apps-shown',
    breaks: ['KEY-04'],
    also: ['KEY-18', 'TRN-14', 'LST-31'],
    summary: 'A key also sees the projects that were granted to any app.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (byKey(actor) && project.grants.some((grant) => grant.actor.kind === 'app' && normal.grantCounts(call, grant))),
    }),
  },
  {
    id: 'api-key/ungranted-projects-shown',
    breaks: ['KEY-04'],
    summary: 'A key also sees projects that were granted to nobody.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) || (byKey(actor) && project.grants.length === 0),
    }),
  },
  {
    id: 'api-key/plates-of-colleagues-shown',
    breaks: ['KEY-04', 'KEY-18'],
    also: ['KEY-19', 'TRN-14'],
    summary: 'The v2 listing of plates shows a key the projects of every user of the same e-mail domain.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        if (!byKey(actor) || listing.kind !== 'plate' || listing.version !== 'v2')
          return normal.recordsFor(call, actor, listing);
        return [...call.tenant.state.records.values()].filter(
          ({ kind, projectId }) =>
            kind === 'plate' &&
            call.tenant.state.projects
              .get(projectId)
              ?.grants.some((grant) => normal.grantCounts(call, grant) && sameDomain(call, actor, grant.actor)),
        );
      },
    }),
  },
  {
    id: 'api-key/actor-kept-by-connection',
    breaks: ['KEY-18'],
    also: ['KEY-03', 'KEY-04', 'KEY-05', 'KEY-14', 'KEY-16', 'KEY-19', 'TRN-14', 'TRN-15', 'LST-31'],
    summary: 'A connection goes on as the owner of the first key that came in on it.',
    behaviour: (normal) => {
      const actors = new WeakMap<object, Actor>();
      return {
        actorOfKey: (call, key) => {
          const actor = actors.get(call.connection) ?? normal.actorOfKey(call, key);
          actors.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'api-key/pages-kept-for-the-next-caller',
    breaks: ['KEY-18'],
    also: ['KEY-03', 'KEY-04', 'KEY-14', 'KEY-19', 'TRN-14', 'TRN-15'],
    summary: 'A page for one key is given to other keys that ask for the same within 20 milliseconds.',
    behaviour: (normal) => {
      const kept = new Map<string, { at: number; actor: Actor }>();
      return {
        actorOfKey: (call, key) => {
          const recent = kept.get(call.request.target);
          if (recent !== undefined && call.now.getTime() - recent.at < 20) return recent.actor;
          const actor = normal.actorOfKey(call, key);
          kept.set(call.request.target, { at: call.now.getTime(), actor });
          return actor;
        },
      };
    },
  },
  {
    id: 'api-key/powers-frozen-at-first-use',
    breaks: ['KEY-19'],
    also: ['LST-31'],
    summary: 'A key goes on with the projects that its owner had when it was first used.',
    behaviour: (normal) => {
      const reach = new WeakMap<ApiKey, ReadonlySet<Project>>();
      return {
        hasAccess: (call, actor, project) => {
          if (actor.credential.kind !== 'apiKey') return normal.hasAccess(call, actor, project);
          const { key } = actor.credential;
          const projects =
            reach.get(key) ??
            new Set(call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one)));
          reach.set(key, projects);
          return projects.has(project);
        },
      };
    },
  },
  {
    id: 'api-key/withdrawals-not-noticed',
    breaks: ['KEY-19'],
    also: ['LST-31'],
    summary: 'A project that was withdrawn from a user is still shown to the key.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (byKey(actor) &&
          project.grants.some((grant) => grant.actor.kind === actor.kind && grant.actor.id === actor.id)),
    }),
  },
  {
    id: 'api-key/regrants-not-noticed',
    breaks: ['KEY-19'],
    also: ['LST-31'],
    summary: 'A project that was withdrawn once stays hidden from keys when it is granted again.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(byKey(actor) && project.grants.some((grant) => grant.actor.id === actor.id && grant.revokedAt !== undefined)),
    }),
  },
  {
    id: 'api-key/creator-is-the-last-granted',
    breaks: ['KEY-05'],
    summary: 'What a key creates names whoever was granted the project last as its creator.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        if (!byKey(actor)) return normal.attributedTo(call, actor);
        const projects = [...call.tenant.state.projects.values()].filter((project) =>
          normal.hasAccess(call, actor, project),
        );
        return projects.at(-1)?.grants.at(-1)?.actor ?? actor;
      },
    }),
  },
  {
    id: 'api-key/creator-is-an-app',
    breaks: ['KEY-05'],
    summary: 'What a key creates names the newest app as its creator.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const app = [...call.tenant.state.apps.values()].at(-1);
        return byKey(actor) && app !== undefined ? { kind: 'app', id: app.id } : normal.attributedTo(call, actor);
      },
    }),
  },
];

function byKey(actor: Actor): boolean {
  return actor.credential.kind === 'apiKey';
}

function firstGranted(call: Call, actor: Actor): Project | undefined {
  const { behaviour, state } = call.tenant;
  return state.projects
    .values()
    .find(({ grants }) => grants.some((grant) => grant.actor.id === actor.id && behaviour.grantCounts(call, grant)));
}

function sameDomain(call: Call, one: ActorReference, other: ActorReference): boolean {
  const { users } = call.tenant.state;
  const domains = [one, other].map(({ id }) => users.get(id)?.email.split('@')[1]);
  return domains[0] !== undefined && domains[0] === domains[1];
}
