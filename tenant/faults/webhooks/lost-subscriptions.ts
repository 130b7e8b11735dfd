import type { Fault } from '../fault.ts';
import { MAPPING, OUTPUT, TASK } from './event-types.ts';
import { wasReinstalled } from './past-of-apps.ts';
import type { Webhook } from '../../state/model.ts';

/** Subscriptions that are not kept, end by themselves or come back. */
export const lostSubscriptionFaults: readonly Fault[] = [
  {
    id: 'webhooks/a-third-list-is-not-kept',
    breaks: ['WHK-26'],
    also: ['WHK-25', 'WHK-55', 'WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'The subscriptions of an app can be changed once; a third list leaves the second one as it is.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          const before = times.get(app.id) ?? 0;
          times.set(app.id, before + 1);
          const kept = before >= 2 ? app.webhook?.eventTypes : undefined;
          normal.setWebhook(tenant, app, kept === undefined ? webhook : { ...webhook, eventTypes: kept });
        },
      };
    },
  },
  {
    id: 'webhooks/subscriptions-change-with-the-address-only',
    breaks: ['WHK-26'],
    also: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-25'],
    summary: 'Where the address stays the same a new list of event types is passed over.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const same = app.webhook !== undefined && app.webhook.url === webhook.url;
        normal.setWebhook(tenant, app, same ? { ...webhook, eventTypes: app.webhook?.eventTypes ?? [] } : webhook);
      },
    }),
  },
  {
    id: 'webhooks/an-empty-list-is-no-change',
    breaks: ['WHK-26'],
    summary: 'An app that has subscriptions cannot give them all up: an empty list leaves them as they are.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const eventTypes = webhook.eventTypes.length === 0 ? (app.webhook?.eventTypes ?? []) : webhook.eventTypes;
        normal.setWebhook(tenant, app, { ...webhook, eventTypes });
      },
    }),
  },
  {
    id: 'webhooks/three-subscriptions-at-most-count',
    breaks: ['WHK-19'],
    also: ['WHK-16', 'WHK-17', 'WHK-18'],
    summary: 'Of more than three subscriptions of an app the first three are looked at.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) && app.webhook?.eventTypes.slice(0, 3).includes(type) === true,
    }),
  },
  {
    id: 'webhooks/subscriptions-to-groups-replace-those-to-tasks',
    breaks: ['WHK-17'],
    also: ['WHK-55', 'WHK-25', 'WHK-26', 'WHK-29'],
    summary: 'Who subscribes to mappings of task groups and to updates of tasks hears of the mappings only.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) &&
        !(type === TASK && app.webhook?.eventTypes.includes(MAPPING) === true),
    }),
  },
  {
    id: 'webhooks/subscriptions-before-the-installation-do-not-count',
    breaks: ['WHK-59'],
    also: ['WHK-26', 'WHK-55', 'WHK-29'],
    summary: 'What an app subscribed to while it was not installed it is not told of once it is.',
    behaviour: (normal) => {
      const early = new WeakSet<Webhook>();
      return {
        setWebhook: (tenant, app, webhook) => {
          if (!app.installed) early.add(webhook);
          normal.setWebhook(tenant, app, webhook);
        },
        isSubscribed: (tenant, app, type) =>
          (app.webhook === undefined || !early.has(app.webhook)) && normal.isSubscribed(tenant, app, type),
      };
    },
  },
  {
    id: 'webhooks/a-reinstallation-brings-the-first-subscriptions-back',
    breaks: ['WHK-26'],
    also: ['WHK-25', 'WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-55'],
    summary: 'An app that is installed again has the subscriptions that it was given first.',
    behaviour: (normal) => {
      const first = new Map<string, Webhook>();
      return {
        setWebhook: (tenant, app, webhook) => {
          if (!first.has(app.id)) first.set(app.id, webhook);
          normal.setWebhook(tenant, app, webhook);
        },
        setInstalled: (tenant, app, installed) => {
          const known = first.get(app.id);
          if (installed && !app.installed && app.webhook !== undefined && known !== undefined) {
            app.webhook = { ...app.webhook, eventTypes: known.eventTypes };
          }
          normal.setInstalled(tenant, app, installed);
        },
      };
    },
  },
  {
    id: 'webhooks/apps-that-were-reinstalled-twice-are-told-of-nothing',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19'],
    summary:
      'An app that was installed again twice is told of nothing that it subscribed to, even when it subscribes anew.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) => !wasReinstalled(app) && normal.isSubscribed(tenant, app, type),
    }),
  },
  {
    id: 'webhooks/nothing-is-told-after-an-unarchiving',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'An app that was archived and unarchived is told of no event that it subscribed to.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        app.archivedChangedAt.getTime() === app.createdAt.getTime() && normal.isSubscribed(tenant, app, type),
    }),
  },
  {
    id: 'webhooks/a-rotation-ends-subscriptions',
    breaks: ['WHK-59'],
    summary: 'With the rotation of its secret an app has no subscriptions any more, until it subscribes anew.',
    behaviour: (normal) => {
      const secrets = new WeakMap<Webhook, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          secrets.set(webhook, app.formerSecrets.length);
          normal.setWebhook(tenant, app, webhook);
        },
        isSubscribed: (tenant, app, type) =>
          normal.isSubscribed(tenant, app, type) &&
          (app.webhook === undefined || secrets.get(app.webhook) === app.formerSecrets.length),
      };
    },
  },
  {
    id: 'webhooks/rotated-apps-cannot-subscribe',
    breaks: ['WHK-17'],
    also: ['WHK-16', 'WHK-18', 'WHK-19', 'WHK-59'],
    summary: 'An app whose secret was rotated is told of nothing that it subscribed to, even when it subscribes anew.',
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) => app.formerSecrets.length === 0 && normal.isSubscribed(tenant, app, type),
    }),
  },
  {
    id: 'webhooks/subscriptions-lapse-after-a-day',
    breaks: ['WHK-59'],
    summary: 'A day after an app set its webhook it is told of no update of outputs any more.',
    behaviour: (normal) => {
      const since = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          since.set(app.id, tenant.clock.now().getTime());
          normal.setWebhook(tenant, app, webhook);
        },
        isSubscribed: (tenant, app, type) =>
          normal.isSubscribed(tenant, app, type) &&
          !(type === OUTPUT && tenant.clock.now().getTime() - (since.get(app.id) ?? 0) >= 86_400_000),
      };
    },
  },
  {
    id: 'webhooks/lapsed-subscriptions-cannot-be-renewed',
    breaks: ['WHK-18'],
    also: ['WHK-59'],
    summary:
      'Thirty days after its webhook was first set an app is told of no completed mapping, even when it subscribes anew.',
    behaviour: (normal) => {
      const since = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          if (!since.has(app.id)) since.set(app.id, tenant.clock.now().getTime());
          normal.setWebhook(tenant, app, webhook);
        },
        isSubscribed: (tenant, app, type) =>
          normal.isSubscribed(tenant, app, type) &&
          !(type === MAPPING && tenant.clock.now().getTime() - (since.get(app.id) ?? 0) >= 30 * 86_400_000),
      };
    },
  },
];
