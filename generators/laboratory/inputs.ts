import type {
  NewRecord,
  RecordCreateInput,
  RecordFields,
  RecordKind,
  SchemaCreateInput,
} from '../../schemas/types/control-operations.ts';
import type { RecordDraft, SchemaDraft } from './drafts.ts';

/** Gives a number that it has not given before. Whoever makes inputs for one tenant uses one for all of them. */
export interface Counter {
  next(): number;
}

/** Counts up from `first`. */
export function countFrom(first: number): Counter {
  let upcoming = first;
  return { next: () => upcoming++ };
}

/** A schema as the control knows it once it is made. */
export interface MadeSchema {
  readonly schemaId: string;
  readonly input: SchemaCreateInput;
}

/**
 * What `schema.create` wants for a draft. The schema's and all fields' names are unique, so that a filter needs no
 * schema beside a field's name.
 */
export function schemaCreateInput(draft: SchemaDraft, counter: Counter): SchemaCreateInput {
  return {
    kind: 'assayResult',
    name: unique(draft.title, counter),
    fields: draft.fields.map(({ title, type }) => ({ name: unique(title, counter), type })),
  };
}

/**
 * What `record.create` wants for drafts: records of unique names, in the drafts' order. With a schema, each value goes
 * to the field of its position, and one that is unset is left out.
 */
export function recordCreateInput(
  {
    kind,
    projectId,
    drafts,
    schema,
  }: {
    readonly kind: RecordKind;
    readonly projectId: string;
    readonly drafts: readonly RecordDraft[];
    readonly schema?: MadeSchema;
  },
  counter: Counter,
): RecordCreateInput {
  const records = drafts.map((draft): NewRecord => ({
    name: unique(draft.title, counter),
    ...(draft.modifiedAt === undefined ? {} : { modifiedAt: draft.modifiedAt }),
    ...(schema === undefined ? {} : { schemaId: schema.schemaId, fields: fieldsOf(draft, schema.input) }),
  }));
  return { kind, projectId, records };
}

function fieldsOf({ values }: RecordDraft, { fields }: SchemaCreateInput): RecordFields {
  return Object.fromEntries(
    fields.flatMap(({ name, type }, index) => {
      const value = values[index];
      return value === undefined ? [] : [[name, { type, value }]];
    }),
  );
}

function unique(title: string, counter: Counter): string {
  return `${title} #${counter.next()}`;
}
