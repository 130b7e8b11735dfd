import { bearerIn } from '../calls.ts';
import type { Actor, Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Grant, Project } from '../../state/model.ts';
import { MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { always, at, isDelegated, isKey, isToken } from '../operators/kinds.ts';
import { tokenIn, type Holds } from '../operators/presented.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { after } from '../operators/rules.ts';
import {
  grantsTo,
  isTakenBack,
  showWithdrawn,
  projectsOf,
  hideProjects,
  showAlso,
  type OfProject,
} from '../operators/visibility.ts';
import { onV2, onV3 } from './conditions.ts';
import { breaking } from './rows.ts';

/** Makes one version show more or fewer of the granted projects than the other. */
const seesToo = (like: Holds, which: OfProject): Wrong => ({ breaks: ['VER-20'], wrong: showAlso(like, which) });
const keepsWithdrawn = (like: Holds): Wrong => ({ breaks: ['VER-20'], wrong: showWithdrawn(like) });
const seesNot = (like: Holds, which: OfProject): Wrong => ({ breaks: ['VER-20'], wrong: hideProjects(like, which) });

/**
 * Returns a function that keeps, for `lasting` milliseconds, the projects that were open at the first call with a key.
 */
const firstReach = (lasting = Infinity) => {
  const known = new Map<string, { readonly until: number; readonly projects: readonly Project[] }>();
  return (call: Call, actor: Actor, key: string): readonly Project[] => {
    const kept = known.get(key);
    if (kept !== undefined && kept.until > +call.now) return kept.projects;
    const projects = projectsOf(call, actor);
    known.set(key, { until: +call.now + lasting, projects });
    return projects;
  };
};

/** Faults in which one version ignores a grant or a withdrawal that the other version sees. */
export const permissionFaults: readonly Fault[] = [
  ...faultsOf('versioning', {
    'v2-plates-ignore-withdrawals': [
      keepsWithdrawn(always),
      at('/api/v2/plates'),
      'The v2 listing of plates still shows projects that were withdrawn.',
      { also: ['KEY-19'] },
    ],
    'v2-plates-show-delegates-what-was-withdrawn': [
      keepsWithdrawn(isDelegated),
      at('/api/v2/plates'),
      'The v2 listing of plates still shows delegated tokens projects that were withdrawn.',
      { also: ['DEL-63', 'DEL-23'] },
    ],
    'v3-notices-withdrawals-with-new-tokens-only': [
      seesToo(isToken, (_call, actor, project) => {
        const issuedAt = tokenIn(actor)?.issuedAt ?? 0;
        return grantsTo(project, actor).some(
          ({ grantedAt, revokedAt }) => revokedAt !== undefined && revokedAt > issuedAt && grantedAt < revokedAt,
        );
      }),
      onV3,
      'Under v3, a token still shows projects that were withdrawn after its issue.',
      { also: ['CCR-12', 'DEL-35', 'LST-32', 'LST-21', 'LST-31'] },
    ],
    'v3-notices-no-second-grant': [
      seesNot(always, (_call, actor, project) => grantsTo(project, actor).some(isTakenBack)),
      onV3,
      'On v3, a project that was withdrawn once stays hidden after it is granted again.',
      { also: ['CCR-11', 'KEY-19', 'DEL-63', 'CCR-12'] },
    ],
    'v3-shows-keys-the-first-project-only': [
      seesNot(isKey, (call, owner, project) => projectsOf(call, owner)[0] !== project),
      onV3,
      'v3 shows a key only the first project that its owner was granted.',
      { breaks: ['KEY-03'], also: ['KEY-19', 'LST-31', 'LST-32', 'VER-20'] },
    ],
  }),
  ...breaking('VER-20', {
    'v2-misses-what-was-granted-during-a-suspension': [
      (normal) => {
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
            (!onV2(call, {}) || grantsTo(project, actor).some((grant) => !isTakenBack(grant) && !missed.has(grant))),
        };
      },
      'v2 does not show a user projects that were granted during a suspension.',
    ],
    'v3-remembers-permissions-for-a-minute': [
      (normal) => {
        const reach = firstReach(MINUTE);
        return {
          hasAccess: (call, actor, project) =>
            onV3(call, {}) ? reach(call, actor, actor.id).includes(project) : normal.hasAccess(call, actor, project),
        };
      },
      'v3 keeps the projects that an actor had at its first call for a minute.',
      ['KEY-19', 'CCR-11', 'CCR-12'],
    ],
    'v2-shows-users-no-later-grants': [
      (normal) => {
        const reach = firstReach();
        return {
          hasAccess: (call, actor, project) =>
            // The projects are read first, whether the actor has access or not.
            !(onV2(call, {}) && actor.kind === 'user' && !reach(call, actor, actor.id).includes(project)) &&
            normal.hasAccess(call, actor, project),
        };
      },
      "v2 does not show a user projects that were granted after the user's first call.",
      ['KEY-19', 'LST-31'],
    ],
    'v3-shows-id-tokens-no-later-grants': [
      (normal) => {
        const reach = firstReach();
        return {
          ...after('authenticateIdToken', (actor, call, value) => {
            if (!isRefusal(actor) && onV3(call, {})) reach(call, actor, value);
          })(normal),
          hasAccess: (call, actor, project) =>
            normal.hasAccess(call, actor, project) &&
            !(
              onV3(call, {}) &&
              actor.credential.kind === 'idToken' &&
              !reach(call, actor, bearerIn(call) ?? '').includes(project)
            ),
        };
      },
      'v3 does not show an ID token projects that were granted after its first call to v3.',
      ['OIC-02'],
    ],
  }),
];
