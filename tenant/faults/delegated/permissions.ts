import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import { sameActor, type LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Also shows what the app of a delegated token may see, where a call is of some kind. */
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

/** Listings and records that give a delegated token less or more than its user may see. */
export const permissionFaults: readonly Fault[] = [
  {
    id: 'delegated/sorted-listings-take-no-delegated-tokens',
    breaks: ['DEL-62'],
    summary: 'A sorted listing refuses delegated access tokens.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(token.delegation !== undefined && call.request.query.has('sort')),
    }),
  },
  {
    id: 'delegated/filtered-listings-take-no-delegated-tokens',
    breaks: ['DEL-62'],
    summary: 'A listing with a filter refuses delegated access tokens.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        !(token.delegation !== undefined && call.request.target.includes('schemaFields')),
    }),
  },
  {
    id: 'delegated/refreshed-tokens-see-first-pages-only',
    breaks: ['DEL-62'],
    also: ['LST-12', 'LST-13'],
    summary: 'The access token of a refresh is refused beside a page token.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        !(call.request.query.has('nextToken') && token.refreshToken?.predecessor !== undefined),
    }),
  },
  {
    id: 'delegated/tokens-see-three-projects',
    breaks: ['DEL-31'],
    also: ['DEL-36', 'DEL-34', 'DEL-35', 'DEL-62'],
    summary: 'A delegated token shows the first three of the projects of its user.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        if (!normal.mayRead(call, actor, record)) return false;
        if (actor.credential.kind !== 'accessToken' || actor.credential.token.delegation === undefined) return true;
        const projects = [...call.tenant.state.projects.values()].filter((each) => normal.hasAccess(call, actor, each));
        return projects.slice(0, 3).some(({ id }) => id === record.projectId);
      },
    }),
  },
  {
    id: 'delegated/tokens-do-not-see-later-records',
    breaks: ['DEL-31'],
    also: ['DEL-35'],
    summary: 'A delegated token shows the records that there were when it was issued.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        const { credential } = actor;
        const token = credential.kind === 'accessToken' ? credential.token : undefined;
        const isLater = token?.delegation !== undefined && record.addedAt.getTime() > token.issuedAt.getTime();
        return !isLater && normal.mayRead(call, actor, record);
      },
    }),
  },
  {
    id: 'delegated/a-second-app-sees-nothing',
    breaks: ['DEL-31'],
    also: ['DEL-34', 'DEL-62'],
    summary: 'The tokens of the second app that a user authorizes show nothing.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        const { credential } = actor;
        const delegation = credential.kind === 'accessToken' ? credential.token.delegation : undefined;
        const first = call.tenant.state.delegations.find(({ userId }) => userId === delegation?.userId);
        return normal.mayRead(call, actor, record) && (delegation === undefined || first?.appId === delegation.appId);
      },
    }),
  },
  {
    id: 'delegated/following-pages-show-what-the-app-may-see',
    breaks: ['DEL-32'],
    also: ['DEL-36'],
    summary: 'Following pages show a delegated token what its app may see besides.',
    behaviour: (normal) => alsoWhatTheAppMaySee(normal, ({ request }) => request.query.has('nextToken')),
  },
  {
    id: 'delegated/sorted-listings-show-what-the-app-may-see',
    breaks: ['DEL-32'],
    also: ['DEL-36'],
    summary: 'A sorted listing shows a delegated token what its app may see besides.',
    behaviour: (normal) => alsoWhatTheAppMaySee(normal, ({ request }) => request.query.has('sort')),
  },
  {
    id: 'delegated/following-pages-show-what-was-withdrawn',
    breaks: ['DEL-35'],
    summary: 'The following pages of a listing show a user what was withdrawn as well.',
    behaviour: (normal) => ({
      grantCounts: (call, grant) =>
        normal.grantCounts(call, grant) || (grant.actor.kind === 'user' && call.request.query.has('nextToken')),
    }),
  },
  {
    id: 'delegated/a-refresh-brings-back-what-was-withdrawn',
    breaks: ['DEL-35'],
    also: ['DEL-36', 'DEL-32'],
    summary: 'The tokens of refreshes go on showing the projects that the user had when authorizing.',
    behaviour: (normal) => ({
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
  },
  {
    id: 'delegated/a-project-given-again-is-not-shown',
    breaks: ['DEL-35'],
    also: ['DEL-31'],
    summary: 'A delegated token does not show a project that was withdrawn from its user and given again.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(
          actor.credential.kind === 'accessToken' &&
          actor.credential.token.delegation !== undefined &&
          project.grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt !== undefined)
        ),
    }),
  },
  {
    id: 'delegated/records-of-common-projects-name-the-app',
    breaks: ['DEL-33'],
    summary: 'In a project of the app as well, a record that is created for a user names the app as its creator.',
    behaviour: (normal) => ({
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
  },
];
