import type { Delivery } from '../../core/delivery.ts';
import { messageOf } from '../../core/delivery.ts';
import type { TestBedTrouble } from '../../core/trouble.ts';
import { declinedOrFailing, PremiseUnmet } from '../../core/trouble.ts';
import { unlessRefused } from '../control/unless-refused.ts';
import { isLoopback } from '../profile/address.ts';
import type { Inbox } from '../receiver/inbox.ts';
import type { InboxOptions, Receiver } from '../receiver/receiver.ts';
import type { Reach } from '../session/receiving.ts';
import { createApp } from './actors.ts';
import type { App, AppOptions } from './actors.ts';
import type { Cause, EventType } from './event.ts';
import { appInstalled, eventTypes, mayTellOf, subscribableTypes, belongsToCause } from './event.ts';
import type { Scene } from './scene.ts';

/** An app, and the values that its envelopes have for it. */
export interface WebhookApp extends App {
  readonly definitionId: string;
  readonly versionNumber: string;
}

/** An app that receives events, at an address of the suite. */
export interface Subscriber {
  readonly app: WebhookApp;
  readonly inbox: Inbox;
  /** The event types to which the app is subscribed, according to the control. */
  readonly subscribed: readonly string[];
  /** Time at which the webhook was set, in milliseconds of real time: a change may take a while to become visible. */
  readonly since: number;
}

/** Makes an app that can receive events. */
export async function aWebhookApp(
  scene: Scene,
  options: Pick<AppOptions, 'name' | 'installed' | 'redirectUris'> = {},
): Promise<WebhookApp> {
  if (scene.target.time !== 'own') await scene.waitForRoom();
  const made = await createApp(scene, 'webhook app', options);
  const { appId, clientId, clientSecret, appDefinitionId: definitionId, versionNumber } = made;
  return { appId, clientId, clientSecret, definitionId, versionNumber, own: true };
}

/** Opens an address for an app's webhook. The tenant does not know the address yet. */
export async function anInbox(
  scene: Scene,
  app: WebhookApp,
  where: Pick<InboxOptions, 'suffix' | 'beside'> = {},
): Promise<Inbox> {
  const receiver = await receiverFor(scene);
  return scene.openInbox(receiver, { appId: app.appId, ...where });
}

export interface SubscriberOptions extends Pick<AppOptions, 'name' | 'installed' | 'redirectUris'> {
  readonly eventTypes: readonly string[];
  /** The part of the address after its secret part. */
  readonly suffix?: string;
}

/**
 * Makes an app with a webhook at an address of its own. The address has no suffix if the control refuses one with it.
 */
export async function aSubscriber(scene: Scene, options: SubscriberOptions): Promise<Subscriber> {
  const { eventTypes: wanted, suffix, ...creation } = options;
  const app = await aWebhookApp(scene, creation);
  if (suffix !== undefined && suffix !== '') {
    const subscriber = await setWebhookIfAccepted(scene, app, await anInbox(scene, app, { suffix }), wanted);
    if (subscriber !== undefined) return subscriber;
  }
  return setWebhook(scene, app, await anInbox(scene, app), wanted);
}

/**
 * Sets a webhook, which replaces the one that the app has. The webhook is removed when the case has ended: the tenant
 * may report any event to every app that is subscribed.
 */
export async function setWebhook(
  scene: Scene,
  app: WebhookApp,
  inbox: Inbox,
  wanted: readonly string[],
): Promise<Subscriber> {
  const { appId } = app;
  const { url, caPem } = inbox;
  const { subscribed } = await scene.operate('app.setWebhook', {
    appId,
    url,
    eventTypes: [...wanted],
    ...(caPem === undefined ? {} : { caPem }),
  });
  scene.atEnd(async () => {
    await removeWebhook(scene, app).catch(() => {});
  });
  return { app, inbox, subscribed, since: scene.target.realTime.now() };
}

export async function removeWebhook(scene: Scene, { appId }: App): Promise<void> {
  await scene.operate('app.setWebhook', { appId, url: null, eventTypes: [] });
}

/**
 * As {@link setWebhook}; returns undefined if the control refuses the input, as it is free to do for some event types.
 */
export async function setWebhookIfAccepted(
  scene: Scene,
  app: WebhookApp,
  inbox: Inbox,
  wanted: readonly string[],
): Promise<Subscriber | undefined> {
  return unlessRefused(setWebhook(scene, app, inbox, wanted));
}

