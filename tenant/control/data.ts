import { FIELD_TYPES, fitsType, learnField } from '../state/fields.ts';
import { addProject } from '../state/initial-data.ts';
import type { ActorReference, FieldValue, Schema } from '../state/model.ts';
import { addRecord } from '../state/add-record.ts';
import type { Tenant } from '../tenant.ts';
import { existing, isObject, objects, oneOf, optionalTime, requiredText, type Input } from './input.ts';
import type { ControlOperations } from './operation-types.ts';
import { Refused } from './refused.ts';

/** Returns the actor that `userId` or `appId` names; the input must have exactly one of them. */
function namedActor(tenant: Tenant, input: Input): ActorReference {
  if ((input['userId'] === undefined) === (input['appId'] === undefined)) {
    throw new Refused(400, 'invalid_input', 'Either userId or appId must be given.');
  }
  return input['userId'] === undefined
    ? { kind: 'app', id: existing(input, 'appId', tenant.state.apps).id }
    : { kind: 'user', id: existing(input, 'userId', tenant.state.users).id };
}

function fieldType(field: Input): string {
  return oneOf(field, 'type', FIELD_TYPES);
}

function fieldValues(record: Input, schema: Schema | undefined): Record<string, FieldValue> {
  const { fields = {} } = record;
  if (!isObject(fields)) throw new Refused(400, 'invalid_input', 'fields must be an object.');
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (!isObject(field)) throw new Refused(400, 'invalid_input', `The field ${name} must have a type and a value.`);
      const type = fieldType(field);
      if (schema !== undefined && !schema.fields.some((each) => each.name === name && each.type === type)) {
        throw new Refused(400, 'invalid_input', `The schema has no field ${name} of type ${type}.`);
      }
      const { value = null } = field;
      if (!fitsType(type, value)) throw new Refused(400, 'invalid_input', `The value of ${name} is no ${type}.`);
      return [name, { type, value }];
    }),
  );
}

/** Returns the operations on projects, access to them, and their content. */
export function dataOperations(
  tenant: Tenant,
): Pick<ControlOperations, Extract<keyof ControlOperations, `${'project' | 'schema' | 'record'}.${string}`>> {
  const { state, behaviour, clock } = tenant;
  return {
    'project.create': (input) => ({ projectId: addProject(tenant, requiredText(input, 'name')).id }),

    'project.grant': (input) => {
      const project = existing(input, 'projectId', state.projects);
      behaviour.grantAccess(tenant, project, namedActor(tenant, input));
      return {};
    },

    'project.revoke': (input) => {
      const project = existing(input, 'projectId', state.projects);
      behaviour.revokeAccess(tenant, project, namedActor(tenant, input));
      return {};
    },

    'schema.create': (input) => {
      const schema: Schema = {
        kind: oneOf(input, 'kind', ['assayResult']),
        name: requiredText(input, 'name'),
        fields: objects(input, 'fields').map((field) => ({
          name: requiredText(field, 'name'),
          type: fieldType(field),
        })),
        id: behaviour.makeId(tenant, 'schema'),
      };
      state.schemas.set(schema.id, schema);
      for (const { name, type } of schema.fields) learnField(state, name, type);
      return { schemaId: schema.id };
    },

    'record.create': (input) => {
      const kind = oneOf(input, 'kind', ['entry', 'plate', 'assayResult']);
      const project = existing(input, 'projectId', state.projects);
      // All are read before the first is added: a refused input changes nothing.
      const drafts = objects(input, 'records').map((record) => {
        const schema = record['schemaId'] === undefined ? undefined : existing(record, 'schemaId', state.schemas);
        return {
          kind,
          projectId: project.id,
          name: requiredText(record, 'name'),
          modifiedAt: optionalTime(record, 'modifiedAt') ?? clock.now(),
          createdBy: { kind: 'user', id: tenant.administrator().id } as const,
          schemaId: schema?.id,
          fields: fieldValues(record, schema),
        };
      });
      return { ids: drafts.map((draft) => addRecord(tenant, draft).id) };
    },
  };
}
