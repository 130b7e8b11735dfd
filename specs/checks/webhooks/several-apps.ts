import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import { envelopeOf, membersOf } from '../../../core/delivery.ts';
import { inWords } from '../../../core/wording.ts';
import { aProject, grant, someRecords } from '../../../drivers/world/actors.ts';
import type { Cause, EventType } from '../../../drivers/world/event.ts';
import { canvasInitialized, subscribableTypes } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Subscriber, DeliveriesOfCause, WebhookApp } from '../../../drivers/world/webhooks.ts';
import {
  anInbox,
  aWebhookApp,
  aSubscriber,
  deliveryOf,
  setWebhook,
  waitForAllDeliveries,
  causeAndAwait,
  trigger,
  setWebhookIfAccepted,
} from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import {
  deliveryDemand,
  deliveryFinding,
  hasArrived,
  requireEntryDelivery,
  shown,
} from '../../expectations/delivered.ts';
import { matchesItsCause } from '../../expectations/webhook-facts.ts';
import { needsDeliveries } from './series.ts';
import { waitsForNothing } from './no-delivery.ts';
import { objectOf } from '../../../generators/object.ts';
import { observation } from '../../../core/judgement.ts';

/** Kinds that are drawn more often: their messages contain more that a tenant could mix up between apps. */
const updatedFields = subscribableTypes.filter((type) => type.endsWith('.updated.fields'));

function appIdIn(delivery: Delivery): unknown {
  return membersOf(envelopeOf(delivery)?.['app'])?.['id'];
}

/** Returns the members of an envelope that identify the app. */
function identityIn(delivery: Delivery): readonly unknown[] {
  const definition = membersOf(envelopeOf(delivery)?.['appDefinition']);
  return [appIdIn(delivery), definition?.['id'], definition?.['versionNumber']];
}

function identityOf({ appId, definitionId, versionNumber }: WebhookApp): readonly unknown[] {
  return [appId, definitionId, versionNumber];
}

/** Makes some subscribed apps, at addresses of their own or at one shared address. */
async function neighbours(
  scene: Scene,
  count: number,
  types: readonly string[],
  { sameAddress, namesakes }: { sameAddress: boolean; namesakes: boolean },
): Promise<Subscriber[]> {
  const apps: WebhookApp[] = [];
  const naming = namesakes ? { name: scene.target.name('webhook app') } : {};
  while (apps.length < count) apps.push(await aWebhookApp(scene, naming));
  const subscribers: Subscriber[] = [];
  for (const app of apps) {
    const shared = sameAddress ? subscribers[0]?.inbox : undefined;
    // the specification does not say whether several apps may share an address
    const sharing = shared === undefined ? undefined : await setWebhookIfAccepted(scene, app, shared, types);
    subscribers.push(sharing ?? (await setWebhook(scene, app, await anInbox(scene, app), types)));
  }
  return subscribers;
}

