import type { ActorReference, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const grantedAt = (project: Project, actor: ActorReference): Date | undefined =>
  project.grants.findLast((grant) => grant.actor.id === actor.id)?.grantedAt;

/** Mistakes about what an app keeps when something else of it changes, and about what it must not keep. */
export const keptAndLostFaults: readonly Fault[] = [
  {
    id: 'client-credentials/a-rotation-takes-the-projects',
    breaks: ['CCR-08'],
    summary: 'With the rotation of its secret an app is taken from the projects that it was added to.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const rotated = call.tenant.state.apps.get(actor.id)?.formerSecrets.at(-1)?.retiredAt;
        const granted = grantedAt(project, actor);
        const isLost = rotated !== undefined && granted !== undefined && granted <= rotated;
        return normal.hasAccess(call, actor, project) && !isLost;
      },
    }),
  },
  {
    id: 'client-credentials/a-webhook-takes-the-projects',
    breaks: ['CCR-08'],
    summary: 'An app that has a webhook sees nothing of the projects that it was added to.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) && call.tenant.state.apps.get(actor.id)?.webhook === undefined,
    }),
  },
  {
    id: 'client-credentials/creators-go-on-seeing-what-they-created',
    breaks: ['CCR-09'],
    also: ['CCR-12'],
    summary: 'An app goes on seeing what it created in a project from which it was taken.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.kind === 'app' && record.createdBy.kind === 'app' && record.createdBy.id === actor.id),
    }),
  },
  {
    id: 'client-credentials/a-creation-uses-a-token-up',
    breaks: ['CCR-05'],
    also: ['LIF-29'],
    summary: 'A token with which a record was created is refused from then on.',
    behaviour: (normal) => {
      const used = new WeakSet();
      return {
        answerCreation: (call, actor) => {
          if (actor.kind === 'app' && actor.credential.kind === 'accessToken') used.add(actor.credential.token);
          return normal.answerCreation(call, actor);
        },
        tokenHasEnded: (call, token) => normal.tokenHasEnded(call, token) || used.has(token),
      };
    },
  },
  {
    id: 'client-credentials/v3-sorts-for-users-alone',
    breaks: ['CCR-05'],
    summary: 'A sorted listing of v3 refuses the tokens that apps hold for themselves.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        !(token.subject.kind === 'app' && call.request.path.startsWith('/api/v3/') && call.request.query.has('sort')),
    }),
  },
  {
    id: 'client-credentials/one-creation-for-a-user-names-the-user-ever-after',
    breaks: ['CCR-15'],
    summary: 'Once an app has created something for a user, what it creates for itself names that user.',
    behaviour: (normal) => {
      const users = new Map<string, string>();
      return {
        attributedTo: (call, actor) => {
          const { credential } = actor;
          if (actor.kind === 'user' && credential.kind === 'accessToken') users.set(credential.token.appId, actor.id);
          const user = actor.kind === 'app' ? users.get(actor.id) : undefined;
          return user === undefined ? normal.attributedTo(call, actor) : { kind: 'user', id: user };
        },
      };
    },
  },
  {
    id: 'client-credentials/apps-of-one-webhook-see-alike',
    breaks: ['CCR-14'],
    also: ['CCR-10', 'CCR-13'],
    summary: 'Apps that have the same webhook address see each other’s projects.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const { apps } = call.tenant.state;
        const url = actor.kind === 'app' ? apps.get(actor.id)?.webhook?.url : undefined;
        const alike = project.grants.some(
          (grant) =>
            grant.actor.kind === 'app' &&
            grant.revokedAt === undefined &&
            apps.get(grant.actor.id)?.webhook?.url === url,
        );
        return normal.hasAccess(call, actor, project) || (url !== undefined && alike);
      },
    }),
  },
];
