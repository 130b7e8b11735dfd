import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import type { Cause, EventType } from '../../../drivers/world/event.ts';
import {
  appInstalled,
  canvasInitialized,
  isOfItsResource,
  kindOf,
  resourceOf,
  subscribableTypes,
} from '../../../drivers/world/event.ts';
import {
  aSubscriber,
  deliveryOf,
  waitForAllDeliveries,
  causeAndAwait,
  trigger,
} from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryFinding, hasArrived } from '../../expectations/delivered.ts';
import { needsDeliveries } from './series.ts';
import { objectOf } from '../../../generators/object.ts';

/** Reports whether a delivery belongs to this cause, and not to an earlier one or to another check. */
export function isAbout(delivery: Delivery, cause: Cause): boolean {
  if (delivery.number <= cause.number) return false;
  if (cause.resourceId !== undefined) return isOfItsResource(delivery, cause);
  return (cause.type === canvasInitialized || cause.type === appInstalled) && kindOf(delivery) === cause.type;
}

/** Seconds of real time that cases wait to see that no delivery comes. All cases wait together. */
export const waitsForNothing = 5;

const output = 'v2.workflowOutput.updated.fields';
const task = 'v2.workflowTask.updated.fields';

/** Checks of events that must not be delivered ("Events / Event kinds"). */
export const noDeliveryChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/unsubscribed-events-are-not-delivered',
    title: 'An app receives what it subscribed to and nothing of the kinds that it did not subscribe to',
    proves: ['WHK-25'],
    needs: needsDeliveries,
    maxSeconds: waitsForNothing,
    cases: objectOf({
      subscribed: fc.subarray([...subscribableTypes], { maxLength: subscribableTypes.length - 1 }),
      order: fc.shuffledSubarray([...subscribableTypes], { minLength: subscribableTypes.length }),
    }),
    maxCases: 10,
    describe: ({ subscribed, order }) =>
      `subscribed to ${subscribed.join(', ') || 'nothing'}; caused ${order.join(', ')}`,
    async gather(scene, { subscribed, order }) {
      const subscriber = await aSubscriber(scene, { eventTypes: subscribed });
      const wanted: readonly EventType[] = subscribed;
      const [contrastType = canvasInitialized] = wanted;
      const contrast = await causeAndAwait(scene, subscriber, contrastType);
      const unwanted: Cause[] = [];
      for (const type of order) {
        const cause = await trigger(scene, subscriber, type);
        if (wanted.includes(type)) await deliveryOf(scene, subscriber.inbox, cause);
        else unwanted.push(cause);
      }
      return { contrast, unwanted, all: await waitForAllDeliveries(scene, [subscriber.inbox]) };
    },
    *judge({ contrast, unwanted, all }) {
      if (!(yield* premise(hasArrived(contrast), `not even ${contrast.cause.type} was delivered`))) return;
      for (const cause of unwanted) {
        const strange = all.find((one) => isAbout(one, cause) || isOfType(one, cause));
        if (strange === undefined) continue;
        const subject = `an event of ${cause.type}`;
        yield deliveryFinding(
          'WHK-25',
          subject,
          'was delivered',
          'no delivery to an app that is not subscribed',
          strange,
        );
        return;
      }
    },
  }),

  check({
    id: 'webhooks/tasks-and-outputs-are-told-apart',
    title: 'An update of a task sends no event of an output, and an update of an output sends none of a task',
    proves: ['WHK-57'],
    needs: needsDeliveries,
    maxSeconds: waitsForNothing,
    // the tenant draws the properties that an update changes, so many updates show more than few
    cases: fc.array(fc.constantFrom<EventType>(output, task), { minLength: 4, maxLength: 10 }),
    maxCases: 6,
    async gather(scene, types) {
      const subscriber = await aSubscriber(scene, { eventTypes: [output, task] });
      const arrived = [];
      for (const type of types) arrived.push(await causeAndAwait(scene, subscriber, type));
      return { arrived, all: await waitForAllDeliveries(scene, [subscriber.inbox]) };
    },
    *judge({ arrived, all }) {
      for (const { cause: known, delivery } of arrived) {
        // if the operator does not name the resource, the delivery does
        const resourceId =
          known.resourceId ??
          (delivery !== undefined && kindOf(delivery) === known.type ? resourceOf(delivery) : undefined);
        const cause = resourceId === undefined ? known : { ...known, resourceId };
        const about = all.filter((one) => one.repeats === undefined && isAbout(one, cause));
        const own = about.some((one) => kindOf(one) === cause.type);
        if (!(yield* premise(own, `no delivery of ${cause.type} arrived within limits.deliverySeconds`))) continue;
        const strange = about.find((one) => {
          const kind = kindOf(one);
          return kind !== cause.type && (kind === output || kind === task);
        });
        if (strange === undefined) continue;
        const observed = `was delivered as ${kindOf(strange) ?? ''} too`;
        yield deliveryFinding('WHK-57', `an event of ${cause.type}`, observed, 'one kind of event', strange);
      }
    },
  }),
];

/**
 * Reports whether a delivery has the type of the cause, if the resource is not known. Entries are left out: a message
 * without a type may belong to a kind that has lost its type.
 */
function isOfType(delivery: Delivery, { type, number, resourceId }: Cause): boolean {
  const known = resourceId !== undefined || type === 'v2.entry.created';
  return !known && delivery.number > number && kindOf(delivery) === type;
}
