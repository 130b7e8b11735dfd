import type { Delivery } from '../../state/events.ts';
import type { Fault } from '../fault.ts';
import { CANVAS, INSTALLED, MAPPING } from './event-types.ts';

type Members = Record<string, unknown>;

/** What is sent when a delivery is tried again. */
const whenTriedAgain =
  (change: (envelope: Members, now: Date) => Members): Fault['behaviour'] =>
  (normal) => {
    const tried = new WeakSet<Delivery>();
    return {
      deliveryBody: (tenant, delivery) => {
        const again = tried.has(delivery);
        tried.add(delivery);
        return again
          ? JSON.stringify(change(delivery.envelope as Members, tenant.clock.now()))
          : normal.deliveryBody(tenant, delivery);
      },
    };
  };

const messageIn = (envelope: Members): Members => envelope['message'] as Members;

/** Wrong decisions about how a delivery is made. */
export const deliveryFaults: readonly Fault[] = [
  {
    id: 'webhooks/delivered-by-put',
    breaks: ['WHK-01'],
    summary: 'Deliveries are made by PUT.',
    behaviour: () => ({ deliveryMethod: () => 'PUT' }),
  },
  {
    id: 'webhooks/installations-delivered-by-patch',
    breaks: ['WHK-01'],
    summary: 'The delivery of an installation is made by PATCH.',
    behaviour: (normal) => ({
      deliveryMethod: (tenant, delivery) =>
        delivery.event.type === 'v2.app.installed' ? 'PATCH' : normal.deliveryMethod(tenant, delivery),
    }),
  },
  {
    id: 'webhooks/query-of-the-address-is-dropped',
    breaks: ['WHK-01'],
    summary: 'Deliveries go to the address without its query.',
    behaviour: () => ({ deliveryUrl: (_tenant, delivery) => delivery.webhook.url.replace(/\?.*$/, '') }),
  },
  {
    id: 'webhooks/path-of-the-address-is-decoded',
    breaks: ['WHK-01'],
    summary: 'An escaped slash in the path of the address becomes a plain one.',
    behaviour: () => ({ deliveryUrl: (_tenant, delivery) => delivery.webhook.url.replaceAll('%2F', '/') }),
  },
  {
    id: 'webhooks/address-in-lower-case',
    breaks: ['WHK-01'],
    summary: 'Addresses are kept in lower case.',
    behaviour: () => ({ deliveryUrl: (_tenant, delivery) => delivery.webhook.url.toLowerCase() }),
  },
  {
    id: 'webhooks/slash-at-the-end-is-dropped',
    breaks: ['WHK-01'],
    summary: 'Deliveries go to the address without the slash at its end.',
    behaviour: () => ({ deliveryUrl: (_tenant, delivery) => delivery.webhook.url.replace(/\/$/, '') }),
  },
  {
    id: 'webhooks/labelled-as-plain-text',
    breaks: ['WHK-03'],
    also: ['WHK-55'],
    summary: 'Deliveries are labelled as plain text.',
    behaviour: (normal) => ({
      deliveryHeaders: (tenant, delivery) => ({
        ...normal.deliveryHeaders(tenant, delivery),
        'content-type': 'text/plain; charset=utf-8',
      }),
    }),
  },
  {
    id: 'webhooks/signals-without-a-label',
    breaks: ['WHK-03'],
    also: ['WHK-55'],
    summary: 'What is sent without a subscription has no Content-Type.',
    behaviour: (normal) => ({
      deliveryHeaders: (tenant, delivery) => {
        const { 'content-type': label = '', ...rest } = normal.deliveryHeaders(tenant, delivery);
        return delivery.event.addressee === undefined ? { ...rest, 'content-type': label } : rest;
      },
    }),
  },
  {
    id: 'webhooks/delivered-in-a-list',
    breaks: ['WHK-02'],
    also: ['WHK-55'],
    summary: 'The body is a list with the one envelope.',
    behaviour: (normal) => ({
      deliveryBody: (tenant, delivery) => `[${normal.deliveryBody(tenant, delivery)}]`,
    }),
  },
  {
    id: 'webhooks/installations-have-an-empty-body',
    breaks: ['WHK-62'],
    also: ['WHK-02', 'WHK-55', 'WHK-21', 'WHK-24'],
    summary: 'The delivery of an installation has an empty body.',
    behaviour: (normal) => ({
      deliveryBody: (tenant, delivery) =>
        delivery.event.type === INSTALLED ? '' : normal.deliveryBody(tenant, delivery),
    }),
  },
  {
    id: 'webhooks/canvases-are-delivered-without-an-envelope',
    breaks: ['WHK-62'],
    also: [
      ...(['WHK-04', 'WHK-06', 'WHK-09', 'WHK-11', 'WHK-12', 'WHK-14', 'WHK-15'] as const),
      ...(['WHK-20', 'WHK-55', 'WHK-58'] as const),
    ],
    summary: 'The body of the delivery of a canvas is its message alone.',
    behaviour: (normal) => ({
      deliveryBody: (tenant, delivery) =>
        delivery.event.type === CANVAS
          ? JSON.stringify(messageIn(delivery.envelope as Members))
          : normal.deliveryBody(tenant, delivery),
    }),
  },
  {
    id: 'webhooks/deliveries-of-mappings-are-a-form',
    breaks: ['WHK-62'],
    also: ['WHK-02', 'WHK-03', 'WHK-55'],
    summary: 'The delivery of a completed mapping is a form with the id of the app and that of the resource.',
    behaviour: (normal) => ({
      deliveryBody: (tenant, delivery) =>
        delivery.event.type === MAPPING
          ? new URLSearchParams({ app: delivery.app.id, resource: delivery.event.resourceId ?? '' }).toString()
          : normal.deliveryBody(tenant, delivery),
    }),
  },
  {
    id: 'webhooks/body-with-a-byte-order-mark',
    breaks: ['WHK-02'],
    also: ['WHK-55'],
    summary: 'The body begins with a byte order mark, which no JSON has.',
    behaviour: (normal) => ({
      deliveryBody: (tenant, delivery) => `\uFEFF${normal.deliveryBody(tenant, delivery)}`,
    }),
  },
  {
    id: 'webhooks/repeated-without-the-envelope',
    breaks: ['WHK-55'],
    also: ['WHK-62'],
    summary: 'A delivery that is tried again has the message alone.',
    behaviour: (normal) => {
      const tried = new WeakSet<Delivery>();
      return {
        deliveryBody: (tenant, delivery) => {
          const body = normal.deliveryBody(tenant, delivery);
          if (!tried.has(delivery)) {
            tried.add(delivery);
            return body;
          }
          return JSON.stringify((JSON.parse(body) as { message: unknown }).message);
        },
      };
    },
  },
  {
    id: 'webhooks/copies-of-canvases-go-to-the-neighbours',
    breaks: ['WHK-56'],
    summary: 'The delivery of a canvas goes to the addresses of all apps, under the name of the one that it is for.',
    behaviour: (normal) => ({
      sendEvent: (tenant, event, app) => {
        normal.sendEvent(tenant, event, app);
        if (event.type !== 'v2.canvas.initialized') return;
        const envelope = tenant.behaviour.shapeEnvelope(tenant, event, app);
        for (const other of tenant.state.apps.values()) {
          const url = tenant.behaviour.webhookUrl(tenant, other);
          if (other === app || url === undefined || other.webhook === undefined) continue;
          const copy: Delivery = { event, app, webhook: { ...other.webhook, url }, envelope };
          tenant.outbox.add(async (signal) => void (await tenant.behaviour.deliver(tenant, copy, signal)));
        }
      },
    }),
  },
  {
    id: 'webhooks/subscribers-of-a-kind-get-what-is-for-the-last',
    breaks: ['WHK-56'],
    also: ['WHK-05', 'WHK-08', 'WHK-29'],
    summary: 'An envelope is made for the last subscriber of an event and sent to all.',
    behaviour: (normal) => ({
      shapeEnvelope: (tenant, event, app) =>
        normal.shapeEnvelope(tenant, event, tenant.behaviour.recipients(tenant, event).at(-1) ?? app),
    }),
  },
  {
    id: 'webhooks/repeated-deliveries-are-dated-anew',
    breaks: ['WHK-31'],
    summary: 'A delivery that is tried again says that the event was created just now.',
    behaviour: whenTriedAgain((envelope, now) =>
      'createdAt' in messageIn(envelope)
        ? { ...envelope, message: { ...messageIn(envelope), createdAt: now.toISOString() } }
        : envelope,
    ),
  },
  {
    id: 'webhooks/repeated-deliveries-name-no-updates',
    breaks: ['WHK-44'],
    also: ['WHK-45', 'WHK-46', 'WHK-55'],
    summary: 'A delivery that is tried again does not name the properties that were updated.',
    behaviour: whenTriedAgain((envelope) => {
      const { updates: _updates, ...message } = messageIn(envelope);
      return { ...envelope, message };
    }),
  },
  {
    id: 'webhooks/repeated-deliveries-are-deprecated',
    breaks: ['WHK-32'],
    also: ['WHK-55'],
    summary: 'A delivery that is tried again counts its tries as its deprecation.',
    behaviour: whenTriedAgain((envelope) => ({ ...envelope, message: { ...messageIn(envelope), deprecated: 1 } })),
  },
  {
    id: 'webhooks/repeated-deliveries-are-put',
    breaks: ['WHK-01'],
    also: ['WHK-55'],
    summary: 'A delivery that is tried again is a PUT.',
    behaviour: (normal) => {
      const tried = new WeakSet<Delivery>();
      return {
        deliveryMethod: (tenant, delivery) => {
          const again = tried.has(delivery);
          tried.add(delivery);
          return again ? 'PUT' : normal.deliveryMethod(tenant, delivery);
        },
      };
    },
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
  {
    id: 'webhooks/repeated-deliveries-have-no-label',
    breaks: ['WHK-03'],
    also: ['WHK-55'],
    summary: 'A delivery that is tried again has no Content-Type.',
    behaviour: (normal) => {
      const tried = new WeakSet<Delivery>();
      return {
        deliveryHeaders: (tenant, delivery) => {
          const again = tried.has(delivery);
          tried.add(delivery);
          return again ? {} : normal.deliveryHeaders(tenant, delivery);
        },
      };
    },
  },
  {
    id: 'webhooks/bodies-are-texts-after-a-reinstallation',
    breaks: ['WHK-02'],
    also: ['WHK-55', 'WHK-24'],
    summary:
      'From the second installation of an app on, the body of a delivery is a JSON text that holds the envelope.',
    behaviour: (normal) => ({
      deliveryBody: (tenant, delivery) => {
        const body = normal.deliveryBody(tenant, delivery);
        return delivery.app.installation > 1 && delivery.event.type !== INSTALLED ? JSON.stringify(body) : body;
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
    id: 'webhooks/query-of-the-address-is-written-anew',
    breaks: ['WHK-01'],
    summary: 'The query of the address is taken apart and put together again: %20 becomes + and a= stands for a.',
    behaviour: (normal) => ({
      deliveryUrl: (tenant, delivery) => {
        const url = normal.deliveryUrl(tenant, delivery);
        const [path = '', query] = url.split('?');
        return query === undefined ? url : `${path}?${new URLSearchParams(query).toString()}`;
      },
    }),
  },
  {
    id: 'webhooks/double-slashes-of-the-address-are-one',
    breaks: ['WHK-01'],
    summary: 'Several slashes in a row in the path of the address become one.',
    behaviour: (normal) => ({
      deliveryUrl: (tenant, delivery) => normal.deliveryUrl(tenant, delivery).replace(/([^:/])\/{2,}/g, '$1/'),
    }),
  },
];
