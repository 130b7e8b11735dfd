import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import type { Finding } from '../../../core/judgement.ts';
import type { Cause, EventType } from '../../../drivers/world/event.ts';
import { canvasInitialized, subscribableTypes } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { DeliveriesOfCause } from '../../../drivers/world/webhooks.ts';
import {
  anInbox,
  aSubscriber,
  deliveryOf,
  install,
  removeWebhook,
  setWebhook,
  waitForAllDeliveries,
  causeAndAwait,
  trigger,
} from '../../../drivers/world/webhooks.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryFinding, hasArrived } from '../../expectations/delivered.ts';
import { carryOutEarlierEvent, earlierEvents, describeEarlierEvent } from './events-before-a-change.ts';
import { needsDeliveries, needsInstallations } from './series.ts';
import { isAbout, waitsForNothing } from './no-delivery.ts';
import { objectOf } from '../../../generators/object.ts';

/** The events that were caused after a change, and the deliveries that arrived. */
interface AfterChange {
  readonly causes: readonly Cause[];
  /** An event whose delivery shows that the tenant still delivers. */
  readonly contrast: DeliveriesOfCause;
  readonly all: readonly Delivery[];
}

function strangeIn({ causes, all }: AfterChange): { cause: Cause; delivery: Delivery } | undefined {
  for (const cause of causes) {
    const delivery = all.find((one) => isAbout(one, cause));
    if (delivery !== undefined) return { cause, delivery };
  }
  return undefined;
}

/** Repeats the look while the change may not have taken effect yet. */
function afterChange(scene: Scene, look: () => Promise<AfterChange>): Promise<AfterChange> {
  return scene.settle(look, (seen) => strangeIn(seen) === undefined);
}

function* staysSilent(look: AfterChange, requirement: RequirementId, when: string): Generator<Finding<RequirementId>> {
  const strange = strangeIn(look);
  if (strange === undefined) return;
  const subject = `an event of ${strange.cause.type} ${when}`;
  yield deliveryFinding(requirement, subject, 'was delivered there', 'no delivery', strange.delivery);
}

const kindsInOrder = fc.shuffledSubarray([...subscribableTypes], { minLength: subscribableTypes.length });

