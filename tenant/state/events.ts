import type { App, Webhook } from './model.ts';

/** The event kinds ("Events / Event kinds"). */
export type EventType =
  | 'v2.workflowOutput.updated.fields'
  | 'v2.workflowTask.updated.fields'
  | 'v2.workflowTaskGroup.mappingCompleted'
  | 'v2.entry.created'
  | 'v2.canvas.initialized'
  | 'v2.app.installed';

/** What happened, as the messages that tell of it need it. */
export interface EventCause {
  readonly type: EventType;
  /** The one app that it concerns, where it is not for all who subscribed. */
  readonly addressee?: string;
  readonly resourceId?: string;
  /** The schema of the resource; null where it has none. */
  readonly schemaId?: string | null;
  /** The names of the properties that were updated. */
  readonly updates?: readonly string[];
  /** The feature through which a canvas was initialized. */
  readonly featureId?: string;
  /** Who initialized it. */
  readonly userId?: string;
  /** Where the resource is, which decides who may see it. */
  readonly projectId?: string;
}

/** Something that happened, once the tenant has taken note of it. */
export interface LabEvent extends EventCause {
  readonly id: string;
  /** By the tenant's clock. */
  readonly createdAt: Date;
}

/** An event on its way to one app. */
export interface Delivery {
  readonly event: LabEvent;
  readonly app: App;
  /** The app's webhook when the event happened. */
  readonly webhook: Webhook & { readonly url: string };
  /** What is said of the event; the same at every try. */
  readonly envelope: unknown;
}
