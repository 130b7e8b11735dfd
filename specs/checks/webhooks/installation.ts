import fc from 'fast-check';
import { accessTokenIn, requestToken, settledTokenRequest } from '../../../drivers/world/actors.ts';
import { redirectUri } from '../../../drivers/world/delegated.ts';
import { envelopeOf, membersOf } from '../../../core/delivery.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { Cause, EventType } from '../../../drivers/world/event.ts';
import { appInstalled, kindOf, subscribableTypes } from '../../../drivers/world/event.ts';
import { isRefusal } from '../../../core/trouble.ts';
import type { Subscriber, DeliveriesOfCause } from '../../../drivers/world/webhooks.ts';
import {
  anInbox,
  aSubscriber,
  aWebhookApp,
  deliveryOf,
  install,
  installLater,
  removeWebhook,
  setWebhook,
  setWebhookIfAccepted,
  waitForAllDeliveries,
  waitUntilInEffect,
  causeAndAwait,
} from '../../../drivers/world/webhooks.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { deliveryDemand, deliveryFinding, hasArrived, shown, arrivedDeliveries } from '../../expectations/delivered.ts';
import { keepsRules, messageRules } from '../../expectations/webhook-rules.ts';
import { needsInstallations } from './series.ts';
import { isAbout, waitsForNothing } from './no-delivery.ts';
import { objectOf } from '../../../generators/object.ts';

const times = objectOf({
  others: fc.subarray([...subscribableTypes]),
  reinstallations: fc.integer({ min: 1, max: 3 }),
});

const promised: Partial<Record<EventType, RequirementId>> = {
  'v2.workflowOutput.updated.fields': 'WHK-16',
  'v2.workflowTask.updated.fields': 'WHK-17',
  'v2.workflowTaskGroup.mappingCompleted': 'WHK-18',
  'v2.entry.created': 'WHK-19',
};

