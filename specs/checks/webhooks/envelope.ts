import { observation } from '../../../core/judgement.ts';
import { envelopeOf } from '../../../core/delivery.ts';
import { eventTypes, subscribableTypes } from '../../../drivers/world/event.ts';
import { aSubscriber } from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { shown, arrivedDeliveries } from '../../expectations/delivered.ts';
import { namesItsApp, namesItsTenant, tenantFacts } from '../../expectations/webhook-facts.ts';
import { bodyRules, envelopeRules, keepsRules } from '../../expectations/webhook-rules.ts';
import { needsInstallations, play, someEvents, describeEvents, playToAll } from './series.ts';

/** Checks of the envelope, which is the same for all kinds ("Events / Envelope"). */
export const envelopeChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/every-delivery-is-one-envelope',
    title: 'Every delivery of any kind is one JSON object with the members of the envelope',
    proves: [
      ...([
        'WHK-02',
        'WHK-03',
        'WHK-04',
        'WHK-06',
        'WHK-07',
        'WHK-09',
        'WHK-11',
        'WHK-12',
        'WHK-14',
        'WHK-15',
      ] as const),
      'WHK-62',
    ],
    needs: needsInstallations,
    cases: someEvents(eventTypes, 1, 4),
    maxCases: 30,
    describe: describeEvents,
    gather: playToAll,
    *judge(all) {
      for (const { delivery, cause } of yield* arrivedDeliveries(all)) {
        yield* keepsRules([...bodyRules, ...envelopeRules], delivery, cause.type);
        const { version, channel } = envelopeOf(delivery) ?? {};
        const exchange = delivery.number;
        yield observation('FRE-183', `version is a ${typeof version}`, { number: exchange });
        const observed = `${cause.type} comes by the channel ${shown(channel)}`;
        yield observation('FRE-185', observed, { number: exchange });
      }
    },
  }),

  check({
    id: 'webhooks/envelope-names-app-and-tenant',
    title: 'The envelope names the app that it is sent to, its definition, and the tenant that it comes from',
    proves: ['WHK-05', 'WHK-08', 'WHK-10', 'WHK-13'],
    needs: needsInstallations,
    cases: someEvents(eventTypes, 1, 4),
    maxCases: 30,
    describe: describeEvents,
    async gather(scene, plan) {
      const subscribers = [];
      // a wrong tenant may name the first app that it knows, or the last, in every envelope
      for (let count = 0; count < 2; count++) {
        subscribers.push(await aSubscriber(scene, { eventTypes: subscribableTypes }));
      }
      const of = [];
      for (const subscriber of subscribers) {
        of.push({ app: subscriber.app, all: await play(scene, subscriber, plan) });
      }
      return { of, facts: tenantFacts(scene) };
    },
    *judge({ of, facts }) {
      for (const { app, all } of of) {
        for (const { delivery, cause } of yield* arrivedDeliveries(all)) {
          const subject = `the delivery of ${cause.type}`;
          yield* namesItsApp(delivery, app, subject);
          yield* namesItsTenant(delivery, facts, subject);
        }
      }
    },
  }),
];
