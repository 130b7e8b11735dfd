import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { ActorReference, LabRecord, Project } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { always, at, onVersion } from '../operators/kinds.ts';
import { tokenIn } from '../operators/presented.ts';
import { happened } from '../operators/memories.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { before } from '../operators/rules.ts';
import { grantsTo, isOpenTo, isTakenBack, projectsOf, type OfProject } from '../operators/visibility.ts';
import { consentedTo } from './apps-and-users.ts';
import { hasWebhook } from './conditions.ts';
import { readsNot, seesNot } from './decisions.ts';
import { breaking } from './rows.ts';

/** The projects of an app, except the first ones. */
const afterFirst =
  (first: number): OfProject =>
  (call, app, project) =>
    projectsOf(call, app).indexOf(project) >= first;

/** Reports whether the actor was added to the project at `moment` or before, and still is. */
const isOpenSince = (project: Project, who: ActorReference, moment: Date | number): boolean =>
  grantsTo(project, who).some((grant) => !isTakenBack(grant) && grant.grantedAt <= moment);

/** Reports whether the record was in the project when the app was first added to it, or came later. */
const isOlder = ({ tenant }: Call, app: ActorReference, { addedAt, projectId }: LabRecord): boolean => {
  const project = tenant.state.projects.get(projectId);
  const first = project && grantsTo(project, app)[0];
  return first !== undefined && addedAt <= first.grantedAt;
};

/** Makes adding or removing one actor remove other actors from the project too. */
const losesToo = (
  act: 'grantAccess' | 'revokeAccess',
  which: (one: ActorReference, other: ActorReference) => boolean,
): Wrong => ({
  breaks: ['CCR-08'],
  also: ['LST-31'],
  wrong: () => (normal) => ({
    [act]: ((tenant, project, actor) => {
      for (const grant of project.grants) if (which(actor, grant.actor)) grant.revokedAt ??= tenant.clock.now();
      normal[act](tenant, project, actor);
    }) satisfies Behaviour[typeof act],
  }),
});

