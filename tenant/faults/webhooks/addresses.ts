import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Delivery } from '../../state/events.ts';
import type { App, Webhook } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { and } from '../operators/rows.ts';
import { counted, isInstallation, moreThan, wasArchived, wasRotated } from './conditions.ts';
import { addressStays, copyTo, set, type Setting } from './decisions.ts';
import { INSTALLED } from './event-types.ts';
import { faultsOf, type Holds } from './rows.ts';
import { breaking } from './rows.ts';

/** Returns the condition that one address replaces another that is like it. */
const alike =
  (isSame: (one: URL, other: URL) => boolean): Holds<Setting> =>
  ({ had, wanted }) =>
    had?.url !== undefined && wanted.url !== undefined && isSame(new URL(had.url), new URL(wanted.url));
const isChange = alike(() => true);
const isRemoval: Holds<Setting> = ({ wanted }) => wanted.url === undefined;
/** Reports whether the new webhook is the one that the app already has. */
const isTheSame: Holds<Setting> = ({ had, wanted }) =>
  had !== undefined &&
  had.url === wanted.url &&
  had.eventTypes.length === wanted.eventTypes.length &&
  had.eventTypes.every((type) => wanted.eventTypes.includes(type));

/** The wrong decision that a webhook cannot be changed. */
const webhookStays = set('WHK-28', (wanted, { had }) => had ?? wanted);

/** Removes an address from every app that has it when one app removes it. */
export const addressesAreRemovedForAll: Deviation = (normal) => ({
  setWebhook: (tenant, app, webhook) => {
    const gone = webhook.url === undefined ? app.webhook?.url : undefined;
    for (const other of gone === undefined ? [] : tenant.state.apps.values()) {
      if (other !== app && other.webhook?.url === gone) other.webhook = webhook;
    }
    normal.setWebhook(tenant, app, webhook);
  },
});

