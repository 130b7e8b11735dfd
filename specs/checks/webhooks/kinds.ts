import fc from 'fast-check';
import { messageOf } from '../../../core/delivery.ts';
import type { Demanded } from '../../../core/judgement.ts';
import type { Inbox } from '../../../drivers/receiver/inbox.ts';
import type { Cause, EventType } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { kindOf, resourceOf, subscribableTypes, belongsToCause } from '../../../drivers/world/event.ts';
import type { Subscriber, DeliveriesOfCause } from '../../../drivers/world/webhooks.ts';
import { aSubscriber, deliveryOf, causeAndAwait, trigger, updatesIn } from '../../../drivers/world/webhooks.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryDemand, deliveryFinding } from '../../expectations/delivered.ts';
import { needsDeliveries, someEvents } from './series.ts';
import { held } from '../../../core/judgement.ts';
import { objectOf } from '../../../generators/object.ts';

const promised: Partial<Record<EventType, RequirementId>> = {
  'v2.workflowOutput.updated.fields': 'WHK-16',
  'v2.workflowTask.updated.fields': 'WHK-17',
  'v2.workflowTaskGroup.mappingCompleted': 'WHK-18',
  'v2.entry.created': 'WHK-19',
};

const kinds: readonly EventType[] = subscribableTypes;

/** Waits until a delivery that surely belongs to a cause has arrived, for as long as the profile allows for one. */
async function arrivalOf(scene: Scene, inbox: Inbox, cause: Cause): Promise<void> {
  const listening = new AbortController();
  try {
    const arrived = inbox.first((one) => belongsToCause(one, cause), listening.signal);
    await scene.until(arrived, scene.target.settings.limits.deliverySeconds);
  } finally {
    listening.abort();
  }
}

/** The members by which a message that arrived identifies itself. */
interface Named {
  readonly kind: EventType | undefined;
  readonly id: unknown;
  readonly resourceId: string | undefined;
  /** The updates that the message names. */
  readonly updates: readonly unknown[];
}

/**
 * Reports whether two messages can belong to one cause. Several updates of one resource may come in several messages
 * (FRE-201), but each update is in one message only, and a message with all updates is the only one.
 */
function canShareCause({ type, updates }: Cause, one: Named, other: Named): boolean {
  const updating = type === 'v2.workflowTask.updated.fields' || type === 'v2.workflowOutput.updated.fields';
  if (!updating || one.updates.some((update) => other.updates.includes(update))) return false;
  const hasAll = (message: Named): boolean => updates?.every((update) => message.updates.includes(update)) ?? false;
  return !hasAll(one) && !hasAll(other);
}

/**
 * Demands that events of one kind that were caused together each name their own resource. A message that is sent again
 * has the same id (FRE-191).
 */
function* eachNamesItsOwn(
  all: readonly DeliveriesOfCause[],
  messages: readonly Named[],
): Generator<Demanded<RequirementId>> {
  for (const type of subscribableTypes) {
    const causes = all.map(({ cause }) => cause).filter((cause) => cause.type === type);
    const caused = causes.map(({ resourceId }) => resourceId);
    const own = messages.filter(({ kind, id }) => kind === type && typeof id === 'string');
    const events = new Set(own.map(({ id }) => id));
    const unnamed = caused.filter((one) => one !== undefined && !own.some(({ resourceId }) => resourceId === one));
    const [lost] = unnamed;
    if (lost === undefined && caused.some((one) => one !== undefined)) yield held('WHK-36');
    if (lost === undefined || events.size < caused.length) continue;
    const twice = own.find((one) => {
      const cause = causes.find(({ resourceId }) => resourceId === one.resourceId);
      const others = own.filter(({ id, resourceId }) => resourceId === one.resourceId && id !== one.id);
      return cause !== undefined && others.some((other) => !canShareCause(cause, one, other));
    });
    if (twice === undefined) continue;
    const subject = `${events.size} messages of ${type}, caused together,`;
    const observed = `named ${twice.resourceId ?? ''} more than once and ${lost} not at all`;
    yield deliveryFinding('WHK-36', subject, observed, 'its own resource in each');
  }
}

