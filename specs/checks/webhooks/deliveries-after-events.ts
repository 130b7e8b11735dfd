import fc from 'fast-check';
import { appInstalled, canvasInitialized, eventTypes, subscribableTypes } from '../../../drivers/world/event.ts';
import type { EventType } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Subscriber, DeliveriesOfCause } from '../../../drivers/world/webhooks.ts';
import {
  aSubscriber,
  deliveryOf,
  installLater,
  removeWebhook,
  setWebhook,
  causeAndAwait,
  trigger,
} from '../../../drivers/world/webhooks.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { aUser, withNewSecret } from '../../../drivers/world/actors.ts';
import { redirectUri } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive } from '../../expectations/authorization.ts';
import { deliveryDemand, hasArrived } from '../../expectations/delivered.ts';
import { namesItsApp, namesItsTenant, matchesItsCause, tenantFacts } from '../../expectations/webhook-facts.ts';
import { bodyRules, envelopeRules, keepsRules, messageRules } from '../../expectations/webhook-rules.ts';
import { needsDeliveries, needsInstallations } from './series.ts';
import { day } from '../../../core/spans.ts';

const promised: Readonly<Record<EventType, RequirementId>> = {
  'v2.workflowOutput.updated.fields': 'WHK-16',
  'v2.workflowTask.updated.fields': 'WHK-17',
  'v2.workflowTaskGroup.mappingCompleted': 'WHK-18',
  'v2.entry.created': 'WHK-19',
  [canvasInitialized]: 'WHK-20',
  [appInstalled]: 'WHK-24',
};

const appEvents = [
  'a rotation',
  'an unarchiving',
  'two reinstallations',
  'its address was removed for a while',
  'an authorization by a user',
] as const;

/** Seconds of a month: longer than any credential of the specification lasts. */
const aMonth = 31 * day;

async function carryOut(scene: Scene, subscriber: Subscriber, what: (typeof appEvents)[number]): Promise<Subscriber> {
  const { app, inbox } = subscriber;
  const { appId } = app;
  if (what === 'a rotation' && scene.supports('app.rotateSecret')) {
    await withNewSecret(scene, app);
  } else if (what === 'an unarchiving' && scene.supports('app.archive') && scene.supports('app.unarchive')) {
    await scene.operate('app.archive', { appId });
    await scene.operate('app.unarchive', { appId });
  } else if (what === 'two reinstallations') {
    for (let count = 0; count < 2; count++) {
      await deliveryOf(scene, inbox, await trigger(scene, subscriber, appInstalled));
    }
  } else if (what === 'an authorization by a user') {
    const operations = ['user.create', 'app.registerRedirectUri', 'browser.authorize'] as const;
    const able = operations.every((operation) => scene.supports(operation));
    if (able && (await scene.operate('app.registerRedirectUri', { appId, redirectUri })).registered) {
      await arrive(scene, { user: await aUser(scene), app });
    }
  } else await removeWebhook(scene, app);
  // the specification does not say whether subscriptions survive these events, so they are made again
  return setWebhook(scene, app, inbox, subscribableTypes);
}

