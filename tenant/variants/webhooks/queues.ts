import type { App } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

/** Variants of queues of deliveries. */
export const queueVariants: readonly Variant[] = [
  {
    id: 'webhooks/the-queue-knows-where-to',
    freedoms: ['FRE-192', 'FRE-193'],
    summary:
      'A delivery is made a tenth of a second after its cause, to the address of that time, despite later settings.',
    behaviour: () => ({ deliveryDelay: () => 100, isStillWanted: () => true }),
  },
  {
    id: 'webhooks/deliveries-come-again-later',
    freedoms: ['FRE-190', 'FRE-191'],
    summary:
      'Each delivery is made again after three tenths of a second, to its first address, despite later settings.',
    behaviour: (normal) => ({
      deliverPersistently: async (tenant, delivery, signal) => {
        await normal.deliverPersistently(tenant, delivery, signal);
        await tenant.pause(300, signal);
        await tenant.behaviour.deliver(tenant, delivery, signal);
      },
    }),
  },
  {
    id: 'webhooks/one-delivery-after-another',
    freedoms: ['FRE-190', 'FRE-192', 'FRE-193'],
    summary: 'An app receives the next event only after it has received or finally refused the previous one.',
    behaviour: (normal) => {
      const last = new WeakMap<App, Promise<void>>();
      return {
        retryDelay: () => 60,
        deliverPersistently: (tenant, delivery, signal) => {
          const before = last.get(delivery.app) ?? Promise.resolve();
          const now = before.catch(() => undefined).then(() => normal.deliverPersistently(tenant, delivery, signal));
          last.set(delivery.app, now);
          return now;
        },
      };
    },
  },
  {
    id: 'webhooks/an-address-is-asked-for-an-echo',
    freedoms: ['FRE-189'],
    summary: 'When a webhook URL is set, the tenant asks it for an echo by GET, and ignores the answer.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        normal.setWebhook(tenant, app, webhook);
        const { url, caPem } = webhook;
        if (url === undefined) return;
        const asked = `${url}${url.includes('?') ? '&' : '?'}challenge=${tenant.random(9).toString('hex')}`;
        tenant.outbox.add(async (signal) => {
          await tenant.post({ method: 'GET', url: asked, headers: {}, body: '', caPem }, signal);
        });
      },
    }),
  },
];
