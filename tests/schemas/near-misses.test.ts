import { expect, test } from 'vitest';
import { validator, type SchemaName } from '../../schemas/validate.ts';
import { ABSENT, changed } from './changed-body.ts';
import { RIGHT_BODIES } from './right-bodies.ts';

type NearMiss = readonly [name: SchemaName, at: string, value: unknown, pointer: string, sentence: string];

/** Right bodies with one change, each with the only expected problem. The profile is the full example. */
const NEAR_MISSES: readonly NearMiss[] = [
  ['report', '/reportVersion', 2, '/reportVersion', '/reportVersion is 2, expected 1'],
  ['report', '/seed', '7', '/seed', '/seed is "7" (a string), expected an integer'],
  [
    'report',
    '/outcome',
    'ok',
    '/outcome',
    '/outcome is "ok", expected one of "conforming", "partly-exercised", "not-conforming", "incomplete" or "broken"',
  ],
  ['report', '/summary/waived', ABSENT, '/summary/waived', '/summary/waived is missing, expected an integer'],
  ['report', '/summary/failed', -1, '/summary/failed', '/summary/failed is -1, expected at least 0'],
  ['report', '/catalogue', ABSENT, '/catalogue', '/catalogue is missing, expected an object'],
  [
    'report',
    '/finishedAt',
    'today',
    '/finishedAt',
    '/finishedAt is "today", expected an RFC 3339 date and time such as "2026-11-20T08:01:00.000Z"',
  ],
  [
    'report',
    '/checks/0/verdict',
    'planned',
    '/checks/0/verdict',
    '/checks/0/verdict is "planned", expected one of "passed", "failed", "warning", "not-exercised", "inconclusive", "broken" or "waived"',
  ],
  [
    'report',
    '/checks/0/findings/0/verdict',
    'passed',
    '/checks/0/findings/0/verdict',
    '/checks/0/findings/0/verdict is "passed", expected one of "failed" or "warning"',
  ],
  [
    'report',
    '/checks/0/failure/replay/seed',
    1.5,
    '/checks/0/failure/replay/seed',
    '/checks/0/failure/replay/seed is 1.5 (a number), expected an integer',
  ],
  [
    'report',
    '/checks/0/failure/evidence/0/response/status',
    1000,
    '/checks/0/failure/evidence/0/response/status',
    '/checks/0/failure/evidence/0/response/status is 1000, expected at most 999',
  ],
  [
    'report',
    '/checks/0/failure/evidence/0/request/headers/accept',
    1,
    '/checks/0/failure/evidence/0/request/headers/accept',
    '/checks/0/failure/evidence/0/request/headers/accept is 1 (an integer), expected a string or a list',
  ],
  [
    'target-profile',
    '/limits',
    { timeoutSecond: 3 },
    '/limits/timeoutSecond',
    '/limits: unknown key `timeoutSecond`; did you mean `timeoutSeconds`?',
  ],
  ['target-profile', '/baseURL', 'https://acme.example', '/baseURL', 'unknown key `baseURL`; did you mean `baseUrl`?'],
  [
    'target-profile',
    '/limits/timeoutSeconds',
    -1,
    '/limits/timeoutSeconds',
    '/limits/timeoutSeconds is too small, expected at least 0',
  ],
  [
    'target-profile',
    '/limits/requestsPerSecond',
    '20',
    '/limits/requestsPerSecond',
    '/limits/requestsPerSecond is a string, expected a number such as 20',
  ],
  [
    'target-profile',
    '/control/type',
    'htpp',
    '/control/type',
    '/control/type is another string, expected one of "http", "command", "manual" or "none"',
  ],
  [
    'target-profile',
    '/control/url',
    ABSENT,
    '/control/url',
    '/control/url is missing, expected a string such as "http://127.0.0.1:9100/control"',
  ],
  [
    'target-profile',
    '/control',
    'none',
    '/control',
    '/control is a string, expected an object such as {"type":"none"}',
  ],
  [
    'target-profile',
    '/control',
    { type: 'none', token: 'hush' },
    '/control/token',
    '/control: unknown key `token`, expected one of `type` or `browser`',
  ],
  [
    'target-profile',
    '/control',
    { type: 'command', command: [] },
    '/control/command',
    '/control/command is too short a list, expected at least 1 in it',
  ],
  [
    'target-profile',
    '/fixtures/app/clientSecret',
    '',
    '/fixtures/app/clientSecret',
    '/fixtures/app/clientSecret is an empty string, expected text such as "${CLIENT_SECRET}"',
  ],
  [
    'target-profile',
    '/fixtures/users/0/apiKey',
    12345,
    '/fixtures/users/0/apiKey',
    '/fixtures/users/0/apiKey is an integer, expected a string such as "${USER_1_API_KEY}"',
  ],
  [
    'target-profile',
    '/api/schemaFieldsEncoding',
    'JSON',
    '/api/schemaFieldsEncoding',
    '/api/schemaFieldsEncoding is another string, expected one of "json", "dotted" or "bracket"',
  ],
  [
    'target-profile',
    '/api/itemId',
    'id',
    '/api/itemId',
    '/api/itemId is a string of another form, expected text such as "/id"',
  ],
  [
    'target-profile',
    '/api/itemsKeys',
    { entries: 'entries' },
    '/api/itemsKeys/entries',
    '/api/itemsKeys: the key `entries` does not fit, expected one that matches ^/',
  ],
  [
    'target-profile',
    '/receiver/listen',
    'localhost',
    '/receiver/listen',
    '/receiver/listen is a string of another form, expected text such as "127.0.0.1:0"',
  ],
  ['clock.advance.input', '/seconds', 0, '/seconds', '/seconds is too small, expected more than 0'],
  [
    'clock.now.output',
    '/now',
    '2026-11-20T09:00:00+01:00',
    '/now',
    '/now is a string of another form, expected text such as "2026-11-20T08:00:00Z"',
  ],
  ['clock.now.input', '/seconds', 1, '/seconds', 'unknown key `seconds`, expected none'],
  [
    'control-description',
    '/protocol',
    'tenant-control/2',
    '/protocol',
    '/protocol is another string, expected "tenant-control/1"',
  ],
  [
    'project.grant.input',
    '/appId',
    'app_1',
    '',
    'the body has more than one of `userId`, `appId`, expected exactly one',
  ],
  ['project.revoke.input', '/userId', ABSENT, '', 'the body has none of `userId`, `appId`, expected exactly one'],
  ['token-response.refresh_token', '/expires_in', '900', '/expires_in', '/expires_in is a string, expected an integer'],
  ['token-response.refresh_token', '/expires_in', 901, '/expires_in', '/expires_in is another integer, expected 900'],
  [
    'token-response.refresh_token',
    '/token_type',
    'bearer',
    '/token_type',
    '/token_type is another string, expected "Bearer"',
  ],
  [
    'token-response.refresh_token',
    '/refresh_token',
    '',
    '/refresh_token',
    '/refresh_token is an empty string, expected text',
  ],
  [
    'token-response.authorization_code',
    '/refresh_token_expires_in',
    ABSENT,
    '/refresh_token_expires_in',
    '/refresh_token_expires_in is missing, expected 2592000',
  ],
  [
    'token-request.refresh_token',
    '/scope',
    'all',
    '/scope',
    'unknown key `scope`, expected one of `grant_type`, `client_id`, `client_secret` or `refresh_token`',
  ],
  ['page', '/nextToken', null, '/nextToken', '/nextToken is null, expected a string'],
  ['assay-results-page', '/results', {}, '/results', '/results is an object, expected a list'],
  ['webhook-envelope', '/version', 1, '/version', '/version is 1, expected one of 0 or "0"'],
  [
    'webhook-envelope',
    '/appDefinition/versionNumber',
    3,
    '/appDefinition/versionNumber',
    '/appDefinition/versionNumber is 3 (an integer), expected a string',
  ],
  [
    'webhook-envelope',
    '/channel',
    'event',
    '/channel',
    '/channel is "event", expected one of "events" or "app_signals"',
  ],
  [
    'v2.entry.created',
    '/createdAt',
    '2026-11-20',
    '/createdAt',
    '/createdAt is "2026-11-20", expected an ISO 8601 date and time such as "2026-11-20T08:00:00.000Z"',
  ],
  ['v2.entry.created', '/schema', ABSENT, '/schema', '/schema is missing'],
  ['v2.entry.created', '/schema', 'sch_1', '/schema', '/schema is "sch_1" (a string), expected an object or null'],
  [
    'v2.workflowTask.updated.fields',
    '/type',
    'v2.workflowOutput.updated.fields',
    '/type',
    '/type is "v2.workflowOutput.updated.fields", expected "v2.workflowTask.updated.fields"',
  ],
  ['v2.workflowTask.updated.fields', '/updates', 'Name', '/updates', '/updates is "Name" (a string), expected a list'],
  ['v2.app.installed', '/type', 'v2.app.installed', '/type', 'unknown key `type`, expected only `deprecated`'],
];

