import fc from 'fast-check';
import { envelopeOf, membersOf } from '../../../core/delivery.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { aProject, grant, someRecords } from '../../../drivers/world/actors.ts';
import type { Cause } from '../../../drivers/world/event.ts';
import { kindOf, subscribableTypes, belongsToCause } from '../../../drivers/world/event.ts';
import {
  anInbox,
  aSubscriber,
  aWebhookApp,
  deliveryOf,
  next,
  removeWebhook,
  setWebhook,
  setWebhookIfAccepted,
  waitForAllDeliveries,
  causeAndAwait,
} from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryFinding, hasArrived, requireEntryDelivery } from '../../expectations/delivered.ts';
import { needsDeliveries } from './series.ts';
import { waitsForNothing } from './no-delivery.ts';
import { notApplicable } from '../../../core/judgement.ts';

/** An unreachable address: no names exist under this domain (RFC 6761, section 6.4). */
const nowhere = 'https://receiver.conformance.invalid/hooks';

const entryCreated = 'v2.entry.created';

/** More entries than a tenant is likely to deliver in one step. */
const manyEntries = 25;

/** Checks that the webhook of an app does not depend on those of other apps ("Events / Event kinds"). */
export const subscriptionIsolationChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/an-address-that-fails-stops-nobody-else',
    title: 'An app receives an event even if another subscriber cannot be reached or answers an error',
    proves: ['WHK-29'],
    needs: [...needsDeliveries, 'project.create', 'project.grant', 'record.create'],
    cases: fc.constantFrom('unreachable' as const, 'an error' as const),
    maxCases: 6,
    describe: (how) => `the other address is ${how === 'an error' ? 'one that answers 503' : 'unreachable'}`,
    async gather(scene, how) {
      const types = [entryCreated];
      // one before the app and one after it, so that one of them comes first in any order of deliveries
      const failing = [await aWebhookApp(scene)];
      const subscriber = await aSubscriber(scene, { eventTypes: types });
      failing.push(await aWebhookApp(scene));
      const project = await aProject(scene);
      for (const app of [...failing, subscriber.app]) await grant(scene, project, app);
      const entry = async (): Promise<Cause> => {
        const number = scene.journal.number();
        const [made] = await someRecords(scene, project, 'entry');
        return { type: entryCreated, number, ...(made === undefined ? {} : { resourceId: made.id }) };
      };
      const look = async () => deliveryOf(scene, subscriber.inbox, await entry());
      const first = await scene.settle(look, hasArrived);
      requireEntryDelivery([first]);
      for (const app of failing) {
        if (how === 'unreachable') {
          const { appId } = app;
          scene.atEnd(async () => removeWebhook(scene, app).catch(() => {}));
          // a tenant may try an address before it accepts it
          await unlessRefused(scene.operate('app.setWebhook', { appId, url: nowhere, eventTypes: types }));
        } else {
          const inbox = await anInbox(scene, app);
          inbox.answerWith(503, 503, 503, 503, 503, 503);
          await setWebhook(scene, app, inbox, types);
        }
      }
      const second = await look();
      if (hasArrived(second)) return { arrives: true };
      // a tenant may take a while to find an address unreachable, and may deliver to apps one after the other
      const patience = 6 * scene.target.settings.limits.deliverySeconds;
      const late = await next(scene, subscriber.inbox, (one) => belongsToCause(one, second.cause), patience);
      return { arrives: late !== undefined };
    },
    *judge({ arrives }, how) {
      if (arrives) return;
      const subject = `the creation of an entry, with subscribers whose address is ${how === 'unreachable' ? 'unreachable' : 'one that answers 503'},`;
      yield deliveryFinding('WHK-29', subject, 'was not delivered to another app', 'a delivery to it');
    },
  }),

  check({
    id: 'webhooks/a-subscriber-that-is-stopped-stops-nobody-else',
    title: 'An app receives an event even if another subscriber is archived or not installed any more',
    proves: ['WHK-29'],
    needs: [...needsDeliveries, 'project.create', 'project.grant', 'record.create'],
    cases: fc.constantFrom('app.archive' as const, 'app.uninstall' as const),
    maxCases: 4,
    describe: (stop) => `other subscribers after ${stop}`,
    async gather(scene, stop) {
      if (!scene.supports(stop)) return null;
      const types = [entryCreated];
      // one before the app and one after it, so that one of them comes first in any order of deliveries
      const before = await aSubscriber(scene, { eventTypes: types });
      const subscriber = await aSubscriber(scene, { eventTypes: types });
      const stopped = [before, await aSubscriber(scene, { eventTypes: types })];
      const project = await aProject(scene);
      for (const { app } of [...stopped, subscriber]) await grant(scene, project, app);
      const look = async () => {
        const number = scene.journal.number();
        const [made] = await someRecords(scene, project, 'entry');
        const cause: Cause = { type: entryCreated, number, ...(made === undefined ? {} : { resourceId: made.id }) };
        return deliveryOf(scene, subscriber.inbox, cause);
      };
      const first = await scene.settle(look, hasArrived);
      requireEntryDelivery([first]);
      for (const { app } of stopped) await scene.operate(stop, { appId: app.appId });
      return await scene.settle(look, hasArrived);
    },
    *judge(second, stop) {
      if (second === null) return yield notApplicable('the control cannot stop other apps in this way');
      if (hasArrived(second)) return;
      const subject = `the creation of an entry, with subscribers that are ${stop === 'app.archive' ? 'archived' : 'not installed any more'},`;
      yield deliveryFinding('WHK-29', subject, 'was not delivered to another app', 'a delivery to it');
    },
  }),

  check({
    id: 'webhooks/apps-of-one-address-keep-their-subscriptions',
    title: 'Two apps that share an address each receive only what they subscribed to themselves',
    proves: ['WHK-25'],
    needs: needsDeliveries,
    maxSeconds: waitsForNothing,
    cases: fc.shuffledSubarray([...subscribableTypes], { minLength: 2, maxLength: 2 }),
    maxCases: 4,
    describe: (types) => `subscriptions to ${types.join(' and to ')}`,
    async gather(scene, types) {
      const [own = subscribableTypes[0], foreign = subscribableTypes[1]] = types;
      const one = await aSubscriber(scene, { eventTypes: [own] });
      const app = await aWebhookApp(scene);
      // the specification does not say whether several apps may share an address
      const other = await setWebhookIfAccepted(scene, app, one.inbox, [foreign]);
      if (other === undefined) return null;
      const contrast = await causeAndAwait(scene, other, foreign);
      const strange = async () =>
        (await waitForAllDeliveries(scene, [one.inbox])).filter((delivery) => kindOf(delivery) === foreign);
      return { appId: one.app.appId, foreign, contrast, all: await strange() };
    },
    *judge(seen) {
      if (seen === null) return yield notApplicable('an address may belong to one app only');
      const { appId, foreign, contrast, all } = seen;
      if (!(yield* premise(hasArrived(contrast), `no delivery of ${foreign} arrived at the app that subscribed`)))
        return;
      const strange = all.find((one) => membersOf(envelopeOf(one)?.['app'])?.['id'] === appId);
      if (strange === undefined) return;
      const subject = `an event of ${foreign}, to which another app of the same address subscribed,`;
      yield deliveryFinding('WHK-25', subject, 'was delivered', 'no delivery to an app that did not', strange);
    },
  }),

  check({
    id: 'webhooks/an-address-is-removed-for-one-app-only',
    title: 'An app still receives events at an address after the address was removed from another app',
    proves: ['WHK-59'],
    needs: needsDeliveries,
    async gather(scene) {
      const [type, another] = subscribableTypes;
      const one = await aSubscriber(scene, { eventTypes: [type] });
      const app = await aWebhookApp(scene);
      // the specification does not say whether several apps may share an address
      const other = await setWebhookIfAccepted(scene, app, one.inbox, [another]);
      if (other === undefined) return null;
      const first = await causeAndAwait(scene, one, type);
      await removeWebhook(scene, app);
      return { first, second: await scene.settle(() => causeAndAwait(scene, one, type), hasArrived) };
    },
    *judge(seen) {
      if (seen === null) return yield notApplicable('an address may belong to one app only');
      const { first, second } = seen;
      if (!(yield* premise(hasArrived(first), `no delivery of ${first.cause.type} arrived to begin with`))) return;
      if (hasArrived(second)) return;
      const subject = `an event of ${second.cause.type}, after the address was removed from another app that had the same,`;
      yield deliveryFinding('WHK-59', subject, 'was not delivered', 'a delivery');
    },
  }),

  check({
    id: 'webhooks/each-of-many-entries-is-told-of',
    title: 'An app receives an event for each of many entries that are created together',
    proves: ['WHK-19'],
    needs: [...needsDeliveries, 'project.create', 'project.grant', 'record.create'],
    async gather(scene) {
      const { app, inbox } = await aSubscriber(scene, { eventTypes: [entryCreated] });
      const project = await aProject(scene);
      await grant(scene, project, app);
      const deliveriesOf = async (count: number) => {
        const number = scene.journal.number();
        const made = await someRecords(scene, project, 'entry', count);
        const causes = made.map(({ id }): Cause => ({ type: entryCreated, number, resourceId: id }));
        return scene.together(causes.map((cause) => (part) => deliveryOf(part, inbox, cause)));
      };
      const first = await scene.settle(
        () => deliveriesOf(1),
        (all) => all.every(hasArrived),
      );
      requireEntryDelivery(first);
      const many = await deliveriesOf(manyEntries);
      const lost = many.filter((one) => !hasArrived(one)).map(({ cause }) => cause);
      // deliveries may wait in a queue: as long as some arrive, the others may still come
      for (let left = lost; left.length > 0;) {
        const late = await next(scene, inbox, (one) => left.some((cause) => belongsToCause(one, cause)));
        if (late === undefined) return { arrived: manyEntries - left.length, lost: left.length };
        left = left.filter((cause) => !belongsToCause(late, cause));
      }
      return { arrived: manyEntries, lost: 0 };
    },
    *judge({ arrived, lost }) {
      if (!(yield* premise(arrived > 0, 'an entry of a project of the app was not delivered'))) return;
      if (lost === 0) return;
      const subject = `the creation of ${manyEntries} entries together`;
      yield deliveryFinding('WHK-19', subject, `was not delivered for ${lost} of them`, 'a delivery for each');
    },
  }),
];