/** Faults in which an app does not see projects or records that it was added to. */
export const seenTooLittleFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'one-project-an-app': [
      seesNot('CCR-08', afterFirst(1)),
      always,
      'An app sees only the first of the projects that it was added to.',
      { breaks: ['CCR-08', 'CCR-11'] },
    ],
    'two-projects-an-app': [
      seesNot('CCR-08', afterFirst(2)),
      always,
      'An app sees only the first two projects that it was added to.',
      { also: ['LST-32'] },
    ],
    'ten-projects-an-app': [
      seesNot('CCR-08', afterFirst(10)),
      always,
      'An app sees only the first ten projects that it was added to.',
    ],
    'grants-of-apps-last-a-day': [
      seesNot('CCR-08', ({ now }, app, project) =>
        grantsTo(project, app).every(({ grantedAt }) => +now - +grantedAt >= DAY),
      ),
      always,
      'An app sees a project only for a day after it was added to it.',
    ],
    'what-its-users-see-is-hidden-from-the-app': [
      seesNot('CCR-20', (call, { id }, project) =>
        consentedTo(call, id).some((user) => isOpenTo(project, { kind: 'user', id: user })),
      ),
      always,
      'An app does not see for itself the projects of a user who consented to it.',
    ],
    'a-rotation-takes-the-projects': [
      seesNot('CCR-08', ({ tenant }, app, project) => {
        const rotated = tenant.state.apps.get(app.id)?.formerSecrets.at(-1)?.retiredAt;
        return rotated !== undefined && grantsTo(project, app).every(({ grantedAt }) => grantedAt <= rotated);
      }),
      always,
      'A rotation of its secret removes an app from its projects.',
    ],
    'a-webhook-takes-the-projects': [seesNot('CCR-08'), hasWebhook, 'An app that has a webhook sees nothing.'],
    'plates-of-v3-are-for-users': [
      seesNot('CCR-08'),
      at('/api/v3/plate/items'),
      'The v3 listing of plates returns an empty page to apps.',
      { also: ['VER-20', 'LST-03', 'LST-13', 'LST-27'] },
    ],
    'unarchived-apps-see-nothing-new': [
      seesNot('CCR-11', ({ tenant }, app, project) => {
        const { createdAt = 0, archivedChangedAt = 0 } = tenant.state.apps.get(app.id) ?? {};
        return archivedChangedAt > createdAt && !isOpenSince(project, app, archivedChangedAt);
      }),
      always,
      'An app that was archived once sees only projects that it was added to before.',
      { also: ['LIF-33'] },
    ],
    'a-second-grant-does-nothing': [
      seesNot('CCR-11', (_call, app, project) => grantsTo(project, app).some(isTakenBack)),
      always,
      'An app does not get a project back if it is added to it again.',
    ],
    'older-tokens-see-later-grants-on-v2-only': [
      seesNot('CCR-12', (_call, app, project) => !isOpenSince(project, app, tokenIn(app)?.issuedAt ?? 0)),
      onVersion('v3'),
      'Under v3 a token shows only the projects that its app had when the token was issued.',
      { also: ['VER-20', 'VER-16'] },
    ],
    'emptiness-is-remembered': [
      seesNot('CCR-12'),
      happened(tokenIn, (note) =>
        before('actorOfToken', (call, token) => projectsOf(call, token.subject).length === 0 && note(token)),
      ),
      'A token that was used before its app was added to any project never shows a project.',
      { also: ['VER-20'] },
    ],
    'what-apps-wrote-is-not-listed-for-apps': [
      readsNot('CCR-08', (_call, _actor, { createdBy }) => createdBy.kind === 'app'),
      always,
      'The tenant shows an app no record that was created by an app, not even its own.',
    ],
    'results-shared-with-users-are-hidden': [
      readsNot(
        'CCR-08',
        ({ tenant }, _actor, { kind, projectId }) =>
          kind === 'assayResult' &&
          tenant.state.projects.get(projectId)?.grants.some(({ actor }) => actor.kind === 'user') === true,
      ),
      always,
      'Apps do not see the assay results of projects to which a user was added as well.',
      { also: ['FLT-41'] },
    ],
    'later-plates-are-hidden': [
      readsNot('CCR-08', (call, app, record) => record.kind === 'plate' && !isOlder(call, app, record)),
      always,
      'Apps do not see plates that were added after the app was first added to the project.',
      { also: ['LST-13'] },
    ],
    'records-before-the-grant-are-hidden': [
      readsNot('CCR-11', isOlder),
      always,
      'An app sees only records that were added after it was first added to the project.',
    ],
    'one-app-a-project': [
      losesToo('grantAccess', (one, other) => one.kind === 'app' && other.kind === 'app' && one.id !== other.id),
      always,
      'Adding an app to a project removes all other apps from it.',
    ],
    'taking-a-user-from-a-project-takes-its-apps': [
      losesToo('revokeAccess', ({ kind }) => kind === 'user'),
      always,
      'Removing a user from a project removes all its members, apps too.',
      { also: ['CCR-09', 'CCR-12', 'KEY-03'] },
    ],
    'a-withdrawal-from-one-app-is-one-from-all': [
      losesToo('revokeAccess', (one, other) => one.kind === 'app' && other.kind === 'app'),
      always,
      'Removing an app from a project removes all apps from it.',
      { also: ['CCR-12'] },
    ],
  }),
  ...breaking('CCR-08', {
    'a-removal-takes-the-app-from-every-project': [
      (normal) => ({
        revokeAccess: (tenant, project, actor) => {
          for (const each of tenant.state.projects.values()) {
            if (each === project || actor.kind === 'app') normal.revokeAccess(tenant, each, actor);
          }
        },
      }),
      'Removing an app from one project removes it from all.',
      ['CCR-11', 'CCR-12', 'VER-20'],
    ],
  }),
  ...breaking('CCR-11', {
    'grants-to-archived-apps-are-lost': [
      (normal) => ({
        grantAccess: (tenant, project, actor) => {
          if (actor.kind === 'app' && tenant.state.apps.get(actor.id)?.archived === true) return;
          normal.grantAccess(tenant, project, actor);
        },
      }),
      'Adding an archived app to a project has no effect.',
      ['LST-31'],
    ],
  }),
];
