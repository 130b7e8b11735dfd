import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import { messageOf } from '../../../core/delivery.ts';
import type { EventType } from '../../../drivers/world/event.ts';
import { resourceOf, subscribableTypes } from '../../../drivers/world/event.ts';
import { aSubscriber, deliveryOf, told, trigger } from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { deliveryFinding, shown, whatArrived } from '../../expectations/delivered.ts';
import { areTwoEvents } from '../../expectations/event-ids.ts';
import { needsDeliveries } from './series.ts';

const kinds: readonly EventType[] = subscribableTypes;

/** The identifiers of events ("Message fields"). */
export const idChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/no-id-stands-for-two-events',
    title: 'Among many events of all kinds, of several apps and in quick succession, no message id stands for two',
    proves: ['WHK-34'],
    needs: needsDeliveries,
    given: fc.array(fc.record({ app: fc.nat(2), type: fc.constantFrom(...kinds) }, { noNullPrototype: true }), {
      minLength: 2,
      maxLength: 30,
    }),
    atMost: 12,
    tell: (plan) => plan.map(({ app, type }) => `${type} for app ${app + 1}`).join(', then '),
    async gather(scene, plan) {
      const subscribers = [];
      // each of them begins to listen when others have been told of something
      for (let count = 0; count < 3; count++) {
        const subscriber = await aSubscriber(scene, { eventTypes: kinds });
        subscribers.push(subscriber);
        await told(scene, subscriber, subscribableTypes[0]);
      }
      // all are caused before any is waited for: ids that are made of the time would meet
      const causes = [];
      for (const { app, type } of plan) {
        const subscriber = subscribers[app] ?? subscribers[0];
        if (subscriber === undefined) continue;
        causes.push({ inbox: subscriber.inbox, cause: await trigger(scene, subscriber, type) });
      }
      const all = [];
      for (const { inbox, cause } of causes) all.push(await deliveryOf(scene, inbox, cause));
      return { all, everything: subscribers.flatMap(({ inbox }) => inbox.all()) };
    },
    *judge({ all, everything }) {
      yield* whatArrived(all);
      const first = new Map<string, Delivery>();
      for (const delivery of everything) {
        const id = messageOf(delivery)?.['id'];
        if (typeof id !== 'string') continue;
        const other = first.get(id);
        if (other === undefined) first.set(id, delivery);
        else if (areTwoEvents(other, delivery)) {
          const subject = `the id ${shown(id)}`;
          const observed = `stood for an event of ${shown(resourceOf(other))} and for one of ${shown(resourceOf(delivery))}`;
          yield deliveryFinding('WHK-34', subject, observed, 'an id of its own for each event', delivery);
          return;
        }
      }
    },
  }),
];
