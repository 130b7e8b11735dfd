import { withNewSecret } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Subscriber } from '../../../drivers/world/webhooks.ts';
import { install, setWebhook } from '../../../drivers/world/webhooks.ts';

/** Events of an app before its webhook is changed. */
export const earlierEvents = ['nothing', 'nothing', 'a rotation', 'an unarchiving', 'a reinstallation'] as const;
export type EarlierEvent = (typeof earlierEvents)[number];

export function describeEarlierEvent(past: EarlierEvent): string {
  return past === 'nothing' ? '' : `, of an app after ${past}`;
}

/**
 * Carries out an event that changes nothing about the webhook of an app. The specification does not say whether
 * subscriptions survive the event, so they are made again.
 */
export async function carryOutEarlierEvent(
  scene: Scene,
  subscriber: Subscriber,
  eventTypes: readonly string[],
  past: EarlierEvent,
): Promise<Subscriber> {
  const { app, inbox } = subscriber;
  const { appId } = app;
  if (past === 'a rotation' && scene.supports('app.rotateSecret')) {
    await withNewSecret(scene, app);
  } else if (past === 'an unarchiving' && scene.supports('app.archive') && scene.supports('app.unarchive')) {
    await scene.operate('app.archive', { appId });
    await scene.operate('app.unarchive', { appId });
  } else if (past === 'a reinstallation' && scene.supports('app.uninstall') && scene.supports('app.install')) {
    await scene.operate('app.uninstall', { appId });
    await install(scene, app);
  } else return subscriber;
  return setWebhook(scene, app, inbox, eventTypes);
}