/** Checks of the installation of an app, which is delivered without a subscription ("Events / Event kinds"). */
export const installationChecks: readonly SuiteCheck[] = [
  check({
    id: 'webhooks/an-installation-is-told-of',
    title: 'An app with a webhook URL receives its installation message each time, without a subscription',
    proves: ['WHK-21', 'WHK-24'],
    needs: needsInstallations,
    clockIndependent: true,
    cases: times,
    maxCases: 15,
    async gather(scene, { others, reinstallations }) {
      const subscriber = await aSubscriber(scene, { eventTypes: others, installed: false });
      const first = await deliveryOf(scene, subscriber.inbox, await installLater(scene, subscriber));
      const later = [];
      for (let count = 0; count < reinstallations; count++) {
        later.push(await causeAndAwait(scene, subscriber, appInstalled));
      }
      return { first, later };
    },
    *judge({ first, later }) {
      yield deliveryDemand(
        hasArrived(first),
        'WHK-21',
        'the installation of an app with a webhook URL',
        'was not delivered within limits.deliverySeconds',
        `a delivery of ${appInstalled}`,
      );
      if (!hasArrived(first)) {
        yield { kind: 'premise', text: 'not even the first installation was delivered' };
        return;
      }
      for (const [index, { delivery }] of later.entries()) {
        const subject = `reinstallation ${index + 1} of an app with a webhook URL`;
        yield deliveryDemand(
          delivery !== undefined,
          'WHK-24',
          subject,
          'was not delivered within limits.deliverySeconds',
          `a delivery of ${appInstalled}`,
        );
      }
    },
  }),

  check({
    id: 'webhooks/each-of-several-installations-is-told-of',
    title: 'Several apps that are installed right after one another each receive their installation message',
    proves: ['WHK-21'],
    needs: needsInstallations,
    clockIndependent: true,
    async gather(scene) {
      const subscribers: Subscriber[] = [];
      for (let count = 0; count < 3; count++) {
        subscribers.push(await aSubscriber(scene, { eventTypes: [], installed: false }));
      }
      for (const subscriber of subscribers) await waitUntilInEffect(scene, subscriber);
      const causes: Cause[] = [];
      for (const { app } of subscribers) causes.push(await install(scene, app));
      const all: DeliveriesOfCause[] = [];
      for (const [index, { inbox }] of subscribers.entries()) {
        const cause = causes[index];
        if (cause !== undefined) all.push(await deliveryOf(scene, inbox, cause));
      }
      return all;
    },
    *judge(all) {
      const arrived = all.filter(hasArrived).length;
      // whether any installation is delivered at all is a separate question
      if (!(yield* premise(arrived > 0, 'no app received its installation message')) || arrived === all.length) return;
      const subject = `the installation of ${all.length} apps, one right after another,`;
      const observed = `was delivered to ${arrived} of them within limits.deliverySeconds`;
      yield deliveryFinding('WHK-21', subject, observed, `a delivery of ${appInstalled} to each`);
    },
  }),

  check({
    id: 'webhooks/an-installed-message-is-just-deprecated',
    title: 'The message of an installation has the member deprecated and no other, the first time and later',
    proves: ['WHK-32', 'WHK-54'],
    needs: needsInstallations,
    clockIndependent: true,
    cases: times,
    maxCases: 15,
    async gather(scene, { others, reinstallations }) {
      // an app with properties that a message could contain
      const redirectUris = [redirectUri];
      const subscriber = await aSubscriber(scene, { eventTypes: others, installed: false, redirectUris });
      const all = [await deliveryOf(scene, subscriber.inbox, await installLater(scene, subscriber))];
      for (let count = 0; count < reinstallations; count++)
        all.push(await causeAndAwait(scene, subscriber, appInstalled));
      return all;
    },
    *judge(all) {
      for (const { delivery } of yield* arrivedDeliveries(all)) yield* keepsRules(messageRules, delivery, appInstalled);
    },
  }),

  check({
    id: 'webhooks/installations-cannot-be-subscribed-to',
    title: 'A subscription to installations brings no delivery',
    proves: ['WHK-22', 'WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    needs: needsInstallations,
    clockIndependent: true,
    cases: objectOf({
      others: fc.shuffledSubarray([...subscribableTypes], { minLength: 1 }),
      place: fc.nat(4),
      times: fc.integer({ min: 1, max: 2 }),
      installed: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ others, place, times: often, installed }) =>
      `${appInstalled} ${often} times at place ${place} among ${others.join(', ')}, by an app that is ${installed ? '' : 'not yet '}installed`,
    async gather(scene, { others, place, times: often, installed: isInstalled }) {
      const app = await aWebhookApp(scene, isInstalled ? {} : { installed: false });
      const inbox = await anInbox(scene, app);
      const asked = [...others];
      const installed = Array.from({ length: often }, () => appInstalled);
      const alone = await setWebhookIfAccepted(scene, app, inbox, installed);
      const among = await setWebhookIfAccepted(scene, app, inbox, asked.toSpliced(place, 0, ...(installed as never[])));
      if (!isInstalled) await install(scene, app);
      // The rest of such a list is subscribed to if the operator says so. Whether it stays subscribed through an
      // installation is a separate question.
      const left = isInstalled && among?.subscribed.includes(others[0] ?? '') === true ? among : undefined;
      const kept = left === undefined ? undefined : await causeAndAwait(scene, left, others[0] ?? subscribableTypes[0]);
      // contrast: other subscriptions are accepted, and work
      const plain = await setWebhook(scene, app, inbox, others);
      const [type = subscribableTypes[0]] = others;
      const works = await causeAndAwait(scene, plain, type);
      const lists = { alone: alone?.subscribed ?? [], among: among?.subscribed ?? [] };
      return { ...lists, plain: plain.subscribed, works, kept };
    },
    *judge({ alone, among, plain, works, kept }, { others }) {
      const subscribes = others.every((type) => plain.includes(type)) && works.delivery !== undefined;
      if (!(yield* premise(subscribes, 'not even the other kinds were subscribed to and delivered'))) return;
      if (kept !== undefined) {
        const { type } = kept.cause;
        const subject = `an event of ${type}, which was subscribed to together with ${appInstalled},`;
        const isDelivered = hasArrived(kept);
        yield deliveryDemand(isDelivered, promised[type] ?? 'WHK-16', subject, 'was not delivered', 'a delivery');
      }
      for (const [how, list] of [
        ['alone', alone],
        ['among others', among],
      ] as const) {
        const subject = `asking for ${appInstalled} ${how}`;
        const isFree = !list.includes(appInstalled);
        yield deliveryDemand(
          isFree,
          'WHK-22',
          subject,
          `subscribed to ${shown(list)}`,
          `a list without ${appInstalled}`,
        );
      }
    },
  }),

  check({
    id: 'webhooks/an-installation-is-told-at-the-address-of-the-moment',
    title: 'An installation is delivered only to the webhook URL that is set at that moment',
    proves: ['WHK-27'],
    needs: needsInstallations,
    clockIndependent: true,
    maxSeconds: waitsForNothing,
    cases: fc.subarray([...subscribableTypes]),
    maxCases: 3,
    async gather(scene, others) {
      const before = await aSubscriber(scene, { eventTypes: others, installed: false });
      const after = await setWebhook(scene, before.app, await anInbox(scene, before.app), others);
      const arrived = await deliveryOf(scene, after.inbox, await installLater(scene, after));
      return { arrived, old: await waitForAllDeliveries(scene, [before.inbox]) };
    },
    *judge({ arrived, old }) {
      const strange = old.find((one) => isAbout(one, arrived.cause));
      if (strange !== undefined) {
        const subject = 'the installation of an app whose URL had been changed';
        yield deliveryFinding('WHK-27', subject, 'was delivered to the old URL', 'a delivery to the new one', strange);
        return;
      }
      yield* premise(hasArrived(arrived), 'the installation was not delivered to the new URL either');
    },
  }),

  check({
    id: 'webhooks/without-an-address-nothing-is-delivered',
    title: 'An app without a webhook URL is installed like any other, and nothing about it is delivered',
    proves: ['WHK-23'],
    needs: needsInstallations,
    // one that never had an address, and one whose address was removed
    cases: fc.boolean(),
    maxCases: 4,
    describe: (hadOne) => (hadOne ? 'an app whose address was removed' : 'an app that never had an address'),
    async gather(scene, hadOne) {
      const [silentApp, withAddress] = [
        await aWebhookApp(scene, { installed: false }),
        await aSubscriber(scene, { eventTypes: [], installed: false }),
      ];
      // a delivery that names the app and goes to no known address is noted here
      const nowhere = await anInbox(scene, silentApp);
      const foreign = nowhere.watch();
      if (hadOne) {
        await setWebhook(scene, silentApp, nowhere, []);
        await removeWebhook(scene, silentApp);
      }
      const contrast = await deliveryOf(scene, withAddress.inbox, await installLater(scene, withAddress));
      let refused: string | undefined;
      try {
        await install(scene, silentApp);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refused = error.message;
      }
      const [ofSilent, ofOther] = [
        await settledTokenRequest(scene, silentApp),
        await requestToken(scene, withAddress.app),
      ];
      const all = [...(await waitForAllDeliveries(scene, [nowhere, withAddress.inbox])), ...nowhere.astray()];
      return { contrast, refused, ofSilent, ofOther, all, appId: silentApp.appId, foreign: foreign() };
    },
    *judge({ contrast, refused, ofSilent, ofOther, all, appId, foreign }) {
      const holds = hasArrived(contrast);
      if (!(yield* premise(holds, 'the installation of an app with a webhook URL was not delivered either'))) return;
      const subject = 'installing an app without a webhook URL';
      if (refused !== undefined) yield deliveryFinding('WHK-23', subject, `failed (${refused})`, 'its installation');
      else if (accessTokenIn(ofOther) !== undefined && accessTokenIn(ofSilent) === undefined) {
        const observed = `left it without access tokens: the token request ${answer(ofSilent)}`;
        yield finding('WHK-23', subject, observed, 'an app that works like one with a webhook URL', ofSilent);
      }
      // only the six kinds count: a tenant may send another message to an address that was set and removed (FRE-208)
      const strange = all.find(
        (one) => kindOf(one) !== undefined && membersOf(envelopeOf(one)?.['app'])?.['id'] === appId,
      );
      if (strange === undefined) {
        yield* premise(foreign === undefined, foreign ?? '');
        return;
      }
      yield deliveryFinding(
        'WHK-23',
        subject,
        `caused a delivery to ${strange.received.target}`,
        'no delivery',
        strange,
      );
    },
  }),
];
