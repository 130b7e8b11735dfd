import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import { messageOf } from '../../../core/delivery.ts';
import { eventTypes, subscribableTypes } from '../../../drivers/world/event.ts';
import { aSubscriber, waitForAllDeliveries } from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryFinding, hasArrived, shown } from '../../expectations/delivered.ts';
import type { Span } from '../../expectations/iso-instant.ts';
import { instantsOf } from '../../expectations/iso-instant.ts';
import { bodyRules, brokenRules, envelopeRules, messageRules } from '../../expectations/webhook-rules.ts';
import { needsInstallations, play, someEvents, describeEvents } from './series.ts';
import { waitsForNothing } from './no-delivery.ts';
import { held, observation } from '../../../core/judgement.ts';
import { objectOf } from '../../../generators/object.ts';

/** The requirements that are judged for a delivery that is sent again. Other checks judge them for a first delivery. */
const requirementsOnRepeats = ['WHK-01', 'WHK-02', 'WHK-03', 'WHK-14', 'WHK-31', 'WHK-32', 'WHK-44'] as const;
const updates = ['v2.workflowOutput.updated.fields', 'v2.workflowTask.updated.fields'] as const;
const judgedOnRepeats = new Set<string>(requirementsOnRepeats);

/** Reports whether a delivery is an earlier one that is sent again: a full repetition, or one of the same event. */
function isSentAgain(delivery: Delivery, earlier: Delivery): boolean {
  if (earlier.number === delivery.repeats) return true;
  const id = messageOf(delivery)?.['id'];
  return earlier.number < delivery.number && id !== undefined && id === messageOf(earlier)?.['id'];
}

/**
 * Reports whether two times are equal, however they are written: another server may send a delivery again (FRE-198).
 */
function isSameTime(one: unknown, other: unknown): boolean {
  if (one === other || Date.parse(String(one)) === Date.parse(String(other))) return true;
  const [spans, others] = [instantsOf(String(one)), instantsOf(String(other))];
  const [early, late] = [spans[0], others[0]];
  if (early === undefined || late === undefined) return false;
  // two times without a zone are taken to be in the same zone
  if (spans.length === others.length) return meet(early, late);
  return spans.some((span) => others.some((other) => meet(span, other)));
}

function meet(one: Span, other: Span): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** Checks of a long mixed series, with deliveries that are sent again after an error. */
export const longSeriesChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/every-delivery-of-a-long-series-keeps-its-shape',
    title: 'Every delivery of a long series of all kinds has the specified shape, in any order and number',
    proves: ['WHK-55', ...requirementsOnRepeats],
    needs: needsInstallations,
    maxSeconds: waitsForNothing,
    cases: objectOf({
      plan: someEvents(eventTypes, 3, 12),
      failures: fc.array(fc.constantFrom(200, 200, 200, 500, 503), { maxLength: 12 }),
      /** An update before all others that is answered with an error at first: its repetition shows the most. */
      first: fc.constantFrom(undefined, ...updates),
    }),
    maxCases: 6,
    describe: ({ plan, failures, first }) =>
      `${first === undefined ? '' : `${first}, answered with an error at first, `}${describeEvents(plan)}; answered ${failures.join(', ')}, then 200`,
    async gather(scene, { plan: drawn, failures: others, first }) {
      const [plan, failures] =
        first === undefined
          ? [drawn, others]
          : [
              [{ type: first, withSchema: true }, ...drawn],
              [503, ...others],
            ];
      const subscriber = await aSubscriber(scene, { eventTypes: subscribableTypes });
      subscriber.inbox.answerWith(...failures);
      const all = await play(scene, subscriber, plan);
      // a delivery that was answered with an error may be sent again
      return { all, everything: await waitForAllDeliveries(scene, [subscriber.inbox]) };
    },
    *judge({ all, everything }) {
      // a tenant may stop deliveries to an address that answered with errors (FRE-210)
      const arrived = all.filter(hasArrived);
      if (!(yield* premise(arrived.length > 0, 'nothing was delivered'))) return;
      const repeated = everything.filter(({ repeats }) => repeats !== undefined);
      if (repeated.length > 0) {
        const observed = 'a delivery that was answered with an error was sent again';
        yield observation('FRE-190', observed, repeated[0]);
      }
      for (const delivery of everything) {
        const earlier = everything.find((one) => isSentAgain(delivery, one));
        const first = earlier?.number ?? delivery.number;
        const cause = arrived.find((one) => [one.delivery, ...one.more].some(({ number }) => number === first))?.cause;
        // the kind of a delivery that this check did not cause is not certain
        const rules = [...bodyRules, ...envelopeRules, ...(cause === undefined ? [] : messageRules)];
        for (const rule of brokenRules(rules, delivery, cause?.type ?? 'v2.app.installed')) {
          const subject = `a delivery of ${cause?.type ?? 'some kind'} in a long series`;
          const observed = rule.wrong(delivery) ?? '';
          yield deliveryFinding('WHK-55', subject, observed, rule.expected, delivery);
          // other checks judge all these rules for a first delivery
          if (earlier !== undefined && judgedOnRepeats.has(rule.requirement)) {
            yield deliveryFinding(rule.requirement, `${subject}, sent again,`, observed, rule.expected, delivery);
          }
          return;
        }
        yield held('WHK-55');
        if (earlier === undefined) continue;
        for (const requirement of requirementsOnRepeats) yield held(requirement);
        const again = `a delivery of ${cause?.type ?? 'some kind'} in a long series, sent again,`;
        const { method } = delivery.received;
        if (method !== 'POST') yield deliveryFinding('WHK-01', again, `was made by ${method}`, 'POST', delivery);
        const [then, now] = [messageOf(earlier)?.['createdAt'], messageOf(delivery)?.['createdAt']];
        if (!isSameTime(then, now)) {
          const observed = `had createdAt ${shown(now)}`;
          yield deliveryFinding('WHK-31', again, observed, `${shown(then)}, as at first`, delivery);
        }
      }
    },
  }),
];
