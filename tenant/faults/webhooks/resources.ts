import type { Fault } from '../fault.ts';
import { and } from '../operators/rows.ts';
import { always, hasNoSchema, hasSchema, isStandard, of, whileCreating } from './conditions.ts';
import {
  malformed,
  missing,
  noted,
  requirementsOnEachKind,
  theFirst,
  mergedWithLatest,
  untrue,
  type Message,
} from './decisions.ts';
import { ENTRY, MAPPING, OUTPUT, TASK } from './event-types.ts';
import { faultsOf } from './rows.ts';

/** Faults in resourceId, schema and type of messages. */
export const resourceFaults: readonly Fault[] = [
  ...faultsOf<Message>({
    'no-resource-id-for-mappings': [
      missing('WHK-35', 'messageResourceId'),
      of(MAPPING),
      'The message about a completed mapping has no resourceId.',
    ],
    'resource-id-is-null-for-tasks-without-a-schema': [
      malformed('WHK-35', 'messageResourceId', () => null),
      and(of(TASK), hasNoSchema),
      'resourceId of an updated task that has no schema is null.',
      { also: ['WHK-36'] },
    ],
    'resource-id-is-an-object-for-entries-of-the-api': [
      malformed('WHK-35', 'messageResourceId', (id) => ({ id })),
      whileCreating(),
      'The message about an entry that a call created has an object with an id as resourceId.',
      { also: ['WHK-36'] },
    ],
    'resource-id-is-that-of-the-project': [
      untrue('WHK-36', 'messageResourceId', (_id, { event }) => event.projectId),
      isStandard,
      'resourceId is the project of the resource.',
    ],
    'entries-of-calls-are-told-as-their-project': [
      untrue('WHK-36', 'messageResourceId', (_id, { event }) => event.projectId),
      whileCreating(),
      'The message about an entry that a call created has the identifier of its project as resourceId.',
    ],
    'resource-id-is-the-label-for-entries': [
      untrue(
        'WHK-36',
        'messageResourceId',
        (_id, { tenant, event }) => tenant.state.records.get(event.resourceId ?? '')?.label ?? '',
      ),
      of(ENTRY),
      "resourceId of a created entry is the entry's number in the notebook.",
    ],
    'events-of-one-moment-name-the-last-resource': [
      mergedWithLatest('WHK-36', ({ resourceId = '' }) => ({ resourceId })),
      isStandard,
      "All messages to an app about events of one type within five milliseconds name the last event's resource.",
      { also: [...requirementsOnEachKind, 'WHK-34', 'WHK-55', 'WHK-38', 'WHK-39', 'WHK-29'] },
    ],
    'schema-is-a-bare-id': [
      malformed('WHK-37', 'messageSchema', (_schema, { event }) => event.schemaId ?? null),
      always,
      'schema is the bare id.',
    ],
    'schema-in-a-list-for-outputs': [
      malformed('WHK-37', 'messageSchema', (schema) => [schema]),
      and(of(OUTPUT), hasSchema),
      'schema of an updated output is a list that contains the schema.',
      { also: ['WHK-38', 'WHK-39'] },
    ],
    'entries-of-the-api-have-a-schema-without-an-id': [
      malformed('WHK-37', 'messageSchema', () => ({ id: null })),
      whileCreating(),
      'The message about an entry that a call created has a schema with the id null.',
    ],
    'no-schema-no-member': [
      malformed('WHK-37', 'messageSchema', (schema) => schema ?? undefined),
      always,
      'The message about a resource without a schema has no member schema, instead of null.',
      { also: ['WHK-39'] },
    ],
    'no-schema-is-an-empty-object': [
      malformed('WHK-37', 'messageSchema', (schema) => schema ?? {}),
      always,
      'schema is an empty object if the resource has no schema.',
      { breaks: ['WHK-37', 'WHK-39'] },
    ],
    'schema-of-the-resource-itself': [
      untrue('WHK-38', 'messageSchema', (schema, { event }) => (schema === null ? null : { id: event.resourceId })),
      always,
      "schema.id is the resource's own id.",
    ],
    'schema-of-the-first-output': [
      untrue('WHK-38', 'messageSchema', theFirst()),
      and(of(OUTPUT), hasSchema),
      'Every updated output with a schema gets the schema of the first one.',
    ],
    'schema-id-in-lower-case-for-entries': [
      untrue('WHK-38', 'messageSchema', (_schema, { event }) => ({ id: event.schemaId?.toLowerCase() })),
      and(of(ENTRY), hasSchema),
      'schema.id of a created entry is in lower case.',
    ],
    'schema-of-mappings-is-always-null': [
      untrue('WHK-60', 'messageSchema', () => null),
      of(MAPPING),
      'The message about a completed mapping always has a schema of null.',
    ],
    'schema-of-the-resource-before': [
      untrue('WHK-39', 'messageSchema', {
        begin: () => {
          let last: unknown = null;
          return (schema) => (last = schema ?? last);
        },
      }),
      always,
      'The message about a resource without a schema has the schema of the previous resource.',
    ],
    'a-default-schema': [
      untrue('WHK-39', 'messageSchema', (schema) => schema ?? { id: 'default' }),
      always,
      'The message about a resource without a schema has a default schema.',
    ],
    'types-without-their-prefix': [
      malformed('VER-17', 'messageType', (type, { event }) => type && event.type.slice('v2.'.length)),
      always,
      'The type of a message lacks the prefix v2.',
      { breaks: ['VER-17', 'WHK-40', 'WHK-41', 'WHK-42'] },
    ],
    'type-of-outputs-in-lower-case': [
      malformed('WHK-40', 'messageType', () => OUTPUT.toLowerCase()),
      of(OUTPUT),
      'The type of an updated output is in lower case.',
    ],
    'type-of-tasks-is-that-of-outputs': [
      malformed('WHK-41', 'messageType', () => OUTPUT),
      of(TASK),
      'The message about an updated task has the type of an output.',
    ],
    'type-is-the-first-one-subscribed-to': [
      malformed('WHK-41', 'messageType', (type, { app }) => type && (app.webhook?.eventTypes[0] ?? type)),
      always,
      'type is the first of the event types that the app subscribed to.',
      { also: ['WHK-42', 'VER-17', 'WHK-29', 'WHK-18', 'WHK-17'] },
    ],
    'no-type-for-mappings': [
      missing('WHK-42', 'messageType'),
      of(MAPPING),
      'The message about a completed mapping has no type.',
    ],
    'type-of-mappings-is-shortened': [
      malformed('WHK-42', 'messageType', () => 'v2.workflowTaskGroup.completed'),
      of(MAPPING),
      'The type of a completed mapping ends in .completed.',
    ],
    'entries-have-a-type': [
      malformed('WHK-43', 'messageType', () => ENTRY),
      of(ENTRY),
      'The message about a created entry has a type.',
    ],
    'entries-have-a-type-of-null': [
      malformed('WHK-43', 'messageType', () => null),
      of(ENTRY),
      'The message about a created entry has the type null.',
    ],
    'entries-of-the-api-have-a-type': [
      malformed('WHK-43', 'messageType', () => ENTRY),
      whileCreating(),
      'The message about an entry that a call created has a type.',
    ],
    'entries-with-a-schema-have-a-type': [
      malformed('WHK-43', 'messageType', () => ENTRY),
      and(of(ENTRY), hasSchema),
      'The message about a created entry has a type if the entry has a schema.',
    ],
  }),
  ...faultsOf({
    'resource-id-of-the-event-before': [
      noted('WHK-36', 'eventsOf', {
        begin: () => {
          let last: string | undefined;
          return (events, { event: { resourceId = '' } }) => {
            const before = last ?? resourceId;
            last = resourceId;
            return events.map((event) => ({ ...event, resourceId: before }));
          };
        },
      }),
      of(TASK),
      'From the second updated task on, a message names the task of the previous message.',
      { also: ['WHK-17'] },
    ],
  }),
];
