import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { and } from '../operators/rows.ts';
import {
  always,
  asked,
  counted,
  hasNoSchema,
  hasNoSubscriptions,
  hasSubscribed,
  hasSubscriptions,
  isInstallation,
  moreThan,
  of,
  wasRotated,
  wasUnarchived,
  whileCreating,
} from './conditions.ts';
import {
  notAdded,
  notAddressed,
  notInstalled,
  notReceived,
  notSent,
  unsubscribed,
  type Standing,
  type Told,
} from './decisions.ts';
import { CANVAS, ENTRY, INSTALLED, MAPPING, OUTPUT, TASK } from './event-types.ts';
import { faultsOf } from './rows.ts';
import { breaking } from './rows.ts';

const hasUsers = ({ tenant, app }: Standing): boolean => tenant.state.delegations.some(({ appId }) => appId === app.id);
const hasConsent = ({ tenant, app, event }: Told): boolean =>
  tenant.state.consents.some(({ appId, userId }) => appId === app.id && userId === event.userId);
const hasCreated = ({ tenant, app, event }: Told): boolean => {
  const maker = tenant.state.records.get(event.resourceId ?? '')?.createdBy;
  return maker?.kind === 'app' && maker.id === app.id;
};

/** Events that an app is not told of, for what it is, who caused them or what came before. */
export const untoldEventFaults: readonly Fault[] = [
  ...faultsOf<Told>({
    'outputs-are-not-told-of-after-a-rotation': [
      notSent('WHK-16'),
      and(of(OUTPUT), wasRotated),
      'An app whose secret was rotated is not told of updates of outputs.',
    ],
    'every-third-output-event-is-lost': [
      notSent('WHK-16'),
      counted(of(OUTPUT), (times) => times % 3 === 0),
      'Of the updates of outputs an app is told twice, and the third time not.',
    ],
    'tasks-are-not-told-of-where-users-authorized-the-app': [
      notSent('WHK-17'),
      and(of(TASK), hasUsers),
      'An app that a user has authorized is not told of updates of tasks.',
    ],
    'mappings-without-a-schema-are-not-told-of': [
      notReceived('WHK-18'),
      and(of(MAPPING), hasNoSchema),
      'The completed mapping of a task group that has no schema sends nothing.',
      { also: ['WHK-39', 'WHK-29'] },
    ],
    'mappings-need-a-subscription-to-tasks': [
      unsubscribed('WHK-18'),
      (told) => of(MAPPING)(told) && !hasSubscribed(TASK)(told),
      'A completed mapping is told to those who subscribed to tasks too.',
      { also: ['WHK-26'] },
    ],
    'entries-without-a-schema-are-not-told-of': [
      notReceived('WHK-19'),
      and(of(ENTRY), hasNoSchema),
      'The creation of an entry without a schema causes no event.',
    ],
    'apps-are-not-told-of-their-own-entries': [
      notReceived('WHK-19'),
      and(of(ENTRY), hasCreated),
      'An app is not told of an entry that it created itself through the API.',
    ],
    'canvases-need-some-subscription': [
      notAddressed('WHK-20'),
      and(of(CANVAS), hasNoSubscriptions),
      'An app that subscribed to nothing is told of no canvas.',
      { breaks: ['WHK-20', 'WHK-58'] },
    ],
    'only-the-first-canvas-is-told-of': [
      notSent('WHK-20'),
      counted(of(CANVAS), moreThan(1)),
      'An app is told of the first canvas that is initialized, and of none after it.',
      { breaks: ['WHK-20', 'WHK-58'] },
    ],
    'two-canvases-an-app-are-told-of': [
      notSent('WHK-20'),
      counted(of(CANVAS), moreThan(2)),
      'An app is told of the first two canvases that are initialized, and of none after them.',
      { also: ['WHK-55', 'WHK-56', 'WHK-58'] },
    ],
    'canvases-are-not-told-of-after-a-reinstallation': [
      notSent('WHK-20'),
      and(of(CANVAS), isInstallation(2)),
      'An app that was reinstalled is not told of canvases.',
    ],
    'canvases-are-not-told-after-an-unarchiving': [
      notAddressed('WHK-20'),
      and(of(CANVAS), wasUnarchived),
      'An app that was archived and unarchived is told of no canvas.',
      { also: ['WHK-58'] },
    ],
    'canvases-of-users-who-consented-are-not-told-of': [
      notAddressed('WHK-20'),
      and(of(CANVAS), hasConsent),
      'An app for which a user has consented that it acts is not told of the canvases of that user.',
    ],
    'asking-for-canvases-brings-none': [
      notAddressed('WHK-58'),
      and(asked(CANVAS), of(CANVAS)),
      'Who asks for canvases is taken for a subscriber, and sent none since nobody can subscribe to them.',
    ],
    'installations-are-told-to-subscribers-only': [
      notAddressed('WHK-21'),
      and(of(INSTALLED), hasNoSubscriptions),
      'An app that subscribed to nothing is not told of its installation.',
      { also: ['WHK-24'] },
    ],
    'installations-are-not-told-to-subscribers': [
      notReceived('WHK-21'),
      and(of(INSTALLED), hasSubscriptions),
      'An app that subscribed to something is not told of its installation.',
      { also: ['WHK-24'] },
    ],
    'installations-of-rotated-apps-are-not-told-of': [
      notSent('WHK-24'),
      and(of(INSTALLED), wasRotated),
      'An app whose secret was rotated is not told that it was installed.',
      { also: ['WHK-21'] },
    ],
  }),
  ...faultsOf<Standing>({
    'reinstallations-are-not-told-of': [
      notInstalled,
      counted(always, moreThan(1)),
      'An app is told of its first installation only.',
    ],
    'the-second-reinstallation-is-not-told-of': [
      notInstalled,
      counted(always, moreThan(2)),
      'An app is told of two installations and of none after them.',
    ],
  }),
  ...faultsOf({
    'entries-of-the-api-are-not-told-of': [
      notAdded,
      whileCreating(),
      'An entry that is created by a call of the API causes no event.',
    ],
    'entries-of-keys-are-not-told-of': [
      notAdded,
      whileCreating(({ credential }) => credential.kind === 'apiKey'),
      'An entry that is created with an API key causes no event.',
    ],
    'entries-of-delegates-are-not-told-of': [
      notAdded,
      whileCreating(({ credential }) => credential.kind === 'accessToken' && credential.token.delegation !== undefined),
      'An entry that an app creates for a user causes no event.',
    ],
    'entries-of-id-tokens-are-not-told': [
      notAdded,
      whileCreating(({ credential }) => credential.kind === 'idToken'),
      'An entry that is created with an ID token causes no event.',
    ],
  }),
  ...breaking('WHK-16', {
    'updates-of-one-moment-are-one': [
      (normal) => {
        let last = Number.NEGATIVE_INFINITY;
        return {
          emit: (tenant, cause) => {
            if (cause.type === OUTPUT) {
              const now = tenant.elapsed();
              if (now - last < 10) return;
              last = now;
            }
            normal.emit(tenant, cause);
          },
        };
      },
      'Of updates of outputs within ten milliseconds the first is told of.',
    ],
  }),
  ...breaking('WHK-19', {
    'of-entries-of-one-moment-the-first-is-told': [
      (normal) => {
        let last = Number.NEGATIVE_INFINITY;
        return {
          recordWasAdded: (tenant, record) => {
            const now = tenant.elapsed();
            const again = record.kind === 'entry' && now - last < 10;
            if (record.kind === 'entry') last = now;
            if (!again) normal.recordWasAdded(tenant, record);
          },
        };
      },
      'Where several entries are created at once the first one alone is told of.',
    ],
    'of-many-entries-ten-are-told-of': [
      (normal) => {
        const told: number[] = [];
        return {
          recordWasAdded: (tenant, record) => {
            const now = tenant.clock.now().getTime();
            if (record.kind === 'entry') {
              if (told.filter((time) => now - time < 100).length >= 10) return;
              told.push(now);
            }
            normal.recordWasAdded(tenant, record);
          },
        };
      },
      'Of entries that are created within a hundred milliseconds ten are told of.',
    ],
  }),
  ...breaking('WHK-21', {
    'installations-of-one-second-are-one': [
      (normal) => {
        let last: { readonly app: App; readonly at: number } | undefined;
        return {
          appWasInstalled: (tenant, app) => {
            const at = tenant.elapsed();
            const isLate = last !== undefined && last.app !== app && at - last.at < 1000;
            last = { app, at };
            if (!isLate) normal.appWasInstalled(tenant, app);
          },
        };
      },
      'Of several apps that are installed within a second the first is told of it.',
      ['WHK-24', 'WHK-55', 'WHK-29'],
    ],
  }),
];
