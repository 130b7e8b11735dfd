/** The event types that this tenant delivers to apps ("Events / Event kinds"). */
export type EventType = (typeof SUBSCRIBABLE)[number] | 'v2.app.installed';

/**
 * The event types that apps can subscribe to. Canvas events come without a subscription, but this tenant accepts one.
 */
export const SUBSCRIBABLE = [
  'v2.canvas.initialized',
  'v2.entry.created',
  'v2.workflowOutput.updated.fields',
  'v2.workflowTask.updated.fields',
  'v2.workflowTaskGroup.mappingCompleted',
] as const;

/** Something that happened, before it is delivered to any app. */
export interface Happening {
  readonly type: EventType;
  /**
   * The project of the resource. Apps that were not added to it get no event. Absent if the event concerns only one
   * app.
   */
  readonly projectId?: string;
  /** The app, if the event concerns only one app. */
  readonly appId?: string;
  readonly resourceId?: string;
  readonly schemaId?: string | null;
  readonly updates?: readonly string[];
  readonly featureId?: string;
  readonly userId?: string;
}

/** Something that happened, with its time and its serial number. */
export interface LabEvent extends Happening {
  readonly serial: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}
