import fc from 'fast-check';
import { envelopeOf } from '../../../core/delivery.ts';
import { eventTypes, subscribableTypes } from '../../../drivers/world/event.ts';
import { aSubscriber, causeAndAwait } from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryFinding } from '../../expectations/delivered.ts';
import { areEquivalentTargets } from '../../expectations/equivalent-target.ts';
import { needsInstallations } from './series.ts';
import { objectOf } from '../../../generators/object.ts';

/** Paths and queries that change their meaning if a tenant normalises, truncates or decodes them. */
const suffixes = [
  '',
  '/',
  '/hooks/laboratory',
  '/hooks/',
  '?key=1',
  '/hooks?key=one&key=two',
  '/hooks?next=%2Fa%2Fb&empty=',
  '/hooks/a%2Fb?sum=1%2B1&flag',
  '/Hooks/LAB.json?Upper=Case',
  '/hooks?text=two%20words+more',
  '/hooks//laboratory',
  // characters that a path or a query may contain unencoded, and must keep
  '/hooks;v=1/a:b@c,d/~x/!*()',
  '/hooks?at=a@b:c/d,e;f!*()&p=50%25',
  '/hooks?b=2&&a=1&x==y&',
  // longer than a database column of a common width
  `/hooks/${'laboratory-'.repeat(28)}end`,
] as const;

/** Checks of the request that makes a delivery ("Webhook deliveries"; "Events"). */
export const deliveryFormChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/delivered-by-post-to-the-very-address',
    title: "A delivery is an HTTP POST to the app's webhook URL with its path and query",
    proves: ['WHK-01'],
    needs: needsInstallations,
    cases: objectOf({ suffix: fc.constantFrom(...suffixes), type: fc.constantFrom(...eventTypes) }),
    maxCases: 40,
    describe: ({ suffix, type }) =>
      `${type} to an address that ends in ${suffix === '' ? 'no path of its own' : suffix}`,
    async gather(scene, { suffix, type }) {
      const subscriber = await aSubscriber(scene, { eventTypes: subscribableTypes, suffix });
      const { delivery } = await causeAndAwait(scene, subscriber, type);
      return { url: subscriber.inbox.url, delivery, all: subscriber.inbox.all() };
    },
    *judge({ url, delivery, all }, { type }) {
      if (!(yield* premise(delivery !== undefined, `no delivery of ${type} arrived within limits.deliverySeconds`)))
        return;
      const wanted = url.replace(/^\w+:\/\/[^/]*/, '');
      const subject = `the delivery of ${type}`;
      // a tenant may send another request to an address before it delivers to it
      const carrying = all.filter((one) => envelopeOf(one) !== undefined || one === delivery);
      for (const one of carrying) {
        const { method, target } = one.received;
        if (method !== 'POST') yield deliveryFinding('WHK-01', subject, `was made by ${method}`, 'POST', one);
        if (!areEquivalentTargets(target, wanted))
          yield deliveryFinding('WHK-01', subject, `went to ${target}`, wanted, one);
      }
    },
  }),
];
