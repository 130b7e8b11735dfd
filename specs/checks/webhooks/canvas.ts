import fc from 'fast-check';
import { aUser } from '../../../drivers/world/actors.ts';
import { aGrant, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Cause } from '../../../drivers/world/event.ts';
import { canvasInitialized, subscribableTypes } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Subscriber, DeliveriesOfCause } from '../../../drivers/world/webhooks.ts';
import {
  anInbox,
  aSubscriber,
  aWebhookApp,
  setWebhook,
  deliveryOf,
  setWebhookIfAccepted,
  waitUntilInEffect,
  causeAndAwait,
  trigger,
} from '../../../drivers/world/webhooks.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Finding } from '../../../core/judgement.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryDemand, deliveryFinding, hasArrived, arrivedDeliveries } from '../../expectations/delivered.ts';
import { matchesItsCause } from '../../expectations/webhook-facts.ts';
import { keepsRules, messageRules } from '../../expectations/webhook-rules.ts';
import { needsDeliveries } from './series.ts';
import { objectOf } from '../../../generators/object.ts';

const subject = `the delivery of ${canvasInitialized}`;

/** Makes an app that asked for canvas messages, if the tenant accepts that (FRE-207). */
async function asking(scene: Scene, others: readonly string[]): Promise<Subscriber> {
  const app = await aWebhookApp(scene);
  const inbox = await anInbox(scene, app);
  const asked = await setWebhookIfAccepted(scene, app, inbox, [...others, canvasInitialized]);
  return asked ?? setWebhook(scene, app, inbox, others);
}

async function initialize(scene: Scene, subscriber: Subscriber, times: number): Promise<DeliveriesOfCause[]> {
  const all: DeliveriesOfCause[] = [];
  for (let count = 0; count < times; count++) all.push(await causeAndAwait(scene, subscriber, canvasInitialized));
  return all;
}

function* eachIsDelivered(
  all: readonly DeliveriesOfCause[],
  requirement: RequirementId,
  who: string,
): Generator<Finding<RequirementId>> {
  for (const [index, { delivery }] of all.entries()) {
    if (delivery !== undefined) continue;
    const canvas = `canvas ${index + 1} of an app ${who}`;
    yield deliveryFinding(
      requirement,
      canvas,
      'was not delivered within limits.deliverySeconds',
      `a delivery of ${canvasInitialized}`,
    );
  }
}

const plan = objectOf({ others: fc.subarray([...subscribableTypes]), times: fc.integer({ min: 1, max: 4 }) });

/** Checks of a canvas that a user initializes ("Events / Event kinds", "Canvas initialized message"). */
export const canvasChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/a-canvas-is-told-of',
    title: 'An app that asked for it receives a delivery when a user initializes a canvas',
    proves: ['WHK-58'],
    needs: needsDeliveries,
    clockIndependent: true,
    cases: plan,
    maxCases: 15,
    async gather(scene, { others, times }) {
      return initialize(scene, await asking(scene, others), times);
    },
    *judge(all) {
      yield* eachIsDelivered(all, 'WHK-58', 'that asked for them');
    },
  }),

  check({
    id: 'webhooks/a-canvas-needs-no-subscription',
    title: 'An app without a subscription to it receives a delivery when a user initializes a canvas',
    proves: ['WHK-20'],
    needs: needsDeliveries,
    clockIndependent: true,
    cases: plan,
    maxCases: 15,
    async gather(scene, { others, times }) {
      return initialize(scene, await aSubscriber(scene, { eventTypes: others }), times);
    },
    *judge(all) {
      yield* eachIsDelivered(all, 'WHK-20', 'that did not subscribe to them');
    },
  }),

  check({
    id: 'webhooks/a-canvas-message-has-its-members',
    title: 'The canvas message has deprecated, featureId, resourceId and userId',
    proves: ['WHK-32', 'WHK-49', 'WHK-50', 'WHK-51'],
    needs: needsDeliveries,
    clockIndependent: true,
    cases: plan,
    maxCases: 15,
    async gather(scene, { others, times }) {
      return initialize(scene, await asking(scene, others), times);
    },
    *judge(all) {
      for (const { delivery } of yield* arrivedDeliveries(all)) {
        yield* keepsRules(messageRules, delivery, canvasInitialized);
      }
    },
  }),

  check({
    id: 'webhooks/a-canvas-message-agrees-with-its-canvas',
    title: 'The canvas message names the canvas, its feature and the user who initialized it',
    proves: ['WHK-52', 'WHK-53'],
    needs: [...needsDeliveries, 'user.create'],
    clockIndependent: true,
    cases: objectOf({ turns: fc.array(fc.nat(1), { minLength: 2, maxLength: 5 }), atOnce: fc.boolean() }),
    maxCases: 15,
    describe: ({ turns, atOnce }) =>
      `canvases of ${turns.map((turn) => `user ${turn + 1}`).join(atOnce ? ' and at once ' : ', then ')}`,
    async gather(scene, { turns, atOnce }) {
      const users = [await aUser(scene), await aUser(scene)];
      const subscriber = await asking(scene, []);
      const all: DeliveriesOfCause[] = [];
      if (atOnce) {
        await waitUntilInEffect(scene, subscriber);
        const causes: Cause[] = [];
        for (const turn of turns) {
          const { userId = '' } = users[turn] ?? {};
          causes.push({ ...(await trigger(scene, subscriber, canvasInitialized, { userId })), userId });
        }
        // only the operator's answer shows which delivery belongs to which canvas
        for (const cause of causes) {
          if (cause.resourceId !== undefined) all.push(await deliveryOf(scene, subscriber.inbox, cause));
        }
        return all;
      }
      for (const turn of turns) {
        const { userId = '' } = users[turn] ?? {};
        const found = await causeAndAwait(scene, subscriber, canvasInitialized, { userId });
        all.push({ ...found, cause: { ...found.cause, userId } });
      }
      return all;
    },
    *judge(all) {
      for (const arrived of yield* arrivedDeliveries(all)) yield* matchesItsCause(arrived, subject);
    },
  }),

  check({
    id: 'webhooks/a-canvas-of-a-user-who-consented-is-told-of',
    title: "An app receives the canvas message of a user who consented to it, with the user's name",
    proves: ['WHK-20', 'WHK-52'],
    needs: [...needsDeliveries, 'user.create', 'browser.authorize'],
    async gather(scene) {
      const subscriber = await aSubscriber(scene, { eventTypes: [], redirectUris: [redirectUri] });
      const [user, other] = [await aUser(scene), await aUser(scene)];
      await aGrant(scene, subscriber.app, user);
      const canvasOf = async ({ userId }: typeof user): Promise<DeliveriesOfCause> => {
        const found = await causeAndAwait(scene, subscriber, canvasInitialized, { userId });
        return { ...found, cause: { ...found.cause, userId } };
      };
      return { contrast: await canvasOf(other), own: await canvasOf(user) };
    },
    *judge({ contrast, own }) {
      if (!(yield* premise(hasArrived(contrast), 'no canvas of another user was delivered'))) return;
      for (const arrived of [contrast, own].filter(hasArrived)) {
        for (const one of matchesItsCause(arrived, subject)) if (one.requirement === 'WHK-52') yield one;
      }
      const canvas = 'the canvas of a user who consented to the app';
      yield deliveryDemand(
        hasArrived(own),
        'WHK-20',
        canvas,
        'was not delivered within limits.deliverySeconds',
        `a delivery of ${canvasInitialized}`,
      );
    },
  }),
];
