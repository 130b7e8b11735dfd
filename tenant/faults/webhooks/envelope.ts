import type { Fault } from '../fault.ts';
import {
  always,
  counted,
  isInstallation,
  isSignal,
  of,
  wasArchived,
  wasRotated,
  wasUnarchived,
  whileCreating,
} from './conditions.ts';
import { malformed, missing, untrue, type Message } from './decisions.ts';
import { CANVAS, ENTRY, INSTALLED, MAPPING, OUTPUT, TASK } from './event-types.ts';
import { faultsOf, type Wrong } from './rows.ts';

/**
 * The wrong decision that the envelope names another app or another app definition. It then lacks its own app's ids.
 */
const namesApp = (idOf: (message: Message) => string): Wrong<Message> => ({
  ...untrue('WHK-05', 'envelopeApp', (_said, message) => ({ id: idOf(message) })),
  also: ['WHK-29'],
});
const definition = (
  member: 'envelopeAppDefinitionId' | 'envelopeVersionNumber',
  tell: (message: Message) => string,
): Wrong<Message> => ({ ...untrue('WHK-08', member, (_said, message) => tell(message)), also: ['WHK-29'] });

/** The wrong decision that the envelope has another version, or none. */
const version = (value: unknown): Wrong<Message> => ({
  ...untrue('WHK-14', 'envelopeVersion', () => value),
  also: ['VER-18', 'WHK-55'],
});
const bothVersions = { breaks: ['WHK-14', 'VER-18'] };

