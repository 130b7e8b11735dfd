import type { Fault } from './fault.ts';
import { deliveryFaults } from './webhooks/deliveries.ts';
import { envelopeFaults } from './webhooks/envelope.ts';
import { kindFaults } from './webhooks/kinds.ts';
import { messageFaults } from './webhooks/messages.ts';
import { signalFaults } from './webhooks/signals.ts';
import { subscriptionFaults } from './webhooks/subscriptions.ts';
import { nearMissFaults } from './webhooks/near-misses.ts';
import { furtherNearMissFaults } from './webhooks/near-misses-three.ts';
import { appNearMissFaults } from './webhooks/near-misses-three-of-apps.ts';
import { evaluatedFaults } from './webhooks/evaluated.ts';
import { evaluatedFaultsTwo } from './webhooks/evaluated-two.ts';
import { evaluatedFaultsThree } from './webhooks/evaluated-three.ts';
import { evaluatedFaultsFour } from './webhooks/evaluated-four.ts';
import { evaluatedFaultsFive } from './webhooks/evaluated-five.ts';
import { evaluatedFaultsEight } from './webhooks/evaluated-eight.ts';
import { addressAsWrittenFaults } from './webhooks/addresses-as-written.ts';

export const webhooksFaults: readonly Fault[] = [
  {
    id: 'webhooks/no-schema-no-member',
    breaks: ['WHK-37'],
    also: ['WHK-39', 'WHK-55'],
    summary: 'The message of a resource without a schema has no member schema in place of null.',
    behaviour: (normal) => ({
      messageSchema: (tenant, event, app) => normal.messageSchema(tenant, event, app) ?? undefined,
    }),
  },
  ...envelopeFaults,
  ...messageFaults,
  ...signalFaults,
  ...kindFaults,
  ...subscriptionFaults,
  ...deliveryFaults,
  ...nearMissFaults,
  ...furtherNearMissFaults,
  ...appNearMissFaults,
  ...evaluatedFaults,
  ...evaluatedFaultsTwo,
  ...evaluatedFaultsThree,
  ...evaluatedFaultsFour,
  ...evaluatedFaultsFive,
  ...evaluatedFaultsEight,
  ...addressAsWrittenFaults,
];
