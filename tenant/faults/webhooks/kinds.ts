import type { Delivery, EventType, LabEvent } from '../../state/events.ts';
import { Refused } from '../../control/refused.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { and } from '../operators/rows.ts';
import { before } from '../operators/rules.ts';
import { always, hasSubscribed, hasSubscriptions, of } from './conditions.ts';
import {
  alsoSubscribed,
  copyTo,
  requirementsOnEachKind,
  recipients,
  type Happening,
  type Standing,
  type Told,
} from './decisions.ts';
import { ENTRY, INSTALLED, MAPPING, OUTPUT, TASK } from './event-types.ts';
import { faultsOf, type RememberingCondition, type Wrong } from './rows.ts';
import { breaking } from './rows.ts';

/** Sends an update of one kind as an event of another kind too. */
const alsoToldAs = (type: EventType): Wrong<Happening> => ({
  breaks: ['WHK-57'],
  also: ['WHK-25', 'WHK-26'],
  wrong: (when) => (normal) => ({
    emit: (tenant, event) => {
      normal.emit(tenant, event);
      if (when({ tenant, event })) normal.emit(tenant, { ...event, type });
    },
  }),
});

/** Sends an event only to the first of several apps with the same value. */
const oneOf = (what: (app: App) => unknown): Wrong<Happening> =>
  recipients((apps) => apps.filter((app, index) => apps.findIndex((one) => what(one) === what(app)) === index));

/** The wrong decision that an app without an address cannot be installed. */
const notInstallable: Wrong<Standing> = {
  breaks: ['WHK-23'],
  wrong: (when) =>
    before('appWasInstalled', (tenant, app) => {
      if (when({ tenant, app })) throw new Refused(409, 'no_webhook', 'The app has no webhook URL.');
    }),
};
/** The condition that this is the first installation of an app that was created without one. */
const isFirst: RememberingCondition<Standing> = {
  watch: (normal) => {
    const known = new Set<App>();
    return {
      holds: ({ app }) => !known.has(app),
      remembering: before('setInstalled', (_tenant, app, installed) => !installed && known.add(app))(normal),
    };
  },
};

/**
 * Faults in which apps that share something miss a message, or apps get messages that are not for them. Events that
 * only one app misses are in `untold-events.ts`.
 */
