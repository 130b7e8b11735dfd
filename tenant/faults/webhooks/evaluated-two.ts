import type { Webhook } from '../../state/events.ts';
import type { Delivery, EventType, LabEvent } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';

const OUTPUT: EventType = 'v2.workflowOutput.updated.fields';
const TASK: EventType = 'v2.workflowTask.updated.fields';
const MAPPING: EventType = 'v2.workflowTaskGroup.mappingCompleted';
const CANVAS: EventType = 'v2.canvas.initialized';
const INSTALLED: EventType = 'v2.app.installed';

/** Mistakes about deliveries that show in a certain order of events, or for one of several apps only. */
export const evaluatedFaultsTwo: readonly Fault[] = [
  {
    id: 'webhooks/repeated-deliveries-have-no-label',
    breaks: ['WHK-03'],
    also: ['WHK-55'],
    summary: 'A delivery that is tried again has no Content-Type.',
    behaviour: (normal) => {
      const tried = new WeakSet<Delivery>();
      return {
        deliveryHeaders: (tenant, delivery) => {
          const again = tried.has(delivery);
          tried.add(delivery);
          return again ? {} : normal.deliveryHeaders(tenant, delivery);
        },
      };
    },
  },
  {
    id: 'webhooks/bodies-are-texts-after-a-reinstallation',
    breaks: ['WHK-02'],
    also: ['WHK-55', 'WHK-24'],
    summary:
      'From the second installation of an app on, the body of a delivery is a JSON text that holds the envelope.',
    behaviour: (normal) => ({
      deliveryBody: (tenant, delivery) => {
        const body = normal.deliveryBody(tenant, delivery);
        return delivery.app.installation > 1 && delivery.event.type !== INSTALLED ? JSON.stringify(body) : body;
      },
    }),
  },
  {
    id: 'webhooks/the-app-is-not-known-yet-when-first-installed',
    breaks: ['WHK-04'],
    also: ['WHK-05', 'WHK-55'],
    summary: 'The envelope of the first installation of an app has an app of null.',
    behaviour: (normal) => {
      const installed = new Set<string>();
      return {
        envelopeApp: (tenant, event, app) => {
          if (event.type !== INSTALLED || installed.has(app.id)) return normal.envelopeApp(tenant, event, app);
          installed.add(app.id);
          return null;
        },
      };
    },
  },
  {
    id: 'webhooks/the-definition-is-lost-in-an-archiving',
    breaks: ['WHK-06'],
    also: ['WHK-07', 'WHK-08', 'WHK-55'],
    summary: 'Once an app was archived and unarchived its envelopes have an appDefinition of null.',
    behaviour: (normal) => {
      const { apps: archived, remembering } = onceArchived(normal);
      return {
        ...remembering,
        envelopeAppDefinition: (tenant, event, app) =>
          archived.has(app.id) ? null : normal.envelopeAppDefinition(tenant, event, app),
      };
    },
  },
  {
    id: 'webhooks/subscriptions-to-groups-replace-those-to-tasks',
    breaks: ['WHK-17'],
    also: ['WHK-55', 'WHK-25', 'WHK-26', 'WHK-29'],
    summary: 'Who subscribes to mappings of task groups and to updates of tasks hears of the mappings only.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) &&
        !(type === TASK && app.webhook?.eventTypes.includes(MAPPING) === true),
    }),
  },
  {
    id: 'webhooks/subscriptions-before-the-installation-do-not-count',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19', 'WHK-26', 'WHK-55', 'WHK-29'],
    summary: 'What an app subscribed to while it was not installed it is not told of once it is.',
    behaviour: (normal) => {
      const early = new WeakSet<Webhook>();
      return {
        setWebhook: (tenant, app, webhook) => {
          if (!app.installed) early.add(webhook);
          normal.setWebhook(tenant, app, webhook);
        },
        isSubscribed: (tenant, app, type) =>
          (app.webhook === undefined || !early.has(app.webhook)) && normal.isSubscribed(tenant, app, type),
      };
    },
  },
  {
    id: 'webhooks/installations-of-one-second-are-one',
    breaks: ['WHK-21'],
    also: ['WHK-24', 'WHK-55', 'WHK-29'],
    summary: 'Of several apps that are installed within a second the first is told of it.',
    behaviour: (normal) => {
      let last: { readonly app: App; readonly at: number } | undefined;
      return {
        appWasInstalled: (tenant, app) => {
          const at = tenant.elapsed();
          const isLate = last !== undefined && last.app !== app && at - last.at < 1000;
          last = { app, at };
          if (!isLate) normal.appWasInstalled(tenant, app);
        },
      };
    },
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
  {
    id: 'webhooks/updates-are-used-up-by-the-first-subscriber',
    breaks: ['WHK-46'],
    also: ['WHK-45', 'WHK-55', 'WHK-29'],
    summary: 'updates of an output is read from a list that the message to the first subscriber has used up.',
    behaviour: (normal) => {
      const used = new WeakMap<LabEvent, App>();
      return {
        messageUpdates: (tenant, event, app) => {
          if (event.type !== OUTPUT) return normal.messageUpdates(tenant, event, app);
          const first = used.get(event) ?? app;
          used.set(event, first);
          return first === app ? event.updates : [];
        },
      };
    },
  },
  {
    id: 'webhooks/mappings-after-an-update-have-its-updates',
    breaks: ['WHK-47'],
    also: ['WHK-55'],
    summary: 'The message of a completed mapping carries the updates of the task that the app was told of before.',
    behaviour: (normal) => {
      const left = new Map<string, readonly string[]>();
      return {
        messageUpdates: (tenant, event, app) => {
          if (event.type === TASK && event.updates !== undefined) left.set(app.id, event.updates);
          return event.type === MAPPING ? left.get(app.id) : normal.messageUpdates(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/feature-id-is-one-canvas-behind',
    breaks: ['WHK-53'],
    also: ['WHK-55'],
    summary: 'featureId is that of the canvas before, if the same user initialized it for the same app.',
    behaviour: (normal) => {
      const before = new Map<string, LabEvent>();
      return {
        messageFeatureId: (tenant, event, app) => {
          if (event.type !== CANVAS) return normal.messageFeatureId(tenant, event, app);
          const key = `${app.id} ${event.userId ?? ''}`;
          const last = before.get(key);
          before.set(key, event);
          return last?.featureId ?? event.featureId;
        },
      };
    },
  },
  {
    id: 'webhooks/addresses-are-kept-by-the-name-of-the-app',
    breaks: ['WHK-56'],
    also: ['WHK-01', 'WHK-27', 'WHK-28', 'WHK-29', 'WHK-55', 'WHK-26'],
    summary: 'Addresses are kept by the name of the app: of several apps of one name all have the last one’s.',
    behaviour: (normal) => {
      const byName = new Map<string, string | undefined>();
      return {
        setWebhook: (tenant, app, webhook) => {
          byName.set(app.name, webhook.url);
          normal.setWebhook(tenant, app, webhook);
        },
        webhookUrl: (tenant, app) => (normal.webhookUrl(tenant, app) === undefined ? undefined : byName.get(app.name)),
      };
    },
  },
  {
    id: 'webhooks/a-reinstallation-brings-the-first-subscriptions-back',
    breaks: ['WHK-26'],
    also: ['WHK-25', 'WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-55'],
    summary: 'An app that is installed again has the subscriptions that it was given first.',
    behaviour: (normal) => {
      const first = new Map<string, Webhook>();
      return {
        setWebhook: (tenant, app, webhook) => {
          if (!first.has(app.id)) first.set(app.id, webhook);
          normal.setWebhook(tenant, app, webhook);
        },
        setInstalled: (tenant, app, installed) => {
          const known = first.get(app.id);
          if (installed && !app.installed && app.webhook !== undefined && known !== undefined) {
            app.webhook = { ...app.webhook, eventTypes: known.eventTypes };
          }
          normal.setInstalled(tenant, app, installed);
        },
      };
    },
  },
  {
    id: 'webhooks/created-at-is-that-of-the-minute',
    breaks: ['WHK-31'],
    also: ['WHK-55'],
    summary: 'createdAt is the time of the first event that the tenant took note of within the last minute.',
    behaviour: (normal) => {
      let first: Date | undefined;
      return {
        eventTime: (tenant, cause) => {
          const now = normal.eventTime(tenant, cause);
          if (first === undefined || now.getTime() - first.getTime() >= 60_000) first = now;
          return first;
        },
      };
    },
  },
  {
    id: 'webhooks/three-updates-are-an-object',
    breaks: ['WHK-44'],
    also: ['WHK-45', 'WHK-55', 'WHK-46'],
    summary: 'Where three properties or more were updated, updates is an object with the numbers from 0 as names.',
    behaviour: (normal) => ({
      messageUpdates: (tenant, event, app) =>
        event.updates !== undefined && event.updates.length > 2
          ? Object.fromEntries(event.updates.entries())
          : normal.messageUpdates(tenant, event, app),
    }),
  },
];