test.each(NEAR_MISSES)('%s with %s changed to %s is refused', (name, at, value, pointer, sentence) => {
  const bodies = RIGHT_BODIES[name];
  const body = name === 'target-profile' ? bodies[1] : bodies[0];
  const problems = validator(name)(changed(body, at, value));
  expect(problems.map((problem) => ({ pointer: problem.pointer, sentence: problem.sentence }))).toEqual([
    { pointer, sentence },
  ]);
});

test.each([
  'http://acme.example',
  'https://acme.example/api',
  'https://acme.example?x',
  'https://u:p@acme.example',
  'acme.example',
  'https://',
])('the base address %s is no https origin', (baseUrl) => {
  expect(validator('target-profile')({ name: 'x', baseUrl })).toMatchObject([
    { pointer: '/baseUrl', keyword: 'pattern' },
  ]);
});

test.each([
  'https://acme.example',
  'https://acme.example/',
  'https://127.0.0.1:8443',
  'https://[::1]:8443',
  '${BASE_URL}',
])('the base address %s is an https origin, or has a variable that may become one', (baseUrl) => {
  expect(validator('target-profile')({ name: 'x', baseUrl })).toEqual([]);
});

test('every problem is reported, not only the first', () => {
  const problems = validator('webhook-envelope')({ version: 1, app: {}, channel: 'events' });
  expect(problems.map(({ pointer }) => pointer).sort()).toEqual([
    '/app/id',
    '/appDefinition',
    '/baseURL',
    '/message',
    '/tenantId',
    '/version',
  ]);
});