/** Checks of the deliveries of events that an app subscribed to ("Events / Event kinds"). */
export const kindsChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/subscribed-events-are-delivered',
    title: 'An app that subscribed to a kind receives a delivery each time that an event of this kind is caused',
    proves: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-36'],
    needs: needsDeliveries,
    cases: objectOf({
      subscribed: fc.shuffledSubarray([...kinds], { minLength: 1 }),
      order: fc.shuffledSubarray([...kinds], { minLength: kinds.length }),
      more: someEvents(kinds, 0, 2),
    }),
    maxCases: 30,
    describe: ({ subscribed, order, more }) =>
      `an app subscribed to ${subscribed.join(', ')}, another to the rest; caused twice ${order.join(', ')}${more.map(({ type }) => `, then ${type}`).join('')}`,
    async gather(scene, { subscribed, order, more }) {
      const rest = kinds.filter((type) => !subscribed.includes(type));
      const one = await aSubscriber(scene, { eventTypes: subscribed });
      const other = rest.length === 0 ? one : await aSubscriber(scene, { eventTypes: rest });
      const subscriberTo = (type: EventType): Subscriber => (subscribed.includes(type) ? one : other);
      // a new subscription may not have taken effect yet
      const settled = !scene.changesTakeTime;
      const [first, second] = [subscribed[0], rest[0]];
      if (!settled && first !== undefined) await causeAndAwait(scene, one, first);
      if (!settled && second !== undefined) await causeAndAwait(scene, other, second);
      const causes: { cause: Cause; inbox: Inbox }[] = [];
      // each kind at least twice: a tenant may report one of two events as the other
      for (const { type, withSchema } of [
        ...[...order, ...order].map((kind) => ({ type: kind, withSchema: true })),
        ...more,
      ]) {
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
      // if a delivery was taken for one event and surely belongs to another, the first one is still waited for
      const taken = new Set(all.filter(({ certain }) => certain).map(({ delivery }) => delivery?.number));
      const late = causes.filter((_, index) => all[index]?.certain === false && taken.has(all[index].delivery?.number));
      await scene.together(
        late.map(
          ({ cause, inbox }) =>
            (part) =>
              arrivalOf(part, inbox, cause),
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
      const messages = received.map((delivery) => ({
        kind: kindOf(delivery),
        id: messageOf(delivery)?.['id'],
        resourceId: resourceOf(delivery),
        updates: updatesIn(delivery),
      }));
      return { all, kindsReceived: messages.map(({ kind }) => kind), messages };
    },
    *judge({ all, kindsReceived, messages }) {
      // without deliveries, there is no message to judge
      yield* premise(
        all.some(({ delivery }) => delivery !== undefined),
        'nothing was delivered',
      );
      yield* eachNamesItsOwn(all, messages);
      const surely = new Set(all.filter(({ certain }) => certain).map(({ delivery }) => delivery?.number));
      for (const [index, { cause, delivery, certain }] of all.entries()) {
        const requirement = promised[cause.type];
        // a delivery that surely belongs to another event is not the one that this event lacks
        const came = delivery !== undefined && (certain || !surely.has(delivery.number));
        // as many deliveries as events are enough, even if their names are mixed up
        const [events, deliveries] = [
          all.filter((other) => other.cause.type === cause.type).length,
          kindsReceived.filter((kind) => kind === cause.type).length,
        ];
        if (requirement === undefined) continue;
        const subject = `event ${index + 1} of the series, ${cause.type},`;
        yield deliveryDemand(
          came || deliveries >= events,
          requirement,
          subject,
          'was not delivered within limits.deliverySeconds',
          'a delivery to the subscribed app',
        );
      }
    },
  }),
];
