import type { Fault } from './fault.ts';
import { deliveryFaults } from './webhooks/deliveries.ts';
import { addressFaults } from './webhooks/addresses.ts';
import { subscriptionFaults } from './webhooks/subscriptions.ts';
import { kindFaults } from './webhooks/kinds.ts';
import { missingMessageFaults } from './webhooks/missing-messages.ts';
import { envelopeFaults } from './webhooks/envelope.ts';
import { dateAndIdFaults } from './webhooks/dates-and-ids.ts';
import { resourceFaults } from './webhooks/resources.ts';
import { updateFaults } from './webhooks/updates.ts';
import { signalFaults } from './webhooks/signals.ts';

export const webhooksFaults: readonly Fault[] = [
  ...deliveryFaults,
  ...addressFaults,
  ...subscriptionFaults,
  ...kindFaults,
  ...missingMessageFaults,
  ...envelopeFaults,
  ...dateAndIdFaults,
  ...resourceFaults,
  ...updateFaults,
  ...signalFaults,
];
