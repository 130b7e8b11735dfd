import type { PostRequest } from '../deliveries/post.ts';
import type { Delivery, LabEvent } from '../state/events.ts';
import type { App } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

/** How events reach apps ("Webhook deliveries"; retries, timeouts and order are not shown). */
export interface DeliveryBehaviour {
  /** Sends an event to an app, without waiting for it. */
  readonly sendEvent: (tenant: Tenant, event: LabEvent, app: App) => void;
  readonly deliveryMethod: (tenant: Tenant, delivery: Delivery) => string;
  readonly deliveryUrl: (tenant: Tenant, delivery: Delivery) => string;
  readonly deliveryHeaders: (tenant: Tenant, delivery: Delivery) => Readonly<Record<string, string>>;
  readonly deliveryBody: (tenant: Tenant, delivery: Delivery) => string;
  readonly deliveryRequest: (tenant: Tenant, delivery: Delivery) => PostRequest;
  /** Makes one try and returns the status of the receiver's answer. Rejects if the receiver does not answer. */
  readonly deliver: (tenant: Tenant, delivery: Delivery, signal: AbortSignal) => Promise<number>;
  /** Reports whether a delivery follows the redirect of an answer. */
  readonly followsRedirect: (tenant: Tenant, status: number) => boolean;
  readonly wasReceived: (status: number) => boolean;
  /** Returns the milliseconds of real time before the first try. */
  readonly deliveryDelay: (tenant: Tenant, delivery: Delivery) => number;
  readonly deliveryTries: (tenant: Tenant, delivery: Delivery) => number;
  /** Returns the milliseconds of real time to wait after this number of failed tries. */
  readonly retryDelay: (tenant: Tenant, failed: number) => number;
  /** Reports whether the app still wants the delivery, at the same address, when it is about to be sent. */
  readonly isStillWanted: (tenant: Tenant, delivery: Delivery) => boolean;
  /**
   * Tries until the delivery is received or not wanted, or no tries are left. Rejects only if the signal is aborted.
   */
  readonly deliverPersistently: (tenant: Tenant, delivery: Delivery, signal: AbortSignal) => Promise<void>;
}

declare module './behaviour.ts' {
  interface Behaviour extends DeliveryBehaviour {}
}

const MOST_HOPS = 5;

export const specifiedDeliveries: DeliveryBehaviour = {
  sendEvent: (tenant, event, app) => {
    const { behaviour } = tenant;
    const url = behaviour.webhookUrl(tenant, app);
    if (app.webhook === undefined || url === undefined) return;
    const envelope = behaviour.shapeEnvelope(tenant, event, app);
    const delivery: Delivery = { event, app, webhook: { ...app.webhook, url }, envelope };
    tenant.outbox.add((signal) => behaviour.deliverPersistently(tenant, delivery, signal));
  },

  deliveryMethod: () => 'POST',

  deliveryUrl: (_tenant, delivery) => delivery.webhook.url,

  deliveryHeaders: () => ({ 'content-type': 'application/json', 'user-agent': 'reference-tenant' }),

  deliveryBody: (_tenant, delivery) => JSON.stringify(delivery.envelope),

  deliveryRequest: (tenant, delivery) => {
    const { behaviour } = tenant;
    return {
      method: behaviour.deliveryMethod(tenant, delivery),
      url: behaviour.deliveryUrl(tenant, delivery),
      headers: behaviour.deliveryHeaders(tenant, delivery),
      body: behaviour.deliveryBody(tenant, delivery),
      caPem: delivery.webhook.caPem,
    };
  },

  deliver: async (tenant, delivery, signal) => {
    const { behaviour } = tenant;
    let request = behaviour.deliveryRequest(tenant, delivery);
    for (let hops = 0; ; hops++) {
      const { status, location } = await tenant.post(request, signal);
      if (location === undefined || hops >= MOST_HOPS || !behaviour.followsRedirect(tenant, status)) return status;
      request = { ...request, url: new URL(location, request.url).href };
    }
  },

  followsRedirect: () => false,

  wasReceived: (status) => status >= 200 && status < 300,

  deliveryDelay: () => 0,

  deliveryTries: () => 3,

  retryDelay: (_tenant, failed) => 500 * 2 ** (failed - 1),

  isStillWanted: (tenant, { app, webhook, event }) =>
    tenant.behaviour.webhookUrl(tenant, app) === webhook.url && tenant.behaviour.receives(tenant, app, event),

  deliverPersistently: async (tenant, delivery, signal) => {
    const { behaviour } = tenant;
    const delay = behaviour.deliveryDelay(tenant, delivery);
    if (delay > 0) await tenant.pause(delay, signal);
    const tries = behaviour.deliveryTries(tenant, delivery);
    for (let tried = 1; behaviour.isStillWanted(tenant, delivery); tried++) {
      try {
        if (behaviour.wasReceived(await behaviour.deliver(tenant, delivery, signal))) return;
      } catch {
        // A try without an answer has failed, regardless of the reason.
      }
      signal.throwIfAborted();
      if (tried >= tries) return;
      await tenant.pause(behaviour.retryDelay(tenant, tried), signal);
    }
  },
};
