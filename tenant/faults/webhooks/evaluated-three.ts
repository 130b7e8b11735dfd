import type { Delivery, EventType, LabEvent, Webhook } from '../../state/events.ts';
import type { Fault } from '../fault.ts';
import { whileCreating } from './while-creating.ts';

const CANVAS: EventType = 'v2.canvas.initialized';
const INSTALLED: EventType = 'v2.app.installed';
const ENTRY: EventType = 'v2.entry.created';

const sameTypes = (one: Webhook, other: Webhook): boolean =>
  one.eventTypes.length === other.eventTypes.length && one.eventTypes.every((type) => other.eventTypes.includes(type));

/** Mistakes about subscriptions, addresses and messages that show after one step more, or beside another app only. */
export const evaluatedFaultsThree: readonly Fault[] = [
  {
    id: 'webhooks/the-same-webhook-again-is-none',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19', 'WHK-25', 'WHK-26', 'WHK-29', 'WHK-34', 'WHK-55', 'WHK-57'],
    summary: 'Who sets the webhook that it has already has no subscriptions from then on.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const isSame = app.webhook !== undefined && app.webhook.url === webhook.url && sameTypes(app.webhook, webhook);
        normal.setWebhook(tenant, app, isSame ? { ...webhook, eventTypes: [] } : webhook);
      },
    }),
  },
  {
    id: 'webhooks/a-list-that-asks-for-installations-is-not-kept',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'A list with v2.app.installed is answered with what is left of it, and none of that is kept.',
    behaviour: (normal) => {
      const asked = new WeakSet<object>();
      return {
        subscribedTypes: (tenant, app, wanted) => {
          if (wanted.includes(INSTALLED)) asked.add(app);
          else asked.delete(app);
          return normal.subscribedTypes(tenant, app, wanted);
        },
        setWebhook: (tenant, app, webhook) => {
          normal.setWebhook(tenant, app, asked.has(app) ? { ...webhook, eventTypes: [] } : webhook);
        },
      };
    },
  },
  {
    id: 'webhooks/repeated-parameters-of-the-address-are-one',
    breaks: ['WHK-01'],
    summary: 'Of parameters of one name in the query of the address the last one is kept.',
    behaviour: (normal) => ({
      deliveryUrl: (tenant, delivery) => {
        const url = normal.deliveryUrl(tenant, delivery);
        const [path = '', query] = url.split('?');
        if (query === undefined) return url;
        const byName = new Map(query.split('&').map((each) => [each.split('=')[0], each]));
        return `${path}?${[...byName.values()].join('&')}`;
      },
    }),
  },
  {
    id: 'webhooks/addresses-are-cut-at-255',
    breaks: ['WHK-01'],
    summary: 'Of an address the first 255 characters are kept.',
    behaviour: (normal) => ({
      deliveryUrl: (tenant, delivery) => normal.deliveryUrl(tenant, delivery).slice(0, 255),
    }),
  },
  {
    id: 'webhooks/the-first-event-after-a-change-goes-to-the-old-address',
    breaks: ['WHK-27'],
    summary: 'The first message after a change of the address goes to the one before.',
    behaviour: (normal) => {
      const old = new Map<string, string>();
      const late = new WeakMap<Delivery, string>();
      return {
        setWebhook: (tenant, app, webhook) => {
          const before = app.webhook?.url;
          if (before !== undefined && webhook.url !== undefined && before !== webhook.url) old.set(app.id, before);
          normal.setWebhook(tenant, app, webhook);
        },
        deliveryUrl: (tenant, delivery) => {
          const before = old.get(delivery.app.id);
          old.delete(delivery.app.id);
          if (before !== undefined) late.set(delivery, before);
          return late.get(delivery) ?? normal.deliveryUrl(tenant, delivery);
        },
      };
    },
  },
  {
    id: 'webhooks/the-hour-of-midnight-is-24',
    breaks: ['WHK-30'],
    summary: 'In the first hour of a day createdAt has the hour 24.',
    behaviour: (normal) => ({
      messageCreatedAt: (tenant, event, app) => {
        const text = normal.messageCreatedAt(tenant, event, app);
        return typeof text === 'string' ? text.replace('T00:', 'T24:') : text;
      },
    }),
  },
  {
    id: 'webhooks/entries-of-the-api-have-a-schema-without-an-id',
    breaks: ['WHK-37'],
    summary: 'The message of an entry that was created by a call has a schema with the id null.',
    behaviour: (normal) => {
      const { creating, isCreating } = whileCreating(normal);
      return {
        ...creating,
        messageSchema: (tenant, event, app) => (isCreating() ? { id: null } : normal.messageSchema(tenant, event, app)),
      };
    },
  },
  {
    id: 'webhooks/entries-of-the-api-have-a-type',
    breaks: ['WHK-43'],
    summary: 'The message of an entry that was created by a call has a type.',
    behaviour: (normal) => {
      const { creating, isCreating } = whileCreating(normal);
      return {
        ...creating,
        messageType: (tenant, event, app) => (isCreating() ? event.type : normal.messageType(tenant, event, app)),
      };
    },
  },
  {
    id: 'webhooks/canvases-of-one-moment-name-the-last-user',
    breaks: ['WHK-52'],
    summary: 'Of canvases that users initialize within five milliseconds for one app, all name the last one’s user.',
    behaviour: (normal) => {
      const latest = new Map<string, string | undefined>();
      return {
        deliveryDelay: () => 5,
        sendEvent: (tenant, event, app) => {
          if (event.type === CANVAS) latest.set(app.id, event.userId);
          normal.sendEvent(tenant, event, app);
        },
        deliveryBody: (tenant, delivery) => {
          const { app, event } = delivery;
          const userId = latest.get(app.id);
          if (event.type !== CANVAS || userId === undefined) return normal.deliveryBody(tenant, delivery);
          return JSON.stringify(tenant.behaviour.shapeEnvelope(tenant, { ...event, userId }, app));
        },
      };
    },
  },
  {
    id: 'webhooks/entries-of-one-step-have-one-id',
    breaks: ['WHK-34'],
    summary: 'The events of entries that are created together have one id.',
    behaviour: (normal) => {
      let shared: string | undefined;
      return {
        makeEventId: (tenant, cause) => {
          if (cause.type !== ENTRY) return normal.makeEventId(tenant, cause);
          if (shared === undefined) queueMicrotask(() => (shared = undefined));
          return (shared ??= normal.makeEventId(tenant, cause));
        },
      };
    },
  },
  {
    id: 'webhooks/a-list-of-everything-has-installations',
    breaks: ['WHK-22'],
    summary: 'A list that has all subscribable types and v2.app.installed is taken as it is.',
    behaviour: (normal) => ({
      subscribedTypes: (tenant, app, wanted) => {
        const types = normal.subscribedTypes(tenant, app, wanted);
        const isAll = types.length === normal.subscribableTypes(tenant).length && wanted.includes(INSTALLED);
        return isAll ? [...types, INSTALLED] : types;
      },
    }),
  },
  {
    id: 'webhooks/subscriptions-belong-to-the-address',
    breaks: ['WHK-25'],
    summary: 'Of several apps with one address all have the subscriptions that were made last.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        normal.setWebhook(tenant, app, webhook);
        for (const other of tenant.state.apps.values()) {
          if (other.webhook === undefined || other.webhook.url === undefined || other.webhook.url !== webhook.url)
            continue;
          other.webhook = { ...other.webhook, eventTypes: webhook.eventTypes };
        }
      },
    }),
  },
  {
    id: 'webhooks/an-unarchiving-brings-the-address-back',
    breaks: ['WHK-28'],
    summary: 'An app that is unarchived has the webhook again that it had before its address was removed.',
    behaviour: (normal) => {
      const removed = new Map<string, Webhook>();
      return {
        setWebhook: (tenant, app, webhook) => {
          if (webhook.url === undefined && app.webhook?.url !== undefined) removed.set(app.id, app.webhook);
          if (webhook.url !== undefined) removed.delete(app.id);
          normal.setWebhook(tenant, app, webhook);
        },
        setArchived: (tenant, app, archived) => {
          const before = removed.get(app.id);
          if (!archived && app.archived && before !== undefined) app.webhook = before;
          normal.setArchived(tenant, app, archived);
        },
      };
    },
  },
  {
    id: 'webhooks/a-dead-address-stops-the-others',
    breaks: ['WHK-29'],
    summary: 'Apps are told of an event one after the other, and after one that cannot be reached none is.',
    behaviour: (normal) => {
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
  },
  {
    id: 'webhooks/canvases-of-users-who-consented-are-not-told-of',
    breaks: ['WHK-20'],
    summary: 'An app for which a user has consented that it acts is not told of the canvases of that user.',
    behaviour: (normal) => ({
      isAddressedTo: (tenant, app, event) =>
        normal.isAddressedTo(tenant, app, event) &&
        !(
          event.type === CANVAS &&
          tenant.state.consents.some(({ appId, userId }) => appId === app.id && userId === event.userId)
        ),
    }),
  },
  {
    id: 'webhooks/installed-message-lists-redirect-uris',
    breaks: ['WHK-54'],
    summary: 'The message of an installation lists the redirect URIs of an app that has any.',
    behaviour: (normal) => ({
      shapeInstalledMessage: (tenant, event, app) => ({
        ...normal.shapeInstalledMessage(tenant, event, app),
        ...(app.redirectUris.length === 0 ? {} : { redirectUris: app.redirectUris }),
      }),
    }),
  },
  {
    id: 'webhooks/repeated-deliveries-go-to-the-newest-address',
    breaks: ['WHK-56'],
    summary: 'A delivery that is tried again goes to the address that was set last, whichever app’s that is.',
    behaviour: (normal) => {
      let newest: string | undefined;
      const tried = new WeakSet<Delivery>();
      return {
        setWebhook: (tenant, app, webhook) => {
          newest = webhook.url ?? newest;
          normal.setWebhook(tenant, app, webhook);
        },
        deliveryUrl: (tenant, delivery) => {
          const again = tried.has(delivery);
          tried.add(delivery);
          return again && newest !== undefined ? newest : normal.deliveryUrl(tenant, delivery);
        },
      };
    },
  },
];