/** Checks of deliveries to several apps ("Events / Event kinds"). */
export const severalAppsChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/each-subscribed-app-gets-its-own-delivery',
    title: 'Each subscribed app that sees a resource gets its own delivery, also at a shared address',
    proves: ['WHK-29', 'WHK-46'],
    needs: [...needsDeliveries, 'project.create', 'project.grant', 'record.create'],
    cases: objectOf({
      sameAddress: fc.boolean(),
      // only an entry in the apps' common project is surely delivered to all of them (FRE-209)
      of: fc.oneof(
        { weight: 2, arbitrary: fc.constant('record' as const) },
        { weight: 3, arbitrary: fc.constantFrom<EventType>(...updatedFields, ...subscribableTypes) },
      ),
      turn: fc.nat(1),
      apps: fc.oneof(fc.integer({ min: 2, max: 4 }), fc.constant(7)),
      namesakes: fc.boolean(),
    }),
    maxCases: 16,
    describe: ({ sameAddress, of, apps, namesakes }) =>
      inWords`${of === 'record' ? 'an entry in a project of all' : of}, ${apps} apps${namesakes ? ' of one name' : ''}, ${sameAddress ? 'one address' : 'an address each'}`,
    async gather(scene, { sameAddress, of, turn, apps, namesakes }) {
      const subscribers = await neighbours(scene, apps, subscribableTypes, { sameAddress, namesakes });
      const project = await aProject(scene);
      for (const { app } of subscribers) await grant(scene, project, app);
      const causing = subscribers[turn] as Subscriber;
      const warm = await causeAndAwait(scene, causing, subscribableTypes[0]);
      const look = async (): Promise<{ app: WebhookApp; told: DeliveriesOfCause }[]> => {
        const cause = of === 'record' ? await anEntry(scene, project) : await trigger(scene, causing, of);
        const all = [];
        for (const { app, inbox } of subscribers) {
          const own = sameAddress ? (one: Delivery): boolean => appIdIn(one) === app.appId : undefined;
          all.push({ app, told: await deliveryOf(scene, inbox, cause, own) });
        }
        return all;
      };
      const all = await scene.settle(look, (all) => all.every((one) => hasArrived(one.told)));
      const isDelivered = hasArrived(warm) || all.some(({ told: one }) => hasArrived(one));
      if (of === 'record' && isDelivered) requireEntryDelivery(all.map(({ told: one }) => one));
      return { isDelivered, all };
    },
    *judge({ isDelivered, all }, { of }) {
      if (!(yield* premise(isDelivered, 'nothing was delivered to an app that subscribed'))) return;
      const missing = all.filter(({ told: one }) => !hasArrived(one));
      const event = of === 'record' ? 'an entry that all apps may see' : `an event of ${of}`;
      if (missing.length === all.length) {
        yield { kind: 'premise', text: `${event} was delivered to none of the subscribed apps` };
        return;
      }
      // a resource that the control shows to one app need not be delivered to the other (FRE-209)
      if (missing.length > 0) {
        if (of === 'record') {
          yield deliveryFinding(
            'WHK-29',
            event,
            `was not delivered to ${missing.length} of ${all.length}`,
            'a delivery to each',
          );
        } else {
          const observed = 'an app received no delivery of a resource to which the operator gave another one access';
          yield observation('FRE-209', observed);
        }
      }
      for (const { app, told: one } of all) {
        if (!hasArrived(one)) continue;
        for (const wrong of matchesItsCause(one, `${event}, delivered to one of several apps,`)) {
          // the checks with one app judge the rest of a message: updates may come in several messages (FRE-201)
          if (wrong.requirement === 'WHK-46') yield wrong;
        }
        const [seen, right] = [identityIn(one.delivery), identityOf(app)];
        const wrong = seen.some((value, index) => typeof value === 'string' && value !== right[index]);
        yield deliveryDemand(
          !wrong,
          'WHK-29',
          `${event}, delivered to one of several apps,`,
          `named ${shown(seen)}`,
          shown(right),
          one.delivery,
        );
      }
    },
  }),

  check({
    id: 'webhooks/a-shared-address-is-told-which-app-is-meant',
    title: 'A delivery to an address that apps share names the app whose canvas was initialized',
    proves: ['WHK-05'],
    needs: needsDeliveries,
    cases: fc.nat(1),
    maxCases: 4,
    describe: (turn) => `the canvas of app ${turn + 1} of 2`,
    async gather(scene, turn) {
      const subscribers = await neighbours(scene, 2, [], { sameAddress: true, namesakes: false });
      const causing = subscribers[turn] as Subscriber;
      return { app: causing.app, told: await causeAndAwait(scene, causing, canvasInitialized) };
    },
    *judge({ app, told: one }) {
      if (!(yield* premise(one.certain, 'no canvas was delivered')) || !hasArrived(one)) return;
      const named = appIdIn(one.delivery);
      if (typeof named !== 'string' || named === app.appId) return;
      const subject = 'the delivery of a canvas to an address that apps share';
      yield deliveryFinding('WHK-05', subject, `had ${shown(named)} as app.id`, shown(app.appId), one.delivery);
    },
  }),

  check({
    id: 'webhooks/no-app-receives-what-is-for-another',
    title: 'Among several apps of one name with an address each, none receives a delivery that names another',
    proves: ['WHK-56'],
    needs: needsDeliveries,
    maxSeconds: waitsForNothing,
    cases: fc.array(
      objectOf({ app: fc.nat(2), type: fc.constantFrom<EventType>(...subscribableTypes, canvasInitialized) }),
      { minLength: 2, maxLength: 6 },
    ),
    maxCases: 6,
    describe: (plan) => plan.map(({ app, type }) => `${type} for app ${app + 1}`).join(', then '),
    async gather(scene, plan) {
      const subscribers: Subscriber[] = [];
      // apps of several teams may have the same name
      const name = scene.target.name('webhook app');
      for (let count = 0; count < 3; count++) {
        // one app subscribes to nothing, but must still receive its canvas messages
        const eventTypes = count === 2 ? [] : subscribableTypes;
        subscribers.push(await aSubscriber(scene, { eventTypes, name }));
      }
      const contrast: DeliveriesOfCause[] = [];
      for (const { app, type } of plan) {
        const subscriber = subscribers[app] as Subscriber;
        if (isDue({ app, type })) contrast.push(await causeAndAwait(scene, subscriber, type));
        else await trigger(scene, subscriber, type);
      }
      // if the plan has no event that is due, this one shows that anything is delivered at all
      const [first] = subscribers;
      if (contrast.length === 0 && first !== undefined)
        contrast.push(await causeAndAwait(scene, first, subscribableTypes[0]));
      // last, because a tenant may disable an address that answers errors (FRE-210): a repetition must go to the same
      // address
      if (first !== undefined) {
        first.inbox.answerWith(503);
        await causeAndAwait(scene, first, subscribableTypes[0]);
      }
      await waitForAllDeliveries(scene, []);
      return {
        contrast,
        received: subscribers.map(({ app, inbox }) => ({ appId: app.appId, all: inbox.all() })),
      };
    },
    *judge({ contrast, received }) {
      const arrived = contrast.every(hasArrived);
      yield* premise(arrived, 'a due delivery did not arrive within limits.deliverySeconds');
      const known = received.map(({ appId }) => appId);
      for (const { appId, all } of received) {
        const strange = all.find((one) => {
          const named = appIdIn(one);
          return named !== appId && known.some((other) => other === named);
        });
        if (strange === undefined) continue;
        const observed = `was sent to the address of ${appId}`;
        yield deliveryFinding('WHK-56', `a delivery for ${shown(appIdIn(strange))}`, observed, 'its own', strange);
      }
    },
  }),
];

/** Reports whether an event is due to an app: the third app is subscribed to nothing. */
function isDue({ app, type }: { readonly app: number; readonly type: EventType }): boolean {
  return app !== 2 || type === canvasInitialized;
}

async function anEntry(scene: Scene, project: Parameters<typeof someRecords>[1]): Promise<Cause> {
  const number = scene.journal.number();
  const [entry] = await someRecords(scene, project, 'entry');
  return { type: 'v2.entry.created', number, ...(entry === undefined ? {} : { resourceId: entry.id }) };
}
