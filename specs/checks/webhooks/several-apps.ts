import fc from 'fast-check';
import type { Delivery } from '../../../core/delivery.ts';
import { envelopeOf, membersOf } from '../../../core/delivery.ts';
import { inWords } from '../../../core/wording.ts';
import { aProject, grant, someRecords } from '../../../drivers/world/actors.ts';
import type { Cause, EventType } from '../../../drivers/world/event.ts';
import { canvasInitialized, subscribableTypes } from '../../../drivers/world/event.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Subscriber, Told, WebhookApp } from '../../../drivers/world/webhooks.ts';
import {
  anInbox,
  aWebhookApp,
  aSubscriber,
  deliveryOf,
  setWebhook,
  silence,
  told,
  trigger,
  setWebhookIfAccepted,
} from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryDemand, deliveryFinding, hasArrived, mustTellOfEntries, shown } from '../../expectations/delivered.ts';
import { tellsOfItsCause } from '../../expectations/webhook-facts.ts';
import { needsDeliveries } from './series.ts';
import { waitsForNothing } from './no-delivery.ts';
import { objectOf } from '../../../generators/object.ts';
import { observation } from '../../../core/judgement.ts';

/** Drawn more often: their messages tell more that apps could be told in each other's place. */
const updatedFields = subscribableTypes.filter((type) => type.endsWith('.updated.fields'));

function appIdIn(delivery: Delivery): unknown {
  return membersOf(envelopeOf(delivery)?.['app'])?.['id'];
}

/** What of an envelope is an app's own. */
function identityIn(delivery: Delivery): readonly unknown[] {
  const definition = membersOf(envelopeOf(delivery)?.['appDefinition']);
  return [appIdIn(delivery), definition?.['id'], definition?.['versionNumber']];
}

function identityOf({ appId, definitionId, versionNumber }: WebhookApp): readonly unknown[] {
  return [appId, definitionId, versionNumber];
}

/** Some apps that see one project and no other, at addresses of their own or at one. */
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
    // whether an address may be that of several apps is not said
    const sharing = shared === undefined ? undefined : await setWebhookIfAccepted(scene, app, shared, types);
    subscribers.push(sharing ?? (await setWebhook(scene, app, await anInbox(scene, app), types)));
  }
  return subscribers;
}

/** Several apps that are told of events ("Events / Event kinds"). */
export const severalAppsChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/each-subscribed-app-gets-its-own-delivery',
    title: 'Each subscribed app that sees a resource gets its own delivery, also at a shared address',
    proves: ['WHK-29', 'WHK-46'],
    needs: [...needsDeliveries, 'project.create', 'project.grant', 'record.create'],
    cases: objectOf({
      sameAddress: fc.boolean(),
      // only of an entry that is made in their project apps are surely told alike (FRE-209)
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
      const warm = await told(scene, causing, subscribableTypes[0]);
      const look = async (): Promise<{ app: WebhookApp; told: Told }[]> => {
        const cause = of === 'record' ? await anEntry(scene, project) : await trigger(scene, causing, of);
        const all = [];
        for (const { app, inbox } of subscribers) {
          const own = sameAddress ? (one: Delivery): boolean => appIdIn(one) === app.appId : undefined;
          all.push({ app, told: await deliveryOf(scene, inbox, cause, own) });
        }
        return all;
      };
      const all = await scene.settle(look, (all) => all.every((one) => hasArrived(one.told)));
      const isTold = hasArrived(warm) || all.some(({ told: one }) => hasArrived(one));
      if (of === 'record' && isTold) mustTellOfEntries(all.map(({ told: one }) => one));
      return { isTold, all };
    },
    *judge({ isTold, all }, { of }) {
      if (!(yield* premise(isTold, 'nothing was delivered to an app that subscribed'))) return;
      const missing = all.filter(({ told: one }) => !hasArrived(one));
      const event = of === 'record' ? 'an entry that all apps may see' : `an event of ${of}`;
      if (missing.length === all.length) {
        yield { kind: 'premise', text: `${event} was delivered to none of the subscribed apps` };
        return;
      }
      // of a resource that one app was shown by the control, the other may not be told (FRE-209)
      if (missing.length > 0) {
        if (of === 'record') {
          yield deliveryFinding(
            'WHK-29',
            event,
            `was not delivered to ${missing.length} of ${all.length}`,
            'a delivery to each',
          );
        } else {
          const observed = 'an app is not told of a resource to which the operator gave another one access';
          yield observation('FRE-209', observed);
        }
      }
      for (const { app, told: one } of all) {
        if (!hasArrived(one)) continue;
        for (const wrong of tellsOfItsCause(one, `${event}, told to one of several apps,`)) {
          // the rest of what a message tells is judged where one app is told: updates may come in several (FRE-201)
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
    title: 'Of apps that share an address, the one whose canvas is initialized is named in the delivery',
    proves: ['WHK-05'],
    needs: needsDeliveries,
    cases: fc.nat(1),
    maxCases: 4,
    describe: (turn) => `the canvas of app ${turn + 1} of 2`,
    async gather(scene, turn) {
      const subscribers = await neighbours(scene, 2, [], { sameAddress: true, namesakes: false });
      const causing = subscribers[turn] as Subscriber;
      return { app: causing.app, told: await told(scene, causing, canvasInitialized) };
    },
    *judge({ app, told: one }) {
      if (!(yield* premise(one.certain, 'no canvas was told of')) || !hasArrived(one)) return;
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
      // of one name, as apps of several teams may be
      const name = scene.target.name('webhook app');
      for (let count = 0; count < 3; count++) {
        // one of them is subscribed to nothing, and owed its canvases all the same
        const eventTypes = count === 2 ? [] : subscribableTypes;
        subscribers.push(await aSubscriber(scene, { eventTypes, name }));
      }
      const contrast: Told[] = [];
      for (const { app, type } of plan) {
        const subscriber = subscribers[app] as Subscriber;
        if (isOwed({ app, type })) contrast.push(await told(scene, subscriber, type));
        else await trigger(scene, subscriber, type);
      }
      // that anything is delivered at all, where the plan has nothing that is to be
      const [first] = subscribers;
      if (contrast.length === 0 && first !== undefined) contrast.push(await told(scene, first, subscribableTypes[0]));
      // last, since an address that answers errors may be disabled (FRE-210): what is tried again goes where it went
      if (first !== undefined) {
        first.inbox.answerWith(503);
        await told(scene, first, subscribableTypes[0]);
      }
      await silence(scene, []);
      return {
        contrast,
        received: subscribers.map(({ app, inbox }) => ({ appId: app.appId, all: inbox.all() })),
      };
    },
    *judge({ contrast, received }) {
      const arrived = contrast.every(hasArrived);
      yield* premise(arrived, 'what an app was to receive did not arrive within limits.deliverySeconds');
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

/** Whether an app is told: the third one is subscribed to nothing. */
function isOwed({ app, type }: { readonly app: number; readonly type: EventType }): boolean {
  return app !== 2 || type === canvasInitialized;
}

async function anEntry(scene: Scene, project: Parameters<typeof someRecords>[1]): Promise<Cause> {
  const number = scene.journal.number();
  const [entry] = await someRecords(scene, project, 'entry');
  return { type: 'v2.entry.created', number, ...(entry === undefined ? {} : { resourceId: entry.id }) };
}