/** Checks of deliveries after a change of a webhook ("Webhook deliveries"; "Events / Event kinds"). */
export const changesChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/only-the-new-subscriptions-hold',
    title: 'After a change of subscriptions, dropped kinds are not delivered any more, and new kinds are',
    proves: ['WHK-26'],
    needs: needsDeliveries,
    maxSeconds: waitsForNothing,
    cases: objectOf({
      order: kindsInOrder,
      change: fc.constantFrom('kept', 'replaced', 'emptied'),
      /** How often the list was changed before. */
      earlier: fc.nat(1),
      past: fc.constantFrom(...earlierEvents),
    }),
    maxCases: 6,
    describe: ({ order: [dropped = '', kept = '', added = ''], change, earlier, past }) =>
      `${earlier === 0 ? '' : `${added}, then `}${dropped} and ${kept}, then ${change === 'emptied' ? 'nothing' : `${change === 'kept' ? `${kept} and ` : ''}${added}`}${describeEarlierEvent(past)}`,
    async gather(scene, { order, change, earlier, past }) {
      const [dropped, kept, added] = order as [EventType, EventType, EventType];
      let before = await aSubscriber(scene, { eventTypes: earlier === 0 ? [dropped, kept] : [added] });
      if (earlier > 0) before = await setWebhook(scene, before.app, before.inbox, [dropped, kept]);
      before = await carryOutEarlierEvent(scene, before, [dropped, kept], past);
      const first = await causeAndAwait(scene, before, dropped);
      const wanted = { kept: [kept, added], replaced: [added], emptied: [] }[change] ?? [];
      const after = await setWebhook(scene, before.app, before.inbox, wanted);
      const look = await afterChange(scene, async () => {
        const causes = [await trigger(scene, after, dropped)];
        if (change !== 'kept') causes.push(await trigger(scene, after, kept));
        // a kind that needs no subscription still comes to an app that gave up all subscriptions
        const contrast = await causeAndAwait(scene, after, change === 'emptied' ? canvasInitialized : added);
        return { causes, contrast, all: await waitForAllDeliveries(scene, [after.inbox]) };
      });
      if (hasArrived(look.contrast) || change === 'emptied') return { first, look };
      // a kind that is delivered to no app says nothing about the change
      const fresh = await aSubscriber(scene, { eventTypes: [added] });
      return { first, look, elsewhere: await causeAndAwait(scene, fresh, added) };
    },
    *judge({ first, look, elsewhere }) {
      if (!(yield* premise(hasArrived(first), `no delivery of ${first.cause.type} arrived before the change`))) return;
      const { contrast } = look;
      const arrives = hasArrived(contrast) || elsewhere !== undefined;
      if (!(yield* premise(arrives, `no delivery of ${contrast.cause.type} arrived after the change`))) return;
      if (elsewhere !== undefined) {
        if (!(yield* premise(hasArrived(elsewhere), `no app receives ${contrast.cause.type}`))) return;
        const subject = `an event of ${contrast.cause.type} after the subscriptions were changed to it`;
        yield deliveryFinding(
          'WHK-26',
          subject,
          'was not delivered within limits.deliverySeconds',
          'a delivery by the new list',
        );
      }
      yield* staysSilent(look, 'WHK-26', 'after the app had dropped it from its subscriptions');
    },
  }),

  check({
    id: 'webhooks/a-reinstallation-brings-no-dropped-subscription-back',
    title: 'An app that dropped a subscription receives no event of it after it was installed again',
    proves: ['WHK-26'],
    needs: needsInstallations,
    maxSeconds: waitsForNothing,
    async gather(scene) {
      const [kept, ...dropped] = subscribableTypes;
      const other = await aSubscriber(scene, { eventTypes: subscribableTypes });
      const before = await aSubscriber(scene, { eventTypes: subscribableTypes });
      const first = await causeAndAwait(scene, before, kept);
      const after = await setWebhook(scene, before.app, before.inbox, [kept]);
      await scene.operate('app.uninstall', { appId: after.app.appId });
      await install(scene, after.app);
      const look = await afterChange(scene, async () => {
        const causes: Cause[] = [];
        for (const type of dropped) causes.push(await trigger(scene, after, type));
        return {
          causes,
          contrast: await causeAndAwait(scene, other, kept),
          all: await waitForAllDeliveries(scene, [after.inbox]),
        };
      });
      return { first, look };
    },
    *judge({ first, look }) {
      if (!(yield* premise(hasArrived(first), `no delivery of ${first.cause.type} arrived before the change`))) return;
      if (!(yield* premise(hasArrived(look.contrast), 'another app received nothing either'))) return;
      yield* staysSilent(look, 'WHK-26', 'that the app had dropped before it was installed again');
    },
  }),

  check({
    id: 'webhooks/only-the-new-address-is-delivered-to',
    title: 'After the webhook URL is changed, and changed back, deliveries go to the current URL only',
    proves: ['WHK-27'],
    needs: needsDeliveries,
    maxSeconds: waitsForNothing,
    cases: objectOf({
      type: fc.constantFrom<EventType>(...subscribableTypes, canvasInitialized),
      back: fc.boolean(),
      differ: fc.constantFrom('whole', 'query', 'letter case', 'slash at the end'),
      past: fc.constantFrom(...earlierEvents),
    }),
    maxCases: 8,
    describe: ({ type, back, differ, past }) =>
      `${type}, with URLs that differ ${differ === 'whole' ? 'wholly' : `in the ${differ} only`}, changed ${back ? 'and changed back' : 'once'}${describeEarlierEvent(past)}`,
    async gather(scene, { type, back, differ, past }) {
      const [suffix, another] = {
        whole: ['', ''],
        query: ['/hooks?part=1', '/hooks?part=2'],
        'letter case': ['/hooks/Lab', '/hooks/lab'],
        'slash at the end': ['/hooks', '/hooks/'],
      }[differ] as [string, string];
      const made = await aSubscriber(scene, { eventTypes: subscribableTypes, suffix });
      const one = await carryOutEarlierEvent(scene, made, subscribableTypes, past);
      // a tenant may refuse an address with a query
      const alike = differ !== 'whole' && one.inbox.url.endsWith(suffix);
      const where = alike ? { beside: one.inbox, suffix: another } : {};
      const inboxes = [one.inbox, await anInbox(scene, one.app, where)];
      const first = await causeAndAwait(scene, one, type);
      const looks: AfterChange[] = [];
      for (const [index, inbox] of (back ? inboxes.toReversed() : inboxes.slice(1)).entries()) {
        const moved = await setWebhook(scene, one.app, inbox, subscribableTypes);
        const other = inboxes[back ? index : 0] ?? one.inbox;
        looks.push(
          await afterChange(scene, async () => {
            const contrast = await causeAndAwait(scene, moved, type);
            const cause = await trigger(scene, moved, type);
            await deliveryOf(scene, inbox, cause);
            const all = await waitForAllDeliveries(scene, [other]);
            // of two similar addresses, only a delivery to the exact address shows which one was meant
            const met = all.filter(({ address, received }) => differ === 'whole' || address.endsWith(received.target));
            return { causes: [contrast.cause, cause], contrast, all: met };
          }),
        );
      }
      return { first, looks };
    },
    *judge({ first, looks }) {
      if (!(yield* premise(hasArrived(first), `no delivery of ${first.cause.type} arrived at the first URL`))) return;
      for (const look of looks) {
        yield* staysSilent(look, 'WHK-27', 'of an app whose URL had been changed');
        if (strangeIn(look) !== undefined) return;
        yield* premise(hasArrived(look.contrast), `no delivery of ${first.cause.type} arrived at the new URL`);
      }
    },
  }),

  check({
    id: 'webhooks/nothing-is-delivered-once-the-address-is-removed',
    title: 'No delivery comes after the webhook URL is removed, while another app still receives deliveries',
    proves: ['WHK-28'],
    needs: needsInstallations,
    maxSeconds: waitsForNothing,
    cases: objectOf({
      order: kindsInOrder,
      past: fc.constantFrom(...earlierEvents),
      later: fc.constantFrom('nothing', 'a reinstallation', 'an unarchiving'),
    }),
    maxCases: 6,
    describe: ({ order: [type = ''], past, later }) =>
      `${type} first, and after the removal ${later}${describeEarlierEvent(past)}`,
    async gather(scene, { order, past, later }) {
      const reinstalled = later === 'a reinstallation';
      const [type] = order as [EventType];
      const made = await aSubscriber(scene, { eventTypes: subscribableTypes });
      const removed = await carryOutEarlierEvent(scene, made, subscribableTypes, past);
      const other = await aSubscriber(scene, { eventTypes: [type] });
      const first = await causeAndAwait(scene, removed, type);
      // a tenant may send the installation message when the address is set (FRE-205), and may send it late
      if (reinstalled) await waitForAllDeliveries(scene, []);
      await removeWebhook(scene, removed.app);
      if (later === 'an unarchiving' && scene.supports('app.archive') && scene.supports('app.unarchive')) {
        await scene.operate('app.archive', { appId: removed.app.appId });
        await scene.operate('app.unarchive', { appId: removed.app.appId });
      }
      const look = await afterChange(scene, async () => {
        const causes: Cause[] = [];
        for (const kind of [...order, canvasInitialized] as const) causes.push(await trigger(scene, removed, kind));
        if (reinstalled) {
          await scene.operate('app.uninstall', { appId: removed.app.appId });
          causes.push(await install(scene, removed.app));
        }
        const contrast = await causeAndAwait(scene, other, type);
        return { causes, contrast, all: await waitForAllDeliveries(scene, [removed.inbox]) };
      });
      return { first, look };
    },
    *judge({ first, look }) {
      if (!(yield* premise(hasArrived(first), `no delivery of ${first.cause.type} arrived before the removal`))) return;
      if (!(yield* premise(hasArrived(look.contrast), 'another app received nothing either'))) return;
      yield* staysSilent(look, 'WHK-28', 'after the webhook URL was removed');
    },
  }),
];
