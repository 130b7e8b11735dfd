import type { Delivery } from '../../core/delivery.ts';
import { messageOf } from '../../core/delivery.ts';
import type { TestBedTrouble } from '../../core/trouble.ts';
import { cannotBeDone, PremiseUnmet } from '../../core/trouble.ts';
import { unlessRefused } from '../control/unless-refused.ts';
import { isLoopback } from '../profile/address.ts';
import type { Inbox } from '../receiver/inbox.ts';
import type { InboxOptions, Receiver } from '../receiver/receiver.ts';
import type { Reach } from '../session/receiving.ts';
import { createApp } from './actors.ts';
import type { App, AppOptions } from './actors.ts';
import type { Cause, EventType } from './event.ts';
import { appInstalled, eventTypes, mayTellOf, subscribableTypes, tellsOf } from './event.ts';
import type { Scene } from './scene.ts';

/** An app with what its envelopes say of it. */
export interface WebhookApp extends App {
  readonly definitionId: string;
  readonly versionNumber: string;
}

/** An app that is told of events, at an address of the suite's own. */
export interface Subscriber {
  readonly app: WebhookApp;
  readonly inbox: Inbox;
  /** What the operator says that it is subscribed to. */
  readonly subscribed: readonly string[];
  /** When that was set, in milliseconds of real time: a change may take a while to be seen. */
  readonly since: number;
}

/** An app that can be told of events. */
export async function aWebhookApp(
  scene: Scene,
  options: Pick<AppOptions, 'name' | 'installed' | 'redirectUris'> = {},
): Promise<WebhookApp> {
  if (scene.target.time !== 'own') await scene.waitForRoom();
  const made = await createApp(scene, 'webhook app', options);
  const { appId, clientId, clientSecret, appDefinitionId: definitionId, versionNumber } = made;
  return { appId, clientId, clientSecret, definitionId, versionNumber, own: true };
}

/** An address for an app's webhook, which the tenant is not told of yet. */
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
  /** What follows the secret part of the address. */
  readonly suffix?: string;
}

/** An app of its own with an address of its own; without the suffix where the operator refuses an address with it. */
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
 * Puts a webhook in place of the one that the app has. It is removed when the case has ended: anything that happens at
 * the tenant may be told to every app that subscribed.
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

/** As {@link setWebhook}; undefined where the operator refuses the input, which is free for some event types. */
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

