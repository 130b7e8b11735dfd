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

/** The envelope names another app, or another definition: then it has not the ids of its own app. */
const namesApp = (idOf: (message: Message) => string): Wrong<Message> => ({
  ...untrue('WHK-05', 'envelopeApp', (_said, message) => ({ id: idOf(message) })),
  also: ['WHK-29'],
});
const definition = (
  member: 'envelopeAppDefinitionId' | 'envelopeVersionNumber',
  tell: (message: Message) => string,
): Wrong<Message> => ({ ...untrue('WHK-08', member, (_said, message) => tell(message)), also: ['WHK-29'] });

/** The envelope has another version, or none. */
const version = (value: unknown): Wrong<Message> => ({
  ...untrue('WHK-14', 'envelopeVersion', () => value),
  also: ['VER-18', 'WHK-55'],
});
const bothVersions = { breaks: ['WHK-14', 'VER-18'] };

/** Wrong decisions about the envelope. */
export const envelopeFaults: readonly Fault[] = faultsOf<Message>({
  'app-is-a-bare-id': [
    malformed('WHK-04', 'envelopeApp', (_said, { app }) => app.id),
    always,
    'The envelope has the id of the app where the object with the id belongs.',
  ],
  'the-app-is-not-known-yet-when-first-installed': [
    malformed('WHK-04', 'envelopeApp', () => null),
    counted(of(INSTALLED), (times) => times === 1),
    'The envelope of the first installation of an app has an app of null.',
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
    'The envelope is made once an event, and names the first app that subscribed.',
    { also: ['WHK-56'] },
  ],
  'apps-of-one-address-have-the-id-of-the-first': [
    namesApp(
      ({ tenant, app }) =>
        (tenant.state.apps.values().find(({ webhook }) => webhook?.url === app.webhook?.url) ?? app).id,
    ),
    always,
    'Where several apps have the same webhook address, app.id is that of the first of them.',
    { also: ['WHK-56'] },
  ],
  'app-id-is-that-of-the-installation': [
    namesApp(({ app }) => `${app.id}-${app.installation}`),
    isInstallation(3),
    'From the second reinstallation on an app has the id of its installation in envelopes.',
  ],
  'entries-of-other-apps-are-told-as-to-their-maker': [
    untrue('WHK-05', 'envelopeApp', (said, { tenant, event }) => {
      const maker = tenant.state.records.get(event.resourceId ?? '')?.createdBy;
      return maker?.kind === 'app' ? { id: maker.id } : said;
    }),
    always,
    'The message of an entry that an app creates names that app, whichever app it is sent to.',
  ],
  'definition-without-an-id-for-entries': [
    missing('WHK-06', 'envelopeAppDefinitionId'),
    of(ENTRY),
    'The envelope of a created entry has an appDefinition with a version number only.',
  ],
  'definition-is-null-for-installations': [
    malformed('WHK-06', 'envelopeAppDefinition', () => null),
    of(INSTALLED),
    'The definition is looked up among installed apps, too early for one that is being installed.',
  ],
  'the-definition-is-lost-in-an-archiving': [
    malformed('WHK-06', 'envelopeAppDefinition', () => null),
    wasArchived,
    'Once an app was archived and unarchived its envelopes have an appDefinition of null.',
    { also: ['WHK-07', 'WHK-08'] },
  ],
  'version-number-as-a-number': [
    malformed('WHK-07', 'envelopeVersionNumber', (_said, { app }) => Number.parseFloat(app.versionNumber) || 1),
    always,
    'A version number such as 1.0.0 is sent as a number.',
  ],
  'version-number-is-a-number-after-an-unarchiving': [
    malformed('WHK-07', 'envelopeVersionNumber', (_said, { app }) => Number.parseFloat(app.versionNumber)),
    wasUnarchived,
    'Once an app was archived and unarchived its version number is sent as a number.',
    { also: ['WHK-08'] },
  ],
  'no-version-number-for-canvases': [
    missing('WHK-07', 'envelopeVersionNumber'),
    of(CANVAS),
    'The envelope of a canvas has an appDefinition with an id only.',
  ],
  'definition-is-that-of-the-newest-app': [
    definition(
      'envelopeAppDefinitionId',
      ({ tenant, app }) => ([...tenant.state.apps.values()].at(-1) ?? app).definitionId,
    ),
    always,
    'The definition that was deployed last stands in every envelope.',
  ],
  'definition-id-is-the-app-id': [
    definition('envelopeAppDefinitionId', ({ app }) => app.id),
    always,
    'appDefinition has the id of the app.',
  ],
  'version-number-of-the-envelope': [
    definition('envelopeVersionNumber', () => '0'),
    always,
    "appDefinition.versionNumber is the envelope's own version.",
  ],
  'definition-is-lost-after-a-rotation': [
    definition('envelopeVersionNumber', () => '0'),
    wasRotated,
    'With the rotation of its secret an app has the version number 0 in envelopes.',
  ],
  'base-url-spelled-in-lower-camel-case': [
    malformed('WHK-09', 'shapeEnvelope', ({ baseURL: baseUrl, ...rest }) => ({ ...rest, baseUrl })),
    always,
    'The envelope has baseUrl in place of baseURL.',
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
    'baseURL is where the API of version 2 begins.',
  ],
  'base-url-without-the-port-for-signals': [
    untrue('WHK-10', 'envelopeBaseUrl', (_url, { tenant }) => `https://${new URL(tenant.baseUrl()).hostname}`),
    isSignal,
    'What is sent without a subscription has a baseURL of scheme and host only.',
  ],
  'base-url-in-clear-text-for-entries': [
    untrue('WHK-10', 'envelopeBaseUrl', (_url, { tenant }) => tenant.baseUrl().replace('https:', 'http:')),
    of(ENTRY),
    'The envelope of a created entry has a baseURL of the scheme http.',
  ],
  'entries-of-calls-come-from-an-inner-address': [
    untrue('WHK-10', 'envelopeBaseUrl', () => 'http://localhost:3000'),
    whileCreating(),
    'The message of an entry that is created by a call has the address of a server within as baseURL.',
  ],
  'a-channel-for-canvases': [
    malformed('WHK-11', 'envelopeChannel', () => 'canvas'),
    of(CANVAS),
    'Canvases come by a channel of their own.',
  ],
  'channel-with-a-hyphen': [
    malformed('WHK-11', 'envelopeChannel', () => 'app-signals'),
    of(INSTALLED),
    'The channel of installations is spelled app-signals.',
  ],
  'channel-in-capitals-for-outputs': [
    malformed('WHK-11', 'envelopeChannel', () => 'EVENTS'),
    of(OUTPUT),
    'The channel of an updated output is EVENTS.',
  ],
  'no-tenant-id-in-signals': [
    missing('WHK-12', 'envelopeTenantId'),
    isSignal,
    'What is sent without a subscription has no tenantId.',
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
    'From its second app on the tenant has another tenantId for each.',
  ],
  'tenant-id-in-capitals-for-signals': [
    untrue('WHK-13', 'envelopeTenantId', (said) => String(said).toUpperCase()),
    isSignal,
    'tenantId is in capitals in what is sent without a subscription.',
  ],
  'envelope-version-follows-the-prefix': [
    version('2'),
    always,
    'The version of the envelope is 2, since the types begin with v2.',
    bothVersions,
  ],
  'envelope-version-1-for-installations': [
    version(1),
    of(INSTALLED),
    'The newest kind of message has an envelope of version 1.',
    bothVersions,
  ],
  'no-envelope-version-in-signals': [
    version(undefined),
    isSignal,
    'What is sent without a subscription has an envelope without a version.',
  ],
  'envelope-version-counts-installations': [
    version(1),
    isInstallation(3),
    'From the second reinstallation of an app on the version of its envelopes is 1.',
  ],
  'version-is-false-for-mappings': [
    version(false),
    of(MAPPING),
    'The envelope of a completed mapping has a version of false.',
  ],
  'message-as-json-text': [
    malformed('WHK-15', 'shapeEnvelope', (envelope) => ({ ...envelope, message: JSON.stringify(envelope['message']) })),
    always,
    'The message is a text that holds JSON.',
  ],
  'message-in-a-list-for-canvases': [
    malformed('WHK-15', 'shapeEnvelope', (envelope) => ({ ...envelope, message: [envelope['message']] })),
    of(CANVAS),
    'The message of a canvas is a list with one object.',
    { also: ['WHK-20', 'WHK-32', 'WHK-49', 'WHK-50', 'WHK-51', 'WHK-58', 'WHK-52', 'WHK-53'] },
  ],
});
