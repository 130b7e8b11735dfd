import type { Delivery } from '../../core/delivery.ts';
import { messageOf } from '../../core/delivery.ts';

/** The kinds to which apps can subscribe ("Events / Event kinds"). */
export const subscribableTypes = [
  'v2.workflowOutput.updated.fields',
  'v2.workflowTask.updated.fields',
  'v2.workflowTaskGroup.mappingCompleted',
  'v2.entry.created',
] as const;

export const canvasInitialized = 'v2.canvas.initialized';
export const appInstalled = 'v2.app.installed';

/** Every kind of event that can be caused and is delivered. */
export const eventTypes = [...subscribableTypes, canvasInitialized, appInstalled] as const;

export type EventType = (typeof eventTypes)[number];

/** The known facts about the cause of an event. A member is missing if the control did not report it. */
export interface Cause {
  readonly type: EventType;
  /**
   * Place in the journal: deliveries from before the cause have lower numbers, and deliveries of the cause have higher
   * ones.
   */
  readonly number: number;
  /** The app for which the event was caused, if there was one. */
  readonly appId?: string;
  readonly resourceId?: string;
  /**
   * The kinds of all events that were caused for resources with this identifier: each kind may count its identifiers
   * separately.
   */
  readonly kinds?: readonly string[];
  /** Null if the resource has no schema. */
  readonly schemaId?: string | null;
  readonly updates?: readonly string[];
  readonly featureId?: string;
  readonly userId?: string;
}

/**
 * Returns the kind of a message: its type, or, if it has no type, the kind with the same specified shape ("Message
 * fields"). Further members are free (FRE-184, FRE-187). So an author does not turn an entry into a canvas, and a type
 * of the tenant's own does not turn a canvas into something else. Returns undefined if the message has no such shape,
 * and for kinds beyond the six (FRE-208).
 */
export function kindOf(delivery: Pick<Delivery, 'received'>): EventType | undefined {
  const message = messageOf(delivery);
  if (message === undefined) return undefined;
  // a serialiser that writes every member it knows writes null for the members that the message lacks
  const has = (...members: readonly string[]): boolean => members.some((member) => (message[member] ?? null) !== null);
  const type = message['type'];
  if (has('type')) {
    const canvas = has('featureId') && has('userId') && !has('schema') && !String(type).startsWith('v2.');
    return eventTypes.find((known) => known === type) ?? (canvas ? canvasInitialized : undefined);
  }
  if (has('featureId') && (has('userId') || !has('schema'))) return canvasInitialized;
  if (has('updates')) return undefined;
  // null is the schema of an entry that has none
  if (Object.hasOwn(message, 'schema')) return 'v2.entry.created';
  if (has('userId')) return canvasInitialized;
  if (has('createdAt', 'id')) return 'v2.entry.created';
  return has('resourceId') ? undefined : appInstalled;
}

/** Returns the resource that a message is about, if the message names one. */
export function resourceOf(delivery: Pick<Delivery, 'received'>): string | undefined {
  const resource = messageOf(delivery)?.['resourceId'];
  return typeof resource === 'string' ? resource : undefined;
}

/**
 * Reports whether a delivery is about the resource of a cause, and not about a resource of another kind with the same
 * identifier.
 */
export function isOfItsResource(delivery: Pick<Delivery, 'received'>, cause: Cause): boolean {
  const resource = resourceOf(delivery);
  if (resource === undefined || resource !== cause.resourceId) return false;
  const kind = kindOf(delivery);
  return kind === undefined || kind === cause.type || cause.kinds?.includes(kind) !== true;
}

/** Reports whether a delivery certainly belongs to this cause. */
export function belongsToCause(delivery: Delivery, cause: Cause): boolean {
  if (delivery.number <= cause.number || kindOf(delivery) !== cause.type) return false;
  return cause.resourceId === undefined || resourceOf(delivery) === cause.resourceId;
}

function hasOtherType(delivery: Pick<Delivery, 'received'>): boolean {
  const type = messageOf(delivery)?.['type'];
  return typeof type === 'string' && type.startsWith('v2.');
}

/**
 * Reports whether a delivery may belong to this cause although something is wrong with it: it belongs to no other
 * event.
 *
 * @param known the resources of all causes, and the app of each
 */
export function mayTellOf(delivery: Delivery, cause: Cause, known: ReadonlyMap<string, string | undefined>): boolean {
  if (delivery.number <= cause.number) return false;
  const resource = resourceOf(delivery);
  if (resource !== undefined && resource === cause.resourceId) return isOfItsResource(delivery, cause);
  const kind = kindOf(delivery);
  if (resource !== undefined && known.has(resource)) {
    // a new message about an earlier resource of the same app may be the result of a mix-up
    return kind === cause.type && cause.appId !== undefined && known.get(resource) === cause.appId;
  }
  // a message that states a kind beyond the six and is about no resource is an event of its own (FRE-208)
  if (kind === undefined) return resource !== undefined || !hasOtherType(delivery);
  if (kind === cause.type) return true;
  // a message with another resource and another kind belongs to another event
  if (resource !== undefined && (cause.resourceId !== undefined || cause.type === appInstalled)) return false;
  if (cause.type === appInstalled) return true;
  const untyped = messageOf(delivery)?.['type'] === undefined;
  return untyped && kind === 'v2.entry.created' && cause.type !== canvasInitialized;
}