/** Has the cause of an event happen to a resource that the app may see; an installation is one after an uninstallation. */
export async function trigger(
  scene: Scene,
  { app, inbox, subscribed }: Subscriber,
  type: EventType,
  options: TriggerOptions = {},
): Promise<Cause> {
  const { appId } = app;
  if (type === appInstalled) {
    await scene.operate('app.uninstall', { appId });
    // whether an app that is gone keeps its webhook is not said
    await setWebhook(scene, app, inbox, subscribed);
    const cause = await install(scene, app);
    // nor whether what it subscribed to before an installation counts after it (FRE-260)
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

/** Waits until a webhook that was set must have been seen: the profile says how long a change may take. */
export async function takesEffect(scene: Scene, { since }: Subscriber): Promise<void> {
  const left = since / 1000 + scene.target.settings.limits.propagationSeconds - scene.target.realTime.now() / 1000;
  if (left > 0) await scene.listen(left);
}

/** Installs an app that has just been given its webhook, once that must have been seen. */
export async function installLater(scene: Scene, subscriber: Subscriber): Promise<Cause> {
  await takesEffect(scene, subscriber);
  return install(scene, subscriber.app);
}

/** What arrived of a cause. */
export interface Told {
  readonly cause: Cause;
  /** The first delivery of it. */
  readonly delivery?: Delivery;
  /** Whether the delivery is surely of this cause, or only cannot be of another. */
  readonly certain: boolean;
  /** Further messages of the same cause: several updates may come in one or in several (FRE-201). */
  readonly more: readonly Delivery[];
}

/**
 * Waits for the delivery of a cause, for as long as the profile allows for one. Where nothing comes that is surely of
 * this cause, what arrived meanwhile and can be of no other is taken for it. So is what says the same as an earlier
 * message, where neither has an id: each delivery may come again (FRE-191).
 */
export async function deliveryOf(
  scene: Scene,
  inbox: Inbox,
  cause: Cause,
  wanted: (delivery: Delivery) => boolean = () => true,
): Promise<Told> {
  const { settings, time, receivers, realTime } = scene.target;
  const { deliverySeconds } = settings.limits;
  const since = realTime.now();
  const foreign = inbox.watch();
  const listening = new AbortController();
  const { signal } = listening;
  const ofThis = (one: Delivery): boolean => tellsOf(one, cause) && wanted(one);
  const isNew = (one: Delivery): boolean => agreesWith(one, cause) || !inbox.mayRepeat(one);
  const sure = inbox.first((one) => ofThis(one) && isNew(one), signal);
  const perhaps = inbox.first((one) => mayTellOf(one, cause, receivers.resources) && wanted(one) && isNew(one), signal);
  try {
    const patient = time === 'own' ? Math.max(deliverySeconds, onABusyMachine) : deliverySeconds;
    let found = await scene.until(Promise.race([sure, perhaps]), patient);
    found ??= await scene.until(inbox.first(ofThis, signal), aMoment);
    if (found === undefined) {
      // how long a delivery takes is free (FRE-193), so what comes late says nothing but that it was waited for too little
      const late = time === 'own' ? undefined : await scene.until(sure, deliverySeconds);
      if (late === undefined) {
        demandQuiet(foreign());
        return { cause, certain: false, more: [] };
      }
      receivers.room.heard(since);
      throw new PremiseUnmet(
        `a delivery of ${cause.type} came later than ${deliverySeconds} s after its cause: set limits.deliverySeconds higher`,
      );
    }
    receivers.room.heard(since);
    if (!tellsOf(found, cause)) {
      // nor does what is late make something else that arrived meanwhile a delivery of this cause
      found = (await scene.until(sure, time === 'own' ? aMoment : 2 * deliverySeconds)) ?? found;
      // by now it may be known of what else it tells
      const strange = !tellsOf(found, cause) && !mayTellOf(found, cause, receivers.resources);
      if (strange) return { cause, certain: false, more: [] };
    }
    inbox.take(found);
    const certain = tellsOf(found, cause);
    const more = certain ? await moreOf(scene, inbox, cause, found) : [];
    return { cause, delivery: found, certain, more };
  } finally {
    listening.abort();
  }
}

/** Whether a message about a user names the resource and the user of the cause: nothing is lost if it is an earlier one. */
function agreesWith(delivery: Delivery, { resourceId, userId }: Cause): boolean {
  if (resourceId === undefined || userId === undefined) return false;
  const message = messageOf(delivery);
  return message?.['resourceId'] === resourceId && message['userId'] === userId;
}

/** Real seconds for which the embedded tenant may be kept from delivering by other work of its machine. */
const onABusyMachine = 4;
/** Real seconds after which something nearer would be there, at a tenant that nobody else uses. */
const aMoment = 0.2;
/** Likewise for what comes apart from its first part. */
const aWhile = 0.5;

/** The names that a message gives as updated. */
export function updatesIn(delivery: Delivery): readonly unknown[] {
  const updates = messageOf(delivery)?.['updates'];
  return Array.isArray(updates) ? updates : [];
}

/** Waits for what is missing of the updates, which may come in another message. */
async function moreOf(scene: Scene, inbox: Inbox, cause: Cause, first: Delivery): Promise<Delivery[]> {
  const { time } = scene.target;
  const more: Delivery[] = [];
  const missing = new Set<unknown>(cause.updates);
  for (let last: Delivery | undefined = first; last !== undefined;) {
    for (const name of updatesIn(last)) missing.delete(name);
    const readable = updatesIn(last).length > 0 && updatesIn(last).every((name) => typeof name === 'string');
    if (missing.size === 0 || !readable) return more;
    last = await arrival(scene, inbox, (one) => tellsOf(one, cause), time === 'own' ? aWhile : undefined);
    if (last !== undefined) more.push(last);
  }
  return more;
}

/** The next delivery that meets the wish, within the time that the profile allows for one. */
export async function next(
  scene: Scene,
  inbox: Inbox,
  wanted: (delivery: Delivery) => boolean,
  seconds?: number,
): Promise<Delivery | undefined> {
  const foreign = inbox.watch();
  const found = await arrival(scene, inbox, wanted, seconds);
  if (found === undefined) demandQuiet(foreign());
  return found;
}

/**
 * Makes sure that what did not arrive was not lost among what is for nobody.
 *
 * @throws PremiseUnmet which names what came
 */
function demandQuiet(foreign: string | undefined): void {
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
 * Has something caused and waits for its delivery; where nothing comes although the webhook was set, or the app
 * installed, only just before, once more, since a change may take a while to be seen.
 */
export async function told(
  scene: Scene,
  subscriber: Subscriber,
  type: EventType,
  options: TriggerOptions = {},
): Promise<Told> {
  const { target } = scene;
  const { now } = target.realTime;
  // taken before: to trigger an installation installs the app anew each time
  const changed = Math.max(subscriber.since, target.receivers.installed.get(subscriber.app.appId) ?? 0);
  for (;;) {
    const began = now();
    const found = await deliveryOf(scene, subscriber.inbox, await trigger(scene, subscriber, type, options));
    const settled = began - changed >= target.settings.limits.propagationSeconds * 1000;
    if (found.delivery !== undefined || settled) return found;
  }
}

/** Lets as much real time pass as a delivery may take, and gives all that has arrived by then. */
export async function silence(scene: Scene, inboxes: readonly Inbox[]): Promise<readonly Delivery[]> {
  await scene.listen(scene.target.settings.limits.deliverySeconds);
  return inboxes.flatMap((inbox) => inbox.all());
}

// -- where the tenant reaches the suite -----------------------------------------------------------------------

/**
 * The receiver at which deliveries of this tenant arrive.
 *
 * @throws PremiseUnmet where nothing arrives and that may well be because of the way there
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

/** Causes everything that is delivered, and sees whether any of it arrives over TLS, or else in clear text. */
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
  const clear = await arrivesUnlessRefused(scene, plain);
  if (clear === true) return { receiver: plain, arrives: true };
  // who takes addresses in clear text alone has to deliver to them
  if (secure !== false && clear === false) return { receiver: plain, arrives: false };
  await receivers.abandon('http');
  for (const refusal of [secure, clear]) if (typeof refusal !== 'boolean') throw refusal;
  return { receiver: await receivers.receiver(), arrives: false };
}

/** An operator may refuse one kind of address and take the other (FRE-196). */
async function arrivesUnlessRefused(scene: Scene, receiver: Receiver): Promise<boolean | TestBedTrouble> {
  try {
    return await arrivesAt(scene, receiver);
  } catch (error) {
    if (cannotBeDone(error)) return error;
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