export interface TriggerOptions {
  readonly userId?: string;
  readonly withSchema?: boolean;
}

/**
 * Causes an event of a resource that the app may see. For an installation, the app is uninstalled and installed again.
 */
export async function trigger(
  scene: Scene,
  { app, inbox, subscribed }: Subscriber,
  type: EventType,
  options: TriggerOptions = {},
): Promise<Cause> {
  const { appId } = app;
  if (type === appInstalled) {
    await scene.operate('app.uninstall', { appId });
    // the specification does not say whether an uninstalled app keeps its webhook
    await setWebhook(scene, app, inbox, subscribed);
    const cause = await install(scene, app);
    // nor whether a subscription from before an installation counts after it (FRE-260)
    if (subscribed.length > 0) await setWebhook(scene, app, inbox, subscribed);
    scene.target.receivers.installed.set(appId, scene.target.realTime.now());
    return cause;
  }
  const number = scene.journal.number();
  const known = await scene.operate('event.trigger', { eventType: type, appId, ...options });
  if (known.resourceId === undefined) return { type, number, appId, ...known };
  const { receivers } = scene.target;
  receivers.resources.set(known.resourceId, appId);
  return { type, number, appId, ...known, kinds: receivers.kindsFor(known.resourceId, type) };
}

/** Installs an app that is not installed. */
export async function install(scene: Scene, { appId }: App): Promise<Cause> {
  const number = scene.journal.number();
  await scene.operate('app.install', { appId });
  scene.target.receivers.installed.set(appId, scene.target.realTime.now());
  return { type: appInstalled, number, appId };
}

/** Waits until a webhook that was set must be in effect: the profile says how long a change may take. */
export async function waitUntilInEffect(scene: Scene, { since }: Subscriber): Promise<void> {
  const left = since / 1000 + scene.target.settings.limits.propagationSeconds - scene.target.realTime.now() / 1000;
  if (left > 0) await scene.listen(left);
}

/** Installs an app whose webhook has just been set, after the webhook must be in effect. */
export async function installLater(scene: Scene, subscriber: Subscriber): Promise<Cause> {
  await waitUntilInEffect(scene, subscriber);
  return install(scene, subscriber.app);
}

/** The deliveries that arrived for a cause. */
export interface DeliveriesOfCause {
  readonly cause: Cause;
  /** The first delivery of the cause. */
  readonly delivery?: Delivery;
  /** Whether the delivery certainly belongs to this cause. If false, it only cannot belong to another one. */
  readonly certain: boolean;
  /** Further messages of the same cause: several updates may come in one message or in several (FRE-201). */
  readonly more: readonly Delivery[];
}

/**
 * Waits for the delivery of a cause, for as long as the profile allows. If no delivery certainly belongs to this cause,
 * a delivery that arrived meanwhile and cannot belong to another cause is taken instead. A delivery of this cause that
 * may repeat an earlier one is taken only if no other comes: each delivery may come again (FRE-191), and without an id
 * the same content does not show which of the two it is.
 */
export async function deliveryOf(
  scene: Scene,
  inbox: Inbox,
  cause: Cause,
  wanted: (delivery: Delivery) => boolean = () => true,
): Promise<DeliveriesOfCause> {
  const { settings, time, receivers, realTime } = scene.target;
  const { deliverySeconds } = settings.limits;
  const since = realTime.now();
  const foreign = inbox.watch();
  const listening = new AbortController();
  const { signal } = listening;
  const ofThis = (one: Delivery): boolean => belongsToCause(one, cause) && wanted(one);
  const isNew = (one: Delivery): boolean => agreesWith(one, cause) || !inbox.mayRepeat(one);
  const sure = inbox.first((one) => ofThis(one) && isNew(one), signal);
  const possible = inbox.first(
    (one) => mayTellOf(one, cause, receivers.resources) && wanted(one) && isNew(one),
    signal,
  );
  try {
    const waitSeconds = time === 'own' ? Math.max(deliverySeconds, busyMachineSeconds) : deliverySeconds;
    let found = await scene.until(Promise.race([sure, possible]), waitSeconds);
    found ??= await scene.until(inbox.first(ofThis, signal), betterMatchSeconds);
    if (found === undefined) {
      // the duration of a delivery is free (FRE-193), so a late delivery shows only that the suite did not wait long
      // enough
      const late = time === 'own' ? undefined : await scene.until(sure, deliverySeconds);
      if (late === undefined) {
        throwIfForeignArrived(foreign());
        return { cause, certain: false, more: [] };
      }
      receivers.room.heard(since);
      throw new PremiseUnmet(
        `a delivery of ${cause.type} came later than ${deliverySeconds} s after its cause: set limits.deliverySeconds higher`,
      );
    }
    receivers.room.heard(since);
    if (!belongsToCause(found, cause)) {
      // a late delivery does not turn another one that arrived meanwhile into a delivery of this cause
      found = (await scene.until(sure, time === 'own' ? betterMatchSeconds : 2 * deliverySeconds)) ?? found;
      // by now the suite may know to which other event the delivery belongs
      const strange = !belongsToCause(found, cause) && !mayTellOf(found, cause, receivers.resources);
      if (strange) return { cause, certain: false, more: [] };
    }
    inbox.take(found);
    const certain = belongsToCause(found, cause);
    const more = certain ? await furtherMessages(scene, inbox, cause, found) : [];
    return { cause, delivery: found, certain, more };
  } finally {
    listening.abort();
  }
}