/** Faults in which messages go to a wrong address after an address is changed, removed or shared. */
export const addressFaults: readonly Fault[] = [
  ...faultsOf<Setting>({
    'the-first-address-stays': [
      addressStays('WHK-27'),
      isChange,
      'The address of a webhook cannot be changed, but only removed.',
    ],
    'a-new-path-is-no-new-address': [
      addressStays('WHK-27'),
      alike((one, other) => one.origin === other.origin),
      'A new address with the same host and port as the old one counts as the same address.',
    ],
    'a-new-query-is-no-new-address': [
      addressStays('WHK-27'),
      alike((one, other) => one.href.split('?')[0] === other.href.split('?')[0]),
      'A new address that differs from the old one only in its query counts as the same address.',
    ],
    'letter-case-makes-no-new-address': [
      addressStays('WHK-27'),
      alike((one, other) => one.href.toLowerCase() === other.href.toLowerCase()),
      'A new address that differs from the old one only in letter case counts as the same address.',
    ],
    'a-slash-makes-no-new-address': [
      addressStays('WHK-27'),
      alike((one, other) => one.href.replace(/\/$/, '') === other.href.replace(/\/$/, '')),
      'A new address that differs from the old one only in a final slash counts as the same address.',
    ],
    'an-address-that-was-known-is-not-set-again': [
      addressStays('WHK-27'),
      and(
        counted(
          ({ wanted }: Setting) => wanted.url !== undefined,
          moreThan(1),
          ({ app, wanted }) => `${app.id} ${wanted.url}`,
        ),
        isChange,
      ),
      'An address that the app had before cannot be set again.',
    ],
    'reinstalled-apps-keep-their-address': [
      addressStays('WHK-27'),
      and(isInstallation(2), isChange),
      'The address of an app that was reinstalled cannot be changed, but only removed.',
    ],
    'unarchived-apps-keep-their-address': [
      addressStays('WHK-27'),
      and(wasArchived, isChange),
      'The address of an app that was archived once cannot be changed, but only removed.',
    ],
    'addresses-cannot-be-removed': [webhookStays, isRemoval, 'Removing the address has no effect.'],
    'rotated-apps-cannot-remove-their-address': [
      webhookStays,
      and(wasRotated, isRemoval),
      'The address of an app whose secret was rotated cannot be removed.',
    ],
    'removing-the-address-ends-subscriptions-only': [
      addressStays('WHK-28'),
      isRemoval,
      'Messages about canvases and installations still go to an address that was removed.',
    ],
    'the-same-webhook-again-is-none': [
      set('WHK-16', (wanted) => ({ ...wanted, eventTypes: [] })),
      isTheSame,
      'If an app sets the webhook that it already has, it loses all its subscriptions.',
      { also: ['WHK-17', 'WHK-18', 'WHK-19', 'WHK-25', 'WHK-26', 'WHK-29', 'WHK-34', 'WHK-55', 'WHK-57'] },
    ],
  }),
  ...breaking('WHK-27', {
    'the-first-event-after-a-change-goes-to-the-old-address': [
      (normal) => {
        const old = new Map<string, string>();
        const late = new WeakMap<Delivery, string>();
        return {
          setWebhook: (tenant, app, webhook) => {
            const before = app.webhook?.url;
            if (before !== undefined && webhook.url !== undefined && before !== webhook.url) old.set(app.id, before);
            normal.setWebhook(tenant, app, webhook);
          },
          deliveryUrl: (tenant, delivery) => {
            const before = old.get(delivery.app.id);
            old.delete(delivery.app.id);
            if (before !== undefined) late.set(delivery, before);
            return late.get(delivery) ?? normal.deliveryUrl(tenant, delivery);
          },
        };
      },
      'The first message after a change of the address goes to the old address.',
    ],
    'installations-after-a-change-go-to-the-old-address': [
      (normal) => {
        const old = new WeakMap<App, string>();
        return {
          setWebhook: (tenant, app, webhook) => {
            if (!app.installed && app.webhook?.url !== undefined && !old.has(app)) old.set(app, app.webhook.url);
            normal.setWebhook(tenant, app, webhook);
          },
          deliveryUrl: (tenant, delivery) => {
            const url = delivery.event.type === INSTALLED ? old.get(delivery.app) : undefined;
            if (url !== undefined) old.delete(delivery.app);
            return url ?? normal.deliveryUrl(tenant, delivery);
          },
        };
      },
      "If the address is changed while the app is not installed, the next installation's message goes to the old address.",
      ['WHK-21', 'WHK-24'],
    ],
    'a-new-address-is-one-more': [
      (normal) => {
        const former = new WeakMap<App, Webhook>();
        return {
          setWebhook: (tenant, app, wanted) => {
            const had = app.webhook;
            if (had?.url !== undefined && wanted.url !== undefined && had.url !== wanted.url) former.set(app, had);
            normal.setWebhook(tenant, app, wanted);
          },
          sendEvent: (tenant, event, app) => {
            normal.sendEvent(tenant, event, app);
            const old = former.get(app);
            if (old !== undefined) copyTo(old, { tenant, event, app });
          },
        };
      },
      'After a change of the address, deliveries also go to the old address.',
    ],
  }),
  ...breaking('WHK-16', {
    'an-address-that-was-removed-is-not-used-again': [
      (normal) => {
        const removed = new Map<string, Set<string>>();
        return {
          setWebhook: (tenant, app, webhook) => {
            const urls = removed.get(app.id) ?? new Set<string>();
            removed.set(app.id, urls);
            if (webhook.url === undefined && app.webhook?.url !== undefined) urls.add(app.webhook.url);
            normal.setWebhook(tenant, app, webhook);
          },
          webhookUrl: (tenant, app) => {
            const url = normal.webhookUrl(tenant, app);
            return url !== undefined && removed.get(app.id)?.has(url) === true ? undefined : url;
          },
        };
      },
      'The tenant sends nothing to an address that was removed and set again.',
      ['WHK-17', 'WHK-18', 'WHK-19', 'WHK-20', 'WHK-21', 'WHK-27', 'WHK-58'],
    ],
  }),
  ...breaking('WHK-28', {
    'an-unarchiving-brings-the-address-back': [
      (normal) => {
        const removed = new Map<string, Webhook>();
        return {
          setWebhook: (tenant, app, webhook) => {
            if (webhook.url === undefined && app.webhook?.url !== undefined) removed.set(app.id, app.webhook);
            if (webhook.url !== undefined) removed.delete(app.id);
            normal.setWebhook(tenant, app, webhook);
          },
          setArchived: (tenant, app, archived) => {
            const before = removed.get(app.id);
            if (!archived && app.archived && before !== undefined) app.webhook = before;
            normal.setArchived(tenant, app, archived);
          },
        };
      },
      'When an app is unarchived, it gets back the webhook that it had before its address was removed.',
    ],
    'a-reinstallation-brings-the-address-back': [
      (normal) => {
        const former = new WeakMap<App, App['webhook']>();
        return {
          setWebhook: (tenant, app, webhook) => {
            if (webhook.url === undefined) former.set(app, app.webhook);
            normal.setWebhook(tenant, app, webhook);
          },
          appWasInstalled: (tenant, app) => {
            const before = former.get(app);
            if (app.webhook?.url === undefined && before !== undefined) app.webhook = before;
            normal.appWasInstalled(tenant, app);
          },
        };
      },
      'When an app is reinstalled, it gets back the address that it had before the address was removed.',
    ],
  }),
  ...breaking('WHK-59', {
    'an-address-is-removed-for-all-apps': [
      addressesAreRemovedForAll,
      'When one app removes an address, the tenant removes it from all apps that have it.',
      ['WHK-20', 'WHK-29'],
    ],
  }),
  ...breaking('WHK-56', {
    'addresses-are-kept-by-the-name-of-the-app': [
      (normal) => {
        const byName = new Map<string, string | undefined>();
        return {
          setWebhook: (tenant, app, webhook) => {
            byName.set(app.name, webhook.url);
            normal.setWebhook(tenant, app, webhook);
          },
          webhookUrl: (tenant, app) =>
            normal.webhookUrl(tenant, app) === undefined ? undefined : byName.get(app.name),
        };
      },
      'The tenant keeps addresses by the name of the app, so apps with the same name share the last address.',
      ['WHK-01', 'WHK-27', 'WHK-28', 'WHK-29', 'WHK-55', 'WHK-26'],
    ],
  }),
];
