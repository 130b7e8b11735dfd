import type { Deviation } from '../../behaviour/behaviour.ts';
import { Refused } from '../../control/refused.ts';
import type { Delivery } from '../../state/events.ts';
import type { App, Webhook } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { ENTRY, INSTALLED } from './event-types.ts';

/** An address that is set is the one before where the two are alike. */
const takenForTheOldOne =
  (isSame: (one: URL, other: URL) => boolean): Fault['behaviour'] =>
  (normal) => ({
    setWebhook: (tenant, app, webhook) => {
      const old = app.webhook?.url;
      const same =
        old !== undefined && webhook.url !== undefined && isSame(new URL(old), new URL(webhook.url))
          ? old
          : webhook.url;
      const kept: Webhook = { ...webhook, url: same };
      normal.setWebhook(tenant, app, kept);
    },
  });

const sameTypes = (one: Webhook, other: Webhook): boolean =>
  one.eventTypes.length === other.eventTypes.length && one.eventTypes.every((type) => other.eventTypes.includes(type));

/** Who removes an address removes it from every app that has it. */
export const addressesAreRemovedForAll: Deviation = (normal) => ({
  setWebhook: (tenant, app, webhook) => {
    const gone = webhook.url === undefined ? app.webhook?.url : undefined;
    for (const other of gone === undefined ? [] : tenant.state.apps.values()) {
      if (other !== app && other.webhook?.url === gone) other.webhook = webhook;
    }
    normal.setWebhook(tenant, app, webhook);
  },
});

/** Webhook addresses that are changed, removed or shared, and where messages go from then on. */
export const addressFaults: readonly Fault[] = [
  {
    id: 'webhooks/a-new-path-is-no-new-address',
    breaks: ['WHK-27'],
    summary: 'An address of the same host and port is taken for the one before.',
    behaviour: takenForTheOldOne((one, other) => one.origin === other.origin),
  },
  {
    id: 'webhooks/letter-case-makes-no-new-address',
    breaks: ['WHK-27'],
    summary: 'An address that differs from the one before in letter case only is taken for it.',
    behaviour: takenForTheOldOne((one, other) => one.href.toLowerCase() === other.href.toLowerCase()),
  },
  {
    id: 'webhooks/a-slash-makes-no-new-address',
    breaks: ['WHK-27'],
    summary: 'An address that differs from the one before in a slash at the end only is taken for it.',
    behaviour: takenForTheOldOne((one, other) => one.href.replace(/\/$/, '') === other.href.replace(/\/$/, '')),
  },
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
    id: 'webhooks/installations-after-a-change-go-to-the-old-address',
    breaks: ['WHK-27'],
    also: ['WHK-21', 'WHK-24'],
    summary:
      'An address that is changed while the app is not installed counts from the installation after the next on.',
    behaviour: (normal) => {
      const old = new WeakMap<App, string>();
      return {
        setWebhook: (tenant, app, webhook) => {
          if (!app.installed && app.webhook?.url !== undefined && !old.has(app)) old.set(app, app.webhook.url);
          normal.setWebhook(tenant, app, webhook);
        },
        deliveryUrl: (tenant, delivery) => {
          const url = delivery.event.type === INSTALLED ? old.get(delivery.app) : undefined;
          if (url !== undefined) old.delete(delivery.app);
          return url ?? normal.deliveryUrl(tenant, delivery);
        },
      };
    },
  },
  {
    id: 'webhooks/a-second-address-hears-of-no-entry',
    breaks: ['WHK-19'],
    also: ['WHK-27', 'WHK-26'],
    summary: 'Once its webhook was set again an app is told of no created entry.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          times.set(app.id, (times.get(app.id) ?? 0) + 1);
          normal.setWebhook(tenant, app, webhook);
        },
        isSubscribed: (tenant, app, type) =>
          !(type === ENTRY && (times.get(app.id) ?? 0) > 1) && normal.isSubscribed(tenant, app, type),
      };
    },
  },
  {
    id: 'webhooks/an-address-that-was-removed-is-not-used-again',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19', 'WHK-20', 'WHK-21', 'WHK-27', 'WHK-58'],
    summary: 'Nothing is sent to an address that was removed and set again.',
    behaviour: (normal) => {
      const removed = new Map<string, Set<string>>();
      return {
        setWebhook: (tenant, app, webhook) => {
          const urls = removed.get(app.id) ?? new Set<string>();
          removed.set(app.id, urls);
          if (webhook.url === undefined && app.webhook?.url !== undefined) urls.add(app.webhook.url);
          normal.setWebhook(tenant, app, webhook);
        },
        webhookUrl: (tenant, app) => {
          const url = normal.webhookUrl(tenant, app);
          return url !== undefined && removed.get(app.id)?.has(url) === true ? undefined : url;
        },
      };
    },
  },
  {
    id: 'webhooks/installing-after-the-address-was-removed-fails',
    breaks: ['WHK-23'],
    summary: 'An app whose webhook URL was removed cannot be installed again.',
    behaviour: (normal) => ({
      appWasInstalled: (tenant, app) => {
        if (app.webhook !== undefined && app.webhook.url === undefined) {
          throw new Refused(409, 'no_webhook', 'The app has no webhook URL.');
        }
        normal.appWasInstalled(tenant, app);
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
    id: 'webhooks/an-address-is-removed-for-all-apps',
    breaks: ['WHK-59'],
    also: ['WHK-20', 'WHK-29'],
    summary: 'Who removes an address removes it from the other apps that have the same one.',
    behaviour: addressesAreRemovedForAll,
  },
  {
    id: 'webhooks/addresses-are-kept-by-the-name-of-the-app',
    breaks: ['WHK-56'],
    also: ['WHK-01', 'WHK-27', 'WHK-28', 'WHK-29', 'WHK-55', 'WHK-26'],
    summary: 'Addresses are kept by the name of the app: of several apps of one name all have the last one’s.',
    behaviour: (normal) => {
      const byName = new Map<string, string | undefined>();
      return {
        setWebhook: (tenant, app, webhook) => {
          byName.set(app.name, webhook.url);
          normal.setWebhook(tenant, app, webhook);
        },
        webhookUrl: (tenant, app) => (normal.webhookUrl(tenant, app) === undefined ? undefined : byName.get(app.name)),
      };
    },
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
];
