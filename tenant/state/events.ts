import type { App, Webhook } from './model.ts';

/** The event kinds ("Events / Event kinds"). */
export type EventType =
  | 'v2.workflowOutput.updated.fields'
  | 'v2.workflowTask.updated.fields'
  | 'v2.workflowTaskGroup.mappingCompleted'
  | 'v2.entry.created'
  | 'v2.canvas.initialized'
  | 'v2.app.installed';

/** The cause of an event, with the facts that its messages need. */
export interface EventCause {
  readonly type: EventType;
  /** The only app that receives the event; absent if all subscribed apps do. */
  readonly addressee?: string;
  readonly resourceId?: string;
  /** The schema of the resource; null if it has none. */
  readonly schemaId?: string | null;
  /** The names of the properties that were updated. */
  readonly updates?: readonly string[];
  /** The feature through which a canvas was initialized. */
  readonly featureId?: string;
  /** The user who initialized it. */
  readonly userId?: string;
  /** The project of the resource, which decides who may see it. */
  readonly projectId?: string;
}

/** An event that the tenant has recorded. */
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
  /** The message about the event; the same for every try. */
  readonly envelope: unknown;
}
