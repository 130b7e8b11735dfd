import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { sameActor, type AccessToken, type ActorReference, type LabRecord, type Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isFor } from './apps-and-users.ts';

/** The projects that an actor was added to, by the present grants. */
function projectsOf(call: Call, actor: ActorReference): Project[] {
  const { state, behaviour } = call.tenant;
  return [...state.projects.values()].filter((project) =>
    project.grants.some((grant) => sameActor(grant.actor, actor) && behaviour.grantCounts(call, grant)),
  );
}

/** Keeps which records a project held when an actor was first added to it. */
function rememberFirstGrants(normal: Behaviour): {
  readonly grantAccess: Behaviour['grantAccess'];
  readonly heldAtFirst: (actor: ActorReference, record: LabRecord) => boolean;
} {
  const held = new Map<string, ReadonlySet<LabRecord>>();
  const key = (actor: ActorReference, projectId: string): string => `${actor.id} ${projectId}`;
  return {
    grantAccess: (tenant, project, actor) => {
      const known = key(actor, project.id);
      if (!held.has(known)) held.set(known, new Set(tenant.state.records.values()));
      normal.grantAccess(tenant, project, actor);
    },
    heldAtFirst: (actor, record) => held.get(key(actor, record.projectId))?.has(record) === true,
  };
}

