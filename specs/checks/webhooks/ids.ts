import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import { messageOf } from '../../../core/delivery.ts';
import { aProject, grant, someRecords } from '../../../drivers/world/actors.ts';
import type { Cause, EventType } from '../../../drivers/world/event.ts';
import { resourceOf, subscribableTypes } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Subscriber } from '../../../drivers/world/webhooks.ts';
import { aSubscriber, deliveryOf, causeAndAwait, trigger } from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { deliveryFinding, shown, arrivedDeliveries } from '../../expectations/delivered.ts';
import { areTwoEvents } from '../../expectations/event-ids.ts';
import { needsDeliveries } from './series.ts';
import { objectOf } from '../../../generators/object.ts';

const kinds: readonly EventType[] = subscribableTypes;

/**
 * Creates entries in one step. The specification does not say that this causes events, so the wait ends with the first
 * missing delivery.
 */
async function createdTogether(scene: Scene, { app, inbox }: Subscriber): Promise<void> {
  const needed = ['project.create', 'project.grant', 'record.create'] as const;
  if (!needed.every((operation) => scene.supports(operation))) return;
  const project = await aProject(scene);
  await grant(scene, project, app);
  const number = scene.journal.number();
  for (const { id } of await someRecords(scene, project, 'entry', 3)) {
    const cause: Cause = { type: 'v2.entry.created', number, appId: app.appId, resourceId: id };
    if ((await deliveryOf(scene, inbox, cause)).delivery === undefined) return;
  }
}

/** Checks of the identifiers of events ("Message fields"). */
export const idsChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/no-id-stands-for-two-events',
    title: 'Among many events of all kinds and several apps, no two have the same message id',
    proves: ['WHK-34'],
    needs: needsDeliveries,
    cases: fc.array(objectOf({ app: fc.nat(2), type: fc.constantFrom(...kinds) }), {
      minLength: 2,
      maxLength: 30,
    }),
    maxCases: 12,
    describe: (plan) => plan.map(({ app, type }) => `${type} for app ${app + 1}`).join(', then '),
    async gather(scene, plan) {
      const subscribers = [];
      // each app subscribes after the earlier ones have received a delivery
      for (let count = 0; count < 3; count++) {
        const subscriber = await aSubscriber(scene, { eventTypes: kinds });
        subscribers.push(subscriber);
        await causeAndAwait(scene, subscriber, subscribableTypes[0]);
      }
      // all events are caused before the first wait, so that ids that are made from the time would collide
      const causes = [];
      for (const { app, type } of plan) {
        const subscriber = subscribers[app] ?? subscribers[0];
        if (subscriber === undefined) continue;
        causes.push({ inbox: subscriber.inbox, cause: await trigger(scene, subscriber, type) });
      }
      const all = [];
      for (const { inbox, cause } of causes) all.push(await deliveryOf(scene, inbox, cause));
      const [first] = subscribers;
      if (first !== undefined) await createdTogether(scene, first);
      return { all, everything: subscribers.flatMap(({ inbox }) => inbox.all()) };
    },
    *judge({ all, everything }) {
      yield* arrivedDeliveries(all);
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
