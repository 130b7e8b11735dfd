import { isRefusal } from '../../http/refusal.ts';
import { sameActor, type Grant } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { bearerIn, isV2, isV3 } from './versioned-calls.ts';

/** Grants and withdrawals of which one version knows and the other does not. */
export const permissionFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-shows-id-tokens-no-later-grants',
    breaks: ['VER-20'],
    also: ['OIC-02'],
    summary: 'On v3 an ID token shows the projects that its user had when it was first sent there.',
    behaviour: (normal) => {
      const known = new Map<string, ReadonlySet<string>>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (isRefusal(actor) || !isV3(call) || known.has(value)) return actor;
          const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
          known.set(value, new Set(open.map(({ id }) => id)));
          return actor;
        },
        hasAccess: (call, actor, project) => {
          const first = actor.credential.kind === 'idToken' && isV3(call) ? known.get(bearerIn(call)) : undefined;
          return normal.hasAccess(call, actor, project) && (first === undefined || first.has(project.id));
        },
      };
    },
  },
  {
    id: 'versioning/v3-shows-keys-the-first-project-only',
    breaks: ['KEY-03'],
    also: ['LST-31', 'LST-32', 'VER-20'],
    summary: 'v3 shows a key only the first project that its owner was granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (!normal.hasAccess(call, actor, project)) return false;
        if (actor.credential.kind !== 'apiKey' || !isV3(call)) return true;
        const first = call.tenant.state.projects.values().find((each) => normal.hasAccess(call, actor, each));
        return first === project;
      },
    }),
  },
  {
    id: 'versioning/v3-notices-withdrawals-with-new-tokens-only',
    breaks: ['VER-20'],
    also: ['CCR-12', 'DEL-35', 'LST-32', 'LST-21', 'LST-31'],
    summary: 'Under v3 a token goes on showing what was withdrawn after it was issued.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const { credential } = actor;
        return (
          normal.hasAccess(call, actor, project) ||
          (isV3(call) &&
            credential.kind === 'accessToken' &&
            project.grants.some(
              ({ actor: who, grantedAt, revokedAt }) =>
                sameActor(who, actor) &&
                revokedAt !== undefined &&
                revokedAt > credential.token.issuedAt &&
                grantedAt < revokedAt,
            ))
        );
      },
    }),
  },
  {
    id: 'versioning/v3-notices-no-second-grant',
    breaks: ['VER-20'],
    also: ['CCR-11', 'KEY-19', 'DEL-63', 'CCR-12'],
    summary: 'A project that was withdrawn once stays hidden on v3 when it is granted again.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(isV3(call) && project.grants.some((grant) => grant.actor.id === actor.id && grant.revokedAt !== undefined)),
    }),
  },
  {
    id: 'versioning/v2-misses-what-was-granted-during-a-suspension',
    breaks: ['VER-20'],
    summary: 'v2 shows a user nothing of a project that was granted while the user was suspended.',
    behaviour: (normal) => {
      const missed = new WeakSet<Grant>();
      return {
        grantAccess: (tenant, project, actor) => {
          const before = project.grants.length;
          normal.grantAccess(tenant, project, actor);
          const suspended = actor.kind === 'user' && tenant.state.users.get(actor.id)?.active === false;
          if (suspended) for (const grant of project.grants.slice(before)) missed.add(grant);
        },
        hasAccess: (call, actor, project) =>
          normal.hasAccess(call, actor, project) &&
          (!isV2(call) ||
            project.grants.some(
              (grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined && !missed.has(grant),
            )),
      };
    },
  },
  {
    id: 'versioning/v2-plates-show-delegates-what-was-withdrawn',
    breaks: ['VER-20'],
    also: ['DEL-63', 'DEL-23'],
    summary: 'The v2 listing of plates goes on showing delegated tokens what was once granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.credential.kind === 'accessToken' &&
          actor.credential.token.delegation !== undefined &&
          call.request.path === '/api/v2/plates' &&
          project.grants.some((grant) => grant.actor.id === actor.id)),
    }),
  },
];
