import { isFinding } from '../../core/check.ts';
import { envelopeOf, messageOf } from '../../core/delivery.ts';
import type { NotedDelivery, RecordedDelivery } from '../../drivers/capture/recorded.ts';
import type { EventType } from '../../drivers/world/event.ts';
import { appInstalled, canvasInitialized, eventTypes } from '../../drivers/world/event.ts';
import { deliveryFinding, shown } from '../expectations/delivered.ts';
import { areTwoEvents } from '../expectations/event-ids.ts';
import type { Rule } from '../expectations/webhook-rules.ts';
import { bodyRules, envelopeRules, keepsRules, messageRules } from '../expectations/webhook-rules.ts';
import { forgetOldest } from './remembered.ts';
import type { Ruling } from './ruling.ts';
import { rule } from './ruling.ts';

const entryCreated = 'v2.entry.created';
/** Members of the messages without a type: only by these can their kind be recognised. */
const untyped = {
  [entryCreated]: ['createdAt', 'deprecated', 'id', 'resourceId', 'schema'],
  [canvasInitialized]: ['deprecated', 'featureId', 'resourceId', 'userId'],
  [appInstalled]: ['deprecated'],
} as const satisfies Partial<Record<EventType, readonly string[]>>;

/** Judges deliveries, each by itself and together with earlier ones ("Events"). */
export class DeliveryRulings {
  readonly #events = new Map<string, NotedDelivery>();
  readonly #tenants = new Map<string, { tenantId: string; delivery: NotedDelivery }>();

  *see({ delivery, knowsMethod, knowsHeaders }: RecordedDelivery): Generator<Ruling> {
    const type = messageOf(delivery)?.['type'];
    const misspelt = typeof type === 'string' ? withOtherPrefix(type) : undefined;
    const kind = kindFor(delivery);
    // other kinds of event than the six are never judged (FRE-208)
    if (typeof type === 'string' && kind === undefined && misspelt === undefined) return;
    const { method } = delivery.received;
    if (knowsMethod) {
      const by = deliveryFinding('WHK-01', 'a delivery', `was made by ${method}`, 'POST', delivery);
      yield rule(['WHK-01'], method === 'POST' ? [] : [by], delivery);
    }
    const rules = bodyRules.filter(({ requirement }) => requirement !== 'WHK-03' || knowsHeaders);
    yield byRules([...rules, ...envelopeRules], delivery, kind);
    if (envelopeOf(delivery) === undefined) return;
    yield versionRuling(delivery);
    yield* this.#sameTenant(delivery);
    if (typeof type === 'string') {
      const other = deliveryFinding(
        'VER-17',
        'a delivery',
        `had type ${shown(type)}`,
        'a type that begins with v2.',
        delivery,
      );
      yield rule(['VER-17'], misspelt === undefined ? [] : [other], delivery);
    }
    if (kind === undefined) return;
    yield byRules(messageRules, delivery, kind);
    if (type !== undefined || kind === entryCreated) {
      yield* updatesRuling(delivery, kind);
      yield* this.#ownId(delivery);
    }
  }

  /** Demands that one address belongs to one tenant: a capture may contain other tenants too. */
  *#sameTenant(delivery: NotedDelivery): Generator<Ruling> {
    const { baseURL, tenantId } = envelopeOf(delivery) ?? {};
    if (typeof baseURL !== 'string' || typeof tenantId !== 'string') return;
    const address = URL.parse(baseURL)?.href.replace(/\/+$/, '') ?? baseURL;
    const before = this.#tenants.get(address);
    if (before === undefined) {
      forgetOldest(this.#tenants);
      this.#tenants.set(address, { tenantId, delivery });
      return;
    }
    const observed = `had tenantId ${shown(tenantId)}`;
    const expected = `${shown(before.tenantId)}, as before from ${address}`;
    const other = deliveryFinding('WHK-13', 'a delivery', observed, expected, delivery);
    yield rule(['WHK-13'], before.tenantId === tenantId ? [] : [other], before.delivery, delivery);
  }

  *#ownId(delivery: NotedDelivery): Generator<Ruling> {
    const id = messageOf(delivery)?.['id'];
    if (typeof id !== 'string') return;
    // ids are unique within a tenant
    const key = JSON.stringify([envelopeOf(delivery)?.['tenantId'], id]);
    const before = this.#events.get(key);
    if (before === undefined) {
      forgetOldest(this.#events);
      this.#events.set(key, delivery);
      if (this.#events.size > 1) yield rule(['WHK-34'], [], delivery);
      return;
    }
    const observed = 'stood for two events with different resources, types or times';
    const twice = deliveryFinding(
      'WHK-34',
      `the id ${shown(id)}`,
      observed,
      'an id of its own for each event',
      delivery,
    );
    yield rule(['WHK-34'], areTwoEvents(before, delivery) ? [twice] : [], before, delivery);
  }
}

/** Judges by the rules for a kind; if the kind is unknown, only by those that apply to every kind. */
function byRules(rules: readonly Rule[], delivery: NotedDelivery, kind: EventType | undefined): Ruling {
  const speaking = rules.filter(({ kinds }) => kinds === undefined || (kind !== undefined && kinds.includes(kind)));
  const judged = speaking.map(({ requirement }) => requirement);
  const named = kind ?? 'an unknown kind';
  // keepsRules uses the kind only in its subject here, because the rules are selected already
  const findings = [...keepsRules(speaking, delivery, kind ?? appInstalled)].filter(isFinding).map((finding) => ({
    ...finding,
    subject: `the delivery of ${named}`,
  }));
  return rule(judged, findings, delivery);
}

function versionRuling(delivery: NotedDelivery): Ruling {
  const version = envelopeOf(delivery)?.['version'];
  const right = version === undefined || version === 0 || version === '0';
  const other = deliveryFinding('VER-18', 'a delivery', `had version ${shown(version)}`, 'version 0', delivery);
  return rule(['VER-18'], right ? [] : [other], delivery);
}

function* updatesRuling(delivery: NotedDelivery, kind: EventType): Generator<Ruling> {
  const updates = messageOf(delivery)?.['updates'];
  if (!kind.endsWith('.updated.fields') || !Array.isArray(updates)) return;
  const empty = deliveryFinding('WHK-46', `the delivery of ${kind}`, 'had empty updates', 'what was updated', delivery);
  yield rule(['WHK-46'], updates.length > 0 ? [] : [empty], delivery);
}

/**
 * Returns the documented type that a type would be with the right prefix. The messages of a canvas and of an
 * installation are described without a type, so a member of that name may mean something else (FRE-187).
 */
function withOtherPrefix(type: string): EventType | undefined {
  if (type.startsWith('v2.')) return undefined;
  return eventTypes
    .filter((right) => right !== canvasInitialized && right !== appInstalled)
    .find((right) => right.slice(3) === type.replace(/^v\d+\./i, ''));
}

/**
 * Returns the kind of a delivery if it is certain: by its type, or by members that are exactly those of one kind. Any
 * other message without a type may be of a kind that is not documented (FRE-186; FRE-208).
 */
function kindFor(delivery: NotedDelivery): EventType | undefined {
  const message = messageOf(delivery);
  if (message === undefined) return undefined;
  if (Object.hasOwn(message, 'type')) return eventTypes.find((type) => type === message['type']);
  const names = Object.keys(message);
  const kinds = Object.entries(untyped).filter(
    ([, members]) => members.length === names.length && members.every((name) => names.includes(name)),
  );
  return kinds.length === 1 ? (kinds[0]?.[0] as EventType) : undefined;
}