/**
 * Reports whether a message about a user names the resource and the user of the cause. An earlier message that agrees
 * may be taken for this cause too, because both say the same.
 */
function agreesWith(delivery: Delivery, { resourceId, userId }: Cause): boolean {
  if (resourceId === undefined || userId === undefined) return false;
  const message = messageOf(delivery);
  return message?.['resourceId'] === resourceId && message['userId'] === userId;
}

/** Real seconds for which other work of the machine may keep the embedded tenant from delivering. */
const busyMachineSeconds = 4;
/** Real seconds within which a better match would have arrived, at a tenant that only the suite uses. */
const betterMatchSeconds = 0.2;
/** Real seconds within which a further message of the same cause would have arrived, at such a tenant. */
const furtherMessageSeconds = 0.5;

/** Returns the names that a message lists as updated. */
export function updatesIn(delivery: Delivery): readonly unknown[] {
  const updates = messageOf(delivery)?.['updates'];
  return Array.isArray(updates) ? updates : [];
}

/** Waits for the updates that are still missing, which may come in another message. */
async function furtherMessages(scene: Scene, inbox: Inbox, cause: Cause, first: Delivery): Promise<Delivery[]> {
  const { time } = scene.target;
  const more: Delivery[] = [];
  const missing = new Set<unknown>(cause.updates);
  for (let last: Delivery | undefined = first; last !== undefined;) {
    for (const name of updatesIn(last)) missing.delete(name);
    const readable = updatesIn(last).length > 0 && updatesIn(last).every((name) => typeof name === 'string');
    if (missing.size === 0 || !readable) return more;
    last = await arrival(
      scene,
      inbox,
      (one) => belongsToCause(one, cause),
      time === 'own' ? furtherMessageSeconds : undefined,
    );
    if (last !== undefined) more.push(last);
  }
  return more;
}

/** Returns the next delivery that `wanted` accepts, if it arrives within the time that the profile allows. */
export async function next(
  scene: Scene,
  inbox: Inbox,
  wanted: (delivery: Delivery) => boolean,
  seconds?: number,
): Promise<Delivery | undefined> {
  const foreign = inbox.watch();
  const found = await arrival(scene, inbox, wanted, seconds);
  if (found === undefined) throwIfForeignArrived(foreign());
  return found;
}

/**
 * Makes sure that the missing delivery was not lost among requests that belong to no inbox.
 *
 * @throws PremiseUnmet with the requests that came
 */
function throwIfForeignArrived(foreign: string | undefined): void {
  if (foreign !== undefined) throw new PremiseUnmet(`no delivery arrived, and ${foreign}`);
}

async function arrival(
  scene: Scene,
  inbox: Inbox,
  wanted: (delivery: Delivery) => boolean,
  seconds: number = scene.target.settings.limits.deliverySeconds,
): Promise<Delivery | undefined> {
  const listening = new AbortController();
  try {
    return await scene.until(inbox.next(wanted, listening.signal), seconds);
  } finally {
    listening.abort();
  }
}

/**
 * Causes an event and waits for its delivery. If nothing comes, and the webhook was set or the app installed only just
 * before, causes the event again, because a change may take a while to become visible.
 */
