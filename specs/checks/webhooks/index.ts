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

/** Returns the checks, marked to run at any time of the tenant: they present no credential and read no clock. */
function clockIndependent(some: readonly SuiteCheck[]): SuiteCheck[] {
  return some.map((one) => ({ ...one, clockIndependent: true }));
}

/**
 * The checks of the profile `webhooks`.
 *
 * Also in this folder:
 * - `events-before-a-change.ts`: events of an app before its webhook is changed
 * - `series.ts`: series of events and their deliveries
 */
export const webhooksChecks: readonly SuiteCheck[] = [
  // delivery-form: the request that makes a delivery
  ...clockIndependent(deliveryFormChecks),
  // envelope: the envelope, which is the same for all kinds
  ...clockIndependent(envelopeChecks),
  // kinds: deliveries of events that an app subscribed to
  ...clockIndependent(kindsChecks),
  // canvas: a canvas that a user initializes
  ...canvasChecks,
  // installation: the installation of an app, which is delivered without a subscription
  ...installationChecks,
  // messages: the standard message of the four kinds that can be subscribed to
  ...clockIndependent(messagesChecks),
  // times: the creation time in a message
  ...timesChecks,
  // ids: the identifiers of events
  ...clockIndependent(idsChecks),
  // no-delivery: events that must not be delivered
  ...clockIndependent(noDeliveryChecks),
  // changes: deliveries after a change of a webhook
  ...clockIndependent(changesChecks),
  // several-apps: deliveries to several apps
  ...clockIndependent(severalAppsChecks),
  // subscription-isolation: apps whose webhooks must not depend on those of others
  ...clockIndependent(subscriptionIsolationChecks),
  // long-series: a long mixed series, with deliveries that are sent again after an error
  ...clockIndependent(longSeriesChecks),
  // subscriptions-after-events: deliveries to an app after events since its subscription
  ...subscriptionsAfterEventsChecks,
  // deliveries-after-events: whole deliveries to an app after events
  ...deliveriesAfterEventsChecks,
];
