import { Refused } from '../../control/refused.ts';
import type { Delivery } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const output = 'v2.workflowOutput.updated.fields';
const task = 'v2.workflowTask.updated.fields';
const mapping = 'v2.workflowTaskGroup.mappingCompleted';

/** Wrong decisions about who is told of what. */
export const kindFaults: readonly Fault[] = [
  {
    id: 'webhooks/every-third-output-event-is-lost',
    breaks: ['WHK-16'],
    summary: 'Of the updates of outputs an app is told twice, and the third time not.',
    behaviour: (normal) => {
      const counts = new Map<App, number>();
      return {
        sendEvent: (tenant, event, app) => {
          const count = (counts.get(app) ?? 0) + (event.type === output ? 1 : 0);
          counts.set(app, count);
          if (event.type !== output || count % 3 !== 0) normal.sendEvent(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/only-the-first-subscription-counts',
    breaks: ['WHK-17'],
    also: ['WHK-18', 'WHK-19', 'WHK-26'],
    summary: 'Of several subscriptions of an app only the first is looked at.',
    behaviour: () => ({ isSubscribed: (_tenant, app, type) => app.webhook?.eventTypes[0] === type }),
  },
  {
    id: 'webhooks/mappings-need-a-subscription-to-tasks',
    breaks: ['WHK-18'],
    also: ['WHK-26'],
    summary: 'A completed mapping is told to those who subscribed to tasks too.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) && (type !== mapping || normal.isSubscribed(tenant, app, task)),
    }),
  },
  {
    id: 'webhooks/entries-without-a-schema-are-not-told-of',
    breaks: ['WHK-19'],
    summary: 'The creation of an entry without a schema causes no event.',
    behaviour: (normal) => ({
      receives: (tenant, app, event) =>
        normal.receives(tenant, app, event) && !(event.type === 'v2.entry.created' && event.schemaId === null),
      recordWasAdded: (tenant, record) => {
        if (record.schemaId !== undefined) normal.recordWasAdded(tenant, record);
      },
    }),
  },
  {
    id: 'webhooks/canvases-need-some-subscription',
    breaks: ['WHK-20', 'WHK-58'],
    summary: 'An app that subscribed to nothing is told of no canvas.',
    behaviour: (normal) => ({
      isAddressedTo: (tenant, app, event) =>
        normal.isAddressedTo(tenant, app, event) &&
        (event.type !== 'v2.canvas.initialized' || (app.webhook?.eventTypes.length ?? 0) > 0),
    }),
  },
  {
    id: 'webhooks/only-the-first-canvas-is-told-of',
    breaks: ['WHK-20', 'WHK-58'],
    summary: 'An app is told of the first canvas that is initialized, and of none after it.',
    behaviour: (normal) => {
      const seen = new WeakSet<App>();
      return {
        sendEvent: (tenant, event, app) => {
          if (event.type === 'v2.canvas.initialized') {
            if (seen.has(app)) return;
            seen.add(app);
          }
          normal.sendEvent(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/asking-for-canvases-brings-none',
    breaks: ['WHK-58'],
    summary: 'Who asks for canvases is taken for a subscriber, and sent none since nobody can subscribe to them.',
    behaviour: (normal) => {
      const asked = new WeakSet<App>();
      return {
        subscribedTypes: (tenant, app, wanted) => {
          if (wanted.includes('v2.canvas.initialized')) asked.add(app);
          return normal.subscribedTypes(tenant, app, wanted);
        },
        isAddressedTo: (tenant, app, event) =>
          normal.isAddressedTo(tenant, app, event) && !(event.type === 'v2.canvas.initialized' && asked.has(app)),
      };
    },
  },
  {
    id: 'webhooks/installations-are-told-to-subscribers-only',
    breaks: ['WHK-21'],
    also: ['WHK-24'],
    summary: 'An app that subscribed to nothing is not told of its installation.',
    behaviour: (normal) => ({
      isAddressedTo: (tenant, app, event) =>
        normal.isAddressedTo(tenant, app, event) &&
        (event.type !== 'v2.app.installed' || (app.webhook?.eventTypes.length ?? 0) > 0),
    }),
  },
  {
    id: 'webhooks/reinstallations-are-not-told-of',
    breaks: ['WHK-24'],
    summary: 'An app is told of its first installation only.',
    behaviour: (normal) => {
      const told = new WeakSet<App>();
      return {
        appWasInstalled: (tenant, app) => {
          if (!told.has(app)) normal.appWasInstalled(tenant, app);
          told.add(app);
        },
      };
    },
  },
  {
    id: 'webhooks/the-second-reinstallation-is-not-told-of',
    breaks: ['WHK-24'],
    summary: 'An app is told of two installations and of none after them.',
    behaviour: (normal) => {
      const counts = new Map<App, number>();
      return {
        appWasInstalled: (tenant, app) => {
          const count = (counts.get(app) ?? 0) + 1;
          counts.set(app, count);
          if (count <= 2) normal.appWasInstalled(tenant, app);
        },
      };
    },
  },
  {
    id: 'webhooks/installing-without-an-address-fails',
    breaks: ['WHK-23'],
    summary: 'An app without a webhook URL cannot be installed for the first time, since it cannot be told of it.',
    behaviour: (normal) => {
      const known = new WeakSet<App>();
      return {
        setInstalled: (tenant, app, installed) => {
          normal.setInstalled(tenant, app, installed);
          if (!installed) known.add(app);
        },
        appWasInstalled: (tenant, app) => {
          if (app.webhook === undefined && !known.has(app)) {
            throw new Refused(409, 'no_webhook', 'The app has no webhook URL.');
          }
          normal.appWasInstalled(tenant, app);
        },
      };
    },
  },
  {
    id: 'webhooks/without-an-address-the-latest-one-is-used',
    breaks: ['WHK-23'],
    summary: 'The installation of an app without a webhook URL is told at the address that was set last.',
    behaviour: (normal) => {
      let latest: App['webhook'];
      return {
        setWebhook: (tenant, app, webhook) => {
          normal.setWebhook(tenant, app, webhook);
          if (webhook.url !== undefined) latest = webhook;
        },
        appWasInstalled: (tenant, app) => {
          normal.appWasInstalled(tenant, app);
          const url = latest?.url;
          if (app.webhook !== undefined || latest === undefined || url === undefined) return;
          const event = {
            type: 'v2.app.installed',
            addressee: app.id,
            id: 'evt',
            createdAt: tenant.clock.now(),
          } as const;
          const envelope = tenant.behaviour.shapeEnvelope(tenant, event, app);
          const stray: Delivery = { event, app, webhook: { ...latest, url }, envelope };
          tenant.outbox.add(async (signal) => void (await tenant.behaviour.deliver(tenant, stray, signal)));
        },
      };
    },
  },
  {
    id: 'webhooks/unsubscribed-apps-hear-of-mappings',
    breaks: ['WHK-25'],
    also: ['WHK-26'],
    summary: 'A completed mapping is told to every app that subscribed to anything.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) || (type === mapping && (app.webhook?.eventTypes.length ?? 0) > 0),
    }),
  },
  {
    id: 'webhooks/subscriptions-are-compared-by-their-ends',
    breaks: ['WHK-25'],
    also: ['WHK-26'],
    summary: 'Who subscribed to updates of outputs hears of those of tasks, since both end in updated.fields.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type === task && normal.isSubscribed(tenant, app, output) ? output : type),
    }),
  },
  {
    id: 'webhooks/apps-without-subscriptions-get-everything',
    breaks: ['WHK-25'],
    summary: 'An empty list of event types counts as all of them.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) || app.webhook?.eventTypes.length === 0,
    }),
  },
  {
    id: 'webhooks/tasks-tell-of-outputs-too',
    breaks: ['WHK-57'],
    also: ['WHK-25', 'WHK-26'],
    summary: 'An update of a task is told as one of its output as well.',
    behaviour: (normal) => ({
      emit: (tenant, cause) => {
        normal.emit(tenant, cause);
        if (cause.type === task) normal.emit(tenant, { ...cause, type: output });
      },
    }),
  },
  {
    id: 'webhooks/outputs-tell-of-tasks-when-alone',
    breaks: ['WHK-57'],
    also: ['WHK-25', 'WHK-26'],
    summary: 'An update of one property of an output is told as one of its task as well.',
    behaviour: (normal) => ({
      emit: (tenant, cause) => {
        normal.emit(tenant, cause);
        if (cause.type === output && cause.updates?.length === 1) normal.emit(tenant, { ...cause, type: task });
      },
    }),
  },
  {
    id: 'webhooks/one-delivery-an-address',
    breaks: ['WHK-29'],
    summary: 'Where several apps share an address, one delivery is thought to be enough.',
    behaviour: (normal) => ({
      recipients: (tenant, event) => {
        const addresses = new Set<string | undefined>();
        return normal.recipients(tenant, event).filter((app) => {
          const url = tenant.behaviour.webhookUrl(tenant, app);
          return !addresses.has(url) && addresses.add(url);
        });
      },
    }),
  },
  {
    id: 'webhooks/only-one-subscriber-of-an-entry-is-told',
    breaks: ['WHK-29'],
    also: ['WHK-19', 'WHK-26', 'WHK-27', 'WHK-28'],
    summary: 'The creation of an entry is told to the first app that subscribed, and to no other.',
    behaviour: (normal) => ({
      recipients: (tenant, event) => {
        const all = normal.recipients(tenant, event);
        return event.type === 'v2.entry.created' ? all.slice(0, 1) : all;
      },
    }),
  },
];
