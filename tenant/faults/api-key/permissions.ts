import type { Actor } from '../../call.ts';
import { sameActor, type ApiKey, type Project, type User } from '../../state/model.ts';
import { isFollowing, sorts } from '../calls.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, at, isKey, not } from '../operators/kinds.ts';
import { isSince, itsBirth, itsRecord } from '../operators/moments.ts';
import { by, faultsOf, type Wrong } from '../operators/rows.ts';
import { after } from '../operators/rules.ts';
import { type OfProject, projectsOf, hideRecords, listAlso, hideProjects, showAlso } from '../operators/visibility.ts';
import { hasRotatedAway } from './conditions.ts';
import { withdrawn } from './decisions.ts';
import { breaking } from './rows.ts';

const hiding = (isHidden: OfProject): Wrong => ({
  breaks: ['KEY-03'],
  also: ['KEY-19', 'LST-31'],
  wrong: hideProjects(isKey, isHidden),
});
const showing = (isShown: OfProject): Wrong => ({ breaks: ['KEY-04'], wrong: showAlso(isKey, isShown) });
const records = {
  hidden: { breaks: ['KEY-03'], wrong: hideRecords(isKey) },
  shown: { breaks: ['KEY-04'], wrong: listAlso(isKey) },
} satisfies Record<string, Wrong>;

/** Hides all projects of an owner but the first `most`. */
const allBut = (most: number): Wrong =>
  hiding((call, owner, project) => projectsOf(call, owner).indexOf(project) >= most);

/** Shows the projects of all users who have the same value as the owner. */
const ofUsersAlike = (of: (user: User) => string | undefined): Wrong =>
  showing(({ tenant }, owner, { grants }) => {
    const seen = (id: string): string | undefined => {
      const user = tenant.state.users.get(id);
      return user && of(user);
    };
    return grants.some(({ actor, revokedAt }) => revokedAt === undefined && seen(actor.id) === seen(owner.id));
  });

