import fc from 'fast-check';
import type { EventType } from '../../../drivers/world/event.ts';
import { appInstalled, canvasInitialized, subscribableTypes } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Subscriber, DeliveriesOfCause } from '../../../drivers/world/webhooks.ts';
import { aSubscriber, causeAndAwait } from '../../../drivers/world/webhooks.ts';
import { objectOf } from '../../../generators/object.ts';

/** The needs of checks of deliveries. */
export const needsDeliveries = ['app.create', 'app.setWebhook', 'event.trigger'] as const;
/** The needs of checks that also install apps again. */
export const needsInstallations = [...needsDeliveries, 'app.install', 'app.uninstall'] as const;

/** An event that is to be caused. */
export interface Planned {
  readonly type: EventType;
  /** Whether the resource is to have a schema. Not used for a canvas or an installation. */
  readonly withSchema: boolean;
}

/** Draws events of some kinds, one after the other. */
export function someEvents(types: readonly EventType[], minLength: number, maxLength: number): fc.Arbitrary<Planned[]> {
  const planned = objectOf({ type: fc.constantFrom(...types), withSchema: fc.boolean() });
  return fc.array(planned, { minLength, maxLength });
}

export function describeEvents(plan: readonly Planned[]): string {
  return plan.map(({ type, withSchema }) => (withSchema ? type : `${type} without a schema`)).join(', then ');
}

/** Causes each event and waits for its delivery before it causes the next one. */
export async function play(
  scene: Scene,
  subscriber: Subscriber,
  plan: readonly Planned[],
): Promise<DeliveriesOfCause[]> {
  const all: DeliveriesOfCause[] = [];
  for (const { type, withSchema } of plan) {
    const hasSchema = type !== canvasInitialized && type !== appInstalled;
    all.push(await causeAndAwait(scene, subscriber, type, hasSchema ? { withSchema } : {}));
  }
  return all;
}

/** Plays a plan to a new app that subscribed to every kind that it can. */
export async function playToAll(scene: Scene, plan: readonly Planned[]): Promise<DeliveriesOfCause[]> {
  return play(scene, await aSubscriber(scene, { eventTypes: subscribableTypes }), plan);
}
