import { isRefusal } from '../../http/refusal.ts';
import type { ActorReference } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { consentedTo } from './apps-and-users.ts';

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
  {
    id: 'client-credentials/writers-of-one-second-are-one',
    breaks: ['CCR-15'],
    also: ['KEY-05', 'DEL-33', 'OIC-23'],
    summary: 'What is created within a second names whoever created something first in it.',
    behaviour: (normal) => {
      let first: { readonly second: number; readonly by: ReturnType<typeof normal.attributedTo> } | undefined;
      return {
        attributedTo: (call, actor) => {
          const second = Math.floor(call.now.getTime() / 1000);
          if (first?.second !== second) first = { second, by: normal.attributedTo(call, actor) };
          return first.by;
        },
      };
    },
  },
  {
    id: 'client-credentials/listed-records-of-apps-name-a-user',
    breaks: ['CCR-15'],
    summary:
      'The answer to a write names the app as creator, and the listings name the user who was granted its project last.',
    behaviour: (normal) => ({
      shapeItem: (call, listing, record) => {
        const grants = call.tenant.state.projects.get(record.projectId)?.grants ?? [];
        const createdBy = grants.findLast(({ actor }) => actor.kind === 'user')?.actor ?? record.createdBy;
        return normal.shapeItem(call, listing, record.createdBy.kind === 'app' ? { ...record, createdBy } : record);
      },
    }),
  },
  {
    id: 'client-credentials/a-consent-gives-the-apps-records-a-name',
    breaks: ['CCR-15'],
    also: ['CCR-20'],
    summary: 'What an app writes for itself names the user who consented to it last, once there is one.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const user = actor.kind === 'app' ? consentedTo(call, actor.id).at(-1) : undefined;
        return user === undefined ? normal.attributedTo(call, actor) : { kind: 'user', id: user };
      },
    }),
  },
  {
    id: 'client-credentials/records-beside-users-name-the-user',
    breaks: ['CCR-15'],
    summary: 'What an app writes into a project to which a user was added as well names that user.',
    behaviour: (normal) => ({
      answerCreation: (call, actor) => {
        const entry = normal.readNewEntry(call);
        const project = isRefusal(entry) ? undefined : call.tenant.state.projects.get(entry.projectId);
        const user = project?.grants.find((grant) => grant.actor.kind === 'user');
        if (actor.kind !== 'app' || user === undefined) return normal.answerCreation(call, actor);
        const behaviour = { ...call.tenant.behaviour, attributedTo: () => user.actor };
        return normal.answerCreation({ ...call, tenant: { ...call.tenant, behaviour } }, actor);
      },
    }),
  },
  {
    id: 'client-credentials/second-records-name-a-user',
    breaks: ['CCR-15'],
    summary: 'From its second record on, what an app writes names the user who was added last.',
    behaviour: (normal) => {
      const written = new Map<string, number>();
      return {
        attributedTo: (call, actor) => {
          const times = (written.get(actor.id) ?? 0) + 1;
          written.set(actor.id, times);
          const user = [...call.tenant.state.users.values()].at(-1);
          return actor.kind === 'app' && times > 1 && user !== undefined
            ? { kind: 'user', id: user.id }
            : normal.attributedTo(call, actor);
        },
      };
    },
  },
];
