import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { EventType, LabEvent } from '../../state/events.ts';
import type { Tenant } from '../../tenant.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const OUTPUT: EventType = 'v2.workflowOutput.updated.fields';
const TASK: EventType = 'v2.workflowTask.updated.fields';
const MAPPING: EventType = 'v2.workflowTaskGroup.mappingCompleted';
const ENTRY: EventType = 'v2.entry.created';
const CANVAS: EventType = 'v2.canvas.initialized';
const INSTALLED: EventType = 'v2.app.installed';

type Members = Record<string, unknown>;

/** The envelope of one kind of event is another. */
const envelopeOf =
  (type: EventType, change: (envelope: Members, event: LabEvent, app: App, tenant: Tenant) => Members) =>
  (normal: Behaviour): Partial<Behaviour> => ({
    shapeEnvelope: (tenant, event, app) => {
      const envelope = normal.shapeEnvelope(tenant, event, app);
      return event.type === type ? change(envelope, event, app, tenant) : envelope;
    },
  });

/** The message of one kind of event is another. */
const messageOf =
  (type: EventType, change: (message: Members, event: LabEvent) => Members) =>
  (normal: Behaviour): Partial<Behaviour> => ({
    shapeMessage: (tenant, event, app) => {
      const message = normal.shapeMessage(tenant, event, app);
      return event.type === type ? change(message, event) : message;
    },
  });

