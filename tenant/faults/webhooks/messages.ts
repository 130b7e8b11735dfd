import type { EventType } from '../../state/events.ts';
import type { Fault } from '../fault.ts';

const mapping: EventType = 'v2.workflowTaskGroup.mappingCompleted';
const output: EventType = 'v2.workflowOutput.updated.fields';
const task: EventType = 'v2.workflowTask.updated.fields';
const entry: EventType = 'v2.entry.created';

/** Wrong decisions about the members that standard messages have. */
export const messageFaults: readonly Fault[] = [
  {
    id: 'webhooks/created-at-in-milliseconds',
    breaks: ['WHK-30'],
    also: ['WHK-55'],
    summary: 'createdAt is a number of milliseconds.',
    behaviour: () => ({ messageCreatedAt: (_tenant, event) => event.createdAt.getTime() }),
  },
  {
    id: 'webhooks/created-at-with-a-space',
    breaks: ['WHK-30'],
    also: ['WHK-55'],
    summary: 'createdAt has a space where T belongs.',
    behaviour: () => ({ messageCreatedAt: (_tenant, event) => event.createdAt.toISOString().replace('T', ' ') }),
  },
  {
    id: 'webhooks/created-at-is-a-date-for-entries',
    breaks: ['WHK-30'],
    also: ['WHK-55'],
    summary: 'createdAt of a created entry is a date without a time.',
    behaviour: (normal) => ({
      messageCreatedAt: (tenant, event, app) =>
        event.type === entry ? event.createdAt.toISOString().slice(0, 10) : normal.messageCreatedAt(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/created-at-of-another-zone',
    breaks: ['WHK-31'],
    summary: 'createdAt is the local time of a zone two hours east, and says that it is UTC.',
    behaviour: (normal) => ({
      eventTime: (tenant, cause) => new Date(normal.eventTime(tenant, cause).getTime() + 7_200_000),
    }),
  },
  {
    id: 'webhooks/created-at-of-a-twelve-hour-clock',
    breaks: ['WHK-31'],
    summary: 'In the afternoon createdAt is twelve hours too early.',
    behaviour: (normal) => ({
      eventTime: (tenant, cause) => {
        const time = normal.eventTime(tenant, cause);
        return time.getUTCHours() > 12 ? new Date(time.getTime() - 12 * 3_600_000) : time;
      },
    }),
  },
  {
    id: 'webhooks/created-at-of-the-first-event',
    breaks: ['WHK-31'],
    summary: 'createdAt is the time at which the tenant sent its first event.',
    behaviour: (normal) => {
      let first: Date | undefined;
      return { eventTime: (tenant, cause) => (first ??= normal.eventTime(tenant, cause)) };
    },
  },
  {
    id: 'webhooks/created-at-of-the-whole-hour',
    breaks: ['WHK-31'],
    summary: 'createdAt is the beginning of the hour.',
    behaviour: (normal) => ({
      eventTime: (tenant, cause) => {
        const time = normal.eventTime(tenant, cause).getTime();
        return new Date(time - (time % 3_600_000));
      },
    }),
  },
  {
    id: 'webhooks/deprecated-as-text',
    breaks: ['WHK-32'],
    also: ['WHK-55'],
    summary: 'deprecated is a text.',
    behaviour: (normal) => ({
      messageDeprecated: (tenant, event, app) => String(normal.messageDeprecated(tenant, event, app)),
    }),
  },
  {
    id: 'webhooks/deprecated-left-out-of-canvases',
    breaks: ['WHK-32'],
    also: ['WHK-55'],
    summary: 'The canvas message has deprecated only where it is true.',
    behaviour: (normal) => ({
      messageDeprecated: (tenant, event, app) =>
        event.type === 'v2.canvas.initialized' ? undefined : normal.messageDeprecated(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/deprecated-is-null-after-a-while',
    breaks: ['WHK-32'],
    also: ['WHK-55'],
    summary: 'From the third event of an app on deprecated is null.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      return {
        messageDeprecated: (tenant, event, app) => {
          const count = (counts.get(app.id) ?? 0) + 1;
          counts.set(app.id, count);
          return count > 2 ? null : normal.messageDeprecated(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/id-as-a-number',
    breaks: ['WHK-33'],
    also: ['WHK-55'],
    summary: 'The ids of events are numbers.',
    behaviour: () => {
      let last = 0;
      return { messageId: () => ++last };
    },
  },
  {
    id: 'webhooks/no-id-for-entries',
    breaks: ['WHK-33'],
    also: ['WHK-55'],
    summary: 'The message of a created entry has no id of its own.',
    behaviour: (normal) => ({
      messageId: (tenant, event, app) => (event.type === entry ? undefined : normal.messageId(tenant, event, app)),
    }),
  },
  {
    id: 'webhooks/ids-are-counted-for-each-app',
    breaks: ['WHK-34'],
    summary: 'The events of each app are numbered from one.',
    behaviour: () => {
      const counts = new Map<string, number>();
      return {
        messageId: (_tenant, _event, app) => {
          const count = (counts.get(app.id) ?? 0) + 1;
          counts.set(app.id, count);
          return `evt_${count}`;
        },
      };
    },
  },
  {
    id: 'webhooks/ids-are-counted-for-each-kind',
    breaks: ['WHK-34'],
    summary: 'The events of each kind are numbered from one.',
    behaviour: () => {
      const counts = new Map<string, number>();
      return {
        makeEventId: (_tenant, cause) => {
          const count = (counts.get(cause.type) ?? 0) + 1;
          counts.set(cause.type, count);
          return `evt_${count}`;
        },
      };
    },
  },
  {
    id: 'webhooks/ids-are-made-of-the-second',
    breaks: ['WHK-34'],
    summary: 'The id of an event is the second in which it was created.',
    behaviour: () => ({ makeEventId: (tenant) => `evt_${Math.floor(tenant.clock.now().getTime() / 1000)}` }),
  },
  {
    id: 'webhooks/ids-come-again-after-eight',
    breaks: ['WHK-34'],
    summary: 'Ids are taken from a ring of eight.',
    behaviour: () => {
      let last = 0;
      return { makeEventId: () => `evt_${last++ % 8}` };
    },
  },
  {
    id: 'webhooks/no-resource-id-for-mappings',
    breaks: ['WHK-35'],
    also: ['WHK-55'],
    summary: 'The message of a completed mapping names no resource.',
    behaviour: (normal) => ({
      messageResourceId: (tenant, event, app) =>
        event.type === mapping ? undefined : normal.messageResourceId(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/resource-id-is-that-of-the-project',
    breaks: ['WHK-36'],
    summary: 'The message names the project of the resource.',
    behaviour: (normal) => ({
      messageResourceId: (tenant, event, app) =>
        event.addressee === undefined ? event.projectId : normal.messageResourceId(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/resource-id-of-the-event-before',
    breaks: ['WHK-36'],
    also: ['WHK-17'],
    summary: 'From the second task on a message names the task of the message before.',
    behaviour: (normal) => {
      let last: string | undefined;
      return {
        eventsOf: (tenant, cause) => {
          if (cause.type !== task) return normal.eventsOf(tenant, cause);
          const resourceId = last ?? cause.resourceId;
          last = cause.resourceId;
          return normal.eventsOf(tenant, resourceId === undefined ? cause : { ...cause, resourceId });
        },
      };
    },
  },
  {
    id: 'webhooks/schema-is-a-bare-id',
    breaks: ['WHK-37'],
    also: ['WHK-55'],
    summary: 'schema is the id itself.',
    behaviour: () => ({ messageSchema: (_tenant, { schemaId }) => schemaId ?? null }),
  },
  {
    id: 'webhooks/no-schema-is-an-empty-object',
    breaks: ['WHK-37', 'WHK-39'],
    also: ['WHK-55'],
    summary: 'schema is an empty object where the resource has none.',
    behaviour: (normal) => ({
      messageSchema: (tenant, event, app) => normal.messageSchema(tenant, event, app) ?? {},
    }),
  },
  {
    id: 'webhooks/schema-of-the-resource-itself',
    breaks: ['WHK-38'],
    summary: "schema.id is the resource's own id.",
    behaviour: (normal) => ({
      messageSchema: (tenant, event, app) =>
        normal.messageSchema(tenant, event, app) === null ? null : { id: event.resourceId },
    }),
  },
  {
    id: 'webhooks/schema-of-mappings-is-always-null',
    breaks: ['WHK-60'],
    summary: 'The message of a completed mapping tells of no schema.',
    behaviour: (normal) => ({
      messageSchema: (tenant, event, app) => (event.type === mapping ? null : normal.messageSchema(tenant, event, app)),
    }),
  },
  {
    id: 'webhooks/schema-of-the-resource-before',
    breaks: ['WHK-39'],
    summary: 'A resource without a schema is said to have that of the resource before.',
    behaviour: (normal) => {
      let last: unknown = null;
      return {
        messageSchema: (tenant, event, app) => (last = normal.messageSchema(tenant, event, app) ?? last),
      };
    },
  },
  {
    id: 'webhooks/a-default-schema',
    breaks: ['WHK-39'],
    summary: 'A resource without a schema is said to have the default one.',
    behaviour: (normal) => ({
      messageSchema: (tenant, event, app) => normal.messageSchema(tenant, event, app) ?? { id: 'default' },
    }),
  },
  {
    id: 'webhooks/types-without-their-prefix',
    breaks: ['VER-17', 'WHK-40', 'WHK-41', 'WHK-42'],
    also: ['WHK-55'],
    summary: 'The type of a message has no v2. before it.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) =>
        normal.messageType(tenant, event, app) === undefined ? undefined : event.type.slice('v2.'.length),
    }),
  },
  {
    id: 'webhooks/type-of-outputs-in-lower-case',
    breaks: ['WHK-40'],
    also: ['WHK-55'],
    summary: 'The type of an updated output is in lower case.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) =>
        event.type === output ? output.toLowerCase() : normal.messageType(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/type-of-tasks-is-that-of-outputs',
    breaks: ['WHK-41'],
    also: ['WHK-55'],
    summary: 'An updated task says that it is an output.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) => (event.type === task ? output : normal.messageType(tenant, event, app)),
    }),
  },
  {
    id: 'webhooks/no-type-for-mappings',
    breaks: ['WHK-42'],
    also: ['WHK-55'],
    summary: 'The message of a completed mapping has no type.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) =>
        event.type === mapping ? undefined : normal.messageType(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/type-of-mappings-is-shortened',
    breaks: ['WHK-42'],
    also: ['WHK-55'],
    summary: 'The type of a completed mapping ends in .completed.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) =>
        event.type === mapping ? 'v2.workflowTaskGroup.completed' : normal.messageType(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/entries-have-a-type',
    breaks: ['WHK-43'],
    also: ['WHK-55'],
    summary: 'The message of a created entry has a type like the others.',
    behaviour: () => ({ messageType: (_tenant, { type }) => type }),
  },
  {
    id: 'webhooks/entries-have-a-type-of-null',
    breaks: ['WHK-43'],
    also: ['WHK-55'],
    summary: 'The message of a created entry has the type null.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) => normal.messageType(tenant, event, app) ?? null,
    }),
  },
  {
    id: 'webhooks/updates-as-one-text',
    breaks: ['WHK-44'],
    also: ['WHK-55'],
    summary: 'updates is one text with commas.',
    behaviour: () => ({ messageUpdates: (_tenant, { updates }) => updates?.join(', ') }),
  },
  {
    id: 'webhooks/updates-as-objects',
    breaks: ['WHK-44'],
    also: ['WHK-55'],
    summary: 'updates is a list of objects with a name.',
    behaviour: () => ({ messageUpdates: (_tenant, { updates }) => updates?.map((name) => ({ name })) }),
  },
  {
    id: 'webhooks/one-update-is-no-list',
    breaks: ['WHK-44'],
    also: ['WHK-55'],
    summary: 'updates is a text where one property was updated.',
    behaviour: () => ({
      messageUpdates: (_tenant, { updates }) => (updates?.length === 1 ? updates[0] : updates),
    }),
  },
  {
    id: 'webhooks/updates-names-the-first-only',
    breaks: ['WHK-45'],
    summary: 'updates names the first of the properties that were updated.',
    behaviour: () => ({ messageUpdates: (_tenant, { updates }) => updates?.slice(0, 1) }),
  },
  {
    id: 'webhooks/updates-names-what-was-not-updated',
    breaks: ['WHK-61'],
    summary: 'updates names the time of the change too, which is no property that was updated.',
    behaviour: () => ({ messageUpdates: (_tenant, { updates }) => updates?.concat('modifiedAt') }),
  },
  {
    id: 'webhooks/updates-of-tasks-are-empty',
    breaks: ['WHK-46'],
    also: ['WHK-45'],
    summary: 'The message of an updated task has an empty list of updates.',
    behaviour: () => ({
      messageUpdates: (_tenant, { type, updates }) => (type === task ? [] : updates),
    }),
  },
  {
    id: 'webhooks/mappings-have-empty-updates',
    breaks: ['WHK-47'],
    also: ['WHK-55'],
    summary: 'The message of a completed mapping has an empty list of updates.',
    behaviour: (normal) => ({
      messageUpdates: (tenant, event, app) => (event.type === mapping ? [] : normal.messageUpdates(tenant, event, app)),
    }),
  },
  {
    id: 'webhooks/entries-have-updates-of-null',
    breaks: ['WHK-48'],
    also: ['WHK-55'],
    summary: 'The message of a created entry has updates null.',
    behaviour: (normal) => ({
      messageUpdates: (tenant, event, app) => (event.type === entry ? null : normal.messageUpdates(tenant, event, app)),
    }),
  },
];
