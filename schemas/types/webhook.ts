// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * An app was installed; the message has deprecated and nothing else.
 */
export interface AppInstalledMessage {
  /**
   * Whether the event type is deprecated.
   */
  readonly deprecated: boolean;
}

/**
 * A user initialized a canvas.
 */
export interface CanvasInitializedMessage {
  /**
   * Whether the event type is deprecated.
   */
  readonly deprecated: boolean;
  /**
   * Id of the canvas feature.
   */
  readonly featureId: string;
  /**
   * Id of the canvas.
   */
  readonly resourceId: string;
  /**
   * The user who initialized the canvas.
   */
  readonly userId: string;
}

/**
 * Schema of the resource; null if it has none.
 */
export type EventResourceSchema = {
  /**
   * Id of the schema.
   */
  readonly id: string;
} | null;

/**
 * An entry was created; the message has neither type nor updates.
 */
export interface EntryCreatedMessage {
  /**
   * Time at which the event was created: any ISO 8601 date and time.
   */
  readonly createdAt: string;
  /**
   * Whether the event type is deprecated.
   */
  readonly deprecated: boolean;
  /**
   * Unique id of the event.
   */
  readonly id: string;
  /**
   * Id of the resource that the event is about.
   */
  readonly resourceId: string;
  readonly schema: EventResourceSchema;
  readonly type?: never;
  readonly updates?: never;
}

/**
 * Fields of a workflow output were updated.
 */
export interface WorkflowOutputUpdatedMessage {
  /**
   * Time at which the event was created: any ISO 8601 date and time.
   */
  readonly createdAt: string;
  /**
   * Whether the event type is deprecated.
   */
  readonly deprecated: boolean;
  /**
   * Unique id of the event.
   */
  readonly id: string;
  /**
   * Id of the resource that the event is about.
   */
  readonly resourceId: string;
  readonly schema: EventResourceSchema;
  /**
   * The event type.
   */
  readonly type: 'v2.workflowOutput.updated.fields';
  /**
   * Names of the properties whose update caused the message.
   */
  readonly updates: readonly string[];
}

/**
 * Fields of a workflow task were updated.
 */
export interface WorkflowTaskUpdatedMessage {
  /**
   * Time at which the event was created: any ISO 8601 date and time.
   */
  readonly createdAt: string;
  /**
   * Whether the event type is deprecated.
   */
  readonly deprecated: boolean;
  /**
   * Unique id of the event.
   */
  readonly id: string;
  /**
   * Id of the resource that the event is about.
   */
  readonly resourceId: string;
  readonly schema: EventResourceSchema;
  /**
   * The event type.
   */
  readonly type: 'v2.workflowTask.updated.fields';
  /**
   * Names of the properties whose update caused the message.
   */
  readonly updates: readonly string[];
}

/**
 * Mapping of a workflow task group was completed; the message has no updates.
 */
export interface MappingCompletedMessage {
  /**
   * Time at which the event was created: any ISO 8601 date and time.
   */
  readonly createdAt: string;
  /**
   * Whether the event type is deprecated.
   */
  readonly deprecated: boolean;
  /**
   * Unique id of the event.
   */
  readonly id: string;
  /**
   * Id of the resource that the event is about.
   */
  readonly resourceId: string;
  readonly schema: EventResourceSchema;
  /**
   * The event type.
   */
  readonly type: 'v2.workflowTaskGroup.mappingCompleted';
  readonly updates?: never;
}

/**
 * The channel. The specification does not say which events use which channel.
 */
export type WebhookChannel = 'events' | 'app_signals';

/**
 * Version of the envelope's shape, always 0. The specification leaves open whether it is a number or a string.
 */
export type EnvelopeVersion = 0 | '0';

/**
 * The body of every webhook delivery.
 */
export interface WebhookEnvelope {
  readonly app: EnvelopeApp;
  readonly appDefinition: EnvelopeAppDefinition;
  /**
   * Base address of the tenant that the delivery comes from.
   */
  readonly baseURL: string;
  readonly channel: WebhookChannel;
  /**
   * Global tenant id.
   */
  readonly tenantId: string;
  readonly version: EnvelopeVersion;
  readonly message: EnvelopeMessage;
}

/**
 * The app that the delivery is meant for.
 */
export interface EnvelopeApp {
  /**
   * The app's id.
   */
  readonly id: string;
}

/**
 * The app's definition.
 */
export interface EnvelopeAppDefinition {
  /**
   * Id of the definition.
   */
  readonly id: string;
  /**
   * Version number of the definition, a string.
   */
  readonly versionNumber: string;
}

/**
 * The event's own message.
 */
export interface EnvelopeMessage {
  readonly [k: string]: unknown;
}
