import type { SchemaTypes } from '../../schemas/types/registry.ts';

type ControlName = Extract<keyof SchemaTypes, `${string}.input` | `${string}.output` | `control-${string}`>;

/** Right bodies of the tenant control protocol, at least one for each schema. */
export const RIGHT_CONTROL_BODIES: { readonly [Name in ControlName]: readonly SchemaTypes[Name][] } = {
  'clock.now.input': [{}],
  'clock.now.output': [
    {
      now: '2026-11-20T08:00:00Z',
    },
    {
      now: '2026-11-20T08:00:00.123+00:00',
    },
  ],
  'clock.advance.input': [
    {
      seconds: 900,
    },
    {
      seconds: 0.5,
    },
  ],
  'clock.advance.output': [
    {
      now: '2026-11-20T08:00:00Z',
    },
  ],
  'user.create.input': [
    {
      email: 'a@acme.example',
    },
    {
      email: 'a@acme.example',
      name: 'Ada',
    },
  ],
  'user.create.output': [
    {
      userId: 'ent_1',
      email: 'a@acme.example',
    },
  ],
  'apiKey.create.input': [
    {
      userId: 'ent_1',
    },
    {
      userId: 'ent_1',
      createdAt: '2026-08-07T00:00:00Z',
    },
  ],
  'apiKey.create.output': [
    {
      apiKey: 'key-1',
      createdAt: '2026-11-20T08:00:00Z',
    },
  ],
  'apiKey.rotate.input': [
    {
      userId: 'ent_1',
    },
  ],
  'apiKey.rotate.output': [
    {
      apiKey: 'key-2',
      createdAt: '2026-11-20T08:00:00Z',
    },
  ],
  'app.create.input': [
    {
      name: 'sync',
    },
    {
      name: 'sync',
      redirectUris: ['https://app.example/cb'],
      installed: false,
    },
  ],
  'app.create.output': [
    {
      appId: 'app_1',
      appDefinitionId: 'appdef_1',
      versionNumber: '1.0.0',
      clientId: 'client-1',
      clientSecret: 'hush',
    },
  ],
  'app.rotateSecret.input': [
    {
      appId: 'app_1',
    },
  ],
  'app.rotateSecret.output': [
    {
      clientSecret: 'hush-2',
    },
  ],
  'app.registerRedirectUri.input': [
    {
      appId: 'app_1',
      redirectUri: 'http://app.example/cb',
    },
  ],
  'app.registerRedirectUri.output': [
    {
      registered: false,
      reason: 'not https',
    },
    {
      registered: true,
    },
  ],
  'app.setWebhook.input': [
    {
      appId: 'app_1',
      url: 'https://hooks.example/1',
      eventTypes: ['v2.entry.created'],
      caPem: '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n',
    },
    {
      appId: 'app_1',
      url: null,
      eventTypes: [],
    },
  ],
  'app.setWebhook.output': [
    {
      subscribed: ['v2.entry.created'],
    },
    {
      subscribed: [],
    },
  ],
  'project.create.input': [
    {
      name: 'assays',
    },
  ],
  'project.create.output': [
    {
      projectId: 'prj_1',
    },
  ],
  'schema.create.input': [
    {
      kind: 'assayResult',
      name: 'ELISA',
      fields: [
        {
          name: 'Readout',
          type: 'Float',
        },
        {
          name: 'Note',
          type: 'Long Text',
        },
      ],
    },
  ],
  'schema.create.output': [
    {
      schemaId: 'assaysch_1',
    },
  ],
  'record.create.input': [
    {
      kind: 'assayResult',
      projectId: 'prj_1',
      records: [
        {
          name: 'r1',
          modifiedAt: '2026-11-20T08:00:00Z',
          schemaId: 'assaysch_1',
          fields: {
            Readout: {
              type: 'Float',
              value: 1.5,
            },
            Note: {
              type: 'Long Text',
              value: 'fine',
            },
          },
        },
        {
          name: 'r2',
        },
      ],
    },
  ],
  'record.create.output': [
    {
      ids: ['res_1', 'res_2'],
    },
  ],
  'identityProvider.trust.input': [
    {
      issuer: 'https://idp.example',
      configurationUrl: 'https://idp.example/.well-known/openid-configuration',
    },
  ],
  'identityProvider.trust.output': [
    {},
    {
      audience: 'acme',
    },
  ],
  'browser.authorize.input': [
    {
      userId: 'ent_1',
      url: 'https://acme.example/oauth/authorize?client_id=c',
      consent: 'grant',
      freshSession: true,
    },
    {
      userId: 'ent_1',
      url: 'https://acme.example/oauth/authorize',
      consent: 'deny',
    },
  ],
  'browser.authorize.output': [
    {
      location: 'https://app.example/cb?code=c1',
      prompts: ['signIn', 'consent'],
      status: 302,
      cookies: ['session=s1'],
    },
    {
      location: null,
      prompts: [],
      status: 400,
    },
  ],
  'event.trigger.input': [
    {
      eventType: 'v2.entry.created',
      appId: 'app_1',
    },
    {
      eventType: 'v2.canvas.initialized',
      appId: 'app_1',
      userId: 'ent_1',
      withSchema: false,
    },
  ],
  'event.trigger.output': [
    {},
    {
      resourceId: 'etr_1',
      schemaId: null,
      updates: ['Name'],
      featureId: 'feat_1',
      userId: 'ent_1',
    },
  ],
  'user.suspend.input': [
    {
      userId: 'ent_1',
    },
  ],
  'user.suspend.output': [{}],
  'user.unsuspend.input': [
    {
      userId: 'ent_1',
    },
  ],
  'user.unsuspend.output': [{}],
  'app.archive.input': [
    {
      appId: 'app_1',
    },
  ],
  'app.archive.output': [{}],
  'app.unarchive.input': [
    {
      appId: 'app_1',
    },
  ],
  'app.unarchive.output': [{}],
  'app.install.input': [
    {
      appId: 'app_1',
    },
  ],
  'app.install.output': [{}],
  'app.uninstall.input': [
    {
      appId: 'app_1',
    },
  ],
  'app.uninstall.output': [{}],
  'project.grant.input': [
    {
      projectId: 'prj_1',
      userId: 'ent_1',
    },
    {
      projectId: 'prj_1',
      appId: 'app_1',
    },
  ],
  'project.grant.output': [{}],
  'project.revoke.input': [
    {
      projectId: 'prj_1',
      userId: 'ent_1',
    },
    {
      projectId: 'prj_1',
      appId: 'app_1',
    },
  ],
  'project.revoke.output': [{}],
  'control-description': [
    {
      protocol: 'tenant-control/1',
      tenantId: 'ten_4f1c',
      baseUrl: 'https://127.0.0.1:8443',
      clock: 'controllable',
      operations: ['clock.now', 'clock.advance'],
    },
  ],
  'control-error': [
    {
      error: 'not-found',
      message: 'There is no user ent_9.',
    },
  ],
};
