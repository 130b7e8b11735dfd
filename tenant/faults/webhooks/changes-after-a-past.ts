import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { App, Webhook } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';

const wasRotated = (app: App): boolean => app.formerSecrets.length > 0;

/** A webhook that is set keeps something of the one that the app has. */
const keeping =
  (what: (app: App, had: Webhook, wanted: Webhook) => Webhook): ((normal: Behaviour) => Behaviour['setWebhook']) =>
  (normal) =>
  (tenant, app, wanted) => {
    const had = app.webhook;
    normal.setWebhook(tenant, app, had === undefined ? wanted : what(app, had, wanted));
  };

/** The address that the app has, where another one is to take its place. */
const addressOf = (had: Webhook, wanted: Webhook): Webhook =>
  had.url === undefined || wanted.url === undefined ? wanted : { ...wanted, url: had.url, caPem: had.caPem };

/** Changes of webhooks that are lost on apps to which something has happened, and apps that are told in each other's place. */
export const changesAfterAPastFaults: readonly Fault[] = [
  {
    id: 'webhooks/rotated-apps-keep-their-subscriptions',
    breaks: ['WHK-26'],
    also: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'The subscriptions of an app whose secret was rotated cannot be changed any more.',
    behaviour: (normal) => ({
      setWebhook: keeping((app, had, wanted) =>
        wasRotated(app) && wanted.url !== undefined ? { ...wanted, eventTypes: had.eventTypes } : wanted,
      )(normal),
    }),
  },
  {
    id: 'webhooks/reinstalled-apps-keep-their-address',
    breaks: ['WHK-27'],
    summary: 'The address of an app that was installed again cannot be changed any more, only removed.',
    behaviour: (normal) => ({
      setWebhook: keeping((app, had, wanted) => (app.installation > 1 ? addressOf(had, wanted) : wanted))(normal),
    }),
  },
  {
    id: 'webhooks/unarchived-apps-keep-their-address',
    breaks: ['WHK-27'],
    summary: 'The address of an app that was archived and unarchived cannot be changed any more, only removed.',
    behaviour: (normal) => {
      const { apps, remembering } = onceArchived(normal);
      return {
        ...remembering,
        setWebhook: keeping((app, had, wanted) => (apps.has(app.id) ? addressOf(had, wanted) : wanted))(normal),
      };
    },
  },
  {
    id: 'webhooks/rotated-apps-cannot-remove-their-address',
    breaks: ['WHK-28'],
    summary: 'Of an app whose secret was rotated the address cannot be removed any more.',
    behaviour: (normal) => ({
      setWebhook: keeping((app, had, wanted) => (wasRotated(app) && wanted.url === undefined ? had : wanted))(normal),
    }),
  },
  {
    id: 'webhooks/of-namesakes-one-is-told',
    breaks: ['WHK-29'],
    summary: 'Of several apps of one name that subscribed to an event the first is told of it.',
    behaviour: (normal) => ({
      recipients: (tenant, event) => {
        const told = new Set<string>();
        return normal.recipients(tenant, event).filter(({ name }) => !told.has(name) && told.add(name));
      },
    }),
  },
];