export async function causeAndAwait(
  scene: Scene,
  subscriber: Subscriber,
  type: EventType,
  options: TriggerOptions = {},
): Promise<DeliveriesOfCause> {
  const { target } = scene;
  const { now } = target.realTime;
  // read before the loop: to trigger an installation installs the app anew each time
  const changed = Math.max(subscriber.since, target.receivers.installed.get(subscriber.app.appId) ?? 0);
  for (;;) {
    const began = now();
    const found = await deliveryOf(scene, subscriber.inbox, await trigger(scene, subscriber, type, options));
    const settled = began - changed >= target.settings.limits.propagationSeconds * 1000;
    if (found.delivery !== undefined || settled) return found;
  }
}

/** Waits in real time for as long as a delivery may take, and returns all deliveries that have arrived by then. */
export async function waitForAllDeliveries(scene: Scene, inboxes: readonly Inbox[]): Promise<readonly Delivery[]> {
  await scene.listen(scene.target.settings.limits.deliverySeconds);
  return inboxes.flatMap((inbox) => inbox.all());
}

// -- where the tenant reaches the suite -----------------------------------------------------------------------

/**
 * Returns the receiver at which deliveries of this tenant arrive.
 *
 * @throws PremiseUnmet if nothing arrives, and the route to the receiver may well be the reason
 */
export async function receiverFor(scene: Scene): Promise<Receiver> {
  const { receivers, time, baseUrl, settings } = scene.target;
  if (time === 'own') return receivers.receiver();
  const { receiver, arrives } = await receivers.reach(() => findReach(scene));
  const atHome = isLoopback(baseUrl) && receivers.publicUrl === undefined;
  if (arrives || atHome) return receiver;
  const { address } = receiver;
  const setting = receivers.publicUrl === undefined ? 'is not set' : `is ${receivers.publicUrl}`;
  throw new PremiseUnmet(
    `no delivery of ${baseUrl} arrived at ${address} within ${settings.limits.deliverySeconds} s: receiver.publicUrl ${setting}, ` +
      'expected an address at which the tenant reaches the suite, e.g. https://hooks.example/conformance',
  );
}

/** Causes every kind of event, and finds out whether any delivery arrives over TLS, or otherwise unencrypted. */
async function findReach(scene: Scene): Promise<Reach> {
  const { receivers, baseUrl } = scene.target;
  const receiver = await receivers.receiver();
  if (receivers.publicUrl === undefined && isLoopback(receiver.address) && !isLoopback(baseUrl)) {
    return { receiver, arrives: false };
  }
  if (receivers.publicUrl !== undefined) return { receiver, arrives: await arrivesAt(scene, receiver) };
  const secure = await arrivesUnlessRefused(scene, receiver);
  if (secure === true) return { receiver, arrives: true };
  await receivers.abandon('https');
  const plain = await receivers.receiver('http');
  const unencrypted = await arrivesUnlessRefused(scene, plain);
  if (unencrypted === true) return { receiver: plain, arrives: true };
  // if the control accepts only unencrypted addresses, the tenant has to deliver to them
  if (secure !== false && unencrypted === false) return { receiver: plain, arrives: false };
  await receivers.abandon('http');
  for (const refusal of [secure, unencrypted]) if (typeof refusal !== 'boolean') throw refusal;
  return { receiver: await receivers.receiver(), arrives: false };
}

/**
 * As {@link arrivesAt}; returns the refusal if the control refuses this kind of address and may accept the other
 * (FRE-196).
 */
async function arrivesUnlessRefused(scene: Scene, receiver: Receiver): Promise<boolean | TestBedTrouble> {
  try {
    return await arrivesAt(scene, receiver);
  } catch (error) {
    if (declinedOrFailing(error)) return error;
    throw error;
  }
}

async function arrivesAt(scene: Scene, receiver: Receiver): Promise<boolean> {
  const installed = !scene.supports('app.install');
  const app = await aWebhookApp(scene, { installed });
  const inbox = scene.openInbox(receiver, { appId: app.appId });
  const subscriber = await setWebhook(scene, app, inbox, subscribableTypes);
  if (!installed) await install(scene, app);
  for (const type of eventTypes) if (type !== appInstalled) await trigger(scene, subscriber, type);
  return (await next(scene, inbox, () => true)) !== undefined;
}