/** Checks of whole deliveries to an app after events ("Events"). */
export const deliveriesAfterEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/deliveries-are-the-same-after-what-happens',
    title: 'An app gets the same deliveries after a rotation, an archival, a reinstall or a removed address',
    proves: [
      ...(['WHK-02', 'WHK-03', 'WHK-04', 'WHK-05', 'WHK-06', 'WHK-07', 'WHK-08', 'WHK-09', 'WHK-10'] as const),
      ...(['WHK-11', 'WHK-12', 'WHK-13', 'WHK-14', 'WHK-15', 'WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'] as const),
      ...(['WHK-20', 'WHK-24', 'WHK-30', 'WHK-32', 'WHK-33', 'WHK-35', 'WHK-36', 'WHK-37', 'WHK-38'] as const),
      ...(['WHK-39', 'WHK-40', 'WHK-41', 'WHK-42', 'WHK-43', 'WHK-44', 'WHK-45', 'WHK-46', 'WHK-47'] as const),
      ...(['WHK-48', 'WHK-49', 'WHK-50', 'WHK-51', 'WHK-52', 'WHK-53', 'WHK-54'] as const),
      ...(['WHK-60', 'WHK-61', 'WHK-62'] as const),
    ],
    needs: needsInstallations,
    cases: fc.shuffledSubarray([...appEvents], { minLength: 2, maxLength: 2 }),
    maxCases: 8,
    describe: (what) => `after ${what.join(' and then ')}`,
    async gather(scene, what) {
      const before = await aSubscriber(scene, { eventTypes: subscribableTypes });
      const first = await causeAndAwait(scene, before, subscribableTypes[0]);
      let after = before;
      for (const one of what) after = await carryOut(scene, after, one);
      const second: DeliveriesOfCause[] = [];
      for (const type of eventTypes) {
        second.push(await causeAndAwait(scene, after, type));
        // if one event is not delivered, waiting for all the others adds little
        if (second.at(-1)?.delivery === undefined) break;
      }
      return { app: before.app, first, second, facts: tenantFacts(scene) };
    },
    *judge({ app, first, second, facts }, happened) {
      const what = happened.join(' and then ');
      if (!(yield* premise(hasArrived(first), 'nothing was delivered to begin with'))) return;
      for (const arrived of second) {
        const { type } = arrived.cause;
        const subject = `the delivery of ${type} after ${what}`;
        const isDelivered = hasArrived(arrived);
        yield deliveryDemand(isDelivered, promised[type], `${type} after ${what}`, 'was not delivered', 'a delivery');
        if (!isDelivered) continue;
        const { delivery } = arrived;
        yield* keepsRules([...bodyRules, ...envelopeRules, ...messageRules], delivery, type);
        yield* namesItsApp(delivery, app, subject);
        yield* namesItsTenant(delivery, facts, subject);
        yield* matchesItsCause(arrived, subject);
      }
    },
  }),

  check({
    id: 'webhooks/subscriptions-outlast-a-month',
    title: 'A subscription brings its deliveries after more than a month without events',
    proves: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-20', 'WHK-59'],
    needs: [...needsDeliveries, 'clock.advance'],
    maxSeconds: aMonth,
    async gather(scene) {
      const subscriber = await aSubscriber(scene, { eventTypes: subscribableTypes });
      const first = await causeAndAwait(scene, subscriber, subscribableTypes[0]);
      await scene.elapse(aMonth);
      const later: DeliveriesOfCause[] = [];
      for (const type of [...subscribableTypes, canvasInitialized] as const)
        later.push(await causeAndAwait(scene, subscriber, type));
      const { app, inbox } = subscriber;
      const renewed = await setWebhook(scene, app, inbox, subscribableTypes);
      const anew: DeliveriesOfCause[] = [];
      for (const type of subscribableTypes) anew.push(await causeAndAwait(scene, renewed, type));
      return { first, later, anew };
    },
    *judge({ first, later, anew }) {
      if (!(yield* premise(hasArrived(first), 'nothing was delivered to begin with'))) return;
      for (const one of anew) {
        const subject = `${one.cause.type}, subscribed to anew after a month,`;
        yield deliveryDemand(hasArrived(one), promised[one.cause.type], subject, 'was not delivered', 'a delivery');
      }
      for (const old of later) {
        const { type } = old.cause;
        const subject = `${type} after a month`;
        if (type === canvasInitialized) {
          yield deliveryDemand(hasArrived(old), promised[type], subject, 'was not delivered', 'a delivery');
          continue;
        }
        // an app that receives nothing after a new subscription either has lost more than its subscription
        if (!anew.some((one) => one.cause.type === type && hasArrived(one))) continue;
        const lasting = `${type}, subscribed to a month before,`;
        yield deliveryDemand(hasArrived(old), 'WHK-59', lasting, 'was not delivered', 'a delivery');
      }
    },
  }),

  check({
    id: 'webhooks/subscriptions-from-before-the-installation-hold',
    title: 'An app that subscribed before it was installed receives its deliveries once it is installed',
    proves: ['WHK-59'],
    needs: needsInstallations,
    async gather(scene) {
      const early = await aSubscriber(scene, { eventTypes: subscribableTypes, installed: false });
      const usual = await aSubscriber(scene, { eventTypes: subscribableTypes });
      await installLater(scene, early);
      const all: { readonly contrast: DeliveriesOfCause; readonly told: DeliveriesOfCause }[] = [];
      // a tenant may refuse subscriptions of an app that is not installed yet
      for (const type of subscribableTypes.filter((one) => early.subscribed.includes(one))) {
        all.push({ contrast: await causeAndAwait(scene, usual, type), told: await causeAndAwait(scene, early, type) });
        if (all.at(-1)?.told.delivery === undefined) break;
      }
      return all;
    },
    *judge(all) {
      for (const { contrast, told: late } of all) {
        const { type } = late.cause;
        const isDelivered = hasArrived(late);
        const served = isDelivered || hasArrived(contrast);
        if (!(yield* premise(served, `no delivery of ${type} arrived at another app`))) return;
        const subject = `${type}, to which an app had subscribed before it was installed,`;
        yield deliveryDemand(isDelivered, 'WHK-59', subject, 'was not delivered', 'a delivery');
      }
    },
  }),
];
