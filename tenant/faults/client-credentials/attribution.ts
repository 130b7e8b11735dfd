import type { ActorReference } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Whom a record names that an app created. */
export const attributionFaults: readonly Fault[] = [
  {
    id: 'client-credentials/records-belong-to-the-first-of-the-project',
    breaks: ['CCR-15'],
    also: ['KEY-05'],
    summary: 'A record names as its creator whoever was added to its project first.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const { projectId = '' } = JSON.parse(call.request.body.toString('utf8')) as { projectId?: string };
        return call.tenant.state.projects.get(projectId)?.grants[0]?.actor ?? normal.attributedTo(call, actor);
      },
    }),
  },
  {
    id: 'client-credentials/records-name-the-writer-before',
    breaks: ['CCR-15'],
    also: ['KEY-05'],
    summary: 'A record names as its creator whoever wrote to the tenant before.',
    behaviour: (normal) => {
      let before: ActorReference | undefined;
      return {
        attributedTo: (call, actor) => {
          const writer = normal.attributedTo(call, actor);
          const named = before ?? writer;
          before = writer;
          return named;
        },
      };
    },
  },
  {
    id: 'client-credentials/legacy-tokens-write-as-a-user',
    breaks: ['CCR-15'],
    summary: 'What is written with a token of the legacy path names the last user of the tenant as its creator.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const user = [...call.tenant.state.users.values()].at(-1);
        return user !== undefined &&
          actor.credential.kind === 'accessToken' &&
          actor.credential.token.path === '/api/v2/token'
          ? { kind: 'user', id: user.id }
          : normal.attributedTo(call, actor);
      },
    }),
  },
];
