import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import { messageOf } from '../../../core/delivery.ts';
import { eventTypes, subscribableTypes } from '../../../drivers/world/event.ts';
import { aSubscriber, silence } from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryFinding, hasArrived, shown } from '../../expectations/delivered.ts';
import type { Span } from '../../expectations/iso-instant.ts';
import { instantsOf } from '../../expectations/iso-instant.ts';
import { bodyRules, brokenRules, envelopeRules, messageRules } from '../../expectations/webhook-rules.ts';
import { needsInstallations, play, someEvents, tellEvents } from './series.ts';
import { waitsForNothing } from './no-delivery.ts';
import { held, observation } from '../../../core/judgement.ts';
import { objectOf } from '../../../generators/object.ts';

/** What is told of a delivery that is sent again by its own requirement: of one that is sent once others tell it. */
const ofWhatIsSentAgain = ['WHK-01', 'WHK-02', 'WHK-03', 'WHK-14', 'WHK-31', 'WHK-32', 'WHK-44'] as const;
const updates = ['v2.workflowOutput.updated.fields', 'v2.workflowTask.updated.fields'] as const;
const toldAgain = new Set<string>(ofWhatIsSentAgain);

/** Whether a delivery is an earlier one that is sent again: the same in all it tells, or at least of the same event. */
function isSentAgain(delivery: Delivery, earlier: Delivery): boolean {
  if (earlier.number === delivery.repeats) return true;
  const id = messageOf(delivery)?.['id'];
  return earlier.number < delivery.number && id !== undefined && id === messageOf(earlier)?.['id'];
}

/** However the two are written: another server may send it again (FRE-198). */
function isSameTime(one: unknown, other: unknown): boolean {
  if (one === other || Date.parse(String(one)) === Date.parse(String(other))) return true;
  const [spans, others] = [instantsOf(String(one)), instantsOf(String(other))];
  const [early, late] = [spans[0], others[0]];
  if (early === undefined || late === undefined) return false;
  // two times without a zone are of the same one
  if (spans.length === others.length) return meet(early, late);
  return spans.some((span) => others.some((other) => meet(span, other)));
}

function meet(one: Span, other: Span): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** A long mixed series, some of it repeated because it was not taken. */
export const longSeriesChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/every-delivery-of-a-long-series-keeps-its-shape',
    title: 'Every delivery of a long series of all kinds has its shape, in any order and number',
    proves: ['WHK-55', ...ofWhatIsSentAgain],
    needs: needsInstallations,
    maxSeconds: waitsForNothing,
    cases: objectOf({
      plan: someEvents(eventTypes, 3, 12),
      failures: fc.array(fc.constantFrom(200, 200, 200, 500, 503), { maxLength: 12 }),
      /** An update that is not taken at first, before all others: of what is sent again it tells the most. */
      first: fc.constantFrom(undefined, ...updates),
    }),
    maxCases: 6,
    describe: ({ plan, failures, first }) =>
      `${first === undefined ? '' : `${first}, not taken at first, `}${tellEvents(plan)}; answered ${failures.join(', ')}, then 200`,
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
      // what was not taken may be sent again
      return { all, everything: await silence(scene, [subscriber.inbox]) };
    },
    *judge({ all, everything }) {
      // an address that answered with errors may be delivered to no more (FRE-210)
      const arrived = all.filter(hasArrived);
      if (!(yield* premise(arrived.length > 0, 'nothing was delivered'))) return;
      const repeated = everything.filter(({ repeats }) => repeats !== undefined);
      if (repeated.length > 0) {
        const observed = 'what was answered with an error was delivered again';
        yield observation('FRE-190', observed, repeated[0]);
      }
      for (const delivery of everything) {
        const earlier = everything.find((one) => isSentAgain(delivery, one));
        const first = earlier?.number ?? delivery.number;
        const cause = arrived.find((one) => [one.delivery, ...one.more].some(({ number }) => number === first))?.cause;
        // of what this check did not cause the kind is not known for sure
        const rules = [...bodyRules, ...envelopeRules, ...(cause === undefined ? [] : messageRules)];
        for (const rule of brokenRules(rules, delivery, cause?.type ?? 'v2.app.installed')) {
          const subject = `a delivery of ${cause?.type ?? 'some kind'} in a long series`;
          const observed = rule.wrong(delivery) ?? '';
          yield deliveryFinding('WHK-55', subject, observed, rule.expected, delivery);
          // of what is sent once all of them are told elsewhere
          if (earlier !== undefined && toldAgain.has(rule.requirement)) {
            yield deliveryFinding(rule.requirement, `${subject}, sent again,`, observed, rule.expected, delivery);
          }
          return;
        }
        yield held('WHK-55');
        if (earlier === undefined) continue;
        for (const requirement of ofWhatIsSentAgain) yield held(requirement);
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
