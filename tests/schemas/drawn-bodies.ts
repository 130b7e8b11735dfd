import fc from 'fast-check';
import type { SchemaTypes } from '../../schemas/validate.ts';
import { spelt } from '../../generators/laboratory/spelling.ts';
import { instants } from '../../generators/laboratory/times.ts';
import { objectOf } from '../../generators/object.ts';
import {
  list,
  literal,
  object,
  objectOrNull,
  text,
  texts,
  truth,
  type Member,
  type NearMiss,
  type Part,
} from './body-member.ts';
import { offsets, zonedText } from './zoned-time.ts';

const required = (part: Part): Member => ({ ...part, presence: 'required' });
const forbidden = (part: Part): Member => ({ ...part, presence: 'forbidden' });

// Members that a tenant may add where the specification does not say "only": names that no shape uses.
const further = fc.dictionary(
  fc.constantFrom('scope', 'created_at', 'id_token', 'requestId', 'links', 'total', 'x-trace', 'Deprecated'),
  fc.constantFrom<unknown>(null, true, 0, 'text', [], ['a'], {}, { a: [1] }),
  { maxKeys: 3, noNullPrototype: true },
);

const opaque = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,60}$/),
  fc.constantFrom('0', 'x', 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', 'a'.repeat(2000)),
);
const pageToken = fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 2, arbitrary: opaque });
// lower-case letters and digits
function identifiers(prefix: string): fc.Arbitrary<string> {
  return spelt((spell) => `${prefix}_${spell.string.alphanumeric({ length: 10, casing: 'lower' })}`);
}

const anyText = fc.oneof(fc.string(), identifiers('res'));
const items = fc.array(objectOf({ id: identifiers('res') }), { maxLength: 4 });

const tokenMembers = {
  token_type: required(literal(['Bearer'], ['bearer', 'BEARER', 'Bearer ', 'Basic', 'mac', ''])),
  access_token: required(text(opaque, [''])),
  expires_in: required(literal([900], [899, 901, 900.5, -900, 0, 900_000, 15])),
};
const refreshToken = text(opaque, ['']);
const refreshLife = literal([2_592_000], [2_591_999, 2_592_001, 2_592_000_000, 0, 30, 900]);
const withRefreshToken = object(
  { ...tokenMembers, refresh_token: required(refreshToken), refresh_token_expires_in: required(refreshLife) },
  further,
);

/**
 * ISO 8601 times in several forms: with any offset, with or without a fraction, in basic form, by week and by day of
 * the year.
 */
const isoDateTimes = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(instants, offsets).map(([instant, offset]) => zonedText(instant, offset)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '20261120T080000Z',
      '2026-11-20T08:00',
      '2026-11-20T08:00:00,5+01',
      '2026-W47-5T08:00:00Z',
      '2026-324T08:00Z',
      '2024-02-29T24:00:00Z',
      '2016-12-31T23:59:60Z',
    ),
  },
);
const notIsoDateTimes = [
  '',
  '2026-11-20',
  '08:00:00Z',
  '2026-11-20 08:00:00',
  '2026-02-29T08:00:00Z',
  '2026-13-01T08:00:00Z',
  '2026-11-20T25:00:00Z',
  '2026-11-20T08:60:00Z',
  '20 Nov 2026 08:00:00 GMT',
  '1795161600',
  'now',
];
const deprecated = required(truth);
const standardMembers = {
  createdAt: required(text(isoDateTimes, notIsoDateTimes)),
  deprecated,
  id: required(text(anyText)),
  resourceId: required(text(anyText)),
  schema: required(objectOrNull({ id: required(text(anyText)) }, further)),
};
const updates = texts(fc.constantFrom('name', 'fields', 'assigneeId', 'Titer (mg/mL)', '', 'état'));
const type = (only: string, ...others: readonly string[]) =>
  required(literal([only], [...others, only.slice(3), `${only} `, only.toLowerCase(), only.replace('v2.', 'v3.'), '']));

