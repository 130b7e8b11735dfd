import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { EventType, LabEvent } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';
import { envelopeFor, type Members } from './envelope-for.ts';
import { CANVAS, ENTRY, INSTALLED, MAPPING, OUTPUT, TASK } from './event-types.ts';
import { wasReinstalled, wasUnarchived } from './past-of-apps.ts';

/** The envelope of one kind of event is another. */
const envelopeOf =
  (type: EventType, change: (envelope: Members, event: LabEvent, app: App, tenant: Tenant) => Members) =>
  (normal: Behaviour): Partial<Behaviour> => ({
    shapeEnvelope: (tenant, event, app) => {
      const envelope = normal.shapeEnvelope(tenant, event, app);
      return event.type === type ? change(envelope, event, app, tenant) : envelope;
    },
  });

/** Members of the envelope that are wrong for one kind of event, or after something happened to the app. */
export const envelopeMemberFaults: readonly Fault[] = [
  {
    id: 'webhooks/the-app-is-not-known-yet-when-first-installed',
    breaks: ['WHK-04'],
    also: ['WHK-05', 'WHK-55'],
    summary: 'The envelope of the first installation of an app has an app of null.',
    behaviour: (normal) => {
      const installed = new Set<string>();
      return {
        envelopeApp: (tenant, event, app) => {
          if (event.type !== INSTALLED || installed.has(app.id)) return normal.envelopeApp(tenant, event, app);
          installed.add(app.id);
          return null;
        },
      };
    },
  },
  {
    id: 'webhooks/app-without-an-id-for-mappings',
    breaks: ['WHK-04'],
    also: ['WHK-05', 'WHK-29'],
    summary: 'The envelope of a completed mapping has an app without an id.',
    behaviour: envelopeOf(MAPPING, (envelope, _event, app) => ({ ...envelope, app: { name: app.name } })),
  },
  {
    id: 'webhooks/apps-of-one-address-have-the-id-of-the-first',
    breaks: ['WHK-05'],
    also: ['WHK-29', 'WHK-56'],
    summary: 'Where several apps have the same webhook address, app.id is that of the first of them.',
    behaviour: (normal) => ({
      envelopeApp: (tenant, event, app) => {
        const first = tenant.state.apps.values().find((each) => each.webhook?.url === app.webhook?.url);
        return normal.envelopeApp(tenant, event, first ?? app);
      },
    }),
  },
  {
    id: 'webhooks/app-id-is-that-of-the-installation',
    breaks: ['WHK-05'],
    summary: 'From the second reinstallation on an app has the id of its installation in envelopes.',
    behaviour: envelopeFor(
      (_tenant, app) => wasReinstalled(app),
      (envelope, app) => ({ ...envelope, app: { id: `${app.id}-${app.installation}` } }),
    ),
  },
  {
    id: 'webhooks/the-definition-is-lost-in-an-archiving',
    breaks: ['WHK-06'],
    also: ['WHK-07', 'WHK-08', 'WHK-55'],
    summary: 'Once an app was archived and unarchived its envelopes have an appDefinition of null.',
    behaviour: (normal) => {
      const { apps: archived, remembering } = onceArchived(normal);
      return {
        ...remembering,
        envelopeAppDefinition: (tenant, event, app) =>
          archived.has(app.id) ? null : normal.envelopeAppDefinition(tenant, event, app),
      };
    },
  },
  {
    id: 'webhooks/definition-is-lost-after-a-rotation',
    breaks: ['WHK-08'],
    summary: 'With the rotation of its secret an app has the version number 0 in envelopes.',
    behaviour: envelopeFor(
      (_tenant, app) => app.formerSecrets.length > 0,
      (envelope, app) => ({ ...envelope, appDefinition: { id: app.definitionId, versionNumber: '0' } }),
    ),
  },
  {
    id: 'webhooks/version-number-is-a-number-after-an-unarchiving',
    breaks: ['WHK-07'],
    also: ['WHK-08'],
    summary: 'Once an app was archived and unarchived its version number is sent as a number.',
    behaviour: envelopeFor(
      (_tenant, app) => wasUnarchived(app),
      (envelope, app) => ({
        ...envelope,
        appDefinition: { id: app.definitionId, versionNumber: Number.parseFloat(app.versionNumber) },
      }),
    ),
  },
  {
    id: 'webhooks/base-url-is-missing-from-installations',
    breaks: ['WHK-09'],
    also: ['WHK-10', 'WHK-55'],
    summary: 'The envelope of an installation has no baseURL.',
    behaviour: (normal) => ({
      envelopeBaseUrl: (tenant, event, app) =>
        event.type === 'v2.app.installed' ? undefined : normal.envelopeBaseUrl(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/base-url-in-clear-text-for-entries',
    breaks: ['WHK-10'],
    summary: 'The envelope of a created entry has a baseURL of the scheme http.',
    behaviour: envelopeOf(ENTRY, (envelope, _event, _app, tenant) => ({
      ...envelope,
      baseURL: tenant.baseUrl().replace('https:', 'http:'),
    })),
  },
  {
    id: 'webhooks/channel-in-capitals-for-outputs',
    breaks: ['WHK-11'],
    summary: 'The channel of an updated output is EVENTS.',
    behaviour: envelopeOf(OUTPUT, (envelope) => ({ ...envelope, channel: 'EVENTS' })),
  },
  {
    id: 'webhooks/tenant-id-is-null-for-tasks',
    breaks: ['WHK-12'],
    also: ['WHK-13'],
    summary: 'The envelope of an updated task has a tenantId of null.',
    behaviour: envelopeOf(TASK, (envelope) => ({ ...envelope, tenantId: null })),
  },
  {
    id: 'webhooks/tenant-id-in-capitals-for-signals',
    breaks: ['WHK-13'],
    summary: 'tenantId is in capitals in what is sent without a subscription.',
    behaviour: envelopeFor(
      (_tenant, _app, event) => event.addressee !== undefined,
      (envelope) => ({ ...envelope, tenantId: String(envelope['tenantId']).toUpperCase() }),
    ),
  },
  {
    id: 'webhooks/envelope-version-counts-installations',
    breaks: ['WHK-14'],
    also: ['VER-18', 'WHK-55'],
    summary: 'From the second reinstallation of an app on the version of its envelopes is 1.',
    behaviour: envelopeFor(
      (_tenant, app) => app.installation > 2,
      (envelope) => ({ ...envelope, version: 1 }),
    ),
  },
  {
    id: 'webhooks/version-is-false-for-mappings',
    breaks: ['WHK-14'],
    also: ['VER-18', 'WHK-55'],
    summary: 'The envelope of a completed mapping has a version of false.',
    behaviour: envelopeOf(MAPPING, (envelope) => ({ ...envelope, version: false })),
  },
  {
    id: 'webhooks/message-in-a-list-for-canvases',
    breaks: ['WHK-15'],
    also: ['WHK-20', 'WHK-32', 'WHK-49', 'WHK-50', 'WHK-51', 'WHK-58', 'WHK-52', 'WHK-53'],
    summary: 'The message of a canvas is a list with one object.',
    behaviour: envelopeOf(CANVAS, (envelope) => ({ ...envelope, message: [envelope['message']] })),
  },
];
