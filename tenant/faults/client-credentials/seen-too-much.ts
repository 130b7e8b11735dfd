import type { Call } from '../../call.ts';
import { sameActor, type ActorReference, type App, type Project } from '../../state/model.ts';
import { filters, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { usersOf } from '../operators/holdings.ts';
import { all, always, at } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { appIs, isMember } from '../operators/standing.ts';
import { grantsTo, isOpenTo, projectsOf, type OfProject } from '../operators/visibility.ts';
import { consentedTo } from './apps-and-users.ts';
import { isInNone, isInProjects } from './conditions.ts';
import { readsToo, seesToo } from './decisions.ts';
import { breaking } from './rows.ts';

/** The projects of some users. */
const openToSome =
  (users: (call: Call, appId: string) => Iterable<string>): OfProject =>
  (call, { id }, project) =>
    [...users(call, id)].some((one) => isOpenTo(project, { kind: 'user', id: one }));

/** Lets an app see the projects of other apps that have something in common with it. */
const sharesWith = (areAlike: (app: App, other: App, call: Call) => boolean): Wrong =>
  seesToo('CCR-14', (call, { id }, project) => {
    const { apps } = call.tenant.state;
    const app = apps.get(id);
    return (
      app !== undefined &&
      apps.values().some((other) => isOpenTo(project, { kind: 'app', id: other.id }) && areAlike(app, other, call))
    );
  });

/** Lets an app see another project together with one of its own. */
const seesBeside = (isMeant: (own: Project, project: Project, call: Call) => boolean): Wrong =>
  seesToo('CCR-13', (call, app, project) => projectsOf(call, app).some((own) => isMeant(own, project, call)));

/** Returns the users that were ever added to a project. */
const membersOf = (call: Call, projectId: string): ActorReference[] => {
  const grants = call.tenant.state.projects.get(projectId)?.grants ?? [];
  return grants.map(({ actor }) => actor).filter(({ kind }) => kind === 'user');
};

/** Faults in which an app sees projects and records that it was not added to, or from which it was removed. */
export const seenTooMuchFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'consent-widens-the-apps-own-reach': [
      seesToo('CCR-20', openToSome(consentedTo)),
      always,
      "An app's own token also shows the projects of the users who consented to the app.",
      { also: ['CCR-10', 'CCR-21', 'DEL-32'] },
    ],
    'the-second-consent-widens-the-apps-reach': [
      seesToo(
        'CCR-20',
        openToSome((call, appId) => [...new Set(consentedTo(call, appId))].slice(1)),
      ),
      always,
      "An app's own token also shows the projects of its users from the second consenting user on.",
      { also: ['TRN-14'] },
    ],
    'sorted-listings-show-apps-what-their-users-see': [
      seesToo('CCR-09', openToSome(usersOf)),
      sorts,
      'A sorted listing also shows an app the projects of the users who authorized it.',
      { also: ['CCR-20', 'DEL-63', 'TRN-14'] },
    ],
    'apps-see-what-their-colleagues-see': [
      readsToo('CCR-09', (call, app, { projectId }) => {
        const members = membersOf(call, projectId);
        const colleagues = projectsOf(call, app).flatMap((own) => membersOf(call, own.id));
        return colleagues.some((user) => members.some((member) => sameActor(member, user)));
      }),
      always,
      'An app sees the projects of users with whom it shares a project.',
      { also: ['TRN-14', 'TRN-15'] },
    ],
    'plates-of-users-are-open': [
      readsToo('CCR-09', (call, _actor, { projectId }) => membersOf(call, projectId).length > 0),
      at('/api/v2/plates'),
      'The v2 listing of plates shows apps the plates of every project to which some user was added.',
      { also: ['CCR-10', 'TRN-14', 'TRN-15'] },
    ],
    'creators-go-on-seeing-what-they-created': [
      readsToo('CCR-09', (_call, actor, { createdBy }) => sameActor(createdBy, actor)),
      always,
      'An app still sees the records that it created in a project from which it was removed.',
      { also: ['CCR-12'] },
    ],
    'apps-of-one-name-share-projects': [
      sharesWith(({ name }, other) => other.name === name),
      always,
      'Apps of the same name see each other’s projects.',
      { also: ['CCR-10'] },
    ],
    'apps-of-one-redirect-uri-share-projects': [
      sharesWith(({ redirectUris }, other) => other.redirectUris.some((uri) => redirectUris.includes(uri))),
      always,
      "Apps with a redirect URI in common see each other's projects.",
      { also: ['CCR-10'] },
    ],
    'apps-of-one-webhook-see-alike': [
      sharesWith(({ webhook }, other) => webhook?.url !== undefined && other.webhook?.url === webhook.url),
      always,
      "Apps with the same webhook address see each other's projects.",
      { also: ['CCR-10'] },
    ],
    'apps-that-a-user-authorized-share-projects': [
      sharesWith((app, other, call) =>
        usersOf(call, app.id)
          .values()
          .some((id) => usersOf(call, other.id).has(id)),
      ),
      always,
      "Apps that the same user has authorized see each other's projects.",
      { also: ['CCR-20', 'CCR-10'] },
    ],
    'colleagues-share-projects': [
      sharesWith(({ id }, other, call) =>
        projectsOf(call, { kind: 'app', id }).some((own) => isOpenTo(own, { kind: 'app', id: other.id })),
      ),
      always,
      'An app sees the projects of apps with which it shares a project.',
      { also: ['TRN-14', 'TRN-15'] },
    ],
    'projects-of-one-name-are-open-together': [
      seesBeside(({ name }, project) => name === project.name),
      always,
      'An app also sees projects that have the same name as one of its own.',
    ],
    'the-project-made-next-is-open-too': [
      seesBeside((own, project, { tenant }) => {
        const projects = [...tenant.state.projects.values()];
        return projects[projects.indexOf(own) + 1] === project;
      }),
      always,
      'An app also sees the project that was created right after one of its own.',
      { also: ['CCR-08', 'FLT-39', 'TRN-14'] },
    ],
    'a-grant-brings-back-what-was-withdrawn': [
      seesToo('CCR-13', ({ tenant }, app, project) => {
        const ended = grantsTo(project, app).at(-1)?.revokedAt;
        return (
          ended !== undefined &&
          tenant.state.projects
            .values()
            .some((other) => grantsTo(other, app).some(({ grantedAt }) => grantedAt > ended))
        );
      }),
      always,
      'When an app is added to a project, it also gets the projects back from which it was removed.',
      { also: ['CCR-08', 'LIF-26', 'VER-20', 'CCR-12'] },
    ],
    'the-last-removal-opens-everything': [
      seesToo('CCR-13'),
      all(
        isInNone,
        appIs(({ id }, { tenant }) => tenant.state.projects.values().some((one) => isMember(one, id))),
      ),
      'An app that was removed from its last project sees everything.',
      { also: ['CCR-12', 'LST-21'] },
    ],
    'two-grants-open-everything': [
      seesToo('CCR-13'),
      isInProjects(2),
      'An app that was added to two projects sees everything.',
      { also: ['TRN-14', 'TRN-15'] },
    ],
    'many-projects-drop-the-filter': [
      seesToo('CCR-13'),
      isInProjects(21),
      'An app that was added to more than twenty projects sees everything.',
    ],
    'assay-results-have-no-projects': [
      readsToo('CCR-13', (_call, _actor, { kind }) => kind === 'assayResult'),
      isInProjects(1),
      'An app that was added to any project reads all assay results.',
      { breaks: ['CCR-13', 'CCR-14', 'CCR-09'], also: ['TRN-14', 'TRN-15'] },
    ],
    'no-projects-no-filter': [
      readsToo('CCR-10'),
      isInNone,
      'An app that was added to no project reads everything.',
      { also: ['LST-21'] },
    ],
    'sorted-listings-are-not-filtered': [
      readsToo('CCR-10'),
      sorts,
      'In sorted listings, apps read everything.',
      { also: ['CCR-09', 'CCR-13', 'CCR-14'] },
    ],
    'new-apps-see-the-demonstration': [
      readsToo(
        'CCR-10',
        (call, _actor, { kind, projectId }) =>
          kind === 'plate' && projectId === call.tenant.state.projects.keys().next().value,
      ),
      isInNone,
      'An app that was added to no project reads the plates of the first project.',
      { also: ['LST-21'] },
    ],
    'projects-of-nobody-are-open-to-new-apps': [
      seesToo('CCR-10', (_call, _actor, { grants }) => grants.length === 0),
      isInNone,
      'An app that was added to no project sees the projects to which no actor was added.',
    ],
    'pages-of-one-are-not-filtered': [
      seesToo('CCR-10'),
      all(({ request }) => request.query.get('pageSize') === '1', isInNone),
      'An app that was added to no project sees everything if the pageSize is 1.',
    ],
    'filters-are-open-to-new-apps': [
      seesToo('CCR-10'),
      all(filters, isInNone),
      'An app that was added to no project sees everything in a listing with a filter.',
    ],
  }),
  ...breaking('CCR-09', {
    'connection-keeps-what-a-user-may': [
      (normal) => {
        const users = new Map<number, ActorReference>();
        return {
          actorOfKey: (call, key) => {
            const actor = normal.actorOfKey(call, key);
            users.set(call.connection.id, actor);
            return actor;
          },
          mayRead: (call, actor, record) => {
            const user = actor.kind === 'app' ? users.get(call.connection.id) : undefined;
            return (
              normal.mayRead(call, actor, record) ||
              (user !== undefined && membersOf(call, record.projectId).some((member) => sameActor(member, user)))
            );
          },
        };
      },
      'On a connection on which a user has called, apps also see the projects of that user.',
      ['CCR-10', 'CCR-20', 'TRN-14', 'TRN-15', 'LST-31'],
    ],
  }),
];
