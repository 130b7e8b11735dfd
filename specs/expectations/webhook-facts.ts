import type { Delivery } from '../../core/delivery.ts';
import { envelopeOf, membersOf, messageOf } from '../../core/delivery.ts';
import type { Demanded } from '../../core/judgement.ts';
import { held } from '../../core/judgement.ts';
import { canvasInitialized } from '../../drivers/world/event.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { WebhookApp } from '../../drivers/world/webhooks.ts';
import { updatesIn } from '../../drivers/world/webhooks.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Arrived } from './delivered.ts';
import { deliveryDemand, deliveryFinding, shown } from './delivered.ts';

/** The facts about this tenant that envelopes must state. */
export interface TenantFacts {
  /** The address under which it is tested, and the one that its operator gives. */
  readonly baseUrls: readonly string[];
  readonly tenantId: string;
}

export function tenantFacts({ target }: Scene): TenantFacts {
  const { baseUrl, tenantId } = target.control.description;
  return { baseUrls: [target.baseUrl, baseUrl], tenantId };
}

/** Demands that the envelope names the app that received it ("Events / Envelope"). */
export function* namesItsApp(delivery: Delivery, app: WebhookApp, subject: string): Generator<Demanded<RequirementId>> {
  const envelope = envelopeOf(delivery);
  const id = membersOf(envelope?.['app'])?.['id'];
  if (typeof id === 'string') {
    const expected = `the app's id ${app.appId}`;
    yield deliveryDemand(id === app.appId, 'WHK-05', subject, `had app.id ${shown(id)}`, expected, delivery);
  }
  const definition = membersOf(envelope?.['appDefinition']);
  const right = { id: app.definitionId, versionNumber: app.versionNumber };
  for (const name of ['id', 'versionNumber'] as const) {
    const value = definition?.[name];
    if (typeof value !== 'string') continue;
    const observed = `had appDefinition.${name} ${shown(value)}`;
    yield deliveryDemand(value === right[name], 'WHK-08', subject, observed, right[name], delivery);
  }
}

/** Demands that the envelope names the tenant that sent it ("Events / Envelope"). */
export function* namesItsTenant(
  delivery: Delivery,
  facts: TenantFacts,
  subject: string,
): Generator<Demanded<RequirementId>> {
  const envelope = envelopeOf(delivery);
  const baseUrl = envelope?.['baseURL'];
  if (typeof baseUrl === 'string') {
    const isRight = facts.baseUrls.some((right) => isSameAddress(baseUrl, right));
    yield deliveryDemand(
      isRight,
      'WHK-10',
      subject,
      `had baseURL ${shown(baseUrl)}`,
      facts.baseUrls[0] ?? '',
      delivery,
    );
  }
  const tenantId = envelope?.['tenantId'];
  if (typeof tenantId === 'string') {
    const isRight = tenantId === facts.tenantId;
    yield deliveryDemand(isRight, 'WHK-13', subject, `had tenantId ${shown(tenantId)}`, facts.tenantId, delivery);
  }
}

/** Compares addresses. A trailing slash, the letter case of the host and a default port make no difference. */
function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [URL.parse(one), URL.parse(other)];
  if (first === null || second === null || /\s/.test(one)) return false;
  return first.href.replace(/\/+$/, '') === second.href.replace(/\/+$/, '');
}

/** Demands that the message describes its cause ("Message fields"), as far as the operator knows the cause. */
export function* matchesItsCause(arrived: Arrived, subject: string): Generator<Demanded<RequirementId>> {
  const { cause, delivery, certain } = arrived;
  const message = messageOf(delivery);
  if (message === undefined) return;
  const isCanvas = cause.type === canvasInitialized;
  const { resourceId } = message;
  if (cause.resourceId !== undefined && typeof resourceId === 'string') {
    const requirement = isCanvas ? 'WHK-53' : 'WHK-36';
    const isRight = resourceId === cause.resourceId;
    const observed = `had resourceId ${shown(resourceId)}`;
    yield deliveryDemand(isRight, requirement, subject, observed, cause.resourceId, delivery);
  }
  if (isCanvas) {
    yield* matchesItsCanvas(arrived, subject);
    return;
  }
  // a delivery that may have another cause is not judged by the facts of this one
  if (certain) {
    yield* matchesItsSchema(arrived, subject);
    yield* matchesItsUpdates(arrived, subject);
  }
}

function* matchesItsCanvas({ cause, delivery }: Arrived, subject: string): Generator<Demanded<RequirementId>> {
  const message = messageOf(delivery);
  const { featureId, userId } = message ?? {};
  if (cause.featureId !== undefined && typeof featureId === 'string') {
    const isRight = featureId === cause.featureId;
    yield deliveryDemand(isRight, 'WHK-53', subject, `had featureId ${shown(featureId)}`, cause.featureId, delivery);
  }
  if (cause.userId !== undefined && typeof userId === 'string') {
    const isRight = userId === cause.userId;
    const expected = `the user ${cause.userId}`;
    yield deliveryDemand(isRight, 'WHK-52', subject, `had userId ${shown(userId)}`, expected, delivery);
  }
}

function* matchesItsSchema({ cause, delivery }: Arrived, subject: string): Generator<Demanded<RequirementId>> {
  const message = messageOf(delivery);
  if (cause.schemaId === undefined || message === undefined) return;
  const schema: unknown = message['schema'];
  const observed = `had schema ${shown(schema)}`;
  if (cause.schemaId === null) {
    yield deliveryDemand(schema === null, 'WHK-39', subject, observed, 'null for a resource without one', delivery);
    return;
  }
  const expected = `the schema ${cause.schemaId}`;
  // The specification does not say when null is right: that a resource with a schema has one in its messages is
  // inferred.
  if (schema === null) {
    yield deliveryFinding('WHK-60', subject, observed, expected, delivery);
    return;
  }
  const id = membersOf(schema)?.['id'];
  if (typeof id !== 'string') return;
  yield held('WHK-60');
  yield deliveryDemand(id === cause.schemaId, 'WHK-38', subject, observed, expected, delivery);
}

function* matchesItsUpdates({ cause, delivery, more }: Arrived, subject: string): Generator<Demanded<RequirementId>> {
  const messages = [delivery, ...more];
  if (cause.type !== 'v2.workflowOutput.updated.fields' && cause.type !== 'v2.workflowTask.updated.fields') return;
  for (const one of messages) {
    const updates = messageOf(one)?.['updates'];
    if (!Array.isArray(updates)) continue;
    yield deliveryDemand(updates.length > 0, 'WHK-46', subject, 'had empty updates', 'what was updated', one);
  }
  const readable = messages.every((one) => {
    const updates = messageOf(one)?.['updates'];
    return Array.isArray(updates) && updates.every((name) => typeof name === 'string');
  });
  if (cause.updates === undefined || !readable) return;
  const named = new Set(messages.flatMap(updatesIn));
  const [missing, extra] = [
    cause.updates.filter((name) => !named.has(name)),
    [...named].filter((name) => typeof name === 'string' && !cause.updates?.includes(name)),
  ];
  const observed = `named ${shown([...named])} as updated`;
  const each = `each of ${shown(cause.updates)}`;
  yield deliveryDemand(missing.length === 0, 'WHK-45', subject, observed, each, delivery);
  // the operator may not know of each property that the tenant updated along with these
  const only = `none but ${shown(cause.updates)}`;
  yield deliveryDemand(extra.length === 0, 'WHK-61', subject, observed, only, delivery);
}
