import { instantOf, timestamp } from './clock.ts';
import { namedBy, objectsOf, readable, textOf } from './control-input.ts';
import { type ControlInput, type ControlOperations, ControlRefusal } from './control-service.ts';
import type { FieldValue, RecordKind, Registry } from './registry.ts';
import type { Webhooks } from './webhooks.ts';

const KINDS: Readonly<Record<string, RecordKind>> = { entry: 'entry', plate: 'plate', assayResult: 'assayResult' };

/** The types that a field can have ("Filters", rule 3). */
const FIELD_TYPES = [
  'String',
  'Long Text',
  'Entity Link',
  'Part Link',
  'Translation Link',
  'Dropdown',
  'Integer',
  'Float',
  'Date',
];

/** Returns the operations on the laboratory's schemas and records. */
export function recordOperations(registry: Registry, webhooks: Webhooks): ControlOperations {
  const { projects, schemas, records, clock } = registry;
  return {
    'schema.create': (input) => {
      if (input['kind'] !== 'assayResult') {
        throw new ControlRefusal(400, 'invalid_input', 'kind has to be assayResult.');
      }
      const fields = objectsOf(input, 'fields').map((field) => ({ name: textOf(field, 'name'), type: typeOf(field) }));
      const id = registry.newId();
      schemas.set(id, { id, name: textOf(input, 'name'), fields });
      return { schemaId: id };
    },
    'record.create': (input) => {
      const kind = KINDS[textOf(input, 'kind')];
      if (kind === undefined) throw new ControlRefusal(400, 'invalid_input', 'kind is not one that the tenant knows.');
      const projectId = namedBy(input, 'projectId', projects).id;
      // All records are read before the first is kept, so that a refused call keeps none.
      const made = objectsOf(input, 'records').map((record) => {
        const modifiedAt = record['modifiedAt'] === undefined ? timestamp(clock.now()) : textOf(record, 'modifiedAt');
        return {
          id: registry.newId(),
          kind,
          projectId,
          name: textOf(record, 'name'),
          modifiedAt,
          modifiedInstant: readable('modifiedAt', () => instantOf(modifiedAt)),
          schemaId: record['schemaId'] === undefined ? null : namedBy(record, 'schemaId', schemas).id,
          fields: fieldsOf(record),
        };
      });
      records.push(...made);
      if (kind === 'entry') for (const record of made) webhooks.entryCreated(record);
      return { ids: made.map((record) => record.id) };
    },
  };
}

function fieldsOf(record: ControlInput): Readonly<Record<string, FieldValue>> {
  const fields = record['fields'] ?? {};
  if (typeof fields !== 'object' || fields === null) {
    throw new ControlRefusal(400, 'invalid_input', 'fields has to be an object.');
  }
  return Object.fromEntries(
    Object.entries(fields as Readonly<Record<string, ControlInput>>).map(([name, field]) => [
      name,
      { type: typeOf(field), value: field['value'] },
    ]),
  );
}

function typeOf(field: ControlInput): string {
  const type = textOf(field, 'type');
  if (!FIELD_TYPES.includes(type)) throw new ControlRefusal(400, 'invalid_input', `${type} is not a type of fields.`);
  return type;
}
