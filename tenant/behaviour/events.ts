import type { EventCause, EventType, LabEvent } from '../state/events.ts';
import type { App, LabRecord, Webhook } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

/** What causes an event, and which apps hear of it ("Events / Event kinds"). */
export interface EventBehaviour {
  /** The kinds that apps can subscribe to; the others are sent without. */
  readonly subscribableTypes: (tenant: Tenant) => readonly EventType[];
  /** Those of the wanted types that a subscription now holds. */
  readonly subscribedTypes: (tenant: Tenant, app: App, wanted: readonly string[]) => readonly string[];
  /** Puts a webhook in place of the one that the app has. */
  readonly setWebhook: (tenant: Tenant, app: App, webhook: Webhook) => void;
  /** The address that messages go to; `undefined` where there is none. */
  readonly webhookUrl: (tenant: Tenant, app: App) => string | undefined;
  /** Whether an app is in a state to hear of anything. */
  readonly hearsOfEvents: (tenant: Tenant, app: App) => boolean;
  readonly isSubscribed: (tenant: Tenant, app: App, type: EventType) => boolean;
  /** Whether an event of an app's own that needs no subscription is meant for this app. */
  readonly isAddressedTo: (tenant: Tenant, app: App, event: EventCause) => boolean;
  /** Whether an app may hear of the resource. Without more, what is subscribed to is told of every resource. */
  readonly maySeeEvent: (tenant: Tenant, app: App, event: EventCause) => boolean;
  readonly receives: (tenant: Tenant, app: App, event: EventCause) => boolean;
  readonly recipients: (tenant: Tenant, event: EventCause) => readonly App[];
  readonly makeEventId: (tenant: Tenant, cause: EventCause) => string;
  readonly eventTime: (tenant: Tenant, cause: EventCause) => Date;
  /** The events that one cause makes. */
  readonly eventsOf: (tenant: Tenant, cause: EventCause) => readonly LabEvent[];
  /** Takes note of what happened and sends it to whom it concerns, without waiting for them. */
  readonly emit: (tenant: Tenant, cause: EventCause) => void;
  readonly recordWasAdded: (tenant: Tenant, record: LabRecord) => void;
  /** An app that was not installed now is, for the first time or again. */
  readonly appWasInstalled: (tenant: Tenant, app: App) => void;
}

declare module './behaviour.ts' {
  interface Behaviour extends EventBehaviour {}
}

export const specifiedEvents: EventBehaviour = {
  subscribableTypes: () => [
    'v2.workflowOutput.updated.fields',
    'v2.workflowTask.updated.fields',
    'v2.workflowTaskGroup.mappingCompleted',
    'v2.entry.created',
  ],

  subscribedTypes: (tenant, _app, wanted) =>
    tenant.behaviour.subscribableTypes(tenant).filter((type) => wanted.includes(type)),

  setWebhook: (_tenant, app, webhook) => {
    app.webhook = webhook;
  },

  webhookUrl: (_tenant, app) => app.webhook?.url,

  hearsOfEvents: (_tenant, app) => app.installed && !app.archived,

  isSubscribed: (_tenant, app, type) => app.webhook?.eventTypes.includes(type) === true,

  isAddressedTo: (_tenant, app, event) => event.addressee === app.id,

  maySeeEvent: () => true,

  receives: (tenant, app, event) => {
    const { behaviour } = tenant;
    if (behaviour.webhookUrl(tenant, app) === undefined || !behaviour.hearsOfEvents(tenant, app)) return false;
    const wanted =
      event.addressee === undefined
        ? behaviour.isSubscribed(tenant, app, event.type)
        : behaviour.isAddressedTo(tenant, app, event);
    return wanted && behaviour.maySeeEvent(tenant, app, event);
  },

  recipients: (tenant, event) => [
    ...tenant.state.apps.values().filter((app) => tenant.behaviour.receives(tenant, app, event)),
  ],

  makeEventId: (tenant) => tenant.behaviour.makeId(tenant, 'event'),

  eventTime: (tenant) => tenant.clock.now(),

  eventsOf: (tenant, cause) => [
    {
      ...cause,
      id: tenant.behaviour.makeEventId(tenant, cause),
      createdAt: tenant.behaviour.eventTime(tenant, cause),
    },
  ],

  emit: (tenant, cause) => {
    const { behaviour } = tenant;
    const apps = behaviour.recipients(tenant, cause);
    if (apps.length === 0) return;
    for (const event of behaviour.eventsOf(tenant, cause)) {
      for (const app of apps) behaviour.sendEvent(tenant, event, app);
    }
  },

  recordWasAdded: (tenant, { id, kind, schemaId = null, projectId }) => {
    if (kind === 'entry') {
      tenant.behaviour.emit(tenant, { type: 'v2.entry.created', resourceId: id, schemaId, projectId });
    }
  },

  appWasInstalled: (tenant, app) => tenant.behaviour.emit(tenant, { type: 'v2.app.installed', addressee: app.id }),
};
