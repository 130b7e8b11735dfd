import { Refused } from '../../control/refused.ts';
import type { EventType } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { envelopeFor } from './envelope-for.ts';

const OUTPUT: EventType = 'v2.workflowOutput.updated.fields';
const ENTRY: EventType = 'v2.entry.created';
const INSTALLED: EventType = 'v2.app.installed';

const wasReinstalled = (app: App): boolean => app.installation > 2;
const wasUnarchived = (app: App): boolean => app.archivedChangedAt.getTime() !== app.createdAt.getTime();

/** Wrong for an app with a history, or for one of several apps. */
export const appNearMissFaults: readonly Fault[] = [
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
    id: 'webhooks/canvases-are-not-told-after-an-unarchiving',
    breaks: ['WHK-20'],
    also: ['WHK-58'],
    summary: 'An app that was archived and unarchived is told of no canvas.',
    behaviour: (normal) => ({
      isAddressedTo: (tenant, app, event) =>
        !(wasUnarchived(app) && event.type !== INSTALLED) && normal.isAddressedTo(tenant, app, event),
    }),
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
    id: 'webhooks/two-subscribers-at-most-are-told',
    breaks: ['WHK-29'],
    also: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'Of several apps that subscribed to an event two are told of it.',
    behaviour: (normal) => ({ recipients: (tenant, event) => normal.recipients(tenant, event).slice(0, 2) }),
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
    id: 'webhooks/envelope-version-counts-installations',
    breaks: ['WHK-14'],
    also: ['VER-18'],
    summary: 'From the second reinstallation of an app on the version of its envelopes is 1.',
    behaviour: envelopeFor(
      (_tenant, app) => app.installation > 2,
      (envelope) => ({ ...envelope, version: 1 }),
    ),
  },
  {
    id: 'webhooks/app-id-is-that-of-the-installation',
    breaks: ['WHK-05'],
    summary: 'From the second reinstallation on an app has the id of its installation in envelopes.',
    behaviour: envelopeFor(
      (_tenant, app) => wasReinstalled(app),
      (envelope, app) => ({ ...envelope, app: { id: `${app.id}-${app.installation}` } }),
    ),
  },
  {
    id: 'webhooks/definition-is-lost-after-a-rotation',
    breaks: ['WHK-08'],
    summary: 'With the rotation of its secret an app has the version number 0 in envelopes.',
    behaviour: envelopeFor(
      (_tenant, app) => app.formerSecrets.length > 0,
      (envelope, app) => ({ ...envelope, appDefinition: { id: app.definitionId, versionNumber: '0' } }),
    ),
  },
  {
    id: 'webhooks/version-number-is-a-number-after-an-unarchiving',
    breaks: ['WHK-07'],
    also: ['WHK-08'],
    summary: 'Once an app was archived and unarchived its version number is sent as a number.',
    behaviour: envelopeFor(
      (_tenant, app) => wasUnarchived(app),
      (envelope, app) => ({
        ...envelope,
        appDefinition: { id: app.definitionId, versionNumber: Number.parseFloat(app.versionNumber) },
      }),
    ),
  },
  {
    id: 'webhooks/apps-are-not-told-of-their-own-entries',
    breaks: ['WHK-19'],
    summary: 'An app is not told of an entry that it created itself through the API.',
    behaviour: (normal) => ({
      recordWasAdded: (tenant, record) => {
        const { id, kind, schemaId = null, projectId, createdBy } = record;
        if (kind !== 'entry' || createdBy.kind !== 'app') return normal.recordWasAdded(tenant, record);
        const cause = { type: ENTRY, resourceId: id, schemaId, projectId };
        for (const event of tenant.behaviour.eventsOf(tenant, cause)) {
          for (const app of tenant.behaviour.recipients(tenant, cause)) {
            if (app.id !== createdBy.id) tenant.behaviour.sendEvent(tenant, event, app);
          }
        }
      },
    }),
  },
  {
    id: 'webhooks/subscriptions-lapse-after-a-day',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19'],
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
    id: 'webhooks/canvases-name-the-user-of-another-apps-canvas',
    breaks: ['WHK-52'],
    summary: 'userId of a canvas is the user who initialized the canvas before, if another app was told of that one.',
    behaviour: (normal) => {
      let before: { app: string; userId: string | undefined } | undefined;
      return {
        messageUserId: (tenant, event, app) => {
          const known = before;
          before = { app: app.id, userId: event.userId };
          return known !== undefined && known.app !== app.id ? known.userId : normal.messageUserId(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/installed-message-has-a-type-after-a-rotation',
    breaks: ['WHK-54'],
    summary: 'The message of an installation has a type if the app was installed again after a rotation of its secret.',
    behaviour: (normal) => ({
      shapeInstalledMessage: (tenant, event, app) => ({
        ...normal.shapeInstalledMessage(tenant, event, app),
        ...(app.formerSecrets.length > 0 ? { type: INSTALLED } : {}),
      }),
    }),
  },
];
