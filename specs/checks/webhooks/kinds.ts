import fc from 'fast-check';
import type { Inbox } from '../../../drivers/receiver/inbox.ts';
import type { Cause, EventType } from '../../../drivers/world/event.ts';
import { kindOf, resourceOf, subscribableTypes } from '../../../drivers/world/event.ts';
import type { Subscriber } from '../../../drivers/world/webhooks.ts';
import { aSubscriber, deliveryOf, told, trigger } from '../../../drivers/world/webhooks.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { deliveryFinding } from '../../expectations/delivered.ts';
import { needsDeliveries, someEvents } from './series.ts';

const promised: Partial<Record<EventType, RequirementId>> = {
  'v2.workflowOutput.updated.fields': 'WHK-16',
  'v2.workflowTask.updated.fields': 'WHK-17',
  'v2.workflowTaskGroup.mappingCompleted': 'WHK-18',
  'v2.entry.created': 'WHK-19',
};

const kinds: readonly EventType[] = subscribableTypes;

/** What an app is told of because it subscribed ("Events / Event kinds"). */
export const kindChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/subscribed-events-are-delivered',
    title: 'An app that subscribed to a kind receives a delivery each time that an event of this kind is caused',
    proves: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    needs: needsDeliveries,
    given: fc.record(
      {
        subscribed: fc.shuffledSubarray([...kinds], { minLength: 1 }),
        order: fc.shuffledSubarray([...kinds], { minLength: kinds.length }),
        more: someEvents(kinds, 0, 4),
      },
      { noNullPrototype: true },
    ),
    atMost: 30,
    tell: ({ subscribed, order, more }) =>
      `an app subscribed to ${subscribed.join(', ')}, another to the rest; caused ${[...order, ...more.map(({ type }) => type)].join(', ')}`,
    async gather(scene, { subscribed, order, more }) {
      const rest = kinds.filter((type) => !subscribed.includes(type));
      const one = await aSubscriber(scene, { eventTypes: subscribed });
      const other = rest.length === 0 ? one : await aSubscriber(scene, { eventTypes: rest });
      const subscriberTo = (type: EventType): Subscriber => (subscribed.includes(type) ? one : other);
      // a subscription that was made just now may not be seen yet
      const settled = scene.target.settings.limits.propagationSeconds === 0;
      const [first, second] = [subscribed[0], rest[0]];
      if (!settled && first !== undefined) await told(scene, one, first);
      if (!settled && second !== undefined) await told(scene, other, second);
      const causes: { cause: Cause; inbox: Inbox }[] = [];
      for (const { type, withSchema } of [...order.map((kind) => ({ type: kind, withSchema: true })), ...more]) {
        const subscriber = subscriberTo(type);
        causes.push({ cause: await trigger(scene, subscriber, type, { withSchema }), inbox: subscriber.inbox });
      }
      const all = await scene.together(
        causes.map(
          ({ cause, inbox }) =>
            (part) =>
              deliveryOf(part, inbox, cause),
        ),
      );
      const since = causes[0]?.cause.number ?? 0;
      const { resources } = scene.target.receivers;
      const received = [...new Set([one, other])].flatMap(({ app, inbox }) =>
        inbox
          .all()
          .filter(({ number, repeats }) => number > since && repeats === undefined)
          .filter((delivery) => resources.get(resourceOf(delivery) ?? '') === app.appId),
      );
      return { all, kindsReceived: received.map((delivery) => kindOf(delivery)) };
    },
    *judge({ all, kindsReceived }) {
      const surely = new Set(all.filter(({ certain }) => certain).map(({ delivery }) => delivery?.number));
      for (const [index, { cause, delivery, certain }] of all.entries()) {
        const requirement = promised[cause.type];
        // what surely is of another event is not what was missing of this one
        const came = delivery !== undefined && (certain || !surely.has(delivery.number));
        // as many as there were events, if under mixed up names
        const [events, deliveries] = [
          all.filter((other) => other.cause.type === cause.type).length,
          kindsReceived.filter((kind) => kind === cause.type).length,
        ];
        if (came || deliveries >= events || requirement === undefined) continue;
        const subject = `event ${index + 1} of the series, ${cause.type},`;
        yield deliveryFinding(requirement, subject, 'was not delivered in time', 'a delivery to the subscribed app');
      }
    },
  }),
];
