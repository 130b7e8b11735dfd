import type { EventType } from '../../state/events.ts';
import { Refused } from '../../control/refused.ts';
import type { App } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

/** Variants of deliveries, and of further events that apps receive. */
export const deliveryVariants: readonly Variant[] = [
  {
    id: 'webhooks/signed-and-labelled-otherwise',
    freedoms: ['FRE-189'],
    summary: 'Deliveries are signed, name their kind in a header and have a charset in their content type.',
    behaviour: () => ({
      deliveryHeaders: (_tenant, { event }) => ({
        'Content-Type': 'Application/JSON; charset="UTF-8"',
        'User-Agent': 'hookd/2.11 (+https://status.example)',
        'X-Event-Kind': event.type,
        'X-Signature': 't=1790000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
      }),
    }),
  },
  {
    id: 'webhooks/kind-in-a-header-alone',
    freedoms: ['FRE-186'],
    summary: 'A header names the kind of a message without a type.',
    behaviour: (normal) => ({
      deliveryHeaders: (tenant, delivery) => ({
        ...normal.deliveryHeaders(tenant, delivery),
        'lab-event': delivery.event.type,
      }),
    }),
  },
  {
    id: 'webhooks/every-delivery-comes-twice',
    freedoms: ['FRE-190', 'FRE-191'],
    summary: 'Each delivery is made again a moment later.',
    behaviour: (normal) => ({
      deliverPersistently: async (tenant, delivery, signal) => {
        await normal.deliverPersistently(tenant, delivery, signal);
        await tenant.pause(15, signal);
        if (tenant.behaviour.isStillWanted(tenant, delivery)) await tenant.behaviour.deliver(tenant, delivery, signal);
      },
    }),
  },
  {
    id: 'webhooks/addresses-are-spelled-otherwise',
    freedoms: ['FRE-262'],
    summary: 'A tilde in the address is sent as %7E, and escapes are in lower case.',
    behaviour: (normal) => ({
      deliveryUrl: (tenant, delivery) =>
        normal
          .deliveryUrl(tenant, delivery)
          .replaceAll('~', '%7E')
          .replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    }),
  },
  {
    id: 'webhooks/no-second-try',
    freedoms: ['FRE-190'],
    summary: 'A delivery that is not received is not retried.',
    behaviour: () => ({ deliveryTries: () => 1 }),
  },
  {
    id: 'webhooks/later-deliveries-overtake-earlier-ones',
    freedoms: ['FRE-192', 'FRE-193'],
    summary: 'Every other delivery arrives later than the next one.',
    behaviour: () => {
      let count = 0;
      return { deliveryDelay: () => (count++ % 2 === 0 ? 60 : 0) };
    },
  },
  {
    id: 'webhooks/deliveries-take-their-time',
    freedoms: ['FRE-193'],
    summary: 'Each delivery comes at least a quarter of a second after its cause.',
    profile: { limits: { deliverySeconds: 2 } },
    behaviour: () => ({ deliveryDelay: () => 250 }),
  },
  {
    id: 'webhooks/an-address-set-later-is-told-of-the-installation',
    freedoms: ['FRE-205'],
    summary: 'An app that is installed already receives the installation event when its webhook URL is set.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const had = app.webhook?.url !== undefined;
        normal.setWebhook(tenant, app, webhook);
        if (!had && webhook.url !== undefined && app.installed) tenant.behaviour.appWasInstalled(tenant, app);
      },
    }),
  },
  {
    id: 'webhooks/asking-for-signals-is-refused',
    freedoms: ['FRE-206', 'FRE-207'],
    summary: 'A list with an event type that cannot be subscribed to is refused as a whole.',
    behaviour: (normal) => ({
      subscribedTypes: (tenant, app, wanted) => {
        const known: readonly string[] = tenant.behaviour.subscribableTypes(tenant);
        const odd = wanted.find((type) => !known.includes(type));
        if (odd !== undefined) throw new Refused(400, 'invalid_input', `${odd} cannot be subscribed to.`);
        return normal.subscribedTypes(tenant, app, wanted);
      },
    }),
  },
  {
    id: 'webhooks/canvases-can-be-subscribed-to',
    freedoms: ['FRE-207'],
    summary: 'An app that asks for canvas events is listed as subscribed to them, and receives them like every app.',
    behaviour: (normal) => ({
      subscribableTypes: (tenant) => [...normal.subscribableTypes(tenant), 'v2.canvas.initialized'],
    }),
  },
  {
    id: 'webhooks/more-kinds-than-six',
    freedoms: ['FRE-208'],
    summary: 'An app that receives a change also receives another kind of event, that the resource was touched.',
    behaviour: (normal) => ({
      emit: (tenant, cause) => {
        const { behaviour } = tenant;
        for (const app of cause.addressee === undefined ? behaviour.recipients(tenant, cause) : []) {
          for (const event of behaviour.eventsOf(tenant, cause)) {
            behaviour.sendEvent(tenant, { ...event, type: 'v2.resource.touched' as EventType }, app);
          }
        }
        normal.emit(tenant, cause);
      },
      isStillWanted: () => true,
    }),
  },
  {
    id: 'webhooks/an-address-that-fails-is-given-up',
    freedoms: ['FRE-190', 'FRE-210'],
    summary: 'An address that has answered with an error twice gets no more deliveries until it is set again.',
    behaviour: (normal) => {
      const failures = new WeakMap<object, number>();
      const webhookOf = (app: App): object => app.webhook ?? {};
      return {
        deliveryTries: () => 1,
        wasReceived: (status) => normal.wasReceived(status),
        deliver: async (tenant, delivery, signal) => {
          const status = await normal.deliver(tenant, delivery, signal);
          const webhook = webhookOf(delivery.app);
          if (!normal.wasReceived(status)) failures.set(webhook, (failures.get(webhook) ?? 0) + 1);
          return status;
        },
        webhookUrl: (tenant, app) =>
          (failures.get(webhookOf(app)) ?? 0) >= 2 ? undefined : normal.webhookUrl(tenant, app),
      };
    },
  },
  {
    id: 'webhooks/archived-and-uninstalled-apps-are-told',
    freedoms: ['FRE-123'],
    summary: 'Deliveries are also made to archived and uninstalled apps.',
    behaviour: () => ({ mayReceiveEvents: () => true }),
  },
];
