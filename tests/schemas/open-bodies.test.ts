import { expect, test } from 'vitest';
import { SCHEMA_NAMES, validator } from '../../schemas/validate.ts';
import { changed } from './changed-body.ts';
import { RIGHT_BODIES } from './right-bodies.ts';

const OBJECTS = SCHEMA_NAMES.filter((name) => name !== 'token-error');
const CLOSED = OBJECTS.filter((name) =>
  /\.input$|^token-request|^target-profile$|^waivers$|^v2\.app\.installed$/.test(name),
);
const OPEN = OBJECTS.filter((name) => !CLOSED.includes(name));

test.each(OPEN)('%s may have further members', (name) => {
  for (const body of RIGHT_BODIES[name]) expect(validator(name)(changed(body, '/further', { any: 1 }))).toEqual([]);
});

test.each(CLOSED)('%s may not have further members', (name) => {
  for (const body of RIGHT_BODIES[name]) {
    const problems = validator(name)(changed(body, '/further', 1));
    expect(problems).toMatchObject([{ pointer: '/further', keyword: 'additionalProperties' }]);
  }
});

test.each(['/app', '/appDefinition', '/message'])('the part %s of an envelope may have further members', (part) => {
  const envelope = RIGHT_BODIES['webhook-envelope'][0];
  expect(validator('webhook-envelope')(changed(envelope, `${part}/further`, null))).toEqual([]);
});

test.each(['type', 'updates'])('the entry-created message may not have %s', (key) => {
  const problems = validator('v2.entry.created')(changed(RIGHT_BODIES['v2.entry.created'][0], `/${key}`, []));
  expect(problems).toMatchObject([{ pointer: `/${key}`, sentence: `/${key} is present, expected it to be absent` }]);
});

test('the mapping-completed message may not have updates', () => {
  const name = 'v2.workflowTaskGroup.mappingCompleted';
  expect(validator(name)(changed(RIGHT_BODIES[name][0], '/updates', []))).toMatchObject([{ pointer: '/updates' }]);
});

test.each(['refresh_token', 'refresh_token_expires_in'])('a client_credentials response may not have %s', (key) => {
  const name = 'token-response.client_credentials';
  for (const value of [null, '', 'text', 2592000]) {
    const problems = validator(name)(changed(RIGHT_BODIES[name][0], `/${key}`, value));
    expect(problems).toMatchObject([{ pointer: `/${key}`, keyword: 'false schema' }]);
  }
});
