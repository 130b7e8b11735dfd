import type { Delivery } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { INSTALLED, MAPPING, TASK } from './event-types.ts';

/** Wrong decisions about subscriptions, addresses and their changes. */
export const subscriptionFaults: readonly Fault[] = [
  {
    id: 'webhooks/installations-can-be-subscribed-to',
    breaks: ['WHK-22'],
    summary: 'v2.app.installed is accepted as a subscription like any other.',
    behaviour: (normal) => ({
      subscribedTypes: (tenant, app, wanted) => [
        ...normal.subscribedTypes(tenant, app, wanted),
        ...(wanted.includes('v2.app.installed') ? ['v2.app.installed'] : []),
      ],
    }),
  },
  {
    id: 'webhooks/installations-alone-can-be-subscribed-to',
    breaks: ['WHK-22'],
    summary: 'A list with v2.app.installed and nothing else is accepted as it is.',
    behaviour: (normal) => ({
      subscribedTypes: (tenant, app, wanted) =>
        wanted.every((type) => type === 'v2.app.installed') ? [...wanted] : normal.subscribedTypes(tenant, app, wanted),
    }),
  },
  {
    id: 'webhooks/only-the-first-of-two-installations-is-left-out',
    breaks: ['WHK-22'],
    summary: 'v2.app.installed is left out of a list once, and stays where it was asked for twice.',
    behaviour: (normal) => ({
      subscribedTypes: (tenant, app, wanted) => {
        const twice = wanted.filter((type) => type === 'v2.app.installed').length > 1;
        return [...normal.subscribedTypes(tenant, app, wanted), ...(twice ? ['v2.app.installed'] : [])];
      },
    }),
  },
  {
    id: 'webhooks/old-subscriptions-are-kept',
    breaks: ['WHK-26'],
    summary: 'New subscriptions are added to those that the app has.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const eventTypes = new Set([...(app.webhook?.eventTypes ?? []), ...webhook.eventTypes]);
        normal.setWebhook(tenant, app, { ...webhook, eventTypes: [...eventTypes] });
      },
    }),
  },
  {
    id: 'webhooks/a-list-of-the-same-length-is-no-change',
    breaks: ['WHK-26'],
    summary: 'Whether the subscriptions have changed is told by how many they are.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const before = app.webhook?.eventTypes ?? [];
        const same = before.length > 0 && before.length === webhook.eventTypes.length;
        normal.setWebhook(tenant, app, same ? { ...webhook, eventTypes: before } : webhook);
      },
    }),
  },
  {
    id: 'webhooks/the-first-address-stays',
    breaks: ['WHK-27'],
    summary: 'The address of a webhook cannot be changed, only removed.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const url = webhook.url === undefined ? undefined : (app.webhook?.url ?? webhook.url);
        normal.setWebhook(tenant, app, { ...webhook, url });
      },
    }),
  },
  {
    id: 'webhooks/a-new-query-is-no-new-address',
    breaks: ['WHK-27'],
    summary: 'An address that differs from the one before in its query only is taken for the same.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const before = app.webhook?.url;
        const same = before !== undefined && before.split('?')[0] === webhook.url?.split('?')[0];
        normal.setWebhook(tenant, app, same ? { ...webhook, url: before } : webhook);
      },
    }),
  },
  {
    id: 'webhooks/a-new-address-is-one-more',
    breaks: ['WHK-27'],
    summary: 'After a change of the address deliveries go to the old one too.',
    behaviour: (normal) => {
      const former = new WeakMap<App, { readonly url: string; readonly caPem: string | undefined }>();
      return {
        setWebhook: (tenant, app, webhook) => {
          const { url, caPem } = app.webhook ?? {};
          if (url !== undefined && webhook.url !== undefined && url !== webhook.url) former.set(app, { url, caPem });
          normal.setWebhook(tenant, app, webhook);
        },
        sendEvent: (tenant, event, app) => {
          normal.sendEvent(tenant, event, app);
          const old = former.get(app);
          if (old === undefined || app.webhook === undefined) return;
          const envelope = tenant.behaviour.shapeEnvelope(tenant, event, app);
          const copy: Delivery = { event, app, webhook: { ...app.webhook, ...old }, envelope };
          tenant.outbox.add(async (signal) => void (await tenant.behaviour.deliver(tenant, copy, signal)));
        },
      };
    },
  },
  {
    id: 'webhooks/an-address-that-was-known-is-not-set-again',
    breaks: ['WHK-27'],
    summary: 'Going back to an address that the app had before is taken for no change.',
    behaviour: (normal) => {
      const known = new WeakMap<App, Set<string>>();
      return {
        setWebhook: (tenant, app, webhook) => {
          const urls = known.get(app) ?? new Set<string>();
          known.set(app, urls);
          const { url } = webhook;
          const again = url !== undefined && urls.has(url) && app.webhook?.url !== undefined;
          if (url !== undefined) urls.add(url);
          normal.setWebhook(tenant, app, again ? { ...webhook, url: app.webhook?.url } : webhook);
        },
      };
    },
  },
  {
    id: 'webhooks/addresses-cannot-be-removed',
    breaks: ['WHK-28'],
    summary: 'Removing the address changes nothing.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        if (webhook.url !== undefined || app.webhook === undefined) normal.setWebhook(tenant, app, webhook);
      },
    }),
  },
  {
    id: 'webhooks/removing-the-address-ends-subscriptions-only',
    breaks: ['WHK-28'],
    summary: 'Canvases and installations are still told at an address that was removed.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const { url, caPem } = app.webhook ?? {};
        normal.setWebhook(tenant, app, webhook.url === undefined ? { ...webhook, url, caPem } : webhook);
      },
    }),
  },
  {
    id: 'webhooks/a-reinstallation-brings-the-address-back',
    breaks: ['WHK-28'],
    summary: 'An app that is installed again has the address that it had before it was removed.',
    behaviour: (normal) => {
      const former = new WeakMap<App, App['webhook']>();
      return {
        setWebhook: (tenant, app, webhook) => {
          if (webhook.url === undefined) former.set(app, app.webhook);
          normal.setWebhook(tenant, app, webhook);
        },
        appWasInstalled: (tenant, app) => {
          const before = former.get(app);
          if (app.webhook?.url === undefined && before !== undefined) app.webhook = before;
          normal.appWasInstalled(tenant, app);
        },
      };
    },
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
    id: 'webhooks/installations-are-a-subscription-of-apps-that-are-not-installed',
    breaks: ['WHK-22'],
    summary: 'An app that is not installed yet may subscribe to v2.app.installed.',
    behaviour: (normal) => ({
      subscribedTypes: (tenant, app, wanted) => [
        ...normal.subscribedTypes(tenant, app, wanted),
        ...(!app.installed && wanted.includes(INSTALLED) ? [INSTALLED] : []),
      ],
    }),
  },
  {
    id: 'webhooks/asking-for-installations-again-is-granted',
    breaks: ['WHK-22'],
    summary: 'v2.app.installed is left out the first time that an app asks for it, and not the second time.',
    behaviour: (normal) => {
      const asked = new WeakSet<App>();
      return {
        subscribedTypes: (tenant, app, wanted) => {
          const again = asked.has(app);
          if (wanted.includes(INSTALLED)) asked.add(app);
          return [
            ...normal.subscribedTypes(tenant, app, wanted),
            ...(again && wanted.includes(INSTALLED) ? [INSTALLED] : []),
          ];
        },
      };
    },
  },
  {
    id: 'webhooks/subscriptions-are-compared-by-their-beginnings',
    breaks: ['WHK-25'],
    also: ['WHK-57'],
    summary: 'Who subscribed to updates of tasks hears of completed mappings of task groups too.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) || (type === MAPPING && normal.isSubscribed(tenant, app, TASK)),
    }),
  },
];