/** What being added to a project gives an app, and from when on. */
export const permissionFaults: readonly Fault[] = [
  {
    id: 'client-credentials/one-project-an-app',
    breaks: ['CCR-08', 'CCR-11'],
    also: ['LST-31'],
    summary: 'An app sees only the first of the projects that it was added to.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) && (actor.kind === 'user' || projectsOf(call, actor)[0] === project),
    }),
  },
  {
    id: 'client-credentials/later-plates-are-hidden',
    breaks: ['CCR-08'],
    also: ['LST-13', 'LST-31', 'CCR-11'],
    summary: 'Apps do not see plates that were created after they were first added to the project.',
    behaviour: (normal) => {
      const { grantAccess, heldAtFirst } = rememberFirstGrants(normal);
      return {
        grantAccess,
        mayRead: (call, actor, record) =>
          normal.mayRead(call, actor, record) &&
          (actor.kind === 'user' || record.kind !== 'plate' || heldAtFirst(actor, record)),
      };
    },
  },
  {
    id: 'client-credentials/plates-of-v3-are-for-users',
    breaks: ['CCR-08'],
    also: ['CCR-11', 'VER-20', 'LST-03', 'LST-13', 'LST-27', 'LST-31'],
    summary: 'The plates of v3 are listed for users, and an empty page is given to apps.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) =>
        actor.kind === 'app' && listing.kind === 'plate' && listing.version === 'v3'
          ? []
          : normal.recordsFor(call, actor, listing),
    }),
  },
  {
    id: 'client-credentials/records-before-the-grant-are-hidden',
    breaks: ['CCR-11'],
    also: ['CCR-08', 'LST-31'],
    summary: 'An app sees only what was recorded after it was first added to the project.',
    behaviour: (normal) => {
      const { grantAccess, heldAtFirst } = rememberFirstGrants(normal);
      return {
        grantAccess,
        mayRead: (call, actor, record) =>
          normal.mayRead(call, actor, record) && (actor.kind === 'user' || !heldAtFirst(actor, record)),
      };
    },
  },
  {
    id: 'client-credentials/a-second-grant-does-nothing',
    breaks: ['CCR-11'],
    also: ['LST-31', 'CCR-08'],
    summary: 'An app that was taken from a project does not get it back by being added again.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        (actor.kind === 'user' ||
          !project.grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt !== undefined)),
    }),
  },
  {
    id: 'client-credentials/power-frozen-at-issue',
    breaks: ['CCR-12'],
    also: ['CCR-11', 'VER-20', 'LST-31'],
    summary: 'A token goes on with the projects that its app had when it was issued.',
    behaviour: (normal) => {
      const reach = new WeakMap<AccessToken, ReadonlySet<Project>>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          const actor = normal.actorOfToken(call, token);
          const projects = call.tenant.state.projects.values();
          reach.set(token, new Set(projects.filter((project) => normal.hasAccess(call, actor, project))));
          return token;
        },
        hasAccess: (call, actor, project) =>
          actor.credential.kind === 'accessToken'
            ? reach.get(actor.credential.token)?.has(project) === true
            : normal.hasAccess(call, actor, project),
      };
    },
  },
  {
    id: 'client-credentials/power-frozen-at-first-use',
    breaks: ['CCR-12'],
    also: ['VER-20', 'LST-31'],
    summary: 'The projects of a token are remembered from its first call on, where it had any then.',
    behaviour: (normal) => {
      const reach = new WeakMap<AccessToken, ReadonlySet<Project>>();
      return {
        hasAccess: (call, actor, project) => {
          if (actor.credential.kind !== 'accessToken') return normal.hasAccess(call, actor, project);
          const known = reach.get(actor.credential.token);
          if (known !== undefined) return known.has(project);
          const projects = projectsOf(call, actor);
          if (projects.length > 0) reach.set(actor.credential.token, new Set(projects));
          return projects.includes(project);
        },
      };
    },
  },
  {
    id: 'client-credentials/two-grants-open-everything',
    breaks: ['CCR-13'],
    also: ['CCR-09', 'CCR-14', 'TRN-14', 'TRN-15', 'LST-31'],
    summary: 'An app that was added to two projects sees all of them.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) || (actor.kind === 'app' && projectsOf(call, actor).length >= 2),
    }),
  },
  {
    id: 'client-credentials/assay-results-have-no-projects',
    breaks: ['CCR-13', 'CCR-14', 'CCR-09'],
    also: ['TRN-14', 'TRN-15', 'LST-31'],
    summary: 'An app that was added to any project sees all assay results of the tenant.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.kind === 'app' && record.kind === 'assayResult' && projectsOf(call, actor).length > 0),
    }),
  },
  {
    id: 'client-credentials/colleagues-share-projects',
    breaks: ['CCR-14'],
    also: ['TRN-14', 'TRN-15', 'LST-31'],
    summary: 'An app sees the projects of every app with which it has a project in common.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        if (actor.kind !== 'app') return false;
        const colleagues = projectsOf(call, actor).flatMap(({ grants }) => grants.map((grant) => grant.actor));
        return colleagues.some((other) => other.kind === 'app' && projectsOf(call, other).includes(project));
      },
    }),
  },
  {
    id: 'client-credentials/calls-at-once-are-mixed-up',
    breaks: ['CCR-14'],
    also: ['CCR-08', 'CCR-10', 'CCR-13', 'CCR-15', 'TRN-14', 'TRN-15', 'LST-31', 'LST-35'],
    summary: 'Of calls with tokens of apps that arrive at once, all act as the last one.',
    behaviour: (normal) => {
      let last: string | undefined;
      return {
        accept: async (call) => {
          const authorization = headerOf(call.request, 'authorization');
          if (call.request.method === 'GET' && authorization?.startsWith('Bearer ') === true) last = authorization;
          await delay(1);
          return normal.accept(call);
        },
        actorOfToken: (call, token) => {
          const other = call.tenant.state.accessTokens.find(last?.slice('Bearer '.length) ?? '');
          return normal.actorOfToken(call, call.request.method === 'GET' && other !== undefined ? other : token);
        },
      };
    },
  },
  {
    id: 'client-credentials/older-tokens-see-later-grants-on-v2-only',
    breaks: ['CCR-12'],
    also: ['VER-20', 'CCR-11', 'CCR-08', 'VER-16'],
    summary: 'Under v3 a token shows what its app was permissioned for when it was issued.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const { credential } = actor;
        if (actor.kind !== 'app' || credential.kind !== 'accessToken' || !call.request.path.startsWith('/api/v3/')) {
          return normal.hasAccess(call, actor, project);
        }
        return project.grants.some(
          (grant) =>
            sameActor(grant.actor, actor) &&
            call.tenant.behaviour.grantCounts(call, grant) &&
            grant.grantedAt <= credential.token.issuedAt,
        );
      },
    }),
  },
  {
    id: 'client-credentials/emptiness-is-remembered',
    breaks: ['CCR-12'],
    also: ['CCR-11', 'CCR-08', 'VER-20'],
    summary: 'A token that was used before its app was added to anything goes on seeing nothing.',
    behaviour: (normal) => {
      const empty = new WeakSet<AccessToken>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (!isRefusal(actor) && actor.kind === 'app' && actor.credential.kind === 'accessToken') {
            const some = call.tenant.state.projects.values().some((project) => isFor(project, actor.id));
            if (!some) empty.add(actor.credential.token);
          }
          return actor;
        },
        hasAccess: (call, actor, project) =>
          !(actor.credential.kind === 'accessToken' && empty.has(actor.credential.token)) &&
          normal.hasAccess(call, actor, project),
      };
    },
  },
  {
    id: 'client-credentials/what-an-app-lost-stays-with-the-token-that-saw-it',
    breaks: ['CCR-12'],
    also: ['CCR-09', 'CCR-08', 'VER-20', 'LIF-30'],
    summary: 'A project that a token has listed stays open to it after the app was taken from the project.',
    behaviour: (normal) => {
      const seen = new WeakMap<AccessToken, Set<string>>();
      return {
        hasAccess: (call, actor, project) => {
          const { credential } = actor;
          const has = normal.hasAccess(call, actor, project);
          if (actor.kind !== 'app' || credential.kind !== 'accessToken') return has;
          const known = seen.get(credential.token) ?? new Set();
          seen.set(credential.token, known);
          if (has) known.add(project.id);
          return has || known.has(project.id);
        },
      };
    },
  },

  {
    id: 'client-credentials/a-withdrawal-from-one-app-is-one-from-all',
    breaks: ['CCR-08'],
    also: ['CCR-12'],
    summary: 'Taking an app from a project takes all apps from it.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        for (const grant of project.grants) {
          if (actor.kind === 'app' && grant.actor.kind === 'app') grant.revokedAt ??= tenant.clock.now();
        }
        normal.revokeAccess(tenant, project, actor);
      },
    }),
  },
];

/** Whether an app has been added to anything. */
export function hasAnyProject(call: Call, actor: Actor): boolean {
  return projectsOf(call, actor).length > 0;
}
