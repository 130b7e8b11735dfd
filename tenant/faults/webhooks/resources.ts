import type { Fault } from '../fault.ts';
import { messageOf } from './envelope-for.ts';
import { ENTRY, OUTPUT, TASK } from './event-types.ts';
import { whileCreating } from './while-creating.ts';

/** resourceId, schema and type of messages. */
export const resourceFaults: readonly Fault[] = [
  {
    id: 'webhooks/no-schema-no-member',
    breaks: ['WHK-37'],
    also: ['WHK-39', 'WHK-55'],
    summary: 'The message of a resource without a schema has no member schema in place of null.',
    behaviour: (normal) => ({
      messageSchema: (tenant, event, app) => normal.messageSchema(tenant, event, app) ?? undefined,
    }),
  },
  {
    id: 'webhooks/resource-id-is-null-for-tasks-without-a-schema',
    breaks: ['WHK-35'],
    also: ['WHK-36', 'WHK-55'],
    summary: 'resourceId of an updated task that has no schema is null.',
    behaviour: (normal) => ({
      messageResourceId: (tenant, event, app) =>
        event.type === TASK && event.schemaId === null ? null : normal.messageResourceId(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/resource-id-is-an-object-for-entries-of-the-api',
    breaks: ['WHK-35'],
    also: ['WHK-36', 'WHK-55'],
    summary: 'For an entry that was created by a call resourceId is an object with an id.',
    behaviour: (normal) => {
      const byCall = new Set<string>();
      let isCall = false;
      return {
        answerCreation: (call, actor) => {
          isCall = true;
          const created = normal.answerCreation(call, actor);
          isCall = false;
          return created;
        },
        recordWasAdded: (tenant, record) => {
          if (isCall) byCall.add(record.id);
          normal.recordWasAdded(tenant, record);
        },
        messageResourceId: (tenant, event, app) =>
          event.resourceId !== undefined && byCall.has(event.resourceId)
            ? { id: event.resourceId }
            : normal.messageResourceId(tenant, event, app),
      };
    },
  },
  {
    id: 'webhooks/resource-id-is-the-label-for-entries',
    breaks: ['WHK-36'],
    summary: 'resourceId of a created entry is its number in the notebook.',
    behaviour: (normal) => ({
      messageResourceId: (tenant, event, app) =>
        event.type === ENTRY
          ? (tenant.state.records.get(event.resourceId ?? '')?.label ?? '')
          : normal.messageResourceId(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/events-of-one-moment-name-the-last-resource',
    breaks: ['WHK-36'],
    also: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-34', 'WHK-55', 'WHK-38', 'WHK-39', 'WHK-29'],
    summary: 'Of standard events of one kind that come within five milliseconds, all name the last one’s resource.',
    behaviour: (normal) => {
      const latest = new Map<string, string>();
      return {
        deliveryDelay: () => 5,
        sendEvent: (tenant, event, app) => {
          if (event.resourceId !== undefined) latest.set(`${app.id} ${event.type}`, event.resourceId);
          normal.sendEvent(tenant, event, app);
        },
        deliveryBody: (tenant, delivery) => {
          const resourceId = latest.get(`${delivery.app.id} ${delivery.event.type}`);
          if (resourceId === undefined || delivery.event.addressee !== undefined)
            return normal.deliveryBody(tenant, delivery);
          const event = { ...delivery.event, resourceId };
          return JSON.stringify(tenant.behaviour.shapeEnvelope(tenant, event, delivery.app));
        },
      };
    },
  },
  {
    id: 'webhooks/schema-in-a-list-for-outputs',
    breaks: ['WHK-37'],
    also: ['WHK-38', 'WHK-39'],
    summary: 'schema of an updated output is a list with the schema.',
    behaviour: messageOf(OUTPUT, (message) =>
      message['schema'] === null ? message : { ...message, schema: [message['schema']] },
    ),
  },
  {
    id: 'webhooks/schema-of-the-first-output',
    breaks: ['WHK-38'],
    summary: 'The schema of the first output with one is said to be that of each output with one after it.',
    behaviour: (normal) => {
      let first: string | undefined;
      return {
        messageSchema: (tenant, event, app) => {
          if (event.type !== OUTPUT || typeof event.schemaId !== 'string')
            return normal.messageSchema(tenant, event, app);
          first ??= event.schemaId;
          return { id: first };
        },
      };
    },
  },
  {
    id: 'webhooks/schema-id-in-lower-case-for-entries',
    breaks: ['WHK-38'],
    summary: 'schema.id of a created entry is in lower case.',
    behaviour: messageOf(ENTRY, (message, event) =>
      typeof event.schemaId === 'string' ? { ...message, schema: { id: event.schemaId.toLowerCase() } } : message,
    ),
  },
  {
    id: 'webhooks/entries-of-the-api-have-a-schema-without-an-id',
    breaks: ['WHK-37'],
    summary: 'The message of an entry that was created by a call has a schema with the id null.',
    behaviour: (normal) => {
      const { creating, isCreating } = whileCreating(normal);
      return {
        ...creating,
        messageSchema: (tenant, event, app) => (isCreating() ? { id: null } : normal.messageSchema(tenant, event, app)),
      };
    },
  },
  {
    id: 'webhooks/entries-of-the-api-have-a-type',
    breaks: ['WHK-43'],
    summary: 'The message of an entry that was created by a call has a type.',
    behaviour: (normal) => {
      const { creating, isCreating } = whileCreating(normal);
      return {
        ...creating,
        messageType: (tenant, event, app) => (isCreating() ? event.type : normal.messageType(tenant, event, app)),
      };
    },
  },
  {
    id: 'webhooks/entries-with-a-schema-have-a-type',
    breaks: ['WHK-43'],
    summary: 'The message of a created entry has a type where the entry has a schema.',
    behaviour: messageOf(ENTRY, (message, event) =>
      typeof event.schemaId === 'string' ? { ...message, type: ENTRY } : message,
    ),
  },
  {
    id: 'webhooks/type-is-the-first-one-subscribed-to',
    breaks: ['WHK-41'],
    also: ['WHK-42', 'WHK-55', 'VER-17', 'WHK-29', 'WHK-18', 'WHK-17'],
    summary: 'type is the first of the event types that the app subscribed to.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) => {
        const type = normal.messageType(tenant, event, app);
        return type === undefined ? undefined : (app.webhook?.eventTypes[0] ?? type);
      },
    }),
  },
];
