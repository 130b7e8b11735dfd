import fc from 'fast-check';
import type { EventType } from '../../../drivers/world/event.ts';
import { subscribableTypes } from '../../../drivers/world/event.ts';
import { aSubscriber } from '../../../drivers/world/webhooks.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { deliveryFinding } from '../../expectations/delivered.ts';
import { needsDeliveries, play, someEvents } from './series.ts';

const promised: Partial<Record<EventType, RequirementId>> = {
  'v2.workflowOutput.updated.fields': 'WHK-16',
  'v2.workflowTask.updated.fields': 'WHK-17',
  'v2.workflowTaskGroup.mappingCompleted': 'WHK-18',
  'v2.entry.created': 'WHK-19',
};

const subscriptions = fc.shuffledSubarray([...subscribableTypes], { minLength: 1 });

/** What an app is told of because it subscribed ("Events / Event kinds"). */
export const kindChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/subscribed-events-are-delivered',
    title: 'An app that subscribed to a kind receives a delivery each time that an event of this kind is caused',
    proves: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    needs: needsDeliveries,
    given: subscriptions.chain((types) =>
      fc.record({ types: fc.constant(types), plan: someEvents(types, 1, 4) }, { noNullPrototype: true }),
    ),
    atMost: 30,
    tell: ({ types, plan }) => `subscribed to ${types.join(', ')}; caused ${plan.map(({ type }) => type).join(', ')}`,
    async gather(scene, { types, plan }) {
      return play(scene, await aSubscriber(scene, { eventTypes: types }), plan);
    },
    *judge(all) {
      for (const [index, { cause, delivery }] of all.entries()) {
        const requirement = promised[cause.type];
        if (delivery !== undefined || requirement === undefined) continue;
        const subject = `event ${index + 1} of the series, ${cause.type},`;
        yield deliveryFinding(requirement, subject, 'was not delivered in time', 'a delivery to the subscribed app');
      }
    },
  }),
];
