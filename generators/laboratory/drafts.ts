import fc from 'fast-check';
import type { FieldType } from '../../schemas/types/control-operations.ts';
import { FIELD_TYPES, fieldValues } from './field-values.ts';
import { distinctTimes, repeatedTimes, utcTimes } from './times.ts';
import { entryTitles, fieldTitles, plateTitles, resultTitles, schemaTitles } from './vocabulary.ts';
import { objectOf } from '../object.ts';

/** A custom field before its schema exists. Titles need not be unique: names become so when inputs are made. */
export interface FieldDraft {
  readonly title: string;
  readonly type: FieldType;
}

/** An assay schema before it exists. */
export interface SchemaDraft {
  readonly title: string;
  readonly fields: readonly FieldDraft[];
}

/** A record before it exists. */
export interface RecordDraft {
  readonly title: string;
  /** RFC 3339 in UTC; undefined leaves it to the tenant. */
  readonly modifiedAt: string | undefined;
  /** A value for each field of its schema, in the schema's order; undefined leaves the field unset. */
  readonly values: readonly (string | number | undefined)[];
}

/** A schema and records of it. */
export interface AssayTable {
  readonly schema: SchemaDraft;
  readonly records: readonly RecordDraft[];
}

const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> => objectOf<T>(model);

const times = fc.option(utcTimes, { nil: undefined, freq: 2 });
const noValues = fc.constant<RecordDraft['values']>([]);

/** Notebook entries. */
export const entryDrafts: fc.Arbitrary<RecordDraft> = record<RecordDraft>({
  title: entryTitles,
  modifiedAt: times,
  values: noValues,
});

/** Plates. */
export const plateDrafts: fc.Arbitrary<RecordDraft> = record<RecordDraft>({
  title: plateTitles,
  modifiedAt: times,
  values: noValues,
});

/**
 * So many entries or plates, each with a modification time: all different, or several equal, and in no order.
 *
 * @param drafts of which kind
 */
export function timedDrafts(
  drafts: fc.Arbitrary<RecordDraft>,
  count: number,
  equality: 'distinct' | 'repeated',
): fc.Arbitrary<readonly RecordDraft[]> {
  return fc
    .tuple(
      fc.array(drafts, { minLength: count, maxLength: count }),
      equality === 'distinct' ? distinctTimes(count) : repeatedTimes(count),
    )
    .map(([some, times]) => some.map((draft, index) => ({ ...draft, modifiedAt: times[index] })));
}

/** Fields of any of these types. */
export function fieldDrafts(types: readonly FieldType[] = FIELD_TYPES): fc.Arbitrary<FieldDraft> {
  return record<FieldDraft>({ title: fieldTitles, type: fc.constantFrom(...types) });
}

/** Assay schemas with a few fields of any types. */
export const schemaDrafts: fc.Arbitrary<SchemaDraft> = record<SchemaDraft>({
  title: schemaTitles,
  fields: fc.array(fieldDrafts(), { minLength: 1, maxLength: 5 }),
});

/** Assay schemas with a field of each of the nine types, in the order of the table. */
export const wholeSchemaDrafts: fc.Arbitrary<SchemaDraft> = record<SchemaDraft>({
  title: schemaTitles,
  fields: fc.tuple(...FIELD_TYPES.map((type) => fieldDrafts([type]))),
});

/** Assay results of a schema. One value in five is unset. */
export function resultDrafts({ fields }: SchemaDraft): fc.Arbitrary<RecordDraft> {
  return record<RecordDraft>({
    title: resultTitles,
    modifiedAt: times,
    values: fc.tuple(...fields.map(({ type }) => fc.option(fieldValues(type), { nil: undefined, freq: 4 }))),
  });
}

/** Schemas, each with results of it. */
export function assayTables(
  schemas: fc.Arbitrary<SchemaDraft> = schemaDrafts,
  { minRecords = 1, maxRecords = 12 }: { readonly minRecords?: number; readonly maxRecords?: number } = {},
): fc.Arbitrary<AssayTable> {
  return schemas.chain((schema) =>
    record<AssayTable>({
      schema: fc.constant(schema),
      records: fc.array(resultDrafts(schema), { minLength: minRecords, maxLength: maxRecords }),
    }),
  );
}
