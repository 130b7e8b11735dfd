import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import { messageOf } from '../../../core/delivery.ts';
import { inWords } from '../../../core/wording.ts';
import type { Moment } from '../../../drivers/world/clock-readings.ts';
import { readClock } from '../../../drivers/world/clock-readings.ts';
import { subscribableTypes } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Subscriber, DeliveriesOfCause } from '../../../drivers/world/webhooks.ts';
import {
  aSubscriber,
  deliveryOf,
  setWebhook,
  waitUntilInEffect,
  causeAndAwait,
  trigger,
} from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryDemand, hasArrived, shown, arrivedDeliveries } from '../../expectations/delivered.ts';
import { keepsRules, messageRules } from '../../expectations/webhook-rules.ts';
import { instantsOf } from '../../expectations/iso-instant.ts';
import { needsDeliveries } from './series.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** Seconds of clock skew between the servers of one tenant: one may date events, and another tell the time. */
const betweenServers = 1;

/** Returns the bounds of the tenant's time. */
async function tenantTime(scene: Scene): Promise<Moment> {
  const skew = scene.target.settings.limits.clockSkewSeconds + betweenServers;
  const { after, before } = await readClock(scene);
  return { after: after - skew, before: before + skew };
}

interface Timed {
  readonly told: DeliveriesOfCause;
  /** The earliest time of the cause, and the latest time of the arrival. */
  readonly from: number;
  readonly to: number;
}

const hours = 24;

/** Seconds for which a subscription is assumed to last. The specification does not say how long it does (FRE-260). */
const lastsSurely = 3600;

async function subscribedAnew(scene: Scene, { app, inbox }: Subscriber): Promise<Subscriber> {
  const subscriber = await setWebhook(scene, app, inbox, subscribableTypes);
  await waitUntilInEffect(scene, subscriber);
  return subscriber;
}

/** Checks of the creation time in messages ("Message fields"). */
export const timesChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/created-at-is-the-time-of-the-event',
    title: 'createdAt is the time at which the event was created',
    proves: ['WHK-31'],
    needs: [...needsDeliveries, 'clock.advance', 'clock.now'],
    maxSeconds: 200_000,
    cases: objectOf({
      types: fc.array(fc.constantFrom(...subscribableTypes), { minLength: 1, maxLength: 3 }),
      // a missing time zone, a missing day and a 12-hour clock show only at some times of the day
      pauses: fc.array(fc.constantFrom(0, 20, 60, 900, 18_000, 50_400), { minLength: 3, maxLength: 3 }),
    }),
    maxCases: 12,
    describe: ({ types, pauses }) =>
      types.map((type, index) => inWords`${type} after ${pauses[index] ?? 0} s`).join(', then '),
    async gather(scene, { types, pauses }) {
      let subscriber = await aSubscriber(scene, { eventTypes: subscribableTypes });
      await waitUntilInEffect(scene, subscriber);
      const all: Timed[] = [];
      for (const [index, type] of types.entries()) {
        const pause = pauses[index] ?? 0;
        await scene.elapse(pause);
        if (pause > lastsSurely) subscriber = await subscribedAnew(scene, subscriber);
        const present = subscriber;
        all.push(await timed(scene, () => trigger(scene, present, type), present.inbox));
      }
      return all;
    },
    *judge(all) {
      yield* wereCreatedThen(all);
    },
  }),

  check({
    id: 'webhooks/created-at-is-a-time-at-each-hour',
    title: 'createdAt has a date and a time at each hour of the day',
    proves: ['WHK-30'],
    needs: [...needsDeliveries, 'clock.advance', 'clock.now'],
    maxSeconds: hours * 3600,
    async gather(scene) {
      let subscriber = await aSubscriber(scene, { eventTypes: subscribableTypes });
      await waitUntilInEffect(scene, subscriber);
      const all: DeliveriesOfCause[] = [];
      const began = await scene.clock();
      for (let hour = 0; hour < hours; hour++) {
        const { app, inbox } = subscriber;
        if (hour > 0) subscriber = await setWebhook(scene, app, inbox, subscribableTypes);
        all.push(
          await causeAndAwait(
            scene,
            subscriber,
            subscribableTypes[hour % subscribableTypes.length] ?? subscribableTypes[0],
          ),
        );
        // some time in the next hour
        const passed = (await scene.clock()) - began;
        await scene.elapse((hour + 1) * 3600 - passed, { late: 3000 });
      }
      return all;
    },
    *judge(all) {
      for (const { delivery, cause } of yield* arrivedDeliveries(all)) {
        for (const one of keepsRules(messageRules, delivery, cause.type)) {
          if (one.requirement === 'WHK-30') yield one;
        }
      }
    },
  }),

  check({
    id: 'webhooks/created-at-is-right-around-new-year',
    title: 'createdAt has the date and the time of the event on the last and the first day of a year',
    proves: ['WHK-30', 'WHK-31'],
    needs: [...needsDeliveries, 'clock.advance', 'clock.now'],
    maxSeconds: 367 * day,
    async gather(scene) {
      let subscriber = await aSubscriber(scene, { eventTypes: subscribableTypes });
      const first = await causeAndAwait(scene, subscriber, subscribableTypes[0]);
      const year = new Date((await scene.clock()) * 1000).getUTCFullYear();
      const all: Timed[] = [];
      // in most years, the calendar week of one of the two days belongs to the other year
      for (const noon of [Date.UTC(year, 11, 31, 12), Date.UTC(year + 1, 0, 1, 12)]) {
        await scene.elapse(Math.max(0, noon / 1000 - (await scene.clock())));
        subscriber = await subscribedAnew(scene, subscriber);
        const present = subscriber;
        for (const type of subscribableTypes)
          all.push(await timed(scene, () => trigger(scene, present, type), present.inbox));
      }
      return { first, all };
    },
    *judge({ first, all }) {
      if (!(yield* premise(hasArrived(first), 'nothing was delivered to begin with'))) return;
      yield* wereCreatedThen(all);
      for (const { delivery, cause } of yield* arrivedDeliveries(all.map(({ told: one }) => one))) {
        for (const one of keepsRules(messageRules, delivery, cause.type)) {
          if (one.requirement === 'WHK-30') yield one;
        }
      }
    },
  }),

  check({
    id: 'webhooks/created-at-is-the-present-time',
    title: 'createdAt of an event that was caused just now is the present time',
    proves: ['WHK-31'],
    needs: needsDeliveries,
    async gather(scene) {
      const subscriber = await aSubscriber(scene, { eventTypes: subscribableTypes });
      await causeAndAwait(scene, subscriber, subscribableTypes[0]);
      const all: Timed[] = [];
      for (const type of subscribableTypes) {
        all.push(await timed(scene, () => trigger(scene, subscriber, type), subscriber.inbox));
      }
      return all;
    },
    *judge(all) {
      yield* wereCreatedThen(all);
    },
  }),
];

