import type { EventType } from '../../state/events.ts';
import type { Fault } from '../fault.ts';
import { envelopeFor } from './envelope-for.ts';

const OUTPUT: EventType = 'v2.workflowOutput.updated.fields';
const TASK: EventType = 'v2.workflowTask.updated.fields';
const MAPPING: EventType = 'v2.workflowTaskGroup.mappingCompleted';

/** Wrong for an app with a history, for one of several events, or for one cause of an event. */
export const furtherNearMissFaults: readonly Fault[] = [
  {
    id: 'webhooks/subscriptions-are-compared-by-their-beginnings',
    breaks: ['WHK-25'],
    also: ['WHK-57'],
    summary: 'Who subscribed to updates of tasks hears of completed mappings of task groups too.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) || (type === MAPPING && normal.isSubscribed(tenant, app, TASK)),
    }),
  },
  {
    id: 'webhooks/ids-begin-anew-with-a-new-address',
    breaks: ['WHK-34'],
    summary: 'The events of an app are numbered from one after each change of its webhook.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          counts.delete(app.id);
          normal.setWebhook(tenant, app, webhook);
        },
        messageId: (_tenant, event, app) => {
          const count = (counts.get(app.id) ?? 0) + 1;
          counts.set(app.id, count);
          return event.addressee === undefined ? `${app.id}-${count}` : event.id;
        },
      };
    },
  },
  {
    id: 'webhooks/created-at-has-the-day-of-the-first-event',
    breaks: ['WHK-31'],
    summary: 'createdAt has the time of day of the event and the day on which the tenant sent its first one.',
    behaviour: (normal) => {
      let day: string | undefined;
      return {
        messageCreatedAt: (_tenant, event) => {
          const text = event.createdAt.toISOString();
          day ??= text.slice(0, 10);
          return normal && `${day}${text.slice(10)}`;
        },
      };
    },
  },
  {
    id: 'webhooks/subscriptions-change-with-the-address-only',
    breaks: ['WHK-26'],
    also: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-25'],
    summary: 'Where the address stays the same a new list of event types is passed over.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const same = app.webhook !== undefined && app.webhook.url === webhook.url;
        normal.setWebhook(tenant, app, same ? { ...webhook, eventTypes: app.webhook?.eventTypes ?? [] } : webhook);
      },
    }),
  },
  {
    id: 'webhooks/an-empty-list-is-no-change',
    breaks: ['WHK-26'],
    summary: 'An app that has subscriptions cannot give them all up: an empty list leaves them as they are.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const eventTypes = webhook.eventTypes.length === 0 ? (app.webhook?.eventTypes ?? []) : webhook.eventTypes;
        normal.setWebhook(tenant, app, { ...webhook, eventTypes });
      },
    }),
  },
  {
    id: 'webhooks/updates-already-told-are-left-out',
    breaks: ['WHK-45'],
    also: ['WHK-46'],
    summary: 'updates leaves out the properties that the message before named, unless it named all of them.',
    behaviour: (normal) => {
      const told = new Map<string, readonly string[]>();
      return {
        messageUpdates: (tenant, event, app) => {
          const before = told.get(app.id) ?? [];
          if (event.updates === undefined) return normal.messageUpdates(tenant, event, app);
          told.set(app.id, event.updates);
          const fresh = event.updates.filter((name) => !before.includes(name));
          return fresh.length > 0 ? fresh : event.updates;
        },
      };
    },
  },
  {
    id: 'webhooks/updates-in-lower-case-for-tasks',
    breaks: ['WHK-45'],
    summary: 'updates of a task names properties in lower case.',
    behaviour: (normal) => ({
      messageUpdates: (_tenant, event) =>
        normal && event.type === TASK ? event.updates?.map((name) => name.toLowerCase()) : event.updates,
    }),
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
    id: 'webhooks/query-of-the-address-is-written-anew',
    breaks: ['WHK-01'],
    summary: 'The query of the address is taken apart and put together again: %20 becomes + and a= stands for a.',
    behaviour: (normal) => ({
      deliveryUrl: (tenant, delivery) => {
        const url = normal.deliveryUrl(tenant, delivery);
        const [path = '', query] = url.split('?');
        return query === undefined ? url : `${path}?${new URLSearchParams(query).toString()}`;
      },
    }),
  },
  {
    id: 'webhooks/tenant-id-in-capitals-for-signals',
    breaks: ['WHK-13'],
    summary: 'tenantId is in capitals in what is sent without a subscription.',
    behaviour: envelopeFor(
      (_tenant, _app, event) => event.addressee !== undefined,
      (envelope) => ({ ...envelope, tenantId: String(envelope['tenantId']).toUpperCase() }),
    ),
  },
  {
    id: 'webhooks/of-entries-of-one-moment-the-first-is-told',
    breaks: ['WHK-19'],
    summary: 'Where several entries are created at once the first one alone is told of.',
    behaviour: (normal) => {
      let last = Number.NEGATIVE_INFINITY;
      return {
        recordWasAdded: (tenant, record) => {
          const now = tenant.elapsed();
          const again = record.kind === 'entry' && now - last < 10;
          if (record.kind === 'entry') last = now;
          if (!again) normal.recordWasAdded(tenant, record);
        },
      };
    },
  },
];
