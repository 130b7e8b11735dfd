import type { EventCause, EventType, LabEvent } from '../state/events.ts';
import type { App, LabRecord, Webhook } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

/** The causes of events, and the apps that receive them ("Events / Event kinds"). */
export interface EventBehaviour {
  /** Returns the kinds to which apps can subscribe; the others are sent without a subscription. */
  readonly subscribableTypes: (tenant: Tenant) => readonly EventType[];
  /** Returns the wanted types that the subscription contains. */
  readonly subscribedTypes: (tenant: Tenant, app: App, wanted: readonly string[]) => readonly string[];
  /** Replaces the app's webhook. */
  readonly setWebhook: (tenant: Tenant, app: App, webhook: Webhook) => void;
  /** Returns the address to which messages are sent, or `undefined` if there is none. */
  readonly webhookUrl: (tenant: Tenant, app: App) => string | undefined;
  /** Reports whether an app is in a state in which it receives events. */
  readonly mayReceiveEvents: (tenant: Tenant, app: App) => boolean;
  readonly isSubscribed: (tenant: Tenant, app: App, type: EventType) => boolean;
  /** Reports whether an app's own event, which needs no subscription, is addressed to this app. */
  readonly isAddressedTo: (tenant: Tenant, app: App, event: EventCause) => boolean;
  /** Reports whether an app may receive an event of this resource. By default every subscribed event is sent. */
  readonly maySeeEvent: (tenant: Tenant, app: App, event: EventCause) => boolean;
  readonly receives: (tenant: Tenant, app: App, event: EventCause) => boolean;
  readonly recipients: (tenant: Tenant, event: EventCause) => readonly App[];
  readonly makeEventId: (tenant: Tenant, cause: EventCause) => string;
  readonly eventTime: (tenant: Tenant, cause: EventCause) => Date;
  /** Returns the events of one cause. */
  readonly eventsOf: (tenant: Tenant, cause: EventCause) => readonly LabEvent[];
  /** Sends the events of a cause to their recipients, without waiting for them. */
  readonly emit: (tenant: Tenant, cause: EventCause) => void;
  readonly recordWasAdded: (tenant: Tenant, record: LabRecord) => void;
  /** Reacts to an installation of an app that was not installed, for the first time or again. */
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

  mayReceiveEvents: (_tenant, app) => app.installed && !app.archived,

  isSubscribed: (_tenant, app, type) => app.webhook?.eventTypes.includes(type) === true,

  isAddressedTo: (_tenant, app, event) => event.addressee === app.id,

  maySeeEvent: () => true,

  receives: (tenant, app, event) => {
    const { behaviour } = tenant;
    if (behaviour.webhookUrl(tenant, app) === undefined || !behaviour.mayReceiveEvents(tenant, app)) return false;
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