/** Faults in which a key shows less or more than its owner may see. */
export const permissionFaults: readonly Fault[] = [
  ...faultsOf('api-key', {
    'only-the-first-project': [allBut(1), always, 'A key sees only the first project that its owner was granted.'],
    'third-project-hidden': [
      allBut(2),
      always,
      'A key shows only the first two projects that its owner was granted.',
      { also: ['LST-32'] },
    ],
    'ten-projects-a-user': [allBut(10), always, 'A key shows only the first ten projects of its owner.'],
    'grants-of-users-last-a-day': [
      hiding(
        (call, actor, { grants }) =>
          !grants.some(
            (grant) => sameActor(grant.actor, actor) && call.now.getTime() - grant.grantedAt.getTime() < DAY,
          ),
      ),
      always,
      'A key shows a project only for a day after its owner was granted it.',
    ],
    'projects-shared-with-apps-are-hidden': [
      hiding((_call, _actor, { grants }) => grants.some(({ actor }) => actor.kind === 'app')),
      always,
      'A key shows nothing of projects to which an app was added as well.',
      { also: ['FLT-41'] },
    ],
    'projects-shared-with-users-are-hidden': [
      hiding(
        (_call, owner, { grants }) => grants.findLast(({ actor }) => actor.kind === 'user')?.actor.id !== owner.id,
      ),
      always,
      'A key shows nothing of projects to which another user was added later.',
      { also: ['KEY-19'] },
    ],
    'taking-an-app-from-a-project-takes-its-users': [
      by(
        records.hidden,
        after('revokeAccess', (_done, { clock }, { grants }, { kind }) => {
          for (const grant of kind === 'app' ? grants : []) grant.revokedAt ??= clock.now();
        }),
      ),
      always,
      'Removing an app from a project removes all its members, users too.',
      { also: ['KEY-19', 'CCR-12', 'DEL-63'] },
    ],
    'regrants-not-noticed': [
      hiding((_call, owner, { grants }) =>
        grants.some(({ actor, revokedAt }) => actor.id === owner.id && revokedAt !== undefined),
      ),
      always,
      'A project that was withdrawn once stays hidden from keys after it is granted again.',
      { breaks: ['KEY-19'] },
    ],
    'projects-of-apps-shown': [
      showing((_call, _actor, { grants }) =>
        grants.some(({ actor, revokedAt }) => actor.kind === 'app' && revokedAt === undefined),
      ),
      always,
      'A key also shows the projects that were granted to any app.',
      { also: ['KEY-18', 'TRN-14', 'LST-31'] },
    ],
    'ungranted-projects-shown': [
      showing((_call, _actor, { grants }) => grants.length === 0),
      always,
      'A key also shows projects that were granted to no user or app.',
    ],
    'namesakes-share-their-projects': [
      ofUsersAlike(({ name }) => name),
      always,
      'A key also shows the projects of other users who have the same name as its owner.',
      { breaks: ['KEY-04', 'KEY-18'] },
    ],
    'many-projects-drop-the-filter': [
      showing((call, actor) => projectsOf(call, actor).length > 20),
      always,
      'The key of a user with more than twenty projects shows all projects.',
    ],
    'withdrawals-not-noticed': [
      withdrawn,
      always,
      'A key still shows a project that was withdrawn from its owner.',
      { also: ['LST-31'] },
    ],
    'sorted-listings-show-keys-what-was-withdrawn': [
      withdrawn,
      sorts,
      'A sorted listing still shows a key the projects that were withdrawn from its owner.',
    ],
    'records-from-before-the-key-are-hidden': [
      records.hidden,
      not(isSince(itsRecord, itsBirth)),
      'A key shows no record that was added to the tenant before the key was created.',
      { also: ['LIF-05', 'KEY-14', 'KEY-19'] },
    ],
    'rotated-keys-see-no-results': [
      records.hidden,
      all(hasRotatedAway, (_call, { record }) => record?.kind === 'assayResult'),
      'A key from a rotation shows no assay results.',
      { also: ['KEY-14', 'KEY-19', 'FLT-41'] },
    ],
    'plates-of-v3-hidden': [
      records.hidden,
      at('/api/v3/plate/items'),
      'The v3 listing of plates is always empty for callers with a key.',
      { also: ['KEY-19', 'VER-20'] },
    ],
    'one-record-a-project': [
      records.hidden,
      ({ tenant }, { record }) =>
        record !== undefined &&
        tenant.state.records.byKind[record.kind].find(
          ({ projectId, schemaId }) => projectId === record.projectId && schemaId === record.schemaId,
        ) !== record,
      'A key shows only one record of each kind and schema in each project.',
      { also: ['LST-31'] },
    ],
    'plates-of-colleagues-shown': [
      ofUsersAlike(({ email }) => email.split('@')[1]),
      at('/api/v2/plates'),
      'The v2 listing of plates shows a key the projects of all users with the same e-mail domain.',
      { breaks: ['KEY-04', 'KEY-18'], also: ['KEY-19', 'TRN-14'] },
    ],
    'following-pages-show-all': [
      showing(() => true),
      isFollowing,
      'A following page shows a key the next records of all projects.',
      { also: ['KEY-18', 'LST-30', 'LST-31', 'LST-13', 'LST-14', 'FLT-35', 'FLT-39'] },
    ],
    'what-an-owner-wrote-stays-visible': [
      records.shown,
      (_call, { record, userId }) => record?.createdBy.id === userId,
      'A key still shows records that its owner created in projects that were withdrawn since.',
      { also: ['KEY-19', 'LST-31'] },
    ],
  }),
  ...breaking('KEY-19', {
    'powers-frozen-at-first-use': [
      (normal) => {
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
      'A key keeps the projects that its owner had at the first use of the key.',
      ['LST-31'],
    ],
    'a-new-key-keeps-the-view-of-the-old': [
      (normal) => ({
        grantCounts: (call, grant) => {
          if (!normal.grantCounts(call, grant)) return false;
          const rotated = [...call.tenant.state.apiKeys.values()].findLast(
            ({ userId, retiredAt }) => userId === grant.actor.id && retiredAt !== undefined,
          );
          return rotated?.retiredAt === undefined || grant.grantedAt <= rotated.retiredAt;
        },
      }),
      'A key from a rotation shows only projects that its owner was granted before the rotation.',
      ['KEY-03', 'KEY-14'],
    ],
    'grants-are-counted': [
      (normal) => ({
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
      'A user who was granted a project twice has to be removed twice to lose it.',
    ],
  }),
  ...breaking(
    'KEY-18',
    {
      'actor-kept-by-connection': [
        (normal) => {
          const actors = new WeakMap<object, Actor>();
          return {
            actorOfKey: (call, key) => {
              const actor = actors.get(call.connection) ?? normal.actorOfKey(call, key);
              actors.set(call.connection, actor);
              return actor;
            },
          };
        },
        'Once a key was accepted on a connection, all keys on that connection act as its owner.',
        ['KEY-05', 'KEY-16', 'LST-31'],
      ],
      'pages-kept-for-the-next-caller': [
        (normal) => {
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
        'For 20 milliseconds after a call with a key, other keys with the same call get the same page.',
      ],
    },
    ['KEY-03', 'KEY-04', 'KEY-14', 'KEY-19', 'TRN-14', 'TRN-15'],
  ),
  ...breaking('KEY-03', {
    'a-withdrawal-takes-all-projects': [
      (normal) => ({
        revokeAccess: (tenant, project, actor) => {
          for (const each of tenant.state.projects.values()) {
            if (each === project || actor.kind === 'user') normal.revokeAccess(tenant, each, actor);
          }
        },
      }),
      'Withdrawing one project from a user withdraws all projects of that user.',
      ['KEY-19', 'KEY-18', 'VER-20'],
    ],
  }),
];