export const kindFaults: readonly Fault[] = [
  ...faultsOf<Told>({
    'unsubscribed-apps-hear-of-mappings': [
      alsoSubscribed,
      and(of(MAPPING), hasSubscriptions),
      'A message about a completed mapping goes to every app that has any subscription.',
      { also: ['WHK-26'] },
    ],
    'subscriptions-are-compared-by-their-ends': [
      alsoSubscribed,
      and(of(TASK), hasSubscribed(OUTPUT)),
      'An app that subscribed to updates of outputs also gets those of tasks, because both types end in updated.fields.',
      { also: ['WHK-26'] },
    ],
    'subscriptions-are-compared-by-their-beginnings': [
      alsoSubscribed,
      and(of(MAPPING), hasSubscribed(TASK)),
      'An app that subscribed to updates of tasks also gets messages about completed mappings of task groups.',
      { also: ['WHK-57'] },
    ],
    'apps-without-subscriptions-get-everything': [
      alsoSubscribed,
      ({ app }) => app.webhook?.eventTypes.length === 0,
      'An empty list of event types counts as a subscription to all of them.',
    ],
  }),
  ...faultsOf<Standing>({
    'installing-without-an-address-fails': [
      notInstallable,
      and(isFirst, ({ app }: Standing) => app.webhook === undefined),
      'An app without a webhook URL cannot be installed for the first time.',
    ],
    'installing-after-the-address-was-removed-fails': [
      notInstallable,
      ({ app }) => app.webhook !== undefined && app.webhook.url === undefined,
      'An app whose webhook URL was removed cannot be installed again.',
    ],
  }),
  ...faultsOf<Happening>({
    'tasks-tell-of-outputs-too': [
      alsoToldAs(OUTPUT),
      of(TASK),
      'The tenant also sends an update of a task as an update of its output.',
    ],
    'outputs-tell-of-tasks-when-alone': [
      alsoToldAs(TASK),
      ({ event }) => event.type === OUTPUT && event.updates?.length === 1,
      'The tenant also sends an update of one property of an output as an update of its task.',
    ],
    'one-delivery-an-address': [
      oneOf(({ webhook }) => webhook?.url),
      always,
      'If several apps share an address, the tenant sends a message only to the first of them.',
    ],
    'of-namesakes-one-is-told': [
      oneOf(({ name }) => name),
      always,
      'If several apps with the same name subscribed to an event, only the first gets a message.',
    ],
    'only-one-subscriber-of-an-entry-is-told': [
      recipients((apps) => apps.slice(0, 1)),
      of(ENTRY),
      'Only the first app that subscribed to created entries gets a message about them.',
      { also: ['WHK-19', 'WHK-26', 'WHK-27', 'WHK-28'] },
    ],
    'two-subscribers-at-most-are-told': [
      recipients((apps) => apps.slice(0, 2)),
      always,
      'If several apps subscribed to an event, only the first two get a message.',
      { also: requirementsOnEachKind },
    ],
    'the-two-newest-subscribers-are-told': [
      recipients((apps) => apps.slice(-2)),
      always,
      'Only the two newest of the apps that should get a message get it.',
      { also: requirementsOnEachKind },
    ],
    'five-subscribers-at-most-are-told': [
      recipients((apps) => apps.slice(0, 5)),
      always,
      'If more than five apps subscribed to an event, only the first five get a message.',
    ],
  }),
  ...breaking('WHK-29', {
    'an-archived-subscriber-stops-the-others': [
      () => ({
        recipients: (tenant, event) => {
          const told: App[] = [];
          for (const app of tenant.state.apps.values()) {
            if (app.archived && tenant.behaviour.isSubscribed(tenant, app, event.type)) break;
            if (tenant.behaviour.receives(tenant, app, event)) told.push(app);
          }
          return told;
        },
      }),
      'The apps that were added after an archived subscriber of an event get no message about it.',
    ],
    'a-dead-address-stops-the-others': [
      (normal) => {
        const reached = new WeakSet<Delivery>();
        const before = new WeakMap<LabEvent, Promise<boolean>>();
        return {
          deliver: async (tenant, delivery, signal) => {
            const status = await normal.deliver(tenant, delivery, signal);
            reached.add(delivery);
            return status;
          },
          deliverPersistently: async (tenant, delivery, signal) => {
            const { promise, resolve } = Promise.withResolvers<boolean>();
            const earlier = before.get(delivery.event);
            before.set(delivery.event, promise);
            try {
              if ((await earlier) !== false) await normal.deliverPersistently(tenant, delivery, signal);
            } finally {
              resolve(reached.has(delivery));
            }
          },
        };
      },
      'If a delivery to one app fails, the later subscribers of the event get no message.',
    ],
  }),
  ...breaking('WHK-23', {
    'without-an-address-the-latest-one-is-used': [
      (normal) => {
        let latest: App['webhook'];
        return {
          setWebhook: (tenant, app, webhook) => {
            normal.setWebhook(tenant, app, webhook);
            if (webhook.url !== undefined) latest = webhook;
          },
          appWasInstalled: (tenant, app) => {
            normal.appWasInstalled(tenant, app);
            if (app.webhook !== undefined || latest === undefined) return;
            const event: LabEvent = { type: INSTALLED, addressee: app.id, id: 'evt', createdAt: tenant.clock.now() };
            copyTo(latest, { tenant, event, app });
          },
        };
      },
      'The message about the installation of an app without a webhook URL goes to the address that was set last.',
    ],
  }),
];