/** Wrong for one kind of event only, or after something else has happened. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'webhooks/app-without-an-id-for-mappings',
    breaks: ['WHK-04'],
    also: ['WHK-05', 'WHK-29'],
    summary: 'The envelope of a completed mapping has an app without an id.',
    behaviour: envelopeOf(MAPPING, (envelope, _event, app) => ({ ...envelope, app: { name: app.name } })),
  },
  {
    id: 'webhooks/base-url-in-clear-text-for-entries',
    breaks: ['WHK-10'],
    summary: 'The envelope of a created entry has a baseURL of the scheme http.',
    behaviour: envelopeOf(ENTRY, (envelope, _event, _app, tenant) => ({
      ...envelope,
      baseURL: tenant.baseUrl().replace('https:', 'http:'),
    })),
  },
  {
    id: 'webhooks/channel-in-capitals-for-outputs',
    breaks: ['WHK-11'],
    summary: 'The channel of an updated output is EVENTS.',
    behaviour: envelopeOf(OUTPUT, (envelope) => ({ ...envelope, channel: 'EVENTS' })),
  },
  {
    id: 'webhooks/tenant-id-is-null-for-tasks',
    breaks: ['WHK-12'],
    also: ['WHK-13'],
    summary: 'The envelope of an updated task has a tenantId of null.',
    behaviour: envelopeOf(TASK, (envelope) => ({ ...envelope, tenantId: null })),
  },
  {
    id: 'webhooks/version-is-false-for-mappings',
    breaks: ['WHK-14'],
    also: ['VER-18'],
    summary: 'The envelope of a completed mapping has a version of false.',
    behaviour: envelopeOf(MAPPING, (envelope) => ({ ...envelope, version: false })),
  },
  {
    id: 'webhooks/message-in-a-list-for-canvases',
    breaks: ['WHK-15'],
    also: ['WHK-20', 'WHK-32', 'WHK-49', 'WHK-50', 'WHK-51', 'WHK-58', 'WHK-52', 'WHK-53'],
    summary: 'The message of a canvas is a list with one object.',
    behaviour: envelopeOf(CANVAS, (envelope) => ({ ...envelope, message: [envelope['message']] })),
  },
  {
    id: 'webhooks/created-at-as-in-mail-for-tasks',
    breaks: ['WHK-30'],
    also: ['WHK-31'],
    summary: 'createdAt of an updated task is written as dates are in mail.',
    behaviour: messageOf(TASK, (message, event) => ({ ...message, createdAt: event.createdAt.toUTCString() })),
  },
  {
    id: 'webhooks/created-at-is-a-minute-off-for-entries',
    breaks: ['WHK-31'],
    summary: 'createdAt of a created entry is a minute early.',
    behaviour: messageOf(ENTRY, (message, event) => ({
      ...message,
      createdAt: new Date(event.createdAt.getTime() - 60_000).toISOString(),
    })),
  },
  {
    id: 'webhooks/deprecated-is-a-number-for-installations',
    breaks: ['WHK-32'],
    summary: 'deprecated of an installation is 0.',
    behaviour: messageOf(INSTALLED, () => ({ deprecated: 0 })),
  },
  {
    id: 'webhooks/id-is-null-for-mappings',
    breaks: ['WHK-33'],
    also: ['WHK-34'],
    summary: 'The message of a completed mapping has the id null.',
    behaviour: messageOf(MAPPING, (message) => ({ ...message, id: null })),
  },
  {
    id: 'webhooks/ids-begin-anew-with-a-reinstallation',
    breaks: ['WHK-34'],
    summary: 'The events of an app are numbered from one after each installation.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      return {
        appWasInstalled: (tenant, app) => {
          counts.delete(app.id);
          normal.appWasInstalled(tenant, app);
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
    id: 'webhooks/schema-in-a-list-for-outputs',
    breaks: ['WHK-37'],
    also: ['WHK-38', 'WHK-39'],
    summary: 'schema of an updated output is a list with the schema.',
    behaviour: messageOf(OUTPUT, (message) =>
      message['schema'] === null ? message : { ...message, schema: [message['schema']] },
    ),
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
    id: 'webhooks/entries-with-a-schema-have-a-type',
    breaks: ['WHK-43'],
    summary: 'The message of a created entry has a type where the entry has a schema.',
    behaviour: messageOf(ENTRY, (message, event) =>
      typeof event.schemaId === 'string' ? { ...message, type: ENTRY } : message,
    ),
  },
  {
    id: 'webhooks/updates-pile-up',
    breaks: ['WHK-45'],
    summary: 'updates names the properties of the updates before as well.',
    behaviour: (normal) => {
      const known = new Map<string, Set<string>>();
      return {
        messageUpdates: (tenant, event, app) => {
          const names = known.get(app.id) ?? new Set<string>();
          for (const name of event.updates ?? []) names.add(name);
          known.set(app.id, names);
          return event.updates === undefined ? normal.messageUpdates(tenant, event, app) : [...names];
        },
      };
    },
  },
  {
    id: 'webhooks/updates-names-two-at-most',
    breaks: ['WHK-45'],
    summary: 'updates names the first two of the properties that were updated.',
    behaviour: (normal) => ({ messageUpdates: (_tenant, event) => normal && event.updates?.slice(0, 2) }),
  },
  {
    id: 'webhooks/mappings-with-a-schema-have-updates',
    breaks: ['WHK-47'],
    summary: 'The message of a completed mapping has updates where the group has a schema.',
    behaviour: messageOf(MAPPING, (message, event) =>
      typeof event.schemaId === 'string' ? { ...message, updates: ['mapping'] } : message,
    ),
  },
  {
    id: 'webhooks/feature-id-is-null-from-the-second-canvas-on',
    breaks: ['WHK-49'],
    also: ['WHK-53', 'WHK-20', 'WHK-58'],
    summary: 'From the second canvas of an app on featureId is null.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      return {
        messageFeatureId: (tenant, event, app) => {
          const count = (counts.get(app.id) ?? 0) + 1;
          counts.set(app.id, count);
          return count > 1 ? null : normal.messageFeatureId(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/installed-message-lists-subscriptions',
    breaks: ['WHK-54'],
    summary: 'The message of an installation lists the subscriptions of the app, where it has any.',
    behaviour: (normal) => ({
      shapeInstalledMessage: (tenant, event, app) => ({
        ...normal.shapeInstalledMessage(tenant, event, app),
        ...((app.webhook?.eventTypes.length ?? 0) > 0 ? { subscriptions: app.webhook?.eventTypes } : {}),
      }),
    }),
  },
  {
    id: 'webhooks/nothing-is-told-after-an-unarchiving',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'An app that was archived and unarchived is told of no event that it subscribed to.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        app.archivedChangedAt.getTime() === app.createdAt.getTime() && normal.isSubscribed(tenant, app, type),
    }),
  },
  {
    id: 'webhooks/a-rotation-ends-subscriptions',
    breaks: ['WHK-17'],
    also: ['WHK-16', 'WHK-18', 'WHK-19'],
    summary: 'With the rotation of its secret an app has no subscriptions any more.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) => app.formerSecrets.length === 0 && normal.isSubscribed(tenant, app, type),
    }),
  },
  {
    id: 'webhooks/a-second-address-hears-of-no-entry',
    breaks: ['WHK-19'],
    also: ['WHK-27', 'WHK-26'],
    summary: 'Once its webhook was set again an app is told of no created entry.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          times.set(app.id, (times.get(app.id) ?? 0) + 1);
          normal.setWebhook(tenant, app, webhook);
        },
        isSubscribed: (tenant, app, type) =>
          !(type === ENTRY && (times.get(app.id) ?? 0) > 1) && normal.isSubscribed(tenant, app, type),
      };
    },
  },
  {
    id: 'webhooks/entries-of-the-api-are-not-told-of',
    breaks: ['WHK-19'],
    summary: 'An entry that is created by a call of the API causes no event.',
    behaviour: (normal) => {
      let writing = false;
      return {
        attributedTo: (call, actor) => {
          writing = true;
          return normal.attributedTo(call, actor);
        },
        recordWasAdded: (tenant, record) => {
          if (!writing) normal.recordWasAdded(tenant, record);
          writing = false;
        },
      };
    },
  },
  {
    id: 'webhooks/updates-of-one-moment-are-one',
    breaks: ['WHK-16'],
    summary: 'Of updates of outputs within ten milliseconds the first is told of.',
    behaviour: (normal) => {
      let last = Number.NEGATIVE_INFINITY;
      return {
        emit: (tenant, cause) => {
          if (cause.type === OUTPUT) {
            const now = tenant.elapsed();
            if (now - last < 10) return;
            last = now;
          }
          normal.emit(tenant, cause);
        },
      };
    },
  },
  {
    id: 'webhooks/installations-are-not-told-to-subscribers',
    breaks: ['WHK-21'],
    also: ['WHK-24'],
    summary: 'An app that subscribed to something is not told of its installation.',
    behaviour: (normal) => ({
      receives: (tenant, app, event) =>
        !(event.type === INSTALLED && (app.webhook?.eventTypes.length ?? 0) > 0) && normal.receives(tenant, app, event),
    }),
  },
  {
    id: 'webhooks/double-slashes-of-the-address-are-one',
    breaks: ['WHK-01'],
    summary: 'Several slashes in a row in the path of the address become one.',
    behaviour: (normal) => ({
      deliveryUrl: (tenant, delivery) => normal.deliveryUrl(tenant, delivery).replace(/([^:/])\/{2,}/g, '$1/'),
    }),
  },
];