async function timed(
  scene: Scene,
  cause: () => ReturnType<typeof trigger>,
  inbox: Parameters<typeof deliveryOf>[1],
): Promise<Timed> {
  const { after } = await tenantTime(scene);
  const known = await cause();
  let arrived = await deliveryOf(scene, inbox, known);
  // if the operator does not name the resource, this may be a late delivery of an earlier event of other checks
  for (let looks = 0; known.resourceId === undefined && isOlderThan(arrived, after) && looks < atMostOlder; looks++) {
    const later = await deliveryOf(scene, inbox, known);
    if (!hasArrived(later)) break;
    arrived = later;
  }
  const { before } = await tenantTime(scene);
  return { told: arrived, from: after, to: before };
}

/** Maximal number of deliveries of earlier events that are skipped. */
const atMostOlder = 20;

function isOlderThan(found: DeliveriesOfCause, seconds: number): boolean {
  return hasArrived(found) && spansOf(found.delivery).some((span) => span.to < seconds);
}

function spansOf(delivery: Delivery): ReturnType<typeof instantsOf> {
  const createdAt = messageOf(delivery)?.['createdAt'];
  return typeof createdAt === 'string' ? instantsOf(createdAt) : [];
}

function* wereCreatedThen(all: readonly Timed[]) {
  for (const { told: one, from, to } of all) {
    const arrived = hasArrived(one) && one.certain ? one : undefined;
    yield* premise(arrived !== undefined, `no delivery of ${one.cause.type} arrived within limits.deliverySeconds`);
    if (arrived === undefined) continue;
    for (const delivery of [arrived.delivery, ...arrived.more]) {
      const createdAt = messageOf(delivery)?.['createdAt'];
      const spans = spansOf(delivery);
      if (spans.length === 0) continue;
      const bounds = [from, to].map((seconds) => new Date(seconds * 1000).toISOString());
      yield deliveryDemand(
        spans.some((span) => span.to >= from && span.from <= to),
        'WHK-31',
        `the delivery of ${one.cause.type}`,
        `had createdAt ${shown(createdAt)}`,
        `a time from ${bounds.join(' to ')}, when the event was caused`,
        delivery,
      );
    }
  }
}
