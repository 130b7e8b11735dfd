import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import { messageOf } from '../../../core/delivery.ts';
import { premise } from '../../../core/check.ts';
import { succeeded } from '../../../core/exchange.ts';
import type { OperationName } from '../../../drivers/control/operation.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { aKey, anAccessToken, anApp, aUser, withNewSecret } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aGrant, redirectUri } from '../../../drivers/world/delegated.ts';
import type { EventType } from '../../../drivers/world/event.ts';
import { appInstalled, kindOf, resourceOf, subscribableTypes } from '../../../drivers/world/event.ts';
import type { Subscriber, DeliveriesOfCause } from '../../../drivers/world/webhooks.ts';
import { aSubscriber, setWebhook, causeAndAwait, trigger, deliveryOf } from '../../../drivers/world/webhooks.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { anIdToken, plainIdToken, signInOnce } from '../../../drivers/world/identity.ts';
import { aWritableProject, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { deliveryDemand, deliveryFinding, hasArrived, shown } from '../../expectations/delivered.ts';
import { areTwoEvents } from '../../expectations/event-ids.ts';
import { idTokenNeeds } from '../../expectations/id-token.ts';
import { namesItsApp, namesItsTenant, tenantFacts } from '../../expectations/webhook-facts.ts';
import { keepsRules, messageRules } from '../../expectations/webhook-rules.ts';
import { needsDeliveries } from './series.ts';
import { held, notApplicable } from '../../../core/judgement.ts';

const promised: Readonly<Record<(typeof subscribableTypes)[number], RequirementId>> = {
  'v2.workflowOutput.updated.fields': 'WHK-16',
  'v2.workflowTask.updated.fields': 'WHK-17',
  'v2.workflowTaskGroup.mappingCompleted': 'WHK-18',
  'v2.entry.created': 'WHK-19',
};

const appEvents = ['a rotation', 'an unarchiving', 'its webhook was set again', 'an installation'] as const;

async function carryOut(scene: Scene, subscriber: Subscriber, what: (typeof appEvents)[number]): Promise<void> {
  const { app, inbox } = subscriber;
  const { appId } = app;
  if (what === 'a rotation' && scene.supports('app.rotateSecret')) await withNewSecret(scene, app);
  else if (what === 'an unarchiving' && scene.supports('app.archive') && scene.supports('app.unarchive')) {
    await scene.operate('app.archive', { appId });
    await scene.operate('app.unarchive', { appId });
  } else if (what === 'an installation' && scene.supports('app.uninstall') && scene.supports('app.install')) {
    await deliveryOf(scene, inbox, await trigger(scene, subscriber, appInstalled));
  }
}

/** Causes an event of each kind until a delivery is missing: waiting for all the others then adds little. */
async function deliveriesOfEach(scene: Scene, subscriber: Subscriber): Promise<DeliveriesOfCause[]> {
  const all: DeliveriesOfCause[] = [];
  for (const type of subscribableTypes) {
    all.push(await causeAndAwait(scene, subscriber, type));
    if (all.at(-1)?.delivery === undefined) break;
  }
  return all;
}

const writers = [
  'the app',
  'another app',
  'a user with a key',
  'the app for a user',
  'a user with an ID token',
] as const;

/**
 * Makes an actor who may write, with its Authorization header. If the control cannot make one, the app itself writes.
 */
async function aWriter(
  scene: Scene,
  app: App,
  writer: (typeof writers)[number],
): Promise<{ readonly actor?: App | User; readonly authorization: string }> {
  const able = (operations: readonly OperationName[]): boolean => operations.every((name) => scene.supports(name));
  if (writer === 'another app' && able(['app.create'])) {
    const other = await anApp(scene);
    return { actor: other, authorization: bearer(await anAccessToken(scene, other)) };
  }
  if (writer === 'a user with a key' && able(['user.create', 'apiKey.create'])) {
    const user = await aUser(scene);
    return { actor: user, authorization: basic(await aKey(scene, user)) };
  }
  if (writer === 'the app for a user' && able(['user.create', 'browser.authorize'])) {
    const user = await aUser(scene);
    return { actor: user, authorization: (await aGrant(scene, app, user)).authorization };
  }
  if (writer === 'a user with an ID token' && able(idTokenNeeds)) {
    const user = await aUser(scene);
    await signInOnce(scene, user);
    return { actor: user, authorization: bearer(await anIdToken(scene, plainIdToken, { user })) };
  }
  return { authorization: bearer(await anAccessToken(scene, app)) };
}

/** Returns the identifiers of the entries that an app is shown. */
async function entriesSeen(scene: Scene, authorization: string): Promise<ReadonlySet<string>> {
  const listing = (await scene.listings()).find(({ kind }) => kind === 'entry');
  if (listing === undefined) return new Set();
  return new Set((await scene.view(listing, authorization)).identifiers);
}

/** Reports whether an app is shown an entry that was not there before. */
async function entryAppears(scene: Scene, authorization: string, before: ReadonlySet<string>): Promise<boolean> {
  const look = async (): Promise<boolean> =>
    [...(await entriesSeen(scene, authorization))].some((one) => !before.has(one));
  return scene.settle(look, (appears) => appears);
}

/** The identifier of the entry that was created, and a message that names an unknown resource instead of it. */
interface NamedCreation {
  readonly created?: string;
  readonly misnamed?: Delivery;
}

/**
 * Looks for the message that names the one new entry of a listing. Other messages may be of entries of anybody
 * (FRE-209).
 */
async function namedOf(
  scene: Scene,
  { inbox }: Subscriber,
  authorization: string,
  before: ReadonlySet<string>,
): Promise<NamedCreation> {
  const fresh = await scene.settle(
    async () => [...(await entriesSeen(scene, authorization))].filter((one) => !before.has(one)),
    (some) => some.length > 0,
  );
  const [created] = fresh;
  if (created === undefined || fresh.length > 1) return {};
  const ofEntries = (one: Delivery): boolean => kindOf(one) === 'v2.entry.created';
  const isRight = (one: Delivery): boolean => ofEntries(one) && resourceOf(one) === created;
  if (inbox.all().some(isRight)) return { created };
  const listening = new AbortController();
  try {
    const right = inbox.first(isRight, listening.signal);
    if ((await scene.until(right, scene.target.settings.limits.deliverySeconds)) !== undefined) return { created };
  } finally {
    listening.abort();
  }
  const { resources } = scene.target.receivers;
  const misnamed = inbox.all().find((one) => {
    const resource = ofEntries(one) ? resourceOf(one) : undefined;
    return resource !== undefined && !before.has(resource) && !resources.has(resource);
  });
  return misnamed === undefined ? { created } : { created, misnamed };
}

/** Checks of deliveries to an app after events since its subscription ("Events / Event kinds"). */
export const subscriptionsAfterEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/subscriptions-outlast-what-happens',
    title: 'A subscription made after a rotation, an archival or a reinstall brings its deliveries',
    proves: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-34', 'WHK-59'],
    needs: needsDeliveries,
    cases: fc.constantFrom(...appEvents),
    maxCases: 12,
    describe: (what) => `after ${what}`,
    async gather(scene, what) {
      const before = await aSubscriber(scene, { eventTypes: subscribableTypes });
      const first = await deliveriesOfEach(scene, before);
      await carryOut(scene, before, what);
      // the specification does not say what happens to the subscriptions of an archived or uninstalled app
      const lasts = what === 'a rotation' && scene.supports('app.rotateSecret');
      const kept = lasts ? await deliveriesOfEach(scene, { ...before, since: scene.target.realTime.now() }) : [];
      const after = await setWebhook(scene, before.app, before.inbox, subscribableTypes);
      const second = [];
      for (const type of subscribableTypes) second.push({ type, told: await causeAndAwait(scene, after, type) });
      return { first, kept, second, everything: before.inbox.all() };
    },
    *judge({ first, kept, second, everything }, what) {
      const all = first.every(({ delivery }) => delivery !== undefined);
      if (!(yield* premise(all, 'not all kinds of events were delivered to begin with'))) return;
      for (const { type, told: found } of second) {
        const isDelivered = found.delivery !== undefined;
        const subject = `${type}, subscribed to anew after ${what},`;
        yield deliveryDemand(isDelivered, promised[type], subject, 'was not delivered', 'a delivery');
        const old = kept.find(({ cause }) => cause.type === type);
        // an app that receives nothing after a new subscription either has lost more than its subscription
        if (old === undefined || !isDelivered) continue;
        const lasting = `${type}, subscribed to before ${what},`;
        const isKept = old.delivery !== undefined;
        yield deliveryDemand(isKept, 'WHK-59', lasting, 'was not delivered after it', 'a delivery');
      }
      const known = new Map<string, Delivery>();
      for (const delivery of everything) {
        const id = messageOf(delivery)?.['id'];
        const other = typeof id === 'string' ? known.get(id) : undefined;
        if (typeof id === 'string' && other === undefined) known.set(id, delivery);
        else if (other !== undefined && areTwoEvents(other, delivery)) {
          const observed = `stood for an event of ${shown(resourceOf(other))} and for one of ${shown(resourceOf(delivery))}`;
          yield deliveryFinding('WHK-34', `the id ${shown(id)}`, observed, 'an id of its own for each event', delivery);
          return;
        }
      }
      if (known.size > 1) yield held('WHK-34');
    },
  }),

  check({
    id: 'webhooks/entries-of-the-api-are-told-of',
    title: 'A subscribed app receives an event for an entry that any caller creates through the API',
    proves: [
      'WHK-05',
      'WHK-08',
      'WHK-10',
      'WHK-13',
      'WHK-19',
      'WHK-30',
      'WHK-32',
      'WHK-33',
      'WHK-35',
      'WHK-36',
      'WHK-37',
      'WHK-43',
      'WHK-48',
    ],
    needs: [...needsDeliveries, 'write-probe', 'access'],
    cases: fc.constantFrom(...writers),
    maxCases: 6,
    describe: (writer) => `created by ${writer}`,
    async gather(scene, writer) {
      // only a write probe to a path of entries surely creates an entry
      if (!/\/entr(y|ies)(\/|$)/.test(scene.target.settings.writeProbe?.path ?? '')) return null;
      const type: EventType = 'v2.entry.created';
      const subscriber = await aSubscriber(scene, { eventTypes: [type], redirectUris: [redirectUri] });
      const control = await causeAndAwait(scene, subscriber, type);
      const { actor, authorization } = await aWriter(scene, subscriber.app, writer);
      const project = await aWritableProject(scene, subscriber.app, ...(actor === undefined ? [] : [actor]));
      const own = bearer(await anAccessToken(scene, subscriber.app));
      const before = await entriesSeen(scene, own);
      // the access of the app to the project need not be known at once (FRE-14)
      const { written, told: found } = await scene.nowOrSettled(
        async () => {
          const number = scene.journal.number();
          const written = await scene.settle(() => writeRecord(scene, authorization, project?.projectId), succeeded);
          return { written, told: await deliveryOf(scene, subscriber.inbox, { type, number }) };
        },
        ({ told: one }) => hasArrived(one),
      );
      // whether a write with an ID token is accepted is a separate question
      if (writer === 'a user with an ID token' && !succeeded(written)) return null;
      const { app } = subscriber;
      const { delivery } = found;
      // the specification does not say whether an app receives events of entries that it may not read (FRE-209)
      const mayRead = project !== undefined || delivery !== undefined || (await entryAppears(scene, own, before));
      // if the control's entry is listed under the identifier in its message, the other entry must be too
      const known = hasArrived(control) ? resourceOf(control.delivery) : undefined;
      const isListed = delivery !== undefined && known !== undefined && before.has(known);
      return {
        control: hasArrived(control),
        written: succeeded(written),
        mayRead,
        app,
        facts: tenantFacts(scene),
        certain: found.certain,
        ...(delivery === undefined ? {} : { delivery }),
        ...(isListed ? await namedOf(scene, subscriber, own, before) : {}),
      };
    },
    *judge(seen, writer) {
      if (seen === null) return yield notApplicable('the write probe creates no entry, or refuses this writer');
      if (!(yield* premise(seen.control && seen.written, 'no entry was delivered, or none could be written'))) return;
      if (seen.delivery !== undefined) {
        yield held('WHK-19');
        // a delivery that is not certain may belong to any other event
        if (!seen.certain) return;
        yield* keepsRules(messageRules, seen.delivery, 'v2.entry.created');
        const subject = `the message of an entry that was created by ${writer}`;
        yield* namesItsApp(seen.delivery, seen.app, subject);
        yield* namesItsTenant(seen.delivery, seen.facts, subject);
        const { created, misnamed } = seen;
        if (created === undefined) return;
        if (misnamed === undefined) yield held('WHK-36');
        else
          yield deliveryFinding('WHK-36', subject, `had resourceId ${shown(resourceOf(misnamed))}`, created, misnamed);
        return;
      }
      if (!seen.mayRead) {
        return yield notApplicable(
          'writeProbe names no project, and the app was shown no new entry: an entry that it may not read need not be delivered to it (FRE-209)',
        );
      }
      const subject = `the creation of an entry by a call of the API by ${writer}`;
      yield deliveryFinding('WHK-19', subject, 'was not delivered', 'a delivery');
    },
  }),
];
