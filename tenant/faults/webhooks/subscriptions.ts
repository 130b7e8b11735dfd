import type { Webhook } from '../../state/model.ts';
import { DAY, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { and } from '../operators/rows.ts';
import {
  always,
  atSetting,
  counted,
  hasSubscribed,
  isInstallation,
  moreThan,
  of,
  wasRotated,
  wasUnarchived,
} from './conditions.ts';
import {
  granted,
  requirementsOnEachKind,
  set,
  typesStay,
  unsubscribed,
  type Asking,
  type Setting,
  type Told,
} from './decisions.ts';
import { ENTRY, INSTALLED, MAPPING, OUTPUT, TASK } from './event-types.ts';
import { faultsOf } from './rows.ts';
import { breaking } from './rows.ts';

const alsoInstallations = granted((types) => [...types, INSTALLED]);
const asksForInstallations = ({ wanted }: Asking): boolean => wanted.includes(INSTALLED);

/** Faults in which subscriptions are granted, kept, lost or restored wrongly. */
export const subscriptionFaults: readonly Fault[] = [
  ...faultsOf<Asking>({
    'installations-can-be-subscribed-to': [
      alsoInstallations,
      asksForInstallations,
      'The tenant accepts v2.app.installed as a subscription like any other.',
    ],
    'installations-alone-can-be-subscribed-to': [
      granted((_types, { wanted }) => [...wanted]),
      ({ wanted }) => wanted.every((type) => type === INSTALLED),
      'The tenant accepts a list that contains only v2.app.installed.',
    ],
    'only-the-first-of-two-installations-is-left-out': [
      alsoInstallations,
      ({ wanted }) => wanted.filter((type) => type === INSTALLED).length > 1,
      'The tenant drops v2.app.installed from a list only once, so it stays if it was requested twice.',
    ],
    'a-list-of-everything-has-installations': [
      alsoInstallations,
      ({ tenant, wanted }) =>
        [...tenant.behaviour.subscribableTypes(tenant), INSTALLED].every((type) => wanted.includes(type)),
      'The tenant accepts a list that contains all subscribable types and v2.app.installed.',
    ],
    'installations-are-a-subscription-of-apps-that-are-not-installed': [
      alsoInstallations,
      and(asksForInstallations, ({ app }: Asking) => !app.installed),
      'An app that is not installed can subscribe to v2.app.installed.',
    ],
    'asking-for-installations-again-is-granted': [
      alsoInstallations,
      counted(asksForInstallations, moreThan(1)),
      'The tenant drops v2.app.installed the first time that an app requests it, but not later.',
    ],
  }),
  ...faultsOf<Setting>({
    'old-subscriptions-are-kept': [
      set('WHK-26', (wanted, { had }) => ({
        ...wanted,
        eventTypes: [...new Set([...(had?.eventTypes ?? []), ...wanted.eventTypes])],
      })),
      always,
      'The tenant adds new subscriptions to those that the app has.',
    ],
    'a-list-of-the-same-length-is-no-change': [
      typesStay,
      ({ had, wanted }) =>
        had !== undefined && had.eventTypes.length > 0 && had.eventTypes.length === wanted.eventTypes.length,
      'The tenant ignores a new list of event types that is as long as the old one.',
    ],
    'a-third-list-is-not-kept': [
      typesStay,
      counted(always, moreThan(2)),
      'The subscriptions of an app can be changed only once; a third list has no effect.',
      { also: [...requirementsOnEachKind, 'WHK-25', 'WHK-55'] },
    ],
    'subscriptions-change-with-the-address-only': [
      typesStay,
      ({ had, wanted }) => had?.url === wanted.url,
      'The tenant ignores a new list of event types if the address stays the same.',
      { also: [...requirementsOnEachKind, 'WHK-25'] },
    ],
    'an-empty-list-is-no-change': [
      typesStay,
      ({ wanted }) => wanted.eventTypes.length === 0,
      'An app cannot give up all its subscriptions: an empty list has no effect.',
    ],
    'rotated-apps-keep-their-subscriptions': [
      typesStay,
      and(wasRotated, ({ wanted }: Setting) => wanted.url !== undefined),
      'The subscriptions of an app whose secret was rotated cannot be changed.',
      { also: requirementsOnEachKind },
    ],
  }),
  ...faultsOf<Told>({
    'three-subscriptions-at-most-count': [
      unsubscribed('WHK-19'),
      ({ app, event }) => app.webhook?.eventTypes.slice(0, 3).includes(event.type) !== true,
      'Only the first three subscriptions of an app count.',
      { also: requirementsOnEachKind },
    ],
    'only-the-first-subscription-counts': [
      unsubscribed('WHK-17'),
      ({ app, event }) => app.webhook?.eventTypes[0] !== event.type,
      'Only the first subscription of an app counts.',
      { also: ['WHK-18', 'WHK-19', 'WHK-26'] },
    ],
    'subscriptions-to-groups-replace-those-to-tasks': [
      unsubscribed('WHK-17'),
      and(of(TASK), hasSubscribed(MAPPING)),
      'An app that subscribed to mappings of task groups and updates of tasks gets only messages about mappings.',
      { also: ['WHK-55', 'WHK-25', 'WHK-26', 'WHK-29'] },
    ],
    'subscriptions-before-the-installation-do-not-count': [
      unsubscribed('WHK-59'),
      atSetting(
        ({ app }) => app.installed,
        (wasInstalled) => !wasInstalled,
      ),
      'The subscriptions that an app made while it was not installed do not count after the installation.',
      { also: ['WHK-26', 'WHK-55', 'WHK-29'] },
    ],
    'apps-that-were-reinstalled-twice-are-told-of-nothing': [
      unsubscribed('WHK-16'),
      isInstallation(3),
      'An app that was reinstalled twice gets no message that it subscribed to, even after a new subscription.',
      { also: requirementsOnEachKind },
    ],
    'nothing-is-told-after-an-unarchiving': [
      unsubscribed('WHK-16'),
      wasUnarchived,
      'An app that was archived once gets no message that it subscribed to.',
      { also: requirementsOnEachKind },
    ],
    'a-rotation-ends-subscriptions': [
      unsubscribed('WHK-59'),
      atSetting(
        ({ app }) => app.formerSecrets.length,
        (secrets, { app }) => secrets !== app.formerSecrets.length,
      ),
      "A rotation of its secret ends an app's subscriptions until it subscribes again.",
    ],
    'rotated-apps-cannot-subscribe': [
      unsubscribed('WHK-17'),
      wasRotated,
      'An app whose secret was rotated gets no message that it subscribed to, even after a new subscription.',
      { also: [...requirementsOnEachKind, 'WHK-59'] },
    ],
    'subscriptions-lapse-after-a-day': [
      unsubscribed('WHK-59'),
      atSetting(
        ({ tenant }) => tenant.clock.now().getTime(),
        (since, { tenant, event }) => event.type === OUTPUT && tenant.clock.now().getTime() - since >= DAY,
      ),
      'From a day after its webhook was set, an app gets no message about updates of outputs.',
    ],
    'lapsed-subscriptions-cannot-be-renewed': [
      unsubscribed('WHK-18'),
      atSetting<number>(
        ({ tenant }, first) => first ?? tenant.clock.now().getTime(),
        (first, { tenant, event }) => event.type === MAPPING && tenant.clock.now().getTime() - first >= THIRTY_DAYS,
      ),
      'From thirty days after its first webhook, an app gets no message about mappings, even if it subscribes again.',
      { also: ['WHK-59'] },
    ],
    'a-second-address-hears-of-no-entry': [
      unsubscribed('WHK-19'),
      atSetting<number>(
        (_setting, times = 0) => times + 1,
        (times, { event }) => event.type === ENTRY && times > 1,
      ),
      'After its webhook was set a second time, an app gets no message about created entries.',
      { also: ['WHK-27', 'WHK-26'] },
    ],
  }),
  ...breaking('WHK-16', {
    'a-list-that-asks-for-installations-is-not-kept': [
      (normal) => {
        const asked = new WeakSet<object>();
        return {
          subscribedTypes: (tenant, app, wanted) => {
            if (wanted.includes(INSTALLED)) asked.add(app);
            else asked.delete(app);
            return normal.subscribedTypes(tenant, app, wanted);
          },
          setWebhook: (tenant, app, webhook) => {
            normal.setWebhook(tenant, app, asked.has(app) ? { ...webhook, eventTypes: [] } : webhook);
          },
        };
      },
      'The tenant drops v2.app.installed from a list, but then keeps no subscription of that list.',
      ['WHK-17', 'WHK-18', 'WHK-19'],
    ],
  }),
  ...breaking('WHK-26', {
    'a-reinstallation-brings-the-first-subscriptions-back': [
      (normal) => {
        const first = new Map<string, Webhook>();
        return {
          setWebhook: (tenant, app, webhook) => {
            if (!first.has(app.id)) first.set(app.id, webhook);
            normal.setWebhook(tenant, app, webhook);
          },
          setInstalled: (tenant, app, installed) => {
            const known = first.get(app.id);
            if (installed && !app.installed && app.webhook !== undefined && known !== undefined) {
              app.webhook = { ...app.webhook, eventTypes: known.eventTypes };
            }
            normal.setInstalled(tenant, app, installed);
          },
        };
      },
      'When an app is reinstalled, it gets back its first subscriptions.',
      ['WHK-25', 'WHK-16', 'WHK-17', 'WHK-18', 'WHK-19', 'WHK-55'],
    ],
  }),
  ...breaking('WHK-25', {
    'subscriptions-belong-to-the-address': [
      (normal) => ({
        setWebhook: (tenant, app, webhook) => {
          normal.setWebhook(tenant, app, webhook);
          for (const other of tenant.state.apps.values()) {
            if (other.webhook === undefined || other.webhook.url === undefined || other.webhook.url !== webhook.url)
              continue;
            other.webhook = { ...other.webhook, eventTypes: webhook.eventTypes };
          }
        },
      }),
      'Apps with the same address share the subscriptions that one of them made last.',
    ],
  }),
];
