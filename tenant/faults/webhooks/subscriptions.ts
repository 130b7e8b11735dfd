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
  ofEachKind,
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

/** Subscriptions that are granted, kept, lost or brought back where they should not be. */
export const subscriptionFaults: readonly Fault[] = [
  ...faultsOf<Asking>({
    'installations-can-be-subscribed-to': [
      alsoInstallations,
      asksForInstallations,
      'v2.app.installed is accepted as a subscription like any other.',
    ],
    'installations-alone-can-be-subscribed-to': [
      granted((_types, { wanted }) => [...wanted]),
      ({ wanted }) => wanted.every((type) => type === INSTALLED),
      'A list with v2.app.installed and nothing else is accepted as it is.',
    ],
    'only-the-first-of-two-installations-is-left-out': [
      alsoInstallations,
      ({ wanted }) => wanted.filter((type) => type === INSTALLED).length > 1,
      'v2.app.installed is left out of a list once, and stays where it was asked for twice.',
    ],
    'a-list-of-everything-has-installations': [
      alsoInstallations,
      ({ tenant, wanted }) =>
        [...tenant.behaviour.subscribableTypes(tenant), INSTALLED].every((type) => wanted.includes(type)),
      'A list that has all subscribable types and v2.app.installed is taken as it is.',
    ],
    'installations-are-a-subscription-of-apps-that-are-not-installed': [
      alsoInstallations,
      and(asksForInstallations, ({ app }: Asking) => !app.installed),
      'An app that is not installed yet may subscribe to v2.app.installed.',
    ],
    'asking-for-installations-again-is-granted': [
      alsoInstallations,
      counted(asksForInstallations, moreThan(1)),
      'v2.app.installed is left out the first time that an app asks for it, and not the second time.',
    ],
  }),
  ...faultsOf<Setting>({
    'old-subscriptions-are-kept': [
      set('WHK-26', (wanted, { had }) => ({
        ...wanted,
        eventTypes: [...new Set([...(had?.eventTypes ?? []), ...wanted.eventTypes])],
      })),
      always,
      'New subscriptions are added to those that the app has.',
    ],
    'a-list-of-the-same-length-is-no-change': [
      typesStay,
      ({ had, wanted }) =>
        had !== undefined && had.eventTypes.length > 0 && had.eventTypes.length === wanted.eventTypes.length,
      'Whether the subscriptions have changed is told by how many they are.',
    ],
    'a-third-list-is-not-kept': [
      typesStay,
      counted(always, moreThan(2)),
      'The subscriptions of an app can be changed once; a third list leaves the second one as it is.',
      { also: [...ofEachKind, 'WHK-25', 'WHK-55'] },
    ],
    'subscriptions-change-with-the-address-only': [
      typesStay,
      ({ had, wanted }) => had?.url === wanted.url,
      'Where the address stays the same a new list of event types is passed over.',
      { also: [...ofEachKind, 'WHK-25'] },
    ],
    'an-empty-list-is-no-change': [
      typesStay,
      ({ wanted }) => wanted.eventTypes.length === 0,
      'An app that has subscriptions cannot give them all up: an empty list leaves them as they are.',
    ],
    'rotated-apps-keep-their-subscriptions': [
      typesStay,
      and(wasRotated, ({ wanted }: Setting) => wanted.url !== undefined),
      'The subscriptions of an app whose secret was rotated cannot be changed any more.',
      { also: ofEachKind },
    ],
  }),
  ...faultsOf<Told>({
    'three-subscriptions-at-most-count': [
      unsubscribed('WHK-19'),
      ({ app, event }) => app.webhook?.eventTypes.slice(0, 3).includes(event.type) !== true,
      'Of more than three subscriptions of an app the first three are looked at.',
      { also: ofEachKind },
    ],
    'only-the-first-subscription-counts': [
      unsubscribed('WHK-17'),
      ({ app, event }) => app.webhook?.eventTypes[0] !== event.type,
      'Of several subscriptions of an app only the first is looked at.',
      { also: ['WHK-18', 'WHK-19', 'WHK-26'] },
    ],
    'subscriptions-to-groups-replace-those-to-tasks': [
      unsubscribed('WHK-17'),
      and(of(TASK), hasSubscribed(MAPPING)),
      'Who subscribes to mappings of task groups and to updates of tasks hears of the mappings only.',
      { also: ['WHK-55', 'WHK-25', 'WHK-26', 'WHK-29'] },
    ],
    'subscriptions-before-the-installation-do-not-count': [
      unsubscribed('WHK-59'),
      atSetting(
        ({ app }) => app.installed,
        (wasInstalled) => !wasInstalled,
      ),
      'What an app subscribed to while it was not installed it is not told of once it is.',
      { also: ['WHK-26', 'WHK-55', 'WHK-29'] },
    ],
    'apps-that-were-reinstalled-twice-are-told-of-nothing': [
      unsubscribed('WHK-16'),
      isInstallation(3),
      'An app that was installed again twice is told of nothing that it subscribed to, even when it subscribes anew.',
      { also: ofEachKind },
    ],
    'nothing-is-told-after-an-unarchiving': [
      unsubscribed('WHK-16'),
      wasUnarchived,
      'An app that was archived and unarchived is told of no event that it subscribed to.',
      { also: ofEachKind },
    ],
    'a-rotation-ends-subscriptions': [
      unsubscribed('WHK-59'),
      atSetting(
        ({ app }) => app.formerSecrets.length,
        (secrets, { app }) => secrets !== app.formerSecrets.length,
      ),
      'With the rotation of its secret an app has no subscriptions any more, until it subscribes anew.',
    ],
    'rotated-apps-cannot-subscribe': [
      unsubscribed('WHK-17'),
      wasRotated,
      'An app whose secret was rotated is told of nothing that it subscribed to, even when it subscribes anew.',
      { also: [...ofEachKind, 'WHK-59'] },
    ],
    'subscriptions-lapse-after-a-day': [
      unsubscribed('WHK-59'),
      atSetting(
        ({ tenant }) => tenant.clock.now().getTime(),
        (since, { tenant, event }) => event.type === OUTPUT && tenant.clock.now().getTime() - since >= DAY,
      ),
      'A day after an app set its webhook it is told of no update of outputs any more.',
    ],
    'lapsed-subscriptions-cannot-be-renewed': [
      unsubscribed('WHK-18'),
      atSetting<number>(
        ({ tenant }, first) => first ?? tenant.clock.now().getTime(),
        (first, { tenant, event }) => event.type === MAPPING && tenant.clock.now().getTime() - first >= THIRTY_DAYS,
      ),
      'Thirty days after its webhook was first set an app is told of no completed mapping, even when it subscribes anew.',
      { also: ['WHK-59'] },
    ],
    'a-second-address-hears-of-no-entry': [
      unsubscribed('WHK-19'),
      atSetting<number>(
        (_setting, times = 0) => times + 1,
        (times, { event }) => event.type === ENTRY && times > 1,
      ),
      'Once its webhook was set again an app is told of no created entry.',
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
      'A list with v2.app.installed is answered with what is left of it, and none of that is kept.',
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
      'An app that is installed again has the subscriptions that it was given first.',
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
      'Of several apps with one address all have the subscriptions that were made last.',
    ],
  }),
];
