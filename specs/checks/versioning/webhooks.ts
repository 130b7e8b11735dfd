import fc from 'fast-check';
import { envelopeOf, messageOf } from '../../../core/delivery.ts';
import { anAccessToken } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { appInstalled, canvasInitialized, eventTypes, subscribableTypes } from '../../../drivers/world/event.ts';
import { aSubscriber, setWebhook } from '../../../drivers/world/webhooks.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { deliveryFinding, shown, arrivedDeliveries } from '../../expectations/delivered.ts';
import { needsInstallations, play, someEvents, describeEvents, playToAll } from '../webhooks/series.ts';
import { objectOf } from '../../../generators/object.ts';

/** Checks of the version of webhook messages ("Versioning"). */
export const webhooksChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/event-types-carry-the-prefix-v2',
    title: 'Event types carry the prefix v2. in deliveries',
    proves: ['VER-17'],
    needs: needsInstallations,
    cases: objectOf({
      subscribed: fc.shuffledSubarray([...subscribableTypes], { minLength: subscribableTypes.length }),
      plan: someEvents(eventTypes, 1, 4),
      /** Whether the app has called each version of the API. */
      called: fc.boolean(),
      /** Whether the app was archived and unarchived before. */
      archived: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ plan, called, archived }) =>
      `${describeEvents(plan)}${called ? ', to an app that has called the API' : ''}${archived ? ', to an app that was archived once' : ''}`,
    async gather(scene, { subscribed, plan, called, archived }) {
      let subscriber = await aSubscriber(scene, { eventTypes: subscribed });
      if (archived && scene.supports('app.archive') && scene.supports('app.unarchive')) {
        const { app, inbox } = subscriber;
        await scene.operate('app.archive', { appId: app.appId });
        await scene.operate('app.unarchive', { appId: app.appId });
        subscriber = await setWebhook(scene, app, inbox, subscribed);
      }
      if (called) {
        const authorization = bearer(await anAccessToken(scene, subscriber.app));
        for (const { path } of scene.versionedListings) await scene.call(path, { authorization });
      }
      return play(scene, subscriber, plan);
    },
    *judge(all) {
      for (const { delivery, cause } of yield* arrivedDeliveries(all)) {
        // messages of another shape may use a member of that name for something else (FRE-187)
        if (cause.type === canvasInitialized || cause.type === appInstalled) continue;
        const type = messageOf(delivery)?.['type'];
        if (typeof type !== 'string' || type.startsWith('v2.')) continue;
        // the specification describes an entry's message without a type: a type counts only if it names the kind
        if (!cause.type.startsWith('v2.workflow') && !type.endsWith(cause.type.replace('v2.', ''))) continue;
        const subject = `the delivery of ${cause.type}`;
        yield deliveryFinding('VER-17', subject, `had type ${shown(type)}`, 'a type that begins with v2.', delivery);
      }
    },
  }),

  check({
    id: 'versioning/envelope-version-is-0-for-every-kind',
    title: 'The envelope version is 0 for every kind of event, and never follows the prefix of the type',
    proves: ['VER-18'],
    needs: needsInstallations,
    clockIndependent: true,
    cases: someEvents(eventTypes, 1, 5),
    maxCases: 20,
    describe: describeEvents,
    gather: playToAll,
    *judge(all) {
      for (const { delivery, cause } of yield* arrivedDeliveries(all)) {
        const version = envelopeOf(delivery)?.['version'];
        if (version === undefined || version === 0 || version === '0') continue;
        const subject = `the delivery of ${cause.type}`;
        yield deliveryFinding('VER-18', subject, `had version ${shown(version)}`, 'version 0', delivery);
      }
    },
  }),
];
