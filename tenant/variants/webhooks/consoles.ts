import { request as requestClearly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { App, Webhook } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { Refused } from '../../control/refused.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough for an earlier event to arrive, and short, because the suite waits in real time. */
const late = 60;
const profile = { limits: { propagationSeconds: 2 } };

function unset(app: App): void {
  delete app.webhook;
}

/** Variants of webhooks and subscriptions after another change, and of the transport of messages. */
export const consoleVariants: readonly Variant[] = [
  {
    id: 'webhooks/subscriptions-come-late',
    freedoms: ['FRE-15', 'FRE-193'],
    summary: 'A webhook that is set replaces the previous one a moment later.',
    profile,
    behaviour: (normal) => {
      const before = new WeakMap<App, { readonly webhook: Webhook | undefined; readonly until: number }>();
      const inEffect = (tenant: Tenant, app: App): Webhook | undefined => {
        const former = before.get(app);
        return former !== undefined && tenant.clock.now().getTime() < former.until ? former.webhook : app.webhook;
      };
      return {
        setWebhook: (tenant, app, webhook) => {
          before.set(app, { webhook: inEffect(tenant, app), until: tenant.clock.now().getTime() + late });
          normal.setWebhook(tenant, app, webhook);
        },
        webhookUrl: (tenant, app) => inEffect(tenant, app)?.url,
        isSubscribed: (tenant, app, type) => inEffect(tenant, app)?.eventTypes.includes(type) === true,
        isStillWanted: () => true,
      };
    },
  },
  {
    id: 'webhooks/couriers-hear-of-an-unarchiving-late',
    freedoms: ['FRE-15', 'FRE-123'],
    summary:
      'Nothing is delivered to an app while it is archived and for a moment after it was unarchived or installed again.',
    profile,
    behaviour: (normal) => ({
      mayReceiveEvents: (tenant, app) => {
        const back = app.archivedChangedAt > app.createdAt ? app.archivedChangedAt.getTime() : 0;
        return normal.mayReceiveEvents(tenant, app) && tenant.clock.now().getTime() - back >= late;
      },
    }),
  },
  {
    id: 'webhooks/couriers-hear-of-an-installation-late',
    freedoms: ['FRE-15', 'FRE-123'],
    summary: 'An app receives subscribed events from a moment after its installation.',
    profile,
    behaviour: (normal) => ({
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) &&
        tenant.clock.now().getTime() - app.installedChangedAt.getTime() >= late,
    }),
  },
  {
    id: 'webhooks/addresses-have-no-query',
    freedoms: ['FRE-196'],
    summary: 'A webhook URL with a query cannot be set.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        if (webhook.url?.includes('?') === true) throw new Refused(400, 'bad_address', 'An address has no query.');
        normal.setWebhook(tenant, app, webhook);
      },
    }),
  },
  {
    id: 'webhooks/an-address-belongs-to-one-app',
    freedoms: ['FRE-196'],
    summary: 'A webhook URL that another app has cannot be set.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const taken = tenant.state.apps.values().some((other) => other !== app && other.webhook?.url === webhook.url);
        if (taken && webhook.url !== undefined)
          throw new Refused(409, 'address_taken', 'Another app has this address.');
        normal.setWebhook(tenant, app, webhook);
      },
    }),
  },
  {
    id: 'webhooks/an-uninstallation-removes-the-webhook',
    freedoms: ['FRE-123'],
    summary: 'An app that was uninstalled has lost its webhook and its subscriptions.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        if (app.installed && !installed) unset(app);
        normal.setInstalled(tenant, app, installed);
      },
    }),
  },
  {
    id: 'webhooks/an-archiving-removes-the-webhook',
    freedoms: ['FRE-123'],
    summary: 'An app that was archived has lost its webhook and its subscriptions.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        if (!app.archived && archived) unset(app);
        normal.setArchived(tenant, app, archived);
      },
    }),
  },
  {
    id: 'webhooks/deliveries-wait-to-be-continued',
    freedoms: ['FRE-189'],
    summary: 'The body of a delivery is sent after the receiver has asked for it (Expect: 100-continue).',
    behaviour: (normal) => ({
      deliver: (tenant, delivery, signal) => {
        const { url, headers, body, caPem } = normal.deliveryRequest(tenant, delivery);
        const send = url.startsWith('https:') ? requestSecurely : requestClearly;
        return new Promise((resolve, reject) => {
          const outgoing = send(url, {
            method: 'POST',
            headers: { ...headers, expect: '100-continue', 'content-length': Buffer.byteLength(body) },
            signal,
            agent: false,
            ...(caPem === undefined ? {} : { ca: caPem }),
          });
          outgoing.once('continue', () => outgoing.end(body));
          outgoing.once('response', (answered) => {
            answered.resume();
            resolve(answered.statusCode ?? 0);
          });
          outgoing.once('error', reject);
          outgoing.flushHeaders();
        });
      },
    }),
  },
];