/** Faults in the envelope. */
export const envelopeFaults: readonly Fault[] = faultsOf<Message>({
  'app-is-a-bare-id': [
    malformed('WHK-04', 'envelopeApp', (_said, { app }) => app.id),
    always,
    'The envelope has the id of the app instead of an object with the id.',
  ],
  'the-app-is-not-known-yet-when-first-installed': [
    malformed('WHK-04', 'envelopeApp', () => null),
    counted(of(INSTALLED), (times) => times === 1),
    "The envelope of an app's first installation has an app of null.",
    { also: ['WHK-05'] },
  ],
  'app-without-an-id-for-mappings': [
    malformed('WHK-04', 'envelopeApp', (_said, { app }) => ({ name: app.name })),
    of(MAPPING),
    'The envelope of a completed mapping has an app without an id.',
    { also: ['WHK-05', 'WHK-29'] },
  ],
  'app-id-is-the-client-id': [
    namesApp(({ app }) => app.clientId),
    always,
    'The envelope names the app by its client id.',
  ],
  'every-envelope-names-the-first-app': [
    namesApp(
      ({ tenant, app }) => (tenant.state.apps.values().find(({ webhook }) => webhook?.url !== undefined) ?? app).id,
    ),
    always,
    'Every envelope names the first app with a webhook address.',
    { also: ['WHK-56'] },
  ],
  'apps-of-one-address-have-the-id-of-the-first': [
    namesApp(
      ({ tenant, app }) =>
        (tenant.state.apps.values().find(({ webhook }) => webhook?.url === app.webhook?.url) ?? app).id,
    ),
    always,
    'If several apps have the same webhook address, app.id is the id of the first of them.',
    { also: ['WHK-56'] },
  ],
  'app-id-is-that-of-the-installation': [
    namesApp(({ app }) => `${app.id}-${app.installation}`),
    isInstallation(3),
    'From its second reinstallation on, an app has the id of its installation in envelopes.',
  ],
  'entries-of-other-apps-are-told-as-to-their-maker': [
    untrue('WHK-05', 'envelopeApp', (said, { tenant, event }) => {
      const maker = tenant.state.records.get(event.resourceId ?? '')?.createdBy;
      return maker?.kind === 'app' ? { id: maker.id } : said;
    }),
    always,
    'The message about an entry that an app created names that app, even if it is sent to another app.',
  ],
  'definition-without-an-id-for-entries': [
    missing('WHK-06', 'envelopeAppDefinitionId'),
    of(ENTRY),
    'The envelope of a created entry has an appDefinition with only a version number.',
  ],
  'definition-is-null-for-installations': [
    malformed('WHK-06', 'envelopeAppDefinition', () => null),
    of(INSTALLED),
    'The envelope of an installation has an appDefinition of null.',
  ],
  'the-definition-is-lost-in-an-archiving': [
    malformed('WHK-06', 'envelopeAppDefinition', () => null),
    wasArchived,
    'After an app was archived once, its envelopes have an appDefinition of null.',
    { also: ['WHK-07', 'WHK-08'] },
  ],
  'version-number-as-a-number': [
    malformed('WHK-07', 'envelopeVersionNumber', (_said, { app }) => Number.parseFloat(app.versionNumber) || 1),
    always,
    'The envelope has a version number such as 1.0.0 as a number.',
  ],
  'version-number-is-a-number-after-an-unarchiving': [
    malformed('WHK-07', 'envelopeVersionNumber', (_said, { app }) => Number.parseFloat(app.versionNumber)),
    wasUnarchived,
    'After an app was archived once, its envelopes have the version number as a number.',
    { also: ['WHK-08'] },
  ],
  'no-version-number-for-canvases': [
    missing('WHK-07', 'envelopeVersionNumber'),
    of(CANVAS),
    'The envelope of a canvas has an appDefinition with only an id.',
  ],
  'definition-is-that-of-the-newest-app': [
    definition(
      'envelopeAppDefinitionId',
      ({ tenant, app }) => ([...tenant.state.apps.values()].at(-1) ?? app).definitionId,
    ),
    always,
    'Every envelope has the app definition that was deployed last.',
  ],
  'definition-id-is-the-app-id': [
    definition('envelopeAppDefinitionId', ({ app }) => app.id),
    always,
    'appDefinition has the id of the app instead of its definition.',
  ],
  'version-number-of-the-envelope': [
    definition('envelopeVersionNumber', () => '0'),
    always,
    "appDefinition.versionNumber is the envelope's own version.",
  ],
  'definition-is-lost-after-a-rotation': [
    definition('envelopeVersionNumber', () => '0'),
    wasRotated,
    'After a rotation of its secret, an app has the version number 0 in envelopes.',
  ],
  'base-url-spelled-in-lower-camel-case': [
    malformed('WHK-09', 'shapeEnvelope', ({ baseURL: baseUrl, ...rest }) => ({ ...rest, baseUrl })),
    always,
    'The envelope has baseUrl instead of baseURL.',
  ],
  'base-url-is-missing-from-installations': [
    missing('WHK-09', 'envelopeBaseUrl'),
    of(INSTALLED),
    'The envelope of an installation has no baseURL.',
    { also: ['WHK-10'] },
  ],
  'base-url-with-the-path-of-the-api': [
    untrue('WHK-10', 'envelopeBaseUrl', (url) => `${String(url)}/api/v2`),
    always,
    'baseURL includes the path of version 2 of the API.',
  ],
  'base-url-without-the-port-for-signals': [
    untrue('WHK-10', 'envelopeBaseUrl', (_url, { tenant }) => `https://${new URL(tenant.baseUrl()).hostname}`),
    isSignal,
    'The baseURL of messages without a subscription has no port.',
  ],
  'base-url-in-clear-text-for-entries': [
    untrue('WHK-10', 'envelopeBaseUrl', (_url, { tenant }) => tenant.baseUrl().replace('https:', 'http:')),
    of(ENTRY),
    'The envelope of a created entry has a baseURL with the scheme http.',
  ],
  'entries-of-calls-come-from-an-inner-address': [
    untrue('WHK-10', 'envelopeBaseUrl', () => 'http://localhost:3000'),
    whileCreating(),
    'The message about an entry that a call created has the address of an internal server as baseURL.',
  ],
  'a-channel-for-canvases': [
    malformed('WHK-11', 'envelopeChannel', () => 'canvas'),
    of(CANVAS),
    'Messages about canvases have a channel of their own.',
  ],
  'channel-with-a-hyphen': [
    malformed('WHK-11', 'envelopeChannel', () => 'app-signals'),
    of(INSTALLED),
    'Messages about installations have the channel app-signals, with a hyphen.',
  ],
  'channel-in-capitals-for-outputs': [
    malformed('WHK-11', 'envelopeChannel', () => 'EVENTS'),
    of(OUTPUT),
    'The message about an updated output has the channel EVENTS.',
  ],
  'no-tenant-id-in-signals': [
    missing('WHK-12', 'envelopeTenantId'),
    isSignal,
    'Messages without a subscription have no tenantId.',
  ],
  'tenant-id-is-null-for-tasks': [
    malformed('WHK-12', 'envelopeTenantId', () => null),
    of(TASK),
    'The envelope of an updated task has a tenantId of null.',
    { also: ['WHK-13'] },
  ],
  'tenant-id-is-the-host': [
    untrue('WHK-13', 'envelopeTenantId', (_said, { tenant }) => new URL(tenant.baseUrl()).hostname),
    always,
    'tenantId is the name of the host.',
  ],
  'a-tenant-id-for-each-app': [
    untrue('WHK-13', 'envelopeTenantId', (_said, { tenant, app }) => `${tenant.tenantId}_${app.id}`),
    ({ tenant, app }) => tenant.state.apps.values().next().value !== app,
    'Every app but the first has a tenantId of its own.',
  ],
  'tenant-id-in-capitals-for-signals': [
    untrue('WHK-13', 'envelopeTenantId', (said) => String(said).toUpperCase()),
    isSignal,
    'Messages without a subscription have a tenantId in capital letters.',
  ],
  'envelope-version-follows-the-prefix': [
    version('2'),
    always,
    'The version of the envelope is 2, like the prefix v2. of the types.',
    bothVersions,
  ],
  'envelope-version-1-for-installations': [
    version(1),
    of(INSTALLED),
    'The envelope of an installation has the version 1.',
    bothVersions,
  ],
  'no-envelope-version-in-signals': [
    version(undefined),
    isSignal,
    'The envelope of messages without a subscription has no version.',
  ],
  'envelope-version-counts-installations': [
    version(1),
    isInstallation(3),
    'From the second reinstallation of an app on, its envelopes have the version 1.',
  ],
  'version-is-false-for-mappings': [
    version(false),
    of(MAPPING),
    'The envelope of a completed mapping has the version false.',
  ],
  'message-as-json-text': [
    malformed('WHK-15', 'shapeEnvelope', (envelope) => ({ ...envelope, message: JSON.stringify(envelope['message']) })),
    always,
    'The message is a text that contains JSON.',
  ],
  'message-in-a-list-for-canvases': [
    malformed('WHK-15', 'shapeEnvelope', (envelope) => ({ ...envelope, message: [envelope['message']] })),
    of(CANVAS),
    'The message about a canvas is a list with one object.',
    { also: ['WHK-20', 'WHK-32', 'WHK-49', 'WHK-50', 'WHK-51', 'WHK-58', 'WHK-52', 'WHK-53'] },
  ],
});
