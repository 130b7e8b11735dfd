import type { Fault } from '../fault.ts';

/** Wrong decisions about the envelope. */
export const envelopeFaults: readonly Fault[] = [
  {
    id: 'webhooks/app-is-a-bare-id',
    breaks: ['WHK-04'],
    also: ['WHK-55'],
    summary: 'The envelope has the id of the app where the object with the id belongs.',
    behaviour: () => ({ envelopeApp: (_tenant, _event, app) => app.id }),
  },
  {
    id: 'webhooks/app-id-is-the-client-id',
    breaks: ['WHK-05'],
    also: ['WHK-29'],
    summary: 'The envelope names the app by its client id.',
    behaviour: () => ({ envelopeApp: (_tenant, _event, app) => ({ id: app.clientId }) }),
  },
  {
    id: 'webhooks/every-envelope-names-the-first-app',
    breaks: ['WHK-05'],
    also: ['WHK-29', 'WHK-56'],
    summary: 'The envelope is made once an event, and names the first app that subscribed.',
    behaviour: () => ({
      envelopeApp: (tenant, _event, app) => ({
        id: (tenant.state.apps.values().find(({ webhook }) => webhook?.url !== undefined) ?? app).id,
      }),
    }),
  },
  {
    id: 'webhooks/definition-without-an-id-for-entries',
    breaks: ['WHK-06'],
    also: ['WHK-55'],
    summary: 'The envelope of a created entry has an appDefinition with a version number only.',
    behaviour: (normal) => ({
      envelopeAppDefinitionId: (tenant, event, app) =>
        event.type === 'v2.entry.created' ? undefined : normal.envelopeAppDefinitionId(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/definition-is-null-for-installations',
    breaks: ['WHK-06'],
    also: ['WHK-55'],
    summary: 'The definition is looked up among installed apps, too early for one that is being installed.',
    behaviour: (normal) => ({
      envelopeAppDefinition: (tenant, event, app) =>
        event.type === 'v2.app.installed' ? null : normal.envelopeAppDefinition(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/version-number-as-a-number',
    breaks: ['WHK-07'],
    also: ['WHK-55'],
    summary: 'A version number such as 1.0.0 is sent as a number.',
    behaviour: () => ({ envelopeVersionNumber: (_tenant, _event, app) => Number.parseFloat(app.versionNumber) || 1 }),
  },
  {
    id: 'webhooks/no-version-number-for-canvases',
    breaks: ['WHK-07'],
    also: ['WHK-55'],
    summary: 'The envelope of a canvas has an appDefinition with an id only.',
    behaviour: (normal) => ({
      envelopeVersionNumber: (tenant, event, app) =>
        event.type === 'v2.canvas.initialized' ? undefined : normal.envelopeVersionNumber(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/definition-is-that-of-the-newest-app',
    breaks: ['WHK-08'],
    also: ['WHK-29'],
    summary: 'The definition that was deployed last stands in every envelope.',
    behaviour: () => ({
      envelopeAppDefinitionId: (tenant, _event, app) => ([...tenant.state.apps.values()].at(-1) ?? app).definitionId,
    }),
  },
  {
    id: 'webhooks/definition-id-is-the-app-id',
    breaks: ['WHK-08'],
    also: ['WHK-29'],
    summary: 'appDefinition has the id of the app.',
    behaviour: () => ({ envelopeAppDefinitionId: (_tenant, _event, app) => app.id }),
  },
  {
    id: 'webhooks/version-number-of-the-envelope',
    breaks: ['WHK-08'],
    also: ['WHK-29'],
    summary: "appDefinition.versionNumber is the envelope's own version.",
    behaviour: () => ({ envelopeVersionNumber: () => '0' }),
  },
  {
    id: 'webhooks/base-url-spelled-in-lower-camel-case',
    breaks: ['WHK-09'],
    also: ['WHK-55'],
    summary: 'The envelope has baseUrl in place of baseURL.',
    behaviour: (normal) => ({
      shapeEnvelope: (tenant, event, app) => {
        const { baseURL: baseUrl, ...rest } = normal.shapeEnvelope(tenant, event, app);
        return { ...rest, baseUrl };
      },
    }),
  },
  {
    id: 'webhooks/base-url-with-the-path-of-the-api',
    breaks: ['WHK-10'],
    summary: 'baseURL is where the API of version 2 begins.',
    behaviour: (normal) => ({
      envelopeBaseUrl: (tenant, event, app) => `${String(normal.envelopeBaseUrl(tenant, event, app))}/api/v2`,
    }),
  },
  {
    id: 'webhooks/base-url-without-the-port-for-signals',
    breaks: ['WHK-10'],
    summary: 'What is sent without a subscription has a baseURL of scheme and host only.',
    behaviour: (normal) => ({
      envelopeBaseUrl: (tenant, event, app) =>
        event.addressee === undefined
          ? normal.envelopeBaseUrl(tenant, event, app)
          : `https://${new URL(tenant.baseUrl()).hostname}`,
    }),
  },
  {
    id: 'webhooks/a-channel-for-canvases',
    breaks: ['WHK-11'],
    also: ['WHK-55'],
    summary: 'Canvases come by a channel of their own.',
    behaviour: (normal) => ({
      envelopeChannel: (tenant, event, app) =>
        event.type === 'v2.canvas.initialized' ? 'canvas' : normal.envelopeChannel(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/channel-with-a-hyphen',
    breaks: ['WHK-11'],
    also: ['WHK-55'],
    summary: 'The channel of installations is spelled app-signals.',
    behaviour: (normal) => ({
      envelopeChannel: (tenant, event, app) =>
        event.type === 'v2.app.installed' ? 'app-signals' : normal.envelopeChannel(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/no-tenant-id-in-signals',
    breaks: ['WHK-12'],
    also: ['WHK-55'],
    summary: 'What is sent without a subscription has no tenantId.',
    behaviour: (normal) => ({
      envelopeTenantId: (tenant, event, app) =>
        event.addressee === undefined ? normal.envelopeTenantId(tenant, event, app) : undefined,
    }),
  },
  {
    id: 'webhooks/tenant-id-is-the-host',
    breaks: ['WHK-13'],
    summary: 'tenantId is the name of the host.',
    behaviour: () => ({ envelopeTenantId: (tenant) => new URL(tenant.baseUrl()).hostname }),
  },
  {
    id: 'webhooks/a-tenant-id-for-each-app',
    breaks: ['WHK-13'],
    summary: 'From its second app on the tenant has another tenantId for each.',
    behaviour: () => ({
      envelopeTenantId: (tenant, _event, app) =>
        tenant.state.apps.values().next().value === app ? tenant.tenantId : `${tenant.tenantId}_${app.id}`,
    }),
  },
  {
    id: 'webhooks/envelope-version-follows-the-prefix',
    breaks: ['WHK-14', 'VER-18'],
    also: ['WHK-55'],
    summary: 'The version of the envelope is 2, since the types begin with v2.',
    behaviour: () => ({ envelopeVersion: () => '2' }),
  },
  {
    id: 'webhooks/envelope-version-1-for-installations',
    breaks: ['WHK-14', 'VER-18'],
    also: ['WHK-55'],
    summary: 'The newest kind of message has an envelope of version 1.',
    behaviour: (normal) => ({
      envelopeVersion: (tenant, event, app) =>
        event.type === 'v2.app.installed' ? 1 : normal.envelopeVersion(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/no-envelope-version-in-signals',
    breaks: ['WHK-14'],
    also: ['WHK-55'],
    summary: 'What is sent without a subscription has an envelope without a version.',
    behaviour: (normal) => ({
      envelopeVersion: (tenant, event, app) =>
        event.addressee === undefined ? normal.envelopeVersion(tenant, event, app) : undefined,
    }),
  },
  {
    id: 'webhooks/message-as-json-text',
    breaks: ['WHK-15'],
    also: ['WHK-55'],
    summary: 'The message is a text that holds JSON.',
    behaviour: (normal) => ({
      shapeEnvelope: (tenant, event, app) => {
        const envelope = normal.shapeEnvelope(tenant, event, app);
        return { ...envelope, message: JSON.stringify(envelope['message']) };
      },
    }),
  },
];