const envelope = object(
  {
    app: required(object({ id: required(text(anyText)) }, further)),
    appDefinition: required(
      object(
        { id: required(text(anyText)), versionNumber: required(text(fc.constantFrom('1', '0.0.1', '12', ''))) },
        further,
      ),
    ),
    baseURL: required(text(fc.constantFrom('https://acme.example', 'https://127.0.0.1:8443', 'https://acme.example/'))),
    channel: required(
      literal(['events', 'app_signals'], ['event', 'Events', 'appSignals', 'app-signals', 'EVENTS', '']),
    ),
    tenantId: required(text(anyText)),
    version: required(literal([0, '0'], [1, -1, 0.5, '1', '00', 'v0', '0.0', ''])),
    message: required(object({}, further)),
  },
  further,
);

const PARTS = {
  'token-response.client_credentials': object(
    { ...tokenMembers, refresh_token: forbidden(refreshToken), refresh_token_expires_in: forbidden(refreshLife) },
    further,
  ),
  'token-response.authorization_code': withRefreshToken,
  'token-response.refresh_token': withRefreshToken,
  page: object(
    { nextToken: required(text(pageToken)), entries: { ...list(items), spoilt: () => [], presence: 'optional' } },
    further,
  ),
  'assay-results-page': object({ results: required(list(items)), nextToken: required(text(pageToken)) }, further),
  'webhook-envelope': envelope,
  'v2.workflowOutput.updated.fields': object(
    {
      ...standardMembers,
      type: type('v2.workflowOutput.updated.fields', 'v2.workflowTask.updated.fields', 'v2.workflowOutput.updated'),
      updates: required(updates),
    },
    further,
  ),
  'v2.workflowTask.updated.fields': object(
    {
      ...standardMembers,
      type: type('v2.workflowTask.updated.fields', 'v2.workflowOutput.updated.fields', 'v2.workflowTask.updated'),
      updates: required(updates),
    },
    further,
  ),
  'v2.workflowTaskGroup.mappingCompleted': object(
    {
      ...standardMembers,
      type: type('v2.workflowTaskGroup.mappingCompleted', 'v2.workflowTask.mappingCompleted'),
      updates: forbidden(updates),
    },
    further,
  ),
  'v2.entry.created': object(
    {
      ...standardMembers,
      type: forbidden(text(fc.constantFrom('v2.entry.created', ''))),
      updates: forbidden(updates),
    },
    further,
  ),
  'v2.canvas.initialized': object(
    {
      deprecated,
      featureId: required(text(anyText)),
      resourceId: required(text(anyText)),
      userId: required(text(anyText)),
    },
    further,
  ),
  'v2.app.installed': object({ deprecated }, undefined),
} satisfies Partial<Record<keyof SchemaTypes, Part>>;

/** The schemas by which the suite judges a tenant's answers and deliveries. */
export type JudgedSchema = keyof typeof PARTS;

/** The names of the webhook messages. Each is the name of its event type (Events / Event kinds). */
export type EventType = Extract<JudgedSchema, `v2.${string}`>;

export const JUDGED_SCHEMAS = Object.keys(PARTS) as readonly JudgedSchema[];
export const EVENT_TYPES = JUDGED_SCHEMAS.filter((name): name is EventType => name.startsWith('v2.'));

/** Returns bodies that satisfy the named schema, with additional members if the specification allows them. */
export function bodies<Name extends JudgedSchema>(name: Name): fc.Arbitrary<SchemaTypes[Name]> {
  return PARTS[name].right as fc.Arbitrary<SchemaTypes[Name]>;
}

/** Returns bodies with one error, which the named schema must refuse. */
export function nearMisses(name: JudgedSchema): fc.Arbitrary<NearMiss> {
  const { right, spoilt } = PARTS[name];
  return right.chain((body) => fc.oneof(...spoilt(body)));
}

/** Deliveries of a tenant: an envelope with the message of its event type. */
export const deliveries: fc.Arbitrary<{
  readonly eventType: EventType;
  readonly envelope: SchemaTypes['webhook-envelope'];
}> = fc
  .constantFrom(...EVENT_TYPES)
  .chain((eventType) =>
    fc
      .tuple(bodies('webhook-envelope'), bodies(eventType))
      .map(([envelope, message]) => ({ eventType, envelope: { ...envelope, message: { ...message } } })),
  );
