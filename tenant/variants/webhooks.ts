import { queueVariants } from './webhooks/queues.ts';
import { consoleVariants } from './webhooks/consoles.ts';
import type { Variant } from './variant.ts';
import { courierVariants } from './webhooks/couriers.ts';
import { deliveryVariants } from './webhooks/deliveries.ts';
import { messageVariants } from './webhooks/messages.ts';
import { receiverVariants } from './webhooks/receivers.ts';
import { subscriptionVariants } from './webhooks/subscriptions.ts';

export const webhooksVariants: readonly Variant[] = [
  ...queueVariants,
  ...consoleVariants,
  {
    id: 'webhooks/events-of-own-projects-only',
    freedoms: ['FRE-209'],
    summary: 'An app receives events of a resource only if it has access to the project of the resource.',
    behaviour: () => ({
      maySeeEvent: (tenant, app, { projectId }) => {
        const grants = projectId === undefined ? undefined : tenant.state.projects.get(projectId)?.grants;
        return (
          projectId === undefined ||
          grants?.some(({ actor, revokedAt }) => actor.id === app.id && revokedAt === undefined) === true
        );
      },
    }),
  },
  ...messageVariants,
  ...deliveryVariants,
  ...receiverVariants,
  ...courierVariants,
  ...subscriptionVariants,
];
