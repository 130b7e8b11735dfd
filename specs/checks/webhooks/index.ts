import type { SuiteCheck } from '../../check.ts';
import { deliveriesAfterEventsChecks } from './deliveries-after-events.ts';
import { subscriptionIsolationChecks } from './subscription-isolation.ts';
import { canvasChecks } from './canvas.ts';
import { changesChecks } from './changes.ts';
import { deliveryFormChecks } from './delivery-form.ts';
import { envelopeChecks } from './envelope.ts';
import { idsChecks } from './ids.ts';
import { installationChecks } from './installation.ts';
import { kindsChecks } from './kinds.ts';
import { longSeriesChecks } from './long-series.ts';
import { messagesChecks } from './messages.ts';
import { severalAppsChecks } from './several-apps.ts';
import { noDeliveryChecks } from './no-delivery.ts';
import { timesChecks } from './times.ts';
import { subscriptionsAfterEventsChecks } from './subscriptions-after-events.ts';

/** Checks of what is told of an event, whenever that is: they present no credential and read no clock. */
function atAnyTime(some: readonly SuiteCheck[]): SuiteCheck[] {
  return some.map((one) => ({ ...one, atAnyTime: true }));
}

/**
 * The checks of the profile `webhooks`.
 *
 * Beside them:
 * - `events-before-a-change.ts`: events of an app before its webhook is changed
 * - `series.ts`: series of events and their deliveries
 */
export const webhooksChecks: readonly SuiteCheck[] = [
  // delivery-form: how a delivery is made
  ...atAnyTime(deliveryFormChecks),
  // envelope: the envelope, which is the same for all kinds
  ...atAnyTime(envelopeChecks),
  // kinds: what an app is told of because it subscribed
  ...atAnyTime(kindsChecks),
  // canvas: a canvas that a user initializes
  ...canvasChecks,
  // installation: the installation of an app, of which it is told without asking
  ...installationChecks,
  // messages: the standard message of the four kinds that can be subscribed to
  ...atAnyTime(messagesChecks),
  // times: when an event says that it was created
  ...timesChecks,
  // ids: the identifiers of events
  ...atAnyTime(idsChecks),
  // no-delivery: what does not come
  ...atAnyTime(noDeliveryChecks),
  // changes: what holds once a webhook has been changed
  ...atAnyTime(changesChecks),
  // several-apps: several apps that are told of events
  ...atAnyTime(severalAppsChecks),
  // subscription-isolation: apps whose webhooks must not depend on those of others
  ...atAnyTime(subscriptionIsolationChecks),
  // long-series: a long mixed series, some of it repeated because it was not taken
  ...atAnyTime(longSeriesChecks),
  // subscriptions-after-events: deliveries to an app to which something has happened since it subscribed
  ...subscriptionsAfterEventsChecks,
  // deliveries-after-events: whole deliveries to an app after events
  ...deliveriesAfterEventsChecks,
];
