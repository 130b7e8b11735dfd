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
  ofEachKind,
  recipients,
  type Happening,
  type Standing,
  type Told,
} from './decisions.ts';
import { ENTRY, INSTALLED, MAPPING, OUTPUT, TASK } from './event-types.ts';
import { faultsOf, type Watching, type Wrong } from './rows.ts';
import { breaking } from './rows.ts';

/** An update is told as one of the other kind as well. */
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

/** Of several apps that are alike in something, the first is told. */
const oneOf = (what: (app: App) => unknown): Wrong<Happening> =>
  recipients((apps) => apps.filter((app, index) => apps.findIndex((one) => what(one) === what(app)) === index));

/** An app cannot be installed, since it has no address to be told at. */
const notInstallable: Wrong<Standing> = {
  breaks: ['WHK-23'],
  wrong: (when) =>
    before('appWasInstalled', (tenant, app) => {
      if (when({ tenant, app })) throw new Refused(409, 'no_webhook', 'The app has no webhook URL.');
    }),
};
/** The first installation of an app that was made without one. */
const isFirst: Watching<Standing> = {
  watch: (normal) => {
    const known = new Set<App>();
    return {
      holds: ({ app }) => !known.has(app),
      remembering: before('setInstalled', (_tenant, app, installed) => !installed && known.add(app))(normal),
    };
  },
};

/** Who is told of what, besides events that one app is not told of: apps that share something, and apps that hear too much. */
export const kindFaults: readonly Fault[] = [
  ...faultsOf<Told>({
    'unsubscribed-apps-hear-of-mappings': [
      alsoSubscribed,
      and(of(MAPPING), hasSubscriptions),
      'A completed mapping is told to every app that subscribed to anything.',
      { also: ['WHK-26'] },
    ],
    'subscriptions-are-compared-by-their-ends': [
      alsoSubscribed,
      and(of(TASK), hasSubscribed(OUTPUT)),
      'Who subscribed to updates of outputs hears of those of tasks, since both end in updated.fields.',
      { also: ['WHK-26'] },
    ],
    'subscriptions-are-compared-by-their-beginnings': [
      alsoSubscribed,
      and(of(MAPPING), hasSubscribed(TASK)),
      'Who subscribed to updates of tasks hears of completed mappings of task groups too.',
      { also: ['WHK-57'] },
    ],
    'apps-without-subscriptions-get-everything': [
      alsoSubscribed,
      ({ app }) => app.webhook?.eventTypes.length === 0,
      'An empty list of event types counts as all of them.',
    ],
  }),
  ...faultsOf<Standing>({
    'installing-without-an-address-fails': [
      notInstallable,
      and(isFirst, ({ app }: Standing) => app.webhook === undefined),
      'An app without a webhook URL cannot be installed for the first time, since it cannot be told of it.',
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
      'An update of a task is told as one of its output as well.',
    ],
    'outputs-tell-of-tasks-when-alone': [
      alsoToldAs(TASK),
      ({ event }) => event.type === OUTPUT && event.updates?.length === 1,
      'An update of one property of an output is told as one of its task as well.',
    ],
    'one-delivery-an-address': [
      oneOf(({ webhook }) => webhook?.url),
      always,
      'Where several apps share an address, one delivery is thought to be enough.',
    ],
    'of-namesakes-one-is-told': [
      oneOf(({ name }) => name),
      always,
      'Of several apps of one name that subscribed to an event the first is told of it.',
    ],
    'only-one-subscriber-of-an-entry-is-told': [
      recipients((apps) => apps.slice(0, 1)),
      of(ENTRY),
      'The creation of an entry is told to the first app that subscribed, and to no other.',
      { also: ['WHK-19', 'WHK-26', 'WHK-27', 'WHK-28'] },
    ],
    'two-subscribers-at-most-are-told': [
      recipients((apps) => apps.slice(0, 2)),
      always,
      'Of several apps that subscribed to an event two are told of it.',
      { also: ofEachKind },
    ],
    'the-two-newest-subscribers-are-told': [
      recipients((apps) => apps.slice(-2)),
      always,
      'Of all apps that are to hear of an event, only the two newest do.',
      { also: ofEachKind },
    ],
    'five-subscribers-at-most-are-told': [
      recipients((apps) => apps.slice(0, 5)),
      always,
      'Of more than five apps that subscribed to an event five are told of it.',
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
      'Apps are told of an event one after the other, and after one that is archived none is.',
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
      'Apps are told of an event one after the other, and after one that cannot be reached none is.',
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
      'The installation of an app without a webhook URL is told at the address that was set last.',
    ],
  }),
];
