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

/** Every kind that can be caused and is sent. */
export const eventTypes = [...subscribableTypes, canvasInitialized, appInstalled] as const;

export type EventType = (typeof eventTypes)[number];

/** What is known of a cause of an event; what is missing the control did not tell. */
export interface Cause {
  readonly type: EventType;
  /** What it had caused before has a lower number in the journal, and what is delivered because of it a higher one. */
  readonly number: number;
  /** The app for which it was caused, where it was for one. */
  readonly appId?: string;
  readonly resourceId?: string;
  /** The kinds of all events that were caused for resources of this identifier: each kind may count for itself. */
  readonly kinds?: readonly string[];
  /** Null where the resource has no schema. */
  readonly schemaId?: string | null;
  readonly updates?: readonly string[];
  readonly featureId?: string;
  readonly userId?: string;
}

/**
 * The kind of a message: its type, or where it has none, what the specification says of its shape ("Message fields").
 * Further members are free (FRE-184, FRE-187), so an author makes no canvas of an entry, nor a type of its own something
 * else of a canvas. Undefined where it is like none of them, and for kinds beyond the six (FRE-208).
 */
export function kindOf(delivery: Pick<Delivery, 'received'>): EventType | undefined {
  const message = messageOf(delivery);
  if (message === undefined) return undefined;
  // what writes every member it knows has null for those that the message lacks
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

/** The resource that a message is about, where it says so. */
export function resourceOf(delivery: Pick<Delivery, 'received'>): string | undefined {
  const resource = messageOf(delivery)?.['resourceId'];
  return typeof resource === 'string' ? resource : undefined;
}

/** Whether a delivery is about the resource of a cause, and not one of another kind that has the same identifier. */
export function isOfItsResource(delivery: Pick<Delivery, 'received'>, cause: Cause): boolean {
  const resource = resourceOf(delivery);
  if (resource === undefined || resource !== cause.resourceId) return false;
  const kind = kindOf(delivery);
  return kind === undefined || kind === cause.type || cause.kinds?.includes(kind) !== true;
}

/** Whether a delivery is surely of this cause. */
export function tellsOf(delivery: Delivery, cause: Cause): boolean {
  if (delivery.number <= cause.number || kindOf(delivery) !== cause.type) return false;
  return cause.resourceId === undefined || resourceOf(delivery) === cause.resourceId;
}

function hasOtherType(delivery: Pick<Delivery, 'received'>): boolean {
  const type = messageOf(delivery)?.['type'];
  return typeof type === 'string' && type.startsWith('v2.');
}

/**
 * Whether a delivery may be of this cause although something is wrong with it: it is about nothing else.
 *
 * @param known resources of all causes, and the app of each
 */
export function mayTellOf(delivery: Delivery, cause: Cause, known: ReadonlyMap<string, string | undefined>): boolean {
  if (delivery.number <= cause.number) return false;
  const resource = resourceOf(delivery);
  if (resource !== undefined && resource === cause.resourceId) return isOfItsResource(delivery, cause);
  const kind = kindOf(delivery);
  if (resource !== undefined && known.has(resource)) {
    // a new message of an earlier resource of the same app may have been mixed up
    return kind === cause.type && cause.appId !== undefined && known.get(resource) === cause.appId;
  }
  // what says that it is of a kind beyond the six, and is about no resource, is an event of its own (FRE-208)
  if (kind === undefined) return resource !== undefined || !hasOtherType(delivery);
  if (kind === cause.type) return true;
  // another resource and another kind at once are another event
  if (resource !== undefined && (cause.resourceId !== undefined || cause.type === appInstalled)) return false;
  if (cause.type === appInstalled) return true;
  const untyped = messageOf(delivery)?.['type'] === undefined;
  return untyped && kind === 'v2.entry.created' && cause.type !== canvasInitialized;
}
