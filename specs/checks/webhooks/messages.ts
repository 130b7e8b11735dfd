import fc from 'fast-check';
import { subscribableTypes } from '../../../drivers/world/event.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { arrivedDeliveries } from '../../expectations/delivered.ts';
import { matchesItsCause } from '../../expectations/webhook-facts.ts';
import { keepsRules, messageRules } from '../../expectations/webhook-rules.ts';
import { needsDeliveries, someEvents, describeEvents, playToAll } from './series.ts';

/** Many updates of one kind in sequence, so that some of them change the same properties. */
const manyUpdates = fc
  .constantFrom(...subscribableTypes.filter((type) => type.endsWith('.updated.fields')))
  .map((type) => Array.from({ length: 8 }, () => ({ type, withSchema: true })));

/** Checks of the standard message of the four kinds that can be subscribed to ("Message fields"). */
export const messagesChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/a-standard-message-has-its-members',
    title: 'The message of each kind has the members of its kind, and none that it must not have',
    proves: [
      'WHK-30',
      'WHK-32',
      'WHK-33',
      'WHK-35',
      'WHK-37',
      'WHK-40',
      'WHK-41',
      'WHK-42',
      'WHK-43',
      'WHK-44',
      'WHK-47',
      'WHK-48',
    ],
    needs: needsDeliveries,
    cases: someEvents(subscribableTypes, 1, 4),
    maxCases: 40,
    describe: describeEvents,
    gather: playToAll,
    *judge(all) {
      for (const { delivery, more, cause } of yield* arrivedDeliveries(all)) {
        for (const one of [delivery, ...more]) yield* keepsRules(messageRules, one, cause.type);
      }
    },
  }),

  check({
    id: 'webhooks/a-standard-message-agrees-with-its-cause',
    title: 'The message names the resource, its schema and the properties whose update caused it',
    proves: ['WHK-36', 'WHK-38', 'WHK-39', 'WHK-45', 'WHK-46', 'WHK-60', 'WHK-61'],
    needs: needsDeliveries,
    cases: fc.oneof({ weight: 4, arbitrary: someEvents(subscribableTypes, 1, 5) }, manyUpdates),
    maxCases: 40,
    describe: describeEvents,
    gather: playToAll,
    *judge(all) {
      for (const arrived of yield* arrivedDeliveries(all)) {
        yield* matchesItsCause(arrived, `the delivery of ${arrived.cause.type}`);
      }
    },
  }),
];
