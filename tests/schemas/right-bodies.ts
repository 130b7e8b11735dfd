import type { SchemaTypes } from '../../schemas/types/registry.ts';
import { RIGHT_CONTROL_BODIES } from './right-control-bodies.ts';
import { RIGHT_REPORTS } from './right-reports.ts';
import { RIGHT_STATEMENTS } from './right-statements.ts';

/** Right bodies, at least one for each schema. The compiler checks that they have the generated types. */
export const RIGHT_BODIES: { readonly [Name in keyof SchemaTypes]: readonly SchemaTypes[Name][] } = {
  ...RIGHT_CONTROL_BODIES,
  ...RIGHT_STATEMENTS,
  report: RIGHT_REPORTS,
  'assay-results-page': [
    {
      results: [],
      nextToken: '',
    },
    {
      results: [
        {
          id: 'res_1',
        },
      ],
      nextToken: 'p2',
    },
  ],
  page: [
    {
      nextToken: '',
    },
    {
      nextToken: 'p2',
    },
  ],
  'token-error': [
    {
      error: 'invalid_grant',
    },
    'no',
    null,
    ['invalid_grant'],
  ],
  'token-request.client_credentials': [
    {
      grant_type: 'client_credentials',
      client_id: 'client-1',
      client_secret: 'hush',
    },
  ],
  'token-request.authorization_code': [
    {
      grant_type: 'authorization_code',
      client_id: 'client-1',
      client_secret: 'hush',
      redirect_uri: 'https://app.example/cb',
      code: 'c1',
    },
  ],
  'token-request.refresh_token': [
    {
      grant_type: 'refresh_token',
      client_id: 'client-1',
      client_secret: 'hush',
      refresh_token: 'rt-1',
    },
  ],
  'token-response.client_credentials': [
    {
      token_type: 'Bearer',
      access_token: 'at-1',
      expires_in: 900,
    },
  ],
  'token-response.authorization_code': [
    {
      token_type: 'Bearer',
      access_token: 'at-1',
      expires_in: 900,
      refresh_token: 'rt-1',
      refresh_token_expires_in: 2592000,
    },
  ],
  'token-response.refresh_token': [
    {
      token_type: 'Bearer',
      access_token: 'at-1',
      expires_in: 900,
      refresh_token: 'rt-1',
      refresh_token_expires_in: 2592000,
    },
  ],
  'webhook-envelope': [
    {
      app: {
        id: 'app_1',
      },
      appDefinition: {
        id: 'appdef_1',
        versionNumber: '3',
      },
      baseURL: 'https://acme.example',
      channel: 'events',
      tenantId: 'ten_4f1c',
      version: 0,
      message: {
        deprecated: false,
      },
    },
    {
      app: {
        id: 'app_1',
      },
      appDefinition: {
        id: 'appdef_1',
        versionNumber: '3',
      },
      baseURL: 'https://acme.example',
      channel: 'app_signals',
      tenantId: 'ten_4f1c',
      version: '0',
      message: {},
    },
  ],
  'v2.workflowOutput.updated.fields': [
    {
      createdAt: '2026-11-20T08:00:00.000Z',
      deprecated: false,
      id: 'evt_1',
      resourceId: 'res_1',
      schema: {
        id: 'sch_1',
      },
      type: 'v2.workflowOutput.updated.fields',
      updates: ['Name', 'Yield'],
    },
  ],
  'v2.workflowTask.updated.fields': [
    {
      createdAt: '2026-11-20T08:00:00.000Z',
      deprecated: false,
      id: 'evt_1',
      resourceId: 'res_1',
      schema: null,
      type: 'v2.workflowTask.updated.fields',
      updates: ['Name'],
    },
  ],
  'v2.workflowTaskGroup.mappingCompleted': [
    {
      createdAt: '2026-11-20T08:00:00.000Z',
      deprecated: false,
      id: 'evt_1',
      resourceId: 'res_1',
      schema: {
        id: 'sch_1',
      },
      type: 'v2.workflowTaskGroup.mappingCompleted',
    },
  ],
  'v2.entry.created': [
    {
      createdAt: '2026-11-20T08:00:00.000Z',
      deprecated: false,
      id: 'evt_1',
      resourceId: 'res_1',
      schema: {
        id: 'sch_1',
      },
    },
    {
      createdAt: '20261120T080000,5+0100',
      deprecated: true,
      id: 'evt_1',
      resourceId: 'res_1',
      schema: null,
    },
  ],
  'v2.canvas.initialized': [
    {
      deprecated: false,
      featureId: 'feat_1',
      resourceId: 'canvas_1',
      userId: 'ent_1',
    },
  ],
  'v2.app.installed': [
    {
      deprecated: false,
    },
    {
      deprecated: true,
    },
  ],
  'target-profile': [
    {
      name: 'acme-staging',
      baseUrl: 'https://acme.example',
    },
    {
      name: 'acme-staging',
      baseUrl: 'https://acme.example:8443/',
      tls: {
        caFile: './ca.pem',
      },
      control: {
        type: 'http',
        url: 'http://127.0.0.1:9100/control',
        token: '${CONTROL_TOKEN}',
      },
      receiver: {
        listen: '127.0.0.1:0',
        publicUrl: 'https://hooks.example/conformance',
      },
      identityProvider: {
        listen: '[::1]:0',
        publicUrl: 'https://idp.example',
      },
      limits: {
        requestsPerSecond: 20,
        timeoutSeconds: 30,
        propagationSeconds: 0,
        deliverySeconds: 2.5,
        clockSkewSeconds: 0,
      },
      api: {
        assayResultsPath: '/api/v2/assay-results',
        schemaFieldsEncoding: 'json',
        schemaParameter: 'schemaId',
        itemsKeys: {
          '/api/v2/entries': 'entries',
        },
        itemId: {
          '/api/v2/entries': '/entry/id',
        },
      },
      writeProbe: {
        method: 'POST',
        path: '/api/v2/entries',
        body: {
          name: 'conformance',
          projectId: '{{projectId}}',
        },
        createdBy: '/createdBy/id',
      },
      otherTenant: {
        baseUrl: 'https://other.example',
        control: {
          type: 'none',
        },
      },
      fixtures: {
        app: {
          appId: 'app_1',
          clientId: '${CLIENT_ID}',
          clientSecret: '${CLIENT_SECRET}',
          redirectUri: 'http://localhost:7777/callback',
        },
        users: [
          {
            userId: 'ent_1',
            email: 'a@acme.example',
            apiKey: '${USER_1_API_KEY}',
            refreshToken: '${USER_1_REFRESH_TOKEN}',
          },
        ],
      },
    },
    {
      name: 'x',
      baseUrl: 'https://[::1]',
      control: {
        type: 'command',
        command: ['./ops/control.sh'],
      },
      api: {
        itemId: '',
      },
    },
    {
      name: 'x',
      baseUrl: 'https://${TENANT}.example',
      control: {
        type: 'manual',
      },
    },
  ],
};
