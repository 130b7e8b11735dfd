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

/** Faults in which an app gets no message about an event because of its kind, its cause or earlier events. */
export const missingMessageFaults: readonly Fault[] = [
  ...faultsOf<Told>({
    'outputs-are-not-told-of-after-a-rotation': [
      notSent('WHK-16'),
      and(of(OUTPUT), wasRotated),
      'An app whose secret was rotated gets no message about updates of outputs.',
    ],
    'every-third-output-event-is-lost': [
      notSent('WHK-16'),
      counted(of(OUTPUT), (times) => times % 3 === 0),
      'An app gets no message about every third update of an output.',
    ],
    'tasks-are-not-told-of-where-users-authorized-the-app': [
      notSent('WHK-17'),
      and(of(TASK), hasUsers),
      'An app that a user has authorized gets no message about updates of tasks.',
    ],
    'mappings-without-a-schema-are-not-told-of': [
      notReceived('WHK-18'),
      and(of(MAPPING), hasNoSchema),
      'The completed mapping of a task group without a schema causes no message.',
      { also: ['WHK-39', 'WHK-29'] },
    ],
    'mappings-need-a-subscription-to-tasks': [
      unsubscribed('WHK-18'),
      (told) => of(MAPPING)(told) && !hasSubscribed(TASK)(told),
      'An app gets messages about completed mappings only if it also subscribed to updates of tasks.',
      { also: ['WHK-26'] },
    ],
    'entries-without-a-schema-are-not-told-of': [
      notReceived('WHK-19'),
      and(of(ENTRY), hasNoSchema),
      'The creation of an entry without a schema causes no message.',
    ],
    'apps-are-not-told-of-their-own-entries': [
      notReceived('WHK-19'),
      and(of(ENTRY), hasCreated),
      'An app gets no message about an entry that it created itself through the API.',
    ],
    'canvases-need-some-subscription': [
      notAddressed('WHK-20'),
      and(of(CANVAS), hasNoSubscriptions),
      'An app without subscriptions gets no message about canvases.',
      { breaks: ['WHK-20', 'WHK-58'] },
    ],
    'only-the-first-canvas-is-told-of': [
      notSent('WHK-20'),
      counted(of(CANVAS), moreThan(1)),
      'An app gets a message only about the first canvas that is initialized.',
      { breaks: ['WHK-20', 'WHK-58'] },
    ],
    'two-canvases-an-app-are-told-of': [
      notSent('WHK-20'),
      counted(of(CANVAS), moreThan(2)),
      'An app gets messages only about the first two canvases that are initialized.',
      { also: ['WHK-55', 'WHK-56', 'WHK-58'] },
    ],
    'canvases-are-not-told-of-after-a-reinstallation': [
      notSent('WHK-20'),
      and(of(CANVAS), isInstallation(2)),
      'An app that was reinstalled gets no message about canvases.',
    ],
    'canvases-are-not-told-after-an-unarchiving': [
      notAddressed('WHK-20'),
      and(of(CANVAS), wasUnarchived),
      'An app that was archived once gets no message about canvases.',
      { also: ['WHK-58'] },
    ],
    'canvases-of-users-who-consented-are-not-told-of': [
      notAddressed('WHK-20'),
      and(of(CANVAS), hasConsent),
      'An app gets no message about the canvases of a user who has consented to it.',
    ],
    'asking-for-canvases-brings-none': [
      notAddressed('WHK-58'),
      and(asked(CANVAS), of(CANVAS)),
      'An app that asks for a subscription to canvases gets no message about canvases.',
    ],
    'installations-are-told-to-subscribers-only': [
      notAddressed('WHK-21'),
      and(of(INSTALLED), hasNoSubscriptions),
      'An app without subscriptions gets no message about its installation.',
      { also: ['WHK-24'] },
    ],
    'installations-are-not-told-to-subscribers': [
      notReceived('WHK-21'),
      and(of(INSTALLED), hasSubscriptions),
      'An app with subscriptions gets no message about its installation.',
      { also: ['WHK-24'] },
    ],
    'installations-of-rotated-apps-are-not-told-of': [
      notSent('WHK-24'),
      and(of(INSTALLED), wasRotated),
      'An app whose secret was rotated gets no message about its installation.',
      { also: ['WHK-21'] },
    ],
  }),
  ...faultsOf<Standing>({
    'reinstallations-are-not-told-of': [
      notInstalled,
      counted(always, moreThan(1)),
      'An app gets a message only about its first installation.',
    ],
    'the-second-reinstallation-is-not-told-of': [
      notInstalled,
      counted(always, moreThan(2)),
      'An app gets messages only about its first two installations.',
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
      'If several outputs are updated within ten milliseconds, only the first update causes a message.',
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
      'If several entries are created within ten milliseconds, only the first causes a message.',
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
      'Within a hundred milliseconds, at most ten created entries cause a message.',
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
      'If several apps are installed within a second, only the first gets a message about it.',
      ['WHK-24', 'WHK-55', 'WHK-29'],
    ],
  }),
];
