import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import { sameActor, type LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoIf, onlyIf } from '../operators/rules.ts';

/** Lets a delegated token also see the records that its app may see, in calls for which `applies` holds. */
function alsoWhatTheAppMaySee(normal: Behaviour, applies: (call: Call) => boolean): Partial<Behaviour> {
  return {
    mayRead: (call: Call, actor: Actor, record: LabRecord) => {
      if (normal.mayRead(call, actor, record)) return true;
      const { credential } = actor;
      return (
        credential.kind === 'accessToken' &&
        applies(call) &&
        normal.mayRead(call, { kind: 'app', id: credential.token.appId, credential }, record)
      );
    },
  };
}

/** Faults that show a delegated token less or more than its user may see, or record a wrong creator. */
export const permissionFaults: readonly Fault[] = [
  ...breaking('DEL-62', {
    'sorted-listings-take-no-delegated-tokens': [
      onlyIf('tokenFitsCall', (call, token) => !(token.delegation !== undefined && call.request.query.has('sort'))),
      'A sorted listing refuses delegated access tokens.',
    ],
    'filtered-listings-take-no-delegated-tokens': [
      onlyIf(
        'tokenFitsCall',
        (call, token) => !(token.delegation !== undefined && call.request.target.includes('schemaFields')),
      ),
      'A listing with a filter refuses delegated access tokens.',
    ],
    'refreshed-tokens-see-first-pages-only': [
      onlyIf(
        'tokenFitsCall',
        (call, token) => !(call.request.query.has('nextToken') && token.refreshToken?.predecessor !== undefined),
      ),
      'The access token of a refresh is refused in a call with a page token.',
      ['LST-12', 'LST-13'],
    ],
  }),
  ...breaking('DEL-31', {
    'tokens-see-three-projects': [
      (normal) => ({
        mayRead: (call, actor, record) => {
          if (!normal.mayRead(call, actor, record)) return false;
          if (actor.credential.kind !== 'accessToken' || actor.credential.token.delegation === undefined) return true;
          const projects = [...call.tenant.state.projects.values()].filter((each) =>
            normal.hasAccess(call, actor, each),
          );
          return projects.slice(0, 3).some(({ id }) => id === record.projectId);
        },
      }),
      'A delegated token shows only the first three projects of its user.',
      ['DEL-36', 'DEL-34', 'DEL-35', 'DEL-62'],
    ],
    'tokens-do-not-see-later-records': [
      (normal) => ({
        mayRead: (call, actor, record) => {
          const { credential } = actor;
          const token = credential.kind === 'accessToken' ? credential.token : undefined;
          const isLater = token?.delegation !== undefined && record.addedAt.getTime() > token.issuedAt.getTime();
          return !isLater && normal.mayRead(call, actor, record);
        },
      }),
      'A delegated token shows only the records that existed when it was issued.',
      ['DEL-35'],
    ],
    'a-second-app-sees-nothing': [
      (normal) => ({
        mayRead: (call, actor, record) => {
          const { credential } = actor;
          const delegation = credential.kind === 'accessToken' ? credential.token.delegation : undefined;
          const first = call.tenant.state.delegations.find(({ userId }) => userId === delegation?.userId);
          return normal.mayRead(call, actor, record) && (delegation === undefined || first?.appId === delegation.appId);
        },
      }),
      'The tokens of the second app that a user authorizes show nothing.',
      ['DEL-34', 'DEL-62'],
    ],
  }),
  ...breaking(
    'DEL-32',
    {
      'following-pages-show-what-the-app-may-see': [
        (normal) => alsoWhatTheAppMaySee(normal, ({ request }) => request.query.has('nextToken')),
        'Following pages also show a delegated token the records that its app may see.',
      ],
      'sorted-listings-show-what-the-app-may-see': [
        (normal) => alsoWhatTheAppMaySee(normal, ({ request }) => request.query.has('sort')),
        'A sorted listing also shows a delegated token the records that its app may see.',
      ],
    },
    ['DEL-36'],
  ),
  ...breaking('DEL-35', {
    'following-pages-show-what-was-withdrawn': [
      alsoIf('grantCounts', (call, grant) => grant.actor.kind === 'user' && call.request.query.has('nextToken')),
      'The following pages of a listing also show a user the projects that the user was taken out of.',
    ],
    'a-refresh-brings-back-what-was-withdrawn': [
      (normal) => ({
        mayRead: (call, actor, record) => {
          if (normal.mayRead(call, actor, record)) return true;
          const { credential } = actor;
          const token = credential.kind === 'accessToken' ? credential.token : undefined;
          if (token?.delegation === undefined || token.refreshToken?.predecessor === undefined) return false;
          const { createdAt } = token.delegation;
          const grants = call.tenant.state.projects.get(record.projectId)?.grants ?? [];
          return grants.some((grant) => sameActor(grant.actor, actor) && grant.grantedAt <= createdAt);
        },
      }),
      'The access token of a refresh still shows the projects that its user had at the time of the authorization.',
      ['DEL-36', 'DEL-32'],
    ],
    'a-project-given-again-is-not-shown': [
      onlyIf(
        'hasAccess',
        (_call, actor, project) =>
          !(
            actor.credential.kind === 'accessToken' &&
            actor.credential.token.delegation !== undefined &&
            project.grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt !== undefined)
          ),
      ),
      'A delegated token does not show a project that its user was taken out of and added to again.',
      ['DEL-31'],
    ],
  }),
  ...breaking('DEL-33', {
    'records-of-common-projects-name-the-app': [
      (normal) => ({
        attributedTo: (call, actor) => {
          const { credential } = actor;
          const own =
            credential.kind === 'accessToken' ? ({ kind: 'app', id: credential.token.appId } as const) : undefined;
          const draft = JSON.parse(call.request.body.toString('utf8')) as { projectId: string };
          const project = call.tenant.state.projects.get(draft.projectId);
          const isCommon = project?.grants.some((grant) => own !== undefined && sameActor(grant.actor, own)) === true;
          return own !== undefined && isCommon ? own : normal.attributedTo(call, actor);
        },
      }),
      'In a project that the app is in too, a record that is created for a user names the app as its creator.',
    ],
  }),
];
