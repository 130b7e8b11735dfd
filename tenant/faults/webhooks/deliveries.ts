import type { Delivery } from '../../state/events.ts';
import type { Fault } from '../fault.ts';

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
];
