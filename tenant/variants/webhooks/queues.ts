import type { App } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

/** How deliveries wait their turn. */
export const queueVariants: readonly Variant[] = [
  {
    id: 'webhooks/the-queue-knows-where-to',
    freedoms: ['FRE-192', 'FRE-193'],
    summary:
      'A delivery goes a tenth of a second later to where the app wanted it when it was caused, despite later settings.',
    behaviour: () => ({ deliveryDelay: () => 100, isStillWanted: () => true }),
  },
  {
    id: 'webhooks/deliveries-come-again-later',
    freedoms: ['FRE-190', 'FRE-191'],
    summary:
      'Each delivery is made once more after three tenths of a second, to where it went first, despite later settings.',
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
    summary: 'An app is told of the next event when it has taken the one before, or would not.',
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
    summary: 'When a webhook URL is set it is asked by GET for an echo, and nobody minds what it answers.',
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
