import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { satisfies, SCHEMA_NAMES, validator } from '../../schemas/validate.ts';
import { bodies, deliveries, EVENT_TYPES, JUDGED_SCHEMAS, nearMisses, type JudgedSchema } from './drawn-bodies.ts';

const SEEDED = { seed: 20261120, numRuns: 300 };

/** The changes that the near misses of each schema must include. */
const EXPECTED_CHANGES: Readonly<Record<JudgedSchema, readonly string[]>> = {
  'token-response.client_credentials': [
    'access_token is missing',
    'expires_in is another value',
    'token_type is another value',
    'refresh_token is there',
    'refresh_token_expires_in is there',
    'access_token is spelt accessToken',
  ],
  'token-response.authorization_code': [
    'refresh_token is missing',
    'refresh_token is another value',
    'refresh_token_expires_in is another value',
    'expires_in is of the type string',
  ],
  'token-response.refresh_token': ['refresh_token is missing', 'refresh_token_expires_in is of the type string'],
  page: [
    'nextToken is missing',
    'nextToken is of the type null',
    'nextToken is of the type number',
    'is of the type list',
  ],
  'assay-results-page': ['results is missing', 'results is of the type object', 'results is of the type null'],
  'webhook-envelope': [
    'app is missing',
    'app id is missing',
    'appDefinition versionNumber is of the type number',
    'baseURL is spelt base_url',
    'channel is another value',
    'version is another value',
    'version is of the type null',
    'message is of the type string',
    'message is of the type list',
  ],
  'v2.workflowOutput.updated.fields': [
    'type is another value',
    'updates is missing',
    'updates has an item that is no text',
  ],
  'v2.workflowTask.updated.fields': [
    'createdAt is another value',
    'schema is missing',
    'schema id is missing',
    'type is missing',
  ],
  'v2.workflowTaskGroup.mappingCompleted': ['updates is there', 'type is another value', 'schema is of the type list'],
  'v2.entry.created': ['type is there', 'updates is there', 'createdAt is of the type number', 'id is missing'],
  'v2.canvas.initialized': ['featureId is missing', 'userId is of the type null', 'deprecated is another value'],
  'v2.app.installed': ['deprecated is missing', 'deprecated is of the type null', 'extra is there'],
};

test('every schema of a token answer, a page and a delivery has drawn bodies', () => {
  const judged = SCHEMA_NAMES.filter((name) => /^token-response\.|page$|^webhook-envelope$|^v2\./.test(name));
  expect([...JUDGED_SCHEMAS].sort()).toEqual([...judged].sort());
  expect(EVENT_TYPES).toHaveLength(6);
});

describe.each(JUDGED_SCHEMAS)('%s', (name) => {
  test('accepts its bodies', () => {
    const problems = validator(name);
    fc.assert(
      fc.property(bodies(name), (body) => {
        expect(problems(body)).toEqual([]);
        // serialising must not change a body
        expect(JSON.parse(JSON.stringify(body))).toEqual(body);
      }),
      SEEDED,
    );
  });

  test('refuses its near misses', () => {
    fc.assert(
      fc.property(nearMisses(name), ({ body, change }) => {
        expect(change).not.toBe('');
        expect(satisfies(name, body)).toBe(false);
      }),
      SEEDED,
    );
  });

  test('has near misses of every sort', () => {
    const changes = new Set(fc.sample(nearMisses(name), { seed: 1, numRuns: 2000 }).map(({ change }) => change));
    for (const expected of EXPECTED_CHANGES[name]) expect(changes).toContain(expected);
  });

  test('gives the same bodies and near misses for the same seed', () => {
    const drawn = (seed: number) => fc.sample(fc.tuple(bodies(name), nearMisses(name)), { seed, numRuns: 20 });
    expect(drawn(5)).toEqual(drawn(5));
    expect(drawn(5)).not.toEqual(drawn(6));
  });
});

test('a near miss is wrong only at its change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...JUDGED_SCHEMAS).chain((name) => fc.tuple(fc.constant(name), nearMisses(name))),
      ([name, { body, change }]) => {
        const places = new Set(validator(name)(body).map(({ pointer }) => pointer));
        expect([change, places.size]).toEqual([change, 1]);
      },
    ),
    { seed: 20261120, numRuns: 1000 },
  );
});

test('bodies have additional members, except the installed message', () => {
  for (const name of JUDGED_SCHEMAS) {
    const drawn = fc.sample(bodies(name), { seed: 1, numRuns: 100 }).map((body) => Object.keys(body).length);
    expect(new Set(drawn).size > 1).toBe(name !== 'v2.app.installed');
  }
});

test('a delivery is an envelope around the message of its event type', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(deliveries, ({ eventType, envelope }) => {
      seen.add(eventType);
      expect(satisfies('webhook-envelope', envelope)).toBe(true);
      expect(satisfies(eventType, envelope.message)).toBe(true);
    }),
    SEEDED,
  );
  expect([...seen].sort()).toEqual([...EVENT_TYPES].sort());
});
